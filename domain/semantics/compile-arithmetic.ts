import { Failure } from '#domain/failure.ts'
import { holdsNumbersAsText, isNumericType } from './column-storage.ts'
import { compileCondition } from './compile-condition.ts'
import type { LayerTable } from './layer.ts'
import { requireColumn } from './members.ts'
import type { Arithmetic } from './semantic-query.ts'
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
  const column = requireColumn(table, node.column)
  const of: Expression = { kind: 'column', source: table.name, column: column.name }
  if (isNumericType(column)) return of
  if (column.type === 'boolean') return { kind: 'as_flag', of }
  if (holdsNumbersAsText(column)) return { kind: 'as_number', of }
  throw new Failure('query_invalid', `"${column.name}" in "${table.name}" holds no numbers to calculate with`)
}
