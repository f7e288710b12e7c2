import { conditionsIn } from '#domain/analyst/assumptions/query-parts.ts'
import { countsBookers } from '#domain/analyst/grammar/business/heads.ts'
import { figuresOfSense } from '#domain/analyst/grammar/business/senses.ts'
import { isFigure, isFlag, refersTo, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { unitPriceLabel } from '#domain/analyst/grammar/label-patterns.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { tokenize } from '#domain/analyst/language/tokens.ts'
import { distinctWords } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { splitters } from '#domain/analyst/lexicon/english/sentences/grouping.ts'
import { negations, requests } from '#domain/analyst/lexicon/english/sentences/particles.ts'
import { sheetCountOf } from '#domain/analyst/lexicon/sheet-count.ts'
import { isHourOfDay } from '#domain/analyst/queries/hour-column.ts'
import { isToldAgain } from '#domain/analyst/queries/rows-of-one-name.ts'
import { mayBeMissing } from '#domain/semantics/compile/column-storage.ts'
import type { Layer, LayerColumn } from '#domain/semantics/layer.ts'
import type { Filter, FilterCondition, QueryMeasure, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { foldsByItself, splitsByFigure } from './split-amounts.ts'

/** Whether an answer would tell nothing, whatever the rows are: nobody asks for it, so the question was misread. */
export function isVacuous(query: SemanticQuery, layer: Layer): boolean {
  const conditions = query.filters ? conditionsOf(query.filters) : []
  return (
    query.measures.some((measure) => isAllOfThem(measure, conditions)) ||
    query.measures.some((measure) => countsOne(measure, conditions) || countsNames(measure, layer)) ||
    [...conditions, ...query.measures.flatMap(conditionsOfMeasure)].some((item) => isNeverEmpty(item, layer)) ||
    conditions.some((one, at) => conditions.slice(at + 1).some((other) => areApart(one, other) || areOfOtherTimes(one, other))) ||
    splitsByOneValue(query) ||
    runsBackwards(query, layer) ||
    listsFiguresApart(query, layer) ||
    countsBookers(query, layer) ||
    isNoReading(query, layer)
  )
}

/** Whether a query makes no sense whatever it is asked for. */
export function isNoReading(query: SemanticQuery, layer: Layer): boolean {
  const read = [...query.dimensions, ...conditionsIn(query)]
  return splitsByFigure(query, layer) || foldsByItself(query) || query.measures.some(dividesKinds) || read.some((part) => isHourOfDay(part, layer))
}

/** A part of rows of which all are so already: always 100 percent. */
function isAllOfThem(measure: QueryMeasure, conditions: FilterCondition[]): boolean {
  if (!('ratio' in measure) || !('aggregate' in measure.ratio.numerator) || !measure.ratio.numerator.filters) return false
  const { numerator, denominator } = measure.ratio
  const given = new Set(conditions.map((one) => JSON.stringify(one)))
  const isSame = 'aggregate' in denominator && JSON.stringify({ ...numerator, filters: 0 }) === JSON.stringify({ ...denominator, filters: 0 })
  const own = numerator.filters ? conditionsOf(numerator.filters) : []
  return isSame && own.length > 0 && own.every((one) => given.has(JSON.stringify(one)))
}

/** How many rows a sheet has whose rows only tell how many there were: nobody counts its hours. */
export function countsSums({ measures }: SemanticQuery, layer: Layer, question: string): boolean {
  const count = sheetCountOf(layer)
  const isRows = measures.some((measure) => 'aggregate' in measure && measure.aggregate === 'count' && measure.table === count?.table.name)
  return count !== null && isRows && !wordsOf(question).some((word) => wordsOf(count.table.label).includes(word))
}

/** How many kinds there are, divided by how many rows: kinds of items per sale. */
function dividesKinds(measure: QueryMeasure): boolean {
  if (!('ratio' in measure)) return false
  const { numerator, denominator } = measure.ratio
  if (!('aggregate' in numerator) || !('aggregate' in denominator) || numerator.table !== denominator.table) return false
  return numerator.aggregate === 'count_distinct' && denominator.aggregate === 'count' && !numerator.filters && !denominator.filters
}

/** Whether amounts of several tables are listed row by row: what was paid for fuel beside what a van has driven in all. */
function listsFiguresApart({ measures, dimensions }: SemanticQuery, layer: Layer): boolean {
  const figures = dimensions.filter(({ table, column, grain, bin, hidden }) => {
    const held = grain || bin || hidden ? undefined : columnOf(layer, table, column)
    return held !== undefined && isFigure(held) && held.semanticType === 'measure'
  })
  return measures.length === 0 && new Set(figures.map(({ table }) => table)).size > 1
}

/** Whether two parts of recurring time share nothing: weekdays and weekends. */
function areApart(one: FilterCondition, other: FilterCondition): boolean {
  if (one.grain === undefined || one.grain !== other.grain || one.table !== other.table || one.column !== other.column) return false
  const [first, second] = [spanOf(one), spanOf(other)]
  return first !== null && second !== null && (first[1] < second[0] || second[1] < first[0])
}

/** Whether two stretches of time share no day: the first halves of two years. */
function areOfOtherTimes(one: FilterCondition, other: FilterCondition): boolean {
  if (one.table !== other.table || one.column !== other.column || one.grain || other.grain || one.operator !== 'between' || other.operator !== 'between')
    return false
  const [from, to, start, end] = [...one.values, ...other.values].map(String)
  const isAlike = [to, start, end].every((value) => value?.length === from?.length)
  return from !== undefined && to !== undefined && start !== undefined && end !== undefined && isAlike && (to < start || end < from)
}

const spanOf = ({ operator, values: [from, to] }: FilterCondition): [number, number] | null =>
  operator === 'between' && typeof from === 'number' && typeof to === 'number'
    ? [from, to]
    : operator === 'equals' && typeof from === 'number' && to === undefined
      ? [from, from]
      : null

/** Of fewer rows it may be chance that each has a value of its own. */
export const leastRows = 20

/** Whether rows are counted for each of themselves: one of each; of tables of at least so many rows, and by a key of any. */
export function countsItself({ measures, dimensions }: SemanticQuery, layer: Layer, least = 0): boolean {
  const [measure, ...more] = measures
  if (!measure || more.length > 0 || !('aggregate' in measure) || measure.aggregate !== 'count') return false
  return dimensions.some(({ table: name, column, grain, bin }) => {
    const table = layer.tables.find((one) => one.name === name)
    const distinct = table?.columns.find((one) => one.name === column)?.distinct ?? 0
    if (name !== measure.table || grain || bin || table?.rows == null) return false
    return table.primaryKey.join() === column || (table.rows >= least && distinct > table.rows * 0.9)
  })
}

/** Whether what several rows tell of one thing is added up over all of them: the length of a river that has a row per state. */
export function addsToldAgain({ measures, dimensions, filters }: SemanticQuery, layer: Layer): boolean {
  return measures.some((measure) => {
    if (dimensions.length > 0 || filters || !('aggregate' in measure) || measure.aggregate !== 'sum' || measure.column === undefined) return false
    const table = layer.tables.find(({ name }) => name === measure.table)
    const column = columnOf(layer, measure.table, measure.column)
    return table !== undefined && column !== undefined && isToldAgain(table, column)
  })
}

/** The conditions on the rows that a figure counts, of a ratio those of both sides. */
function conditionsOfMeasure(measure: QueryMeasure): FilterCondition[] {
  if ('ratio' in measure) return [measure.ratio.numerator, measure.ratio.denominator].flatMap((part) => conditionsOfMeasure(part as QueryMeasure))
  return 'filters' in measure && measure.filters ? conditionsOf(measure.filters) : []
}

export function conditionsOf(filter: Filter): FilterCondition[] {
  if ('and' in filter) return filter.and.flatMap(conditionsOf)
  return 'column' in filter ? [filter] : []
}

/** How many different values a column has where it has one. */
function countsOne(measure: QueryMeasure, conditions: FilterCondition[]): boolean {
  if (!('aggregate' in measure) || measure.aggregate !== 'count_distinct') return false
  const isFixed = ({ table, column, operator, values, grain }: FilterCondition) =>
    table === measure.table && column === measure.column && operator === 'equals' && values.length === 1 && grain === undefined
  return conditions.some(isFixed) && typeof measure.column === 'string' && !isTime(conditions, measure.column)
}

/** What is told of one value alone is split by that column: the titles, by how many of them are nurses. */
const splitsByOneValue = ({ measures, dimensions }: SemanticQuery): boolean =>
  measures.length === 1 &&
  measures
    .flatMap(conditionsOfMeasure)
    .some(
      ({ table, column, operator, values }) =>
        operator === 'equals' &&
        values.length === 1 &&
        dimensions.some((item) => !item.hidden && !item.grain && item.table === table && item.column === column),
    )

/** How many days of the week there are: whoever asks how many days means others. */
const countsNames = (measure: QueryMeasure, layer: Layer): boolean =>
  'aggregate' in measure &&
  measure.aggregate === 'count_distinct' &&
  measure.column !== undefined &&
  /\b(?:week ?day|day of (?:the )?week)\b/i.test(columnOf(layer, measure.table, measure.column)?.label ?? '')

/** How many different answers a column of yes and no holds. */
const countsAnswers = (measure: QueryMeasure, layer: Layer): boolean =>
  'aggregate' in measure && measure.aggregate === 'count_distinct' && measure.column !== undefined && isAnswered(layer, measure.table, measure.column)

/**
 * Whether the different answers yes and no are counted, figures are split, or rows told, by a yes or no that the question does not split by: "which shop has the most returns" and "returns per shop" ask how
 * many there are.
 */
export function misreadsAnswers({ measures, dimensions, filters }: SemanticQuery, layer: Layer, question: string): boolean {
  const tokens = tokenize(question)
  if (measures.some((measure) => countsAnswers(measure, layer)) && !tokens.some(({ lower }) => distinctWords.has(lower))) return true
  if (measures.length === 0 && (filters || dimensions.length < 2 || requests.has(tokens[0]?.lower ?? ''))) return false
  return dimensions.some(({ table, column, hidden }) => {
    const label = columnOf(layer, table, column)?.label
    if (hidden || label === undefined || !isAnswered(layer, table, column)) return false
    const families = new Set(wordsOf(label).map(familyOf))
    const at = tokens.findIndex(({ stem }) => families.has(familyOf(stem)))
    const before = tokens.slice(Math.max(0, at - 3), at)
    // "And how many are not": both are asked for.
    return at !== -1 && !before.some(({ lower }) => splitters.has(lower)) && !tokens.slice(at).some(({ lower }) => negations.has(lower))
  })
}

function isAnswered(layer: Layer, table: string, name: string): boolean {
  const column = columnOf(layer, table, name)
  return column !== undefined && isFlag(column)
}

/** A year is one value of many days. */
const isTime = (conditions: FilterCondition[], column: string): boolean =>
  conditions.some((item) => item.column === column && item.values.some((value) => /^\d{4}(?:-|$)/.test(String(value))))

export const columnOf = ({ tables }: Layer, table: string, column: string): LayerColumn | undefined =>
  tables.find(({ name }) => name === table)?.columns.find(({ name }) => name === column)

/** An empty value asked for of a column that has one in each row. */
const isNeverEmpty = ({ table, column, operator }: FilterCondition, layer: Layer): boolean => {
  const held = operator === 'is_empty' ? columnOf(layer, table, column) : undefined
  return held?.nullFraction === 0 && !mayBeMissing(held)
}

/** A total of what one piece costs, where how many pieces there are is told beside it, and no word speaks of the price. */
export function sumsUnitPrices({ measures }: SemanticQuery, layer: Layer, question: string): boolean {
  const words = wordsOf(question)
  return measures.some((measure) => {
    if (!('aggregate' in measure) || measure.aggregate !== 'sum' || measure.column === undefined) return false
    const label = columnOf(layer, measure.table, measure.column)?.label ?? ''
    const isSaid = wordsOf(label).some((word) => words.includes(word))
    return (
      !isSaid && unitPriceLabel.test(label) && figuresOfSense(layer, 'money').some((figure) => figure.kind === 'formula' && figure.table.name === measure.table)
    )
  })
}

/** A total of what there is, split by the time at which something else happened to it: the revenue of a company is told once for each of its orders. */
function runsBackwards({ measures, dimensions }: SemanticQuery, layer: Layer): boolean {
  const [measure] = measures
  const time = dimensions.find(({ grain }) => grain !== undefined)
  if (!time || !measure || !('aggregate' in measure) || measure.aggregate !== 'sum' || measure.table === time.table) return false
  const table = layer.tables.find(({ name }) => name === measure.table)
  return table !== undefined && !reaches(layer, table, time.table)
}

/** Whether each row of a table has one of another, however many references lie between. */
export function reaches(layer: Layer, from: Layer['tables'][number], to: string): boolean {
  const seen = new Set([from.name])
  const open = [from]
  for (let table = open.pop(); table !== undefined; table = open.pop())
    for (const next of refersTo(layer, table)) {
      if (next.name === to) return true
      if (!seen.has(next.name)) open.push(next)
      seen.add(next.name)
    }
  return false
}
