import { Failure } from '#domain/failure.ts'
import { holdsNumbersAsText, isNumericType, timeStorageOf } from './column-storage.ts'
import { compileCondition } from './compile-condition.ts'
import type { LayerTable } from './layer.ts'
import { requireColumn } from './members.ts'
import type { Arithmetic, Moment } from './semantic-query.ts'
import type { Dialect } from './source.ts'
import type { Expression } from './sql-tree.ts'

const deepest = 32

/** A calculation over the columns of one table. Fails with `query_invalid` when it names what is no number, or is nested too deeply. */
export function compileArithmetic(node: Arithmetic, table: LayerTable, dialect: Dialect, depth = 1): Expression {
  if (depth > deepest) throw new Failure('query_invalid', `an expression may be ${deepest} levels deep`)
  const inner = (part: Arithmetic) => compileArithmetic(part, table, dialect, depth + 1)
  if ('number' in node) return { kind: 'number', value: node.number }
  if ('op' in node) return { kind: 'arithmetic', operator: node.op, left: inner(node.left), right: inner(node.right) }
  if ('case' in node) {
    const branches = node.case.map(({ when, value }) => ({
      when: compileCondition(when, table, requireColumn(table, when.column), dialect),
      value: inner(value),
    }))
    return { kind: 'case', branches, otherwise: node.else === undefined ? null : inner(node.else) }
  }
  if ('duration' in node) {
    const { from, to, unit } = node.duration
    if ('moment' in from && 'moment' in to) throw new Failure('query_invalid', 'a duration is from or to a column')
    const seconds: Expression = { kind: 'seconds_between', from: momentOf(from, table, dialect), to: momentOf(to, table, dialect) }
    return unit === 'second' ? seconds : { kind: 'arithmetic', operator: '/', left: seconds, right: { kind: 'number', value: secondsIn[unit] } }
  }
  const column = requireColumn(table, node.column)
  const of: Expression = { kind: 'column', source: table.name, column: column.name }
  if (isNumericType(column)) return of
  if (column.type === 'boolean') return { kind: 'as_flag', of }
  if (holdsNumbersAsText(column)) return { kind: 'as_number', of }
  throw new Failure('query_invalid', `"${column.name}" in "${table.name}" holds no numbers to calculate with`)
}

export const secondsIn = { second: 1, minute: 60, hour: 3600, day: 86_400 }

function momentOf(moment: Moment, table: LayerTable, dialect: Dialect): Expression {
  if ('moment' in moment) return { kind: 'value', value: moment.moment.replace('T', ' '), as: 'timestamp' }
  const column = requireColumn(table, moment.column)
  const storage = timeStorageOf(column, dialect)
  if (storage === null || storage === 'year_number' || storage === 'year_text')
    throw new Failure('query_invalid', `"${column.name}" in "${table.name}" holds no dates to count the time from or to`)
  return { kind: 'moment', of: { kind: 'column', source: table.name, column: column.name }, storage }
}
