import { Failure } from '#domain/failure.ts'
import { requireColumn, requireTable } from '../layer/members.ts'
import type { Layer, LayerColumn, LayerTable } from '../layer.ts'
import type { Arithmetic, Moment } from '../semantic-query.ts'
import type { Dialect } from '../sources/source.ts'
import type { Expression } from '../sql/sql-tree.ts'
import { asNumber, holdsNumbersAsText, isNumericType, timeStorageOf } from './column-storage.ts'
import { compileCondition } from './compile-condition.ts'
import { columnValue } from './composed-dates.ts'

const deepest = 32

/** The tables of a calculation other than its own. */
export function otherTables(node: Arithmetic, own: string): string[] {
  if ('number' in node) return []
  if ('op' in node) return [...otherTables(node.left, own), ...otherTables(node.right, own)]
  if ('case' in node) return [...node.case.map(({ value }) => value), ...(node.else ? [node.else] : [])].flatMap((value) => otherTables(value, own))
  const columns = 'duration' in node ? [node.duration.from, node.duration.to] : [node]
  return columns.flatMap((part) => ('column' in part && part.table !== undefined && part.table !== own ? [part.table] : []))
}

/** A calculation over the columns of a table, and of tables its rows refer to. Fails with `query_invalid` when it names what is no number, or is nested too deeply. */
export function compileArithmetic(node: Arithmetic, own: LayerTable, layer: Layer, dialect: Dialect, depth = 1): Expression {
  if (depth > deepest) throw new Failure('query_invalid', `an expression may be ${deepest} levels deep`)
  const inner = (part: Arithmetic) => compileArithmetic(part, own, layer, dialect, depth + 1)
  if ('number' in node) return { kind: 'number', value: node.number }
  if ('op' in node) return { kind: 'arithmetic', operator: node.op, left: inner(node.left), right: inner(node.right) }
  if ('case' in node) {
    const branches = node.case.map(({ when, value }) => ({
      when: compileCondition(when, own, requireColumn(own, when.column), dialect),
      value: inner(value),
    }))
    return { kind: 'case', branches, otherwise: node.else === undefined ? null : inner(node.else) }
  }
  if ('duration' in node) {
    const { from, to, unit } = node.duration
    if ('moment' in from && 'moment' in to) throw new Failure('query_invalid', 'a duration is from or to a column')
    const seconds: Expression = { kind: 'seconds_between', from: momentOf(from, own, layer, dialect), to: momentOf(to, own, layer, dialect) }
    return unit === 'second' ? seconds : { kind: 'arithmetic', operator: '/', left: seconds, right: { kind: 'number', value: secondsIn[unit] } }
  }
  const { table, column, of } = memberOf(node, own, layer)
  if (isNumericType(column)) return of
  if (column.type === 'boolean') return { kind: 'as_flag', of }
  if (holdsNumbersAsText(column)) return asNumber(column, of)
  throw new Failure('query_invalid', `"${column.name}" in "${table.name}" holds no numbers to calculate with`)
}

export const secondsIn = { second: 1, minute: 60, hour: 3600, day: 86_400 }

function memberOf(
  node: { column: string; table?: string | undefined },
  own: LayerTable,
  layer: Layer,
): { table: LayerTable; column: LayerColumn; of: Expression } {
  const table = node.table === undefined ? own : requireTable(layer, node.table)
  const column = requireColumn(table, node.column)
  return { table, column, of: columnValue(table, column) }
}

function momentOf(moment: Moment, own: LayerTable, layer: Layer, dialect: Dialect): Expression {
  if ('moment' in moment) return { kind: 'value', value: moment.moment.replace('T', ' '), as: 'timestamp' }
  const { table, column, of } = memberOf(moment, own, layer)
  const storage = timeStorageOf(column, dialect)
  if (storage === null || storage === 'year_number' || storage === 'year_text')
    throw new Failure('query_invalid', `"${column.name}" in "${table.name}" holds no dates to count the time from or to`)
  return { kind: 'moment', of, storage }
}
