import { Failure } from '#domain/failure.ts'
import type { LayerColumn, LayerTable } from '../layer.ts'
import type { FilterCondition, Grain } from '../semantic-query.ts'
import type { ColumnType, Dialect } from '../sources/source.ts'
import { type Expression, type Select, type Source, selectFrom } from '../sql/sql-tree.ts'
import { asNumber, holdsNumbersAsText, hourStorageOf, isNumericType, timeStorageOf } from './column-storage.ts'
import { secondsIn } from './compile-arithmetic.ts'
import { type Comparison, comparisons, numberCondition } from './compile-condition.ts'
import { columnValue } from './composed-dates.ts'

/** A column of a table, named for messages. */
export type Member = { table: LayerTable; column: LayerColumn }
/** Another query that shows one column of this kind, and of these periods. */
export type SubQuery = { select: Select; type: ColumnType; grain: Grain | null }

const figures = { average: 'avg', lowest: 'min', highest: 'max' } as const

/** `price > (SELECT AVG(price) FROM products)`; `source` is the table as the caller may read it. */
export function figureCondition(condition: FilterCondition, { table, column }: Member, source: Source): Expression {
  const than = condition.than ?? 'average'
  const operator = comparisonOf(condition, { table, column }, 'than')
  if (!isNumericType(column) && !holdsNumbersAsText(column))
    throw new Failure('query_invalid', `${named({ table, column })} holds no numbers, so it has no ${than} value`)
  const operand = operandOf({ table, column })
  const select = selectFrom(source, { columns: [{ name: 'figure', value: { kind: 'aggregate', aggregate: figures[than], of: operand } }] })
  return { kind: 'compare', operator, left: operand, right: { kind: 'scalar', select } }
}

/** A comparison of two columns of one row. */
export function columnCondition(condition: FilterCondition, left: Member, right: Member, dialect: Dialect): Expression {
  const operator = comparisonOf(condition, left, 'column_value')
  const [some, other] = [momentOf(left, dialect), momentOf(right, dialect)]
  if (some && other) return { kind: 'compare', operator, left: some, right: other }
  requireComparable(left, kindOf(right.column))
  return { kind: 'compare', operator, left: operandOf(left), right: operandOf(right) }
}

/** The time from one date of a row to another, in units, compared with numbers or with one that the row holds. */
export function sinceCondition(
  condition: FilterCondition,
  to: Member,
  from: Member,
  unit: keyof typeof secondsIn,
  dialect: Dialect,
  other: Member | null = null,
): Expression {
  const [start, end] = [momentOf(from, dialect), momentOf(to, dialect)]
  if (!start || !end) throw new Failure('query_invalid', `${named(start ? to : from)} holds no dates to count the time from or to`)
  const seconds: Expression = { kind: 'seconds_between', from: start, to: end }
  const units: Expression =
    unit === 'second' ? seconds : { kind: 'arithmetic', operator: '/', left: seconds, right: { kind: 'number', value: secondsIn[unit] } }
  if (other) {
    if (kindOf(other.column) !== 'number') throw new Failure('query_invalid', `${named(other)} holds no numbers to compare a time with`)
    return { kind: 'compare', operator: comparisonOf(condition, to, 'column_value'), left: units, right: operandOf(other) }
  }
  return numberCondition(units, condition, `the time from ${named(from)} to ${named(to)}`)
}

/** The moment a column holds; null for a column of years, and one that is no date. */
function momentOf({ table, column }: Member, dialect: Dialect): Expression | null {
  const storage = timeStorageOf(column, dialect)
  if (storage === null || storage === 'year_number' || storage === 'year_text') return null
  return { kind: 'moment', of: columnValue(table, column), storage }
}

/** A comparison with the rows (equals, not_equals) or the one value of another query. */
export function subqueryCondition(condition: FilterCondition, member: Member, { select, type }: SubQuery): Expression {
  const operator = comparisonOf(condition, member, 'values_from')
  requireComparable(member, kindOfType(type))
  return comparedWithQuery(operator, operandOf(member), select)
}

/** The period a date lies in, compared with the periods (or the one) that another query shows: days on which more than 100 orders came. */
export function periodCondition(
  condition: FilterCondition,
  member: Member,
  grain: Grain,
  { select, type, grain: shown }: SubQuery,
  dialect: Dialect,
): Expression {
  const operator = comparisonOf(condition, member, 'values_from')
  const storage = grain === 'hour' ? hourStorageOf(member.column, dialect) : timeStorageOf(member.column, dialect)
  const isYear = storage === 'year_number' || storage === 'year_text'
  if (storage === null || (isYear && grain !== 'year')) throw new Failure('query_invalid', `${named(member)} holds no dates that lie in a ${grain}`)
  if (shown !== grain || kindOfType(type) !== 'text')
    throw new Failure('query_invalid', `The ${grain} of ${named(member)} is compared with a query that shows a ${grain}`)
  return comparedWithQuery(operator, { kind: 'period', of: columnValue(member.table, member.column), storage, grain }, select)
}

function comparedWithQuery(operator: Comparison, left: Expression, select: Select): Expression {
  if (operator !== '=' && operator !== '<>') return { kind: 'compare', operator, left, right: { kind: 'scalar', select: singleRow(select) } }
  const negated = operator === '<>'
  // One NULL among the rows and NOT IN matches nothing; and MySQL takes no LIMIT directly in IN.
  if (!negated && select.limit === null && select.offset === null) return { kind: 'any_row', of: left, select, negated }
  const rows = 'found'
  const shown = select.columns[0]?.name ?? ''
  const value: Expression = { kind: 'column', source: rows, column: shown }
  const where: Expression | null = negated ? { kind: 'not', of: { kind: 'is_null', of: value } } : null
  return { kind: 'any_row', of: left, select: selectFrom({ kind: 'select', select, alias: rows }, { columns: [{ name: shown, value }], where }), negated }
}

/** The first row alone, so that an engine never meets two where one value belongs. */
export function singleRow(select: Select): Select {
  return select.groupBy.length === 0 && select.columns.every((column) => column.value.kind === 'aggregate') ? select : { ...select, limit: 1 }
}

function comparisonOf({ operator, values }: FilterCondition, member: Member, word: string): Comparison {
  const comparison = comparisons[operator]
  if (comparison !== undefined && values.length === 0) return comparison
  throw new Failure('query_invalid', `"${word}" on ${named(member)} takes no values, and an operator that compares with one`)
}

function operandOf({ table, column }: Member): Expression {
  const of: Expression = columnValue(table, column)
  return holdsNumbersAsText(column) && column.semanticType === 'measure' ? asNumber(column, of) : of
}

type Kind = 'number' | 'text' | 'time' | 'boolean' | 'other'

function kindOf(column: LayerColumn): Kind {
  return holdsNumbersAsText(column) && column.semanticType === 'measure' ? 'number' : kindOfType(column.type)
}

export function kindOfType(type: ColumnType): Kind {
  if (type === 'integer' || type === 'number' || type === 'decimal') return 'number'
  if (type === 'date' || type === 'timestamp') return 'time'
  return type === 'text' || type === 'boolean' ? type : 'other'
}

function requireComparable(member: Member, other: Kind): void {
  if (kindOf(member.column) === other) return
  throw new Failure('query_invalid', `${named(member)} cannot be compared with what is no ${kindOf(member.column)}`)
}

function named({ table, column }: Member): string {
  return `"${column.name}" in "${table.name}"`
}
