import { sumPhrases } from '#domain/analyst/lexicon/english/meanings/aggregates.ts'
import { beforeOperand, productOperators, sumOperators } from '#domain/analyst/lexicon/english/meanings/arithmetic.ts'
import { splitOpeners } from '#domain/analyst/lexicon/english/sentences/clause-ends.ts'
import { choiceWords } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { MeasurePart } from '#domain/analyst/reading/draft.ts'
import { isFree, longestPhrase, phraseLength, prefersValue, type Reading, skip, tableOf, wordAt } from '#domain/analyst/reading/reading.ts'
import type { AggregateMeasure, Arithmetic } from '#domain/semantics/semantic-query.ts'
import type { FoundFigure } from './figure.ts'
import { isMeasurable } from './measurable.ts'
import { measureAt } from './measure.ts'

type Table = MeasurePart['table']
/** The value of an operand: a calculation on each row, a figure over many rows, or a constant. `over` keeps the two sides of a division. */
type Value =
  | { kind: 'row'; table: Table; of: Arithmetic; over?: [Arithmetic, Arithmetic] }
  | { kind: 'figure'; table: Table; of: AggregateMeasure }
  | { kind: 'ratio'; table: Table; numerator: AggregateMeasure; denominator: AggregateMeasure; percent?: true }
  | { kind: 'number'; of: number }
type Read = { value: Value; end: number; steps: number }
/** A reading in which columns are taken from one table only, if `only` is set. */
type Bound = Reading & { only: Table | null }
type Operator = '+' | '-' | '*' | '/'

/** A figure that is calculated from columns, figures and numbers with operators between them, from an item on. Null where no operator is found or the operands do not fit. */
export function readArithmetic(reading: Reading, at: number): FoundFigure | null {
  const item = reading.items[at]
  // Of columns of one name in several tables, those of the table that gives the longest calculation are meant.
  const tables = item?.kind === 'name' ? item.meaning.columns.map(({ table }) => table) : []
  const ways = [null, ...new Set(tables.length > 1 ? tables : [])].flatMap((only) => sumAt({ ...reading, only }, at) ?? [])
  const each = perRowAt(reading, at)
  if (each) return each
  const read = ways.reduce<Read | null>((best, way) => (way.steps > (best?.steps ?? 0) && measureFrom(way.value) ? way : best), null)
  const part = read && measureFrom(read.value)
  return read && part && { part, end: read.end }
}

/** "Refund per ticket by city" where each ticket has one refund: the average. Without anything else to split by, null: then each row is shown. */
function perRowAt(reading: Reading, at: number): FoundFigure | null {
  const column = wordAt(reading, at + 1) === 'per' && isFree(reading, at) ? columnOf(reading, at, (item) => isMeasurable(item.column, 'avg')) : null
  const isSplit = reading.items.some(
    ({ kind, lower }, index) => kind !== 'name' && (index < at || index > at + 2) && (splitOpeners.has(lower) || choiceWords.has(lower)),
  )
  if (!column || !isSplit || tableOf(reading.items[at + 2]) !== column.table || measureAt(reading, at - 1)) return null
  return { part: { aggregate: 'avg', table: column.table, column: column.column, named: null }, end: at + 3 }
}

function sumAt(reading: Bound, at: number): Read | null {
  return chainAt(reading, at, sumOperators, (index) => chainAt(reading, index, productOperators, (inner) => operandAt(reading, inner)))
}

function chainAt(reading: Bound, at: number, operators: [string, Operator][], inner: (at: number) => Read | null): Read | null {
  let read = inner(at)
  while (read) {
    const { value, end, steps }: Read = read
    const found = operators.find(([phrase]) => phraseLength(reading, end, phrase) > 0)
    const right = found ? inner(end + found[0].split(' ').length) : null
    const joined = found && right ? joinedBy(found[1], value, right.value) : null
    if (!joined || !right) break
    read = { value: joined, end: right.end, steps: steps + right.steps + 1 }
  }
  return read
}

function operandAt(reading: Bound, from: number): Read | null {
  const at = skip(reading, from, beforeOperand)
  const item = reading.items[at]
  if (!item || !isFree(reading, at)) return null
  if (item.lower === '(' && item.kind === 'sign') {
    const inside = sumAt(reading, at + 1)
    return inside && wordAt(reading, inside.end) === ')' ? { ...inside, end: inside.end + 1 } : null
  }
  if (item.kind === 'number' && item.number !== null) return { value: { kind: 'number', of: item.number }, end: at + 1, steps: 0 }
  const folded = at > 0 || item.kind === 'name' || item.lower !== 'how' ? foldedAt(reading, at) : null
  if (folded) return folded
  if (item.kind !== 'name' || prefersValue(reading, at) || tableOf(item)) return null
  const column = columnOf(reading, at, ({ table, column }) => isMeasurable(column, 'sum') && (reading.only ?? table) === table)
  return column ? { value: { kind: 'row', table: column.table, of: { column: column.column.name } }, end: at + 1, steps: 0 } : null
}

/** `total revenue`, `number of orders`, `sum of (price * quantity)`. */
function foldedAt(reading: Bound, at: number): Read | null {
  const measure = measureAt(reading, at)
  if (measure && measure.more.length === 0 && measure.part.named === null && !measure.part.ratio && measure.end > at) {
    const { aggregate, table, column, expression } = measure.part
    const of: AggregateMeasure = { aggregate, table: table.name, ...(expression ? { expression: expression.of } : column ? { column: column.name } : {}) }
    return { value: { kind: 'figure', table, of }, end: measure.end, steps: 0 }
  }
  const length = longestPhrase(reading, at, sumPhrases)
  const inside = length > 0 && wordAt(reading, at + length) === '(' ? operandAt(reading, at + length) : null
  if (inside?.value.kind !== 'row') return null
  const { table, of } = inside.value
  return { value: { kind: 'figure', table, of: { aggregate: 'sum', table: table.name, expression: of } }, end: inside.end, steps: inside.steps + 1 }
}

function joinedBy(op: Operator, left: Value, right: Value): Value | null {
  const [one, two] = [rowOf(left), rowOf(right)]
  const table = 'table' in left ? left.table : 'table' in right ? right.table : null
  if (table === null) return null
  const isOneTable = !('table' in left) || !('table' in right) || left.table === right.table
  if (left.kind === 'row' && left.over && op === '*' && right.kind === 'number' && right.of === 100) {
    const [numerator, denominator] = left.over.map((side) => summed(table, side))
    return numerator && denominator ? { kind: 'ratio', table, numerator, denominator, percent: true } : null
  }
  if (one && two && isOneTable) {
    const of: Arithmetic = { op, left: one, right: two }
    return { kind: 'row', table, of, ...(op === '/' && left.kind === 'row' && right.kind === 'row' ? { over: [one, two] as [Arithmetic, Arithmetic] } : {}) }
  }
  if (left.kind === 'ratio') return op === '*' && right.kind === 'number' && right.of === 100 && !left.percent ? { ...left, percent: true } : null
  const [above, below] = [figureOf(left), figureOf(right)]
  // "The average of price / weight" averages the quotients of the rows.
  const isOfBoth = right.kind === 'row' && left.kind === 'figure' && ['avg', 'min', 'max'].includes(left.of.aggregate)
  if (op === '/' && above && below && !isOfBoth) return { kind: 'ratio', table, numerator: above, denominator: below }
  // Sums over the same rows are one sum.
  const [first, second] = [above, below].map((figure) => (figure?.aggregate === 'sum' ? inner(figure) : null))
  if (isOneTable && first && second && (op === '+' || op === '-')) return { kind: 'figure', table, of: summed(table, { op, left: first, right: second }) }
  return null
}

function rowOf(value: Value): Arithmetic | null {
  return value.kind === 'row' ? value.of : value.kind === 'number' ? { number: value.of } : null
}

function figureOf(value: Value): AggregateMeasure | null {
  return value.kind === 'figure' ? value.of : value.kind === 'row' ? summed(value.table, value.of) : null
}

function summed(table: Table, of: Arithmetic): AggregateMeasure {
  return 'column' in of ? { aggregate: 'sum', table: table.name, column: of.column } : { aggregate: 'sum', table: table.name, expression: of }
}

function inner({ column, expression }: AggregateMeasure): Arithmetic | null {
  return expression ?? (column === undefined ? null : { column })
}

function measureFrom(value: Value): MeasurePart | null {
  if (value.kind === 'number') return null
  const base = { table: value.table, column: null, named: null }
  if (value.kind === 'ratio') {
    const { numerator, denominator, percent } = value
    return { ...base, aggregate: 'avg', ratio: { numerator, denominator, ...(percent ? { percent } : {}) } }
  }
  if (value.kind === 'figure') {
    const of = inner(value.of)
    return of && { ...base, aggregate: value.of.aggregate, expression: { of, name: 'result' } }
  }
  const [above, below] = value.over?.map((side) => summed(value.table, side)) ?? []
  return {
    ...base,
    aggregate: 'sum',
    expression: { of: value.of, name: 'result' },
    ...(above && below ? { ratio: { numerator: above, denominator: below } } : {}),
  }
}
