import { countColumnOf } from '#domain/analyst/grammar/business/line-counts.ts'
import { belongsTo, happens, isFigure, isFlag, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { neverSummed } from '#domain/analyst/grammar/label-patterns.ts'
import { tokenize } from '#domain/analyst/language/tokens.ts'
import { isUnique } from '#domain/analyst/lexicon/column-kind.ts'
import { businessVerbs } from '#domain/analyst/lexicon/english/business/measures.ts'
import { sellingWords, tradeVerbs } from '#domain/analyst/lexicon/english/business/trade-words.ts'
import { isPastForm } from '#domain/analyst/lexicon/english/forms/word-forms.ts'
import { kindNouns } from '#domain/analyst/lexicon/english/meanings/aggregates.ts'
import { keyLabels } from '#domain/analyst/lexicon/english/meanings/column-labels.ts'
import { comparingCues, countingCues } from '#domain/analyst/lexicon/english/sentences/figure-cues.ts'
import { placeWords } from '#domain/analyst/lexicon/english/sentences/sorting.ts'
import { kindEndingOf, kindOfPerson } from '#domain/analyst/lexicon/said-of.ts'
import type { Layer, LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { Filter, QueryMeasure, SemanticQuery } from '#domain/semantics/semantic-query.ts'

type Held = { table: LayerTable; column: LayerColumn }

/** Whether something else than what a question asks for is ranked or counted: the invoices of most customers, the customer types for customers, a yes or no. */
export function misplacesEntity(query: SemanticQuery, layer: Layer, question: string): boolean {
  const words = tokenize(question).flatMap(({ lower, stem }) => [lower, stem])
  const shown = query.dimensions.flatMap(({ table, column, hidden, grain, bin }) => (hidden || grain || bin ? [] : heldIn(layer, table, column)))
  const isRanked = query.limit !== undefined
  return (
    (isRanked && query.measures.some((measure) => shown.some((of) => belongsToOne(of, measure, layer)))) ||
    (isRanked && shown.some(({ column }) => isFlag(column)) && !words.some((word) => comparingCues.has(word))) ||
    (isRanked && shown.some(({ column }) => kindOfPerson(column) !== null && !saysKind(column, words))) ||
    query.measures.some((measure) => countsKinds(measure, layer, words) || sumsAttribute(measure, layer, words)) ||
    query.measures.some((measure) => countsLines(measure, layer)) ||
    nestedIn(query.filters).some((nested) => boundsEach(nested, layer)) ||
    (query.having.length === 0 && shown.some((of) => query.measures.some((measure) => isOfOneRow(of, measure, layer)))) ||
    (words.some((word) => isPastForm(word) && businessVerbs[word]?.includes('billed')) && countsBills(query, words)) ||
    (isRanked && shown.some((of) => ranksByItself(query, of, words) || ranksMarksOfRows(query, of, layer, words)))
  )
}

function heldIn(layer: Layer, name: string, column: string | undefined): Held[] {
  const table = layer.tables.find((one) => one.name === name)
  const held = table?.columns.find((one) => one.name === column)
  return table && held ? [{ table, column: held }] : []
}

const measured = (measure: QueryMeasure, layer: Layer, aggregate: string): Held[] =>
  'aggregate' in measure && measure.aggregate === aggregate ? heldIn(layer, measure.table, measure.column) : []

/** Whether different values are counted of which each of the ranked has one: the customers of an invoice. */
const belongsToOne = (of: Held, measure: QueryMeasure, layer: Layer): boolean =>
  measured(measure, layer, 'count_distinct').some(
    ({ table, column }) =>
      table === of.table &&
      column !== of.column &&
      !isFigure(of.column) &&
      numbers(of.column) &&
      column.distinct !== null &&
      of.column.distinct !== null &&
      of.column.distinct > column.distinct,
  )

const numbers = ({ semanticType, label }: LayerColumn): boolean => semanticType === 'identifier' || keyLabels.has(wordsOf(label).at(-1) ?? '')

const saysKind = (column: LayerColumn, words: readonly string[]): boolean => words.some((word) => word === kindEndingOf(column) || kindNouns.has(word))

/** How many kinds there are, where it is asked how many there are of them. */
const countsKinds = (measure: QueryMeasure, layer: Layer, words: readonly string[]): boolean =>
  measured(measure, layer, 'count_distinct').some(({ column }) => kindEndingOf(column) !== null && !saysKind(column, words))

/** What one of the things that there are has of itself, for how many of it were sold: the photos of a product. */
const sumsAttribute = (measure: QueryMeasure, layer: Layer, words: readonly string[]): boolean =>
  words.some((word) => tradeVerbs.has(word) || sellingWords.has(word)) &&
  measured(measure, layer, 'sum').some(({ table, column }) => !happens(layer, table) && !wordsOf(column.label).some((word) => words.includes(word)))

/** Rows are counted, or taken together one by one, that tell themselves how many there are: a row of book copies is of so many copies. */
const countsLines = (measure: QueryMeasure, layer: Layer): boolean => {
  if (!('aggregate' in measure)) return false
  const table = layer.tables.find(({ name }) => name === measure.table)
  const column = table && countColumnOf(table)
  return column !== undefined && (measure.aggregate === 'count' || (measure.aggregate === 'avg' && measure.column === column.name))
}

/** Whether rows are bound by how many there are of each of themselves: of each there is one. */
function boundsEach({ measures, dimensions, having }: SemanticQuery, layer: Layer): boolean {
  const key = (name: string) => layer.tables.find((table) => table.name === name)?.primaryKey.join()
  const counted = having.length > 0 ? measures.flatMap((measure) => ('aggregate' in measure && measure.aggregate === 'count' ? [measure.table] : [])) : []
  return dimensions.some(({ table, column }) => counted.includes(table) && key(table) === column)
}

/** The average of a single row: days for each rental id. */
const isOfOneRow = (of: Held, measure: QueryMeasure, layer: Layer): boolean =>
  measured(measure, layer, 'avg').some(({ table }) => table === of.table && (isUnique(of) || table.primaryKey.join() === of.column.name))

/** "Invoiced per month" asks how much. */
const countsBills = ({ measures }: SemanticQuery, words: readonly string[]): boolean =>
  !words.some((word) => countingCues.has(word)) && measures.length > 0 && measures.every((measure) => 'aggregate' in measure && measure.aggregate === 'count')

const nestedIn = (filter: Filter | undefined): SemanticQuery[] =>
  filter === undefined
    ? []
    : 'and' in filter
      ? filter.and.flatMap(nestedIn)
      : 'or' in filter
        ? filter.or.flatMap(nestedIn)
        : 'values_from' in filter && filter.values_from
          ? [filter.values_from.query]
          : []

/** The customers of the highest customer number are not the best of them. */
function ranksByItself({ measures, dimensions, order }: SemanticQuery, { column }: Held, words: readonly string[]): boolean {
  const by = dimensions.find(({ name }) => name === order[0]?.by)
  return (
    measures.length === 0 && numbers(column) && by?.column === column.name && !by.hidden && !words.some((word) => placeWords.has(word) || keyLabels.has(word))
  )
}

/** The one row of the lowest mark, where what is ranked has many of them: a product line with the worst ratings. */
function ranksMarksOfRows({ measures, dimensions, order }: SemanticQuery, of: Held, layer: Layer, words: readonly string[]): boolean {
  const by = measures.length > 0 ? undefined : dimensions.find(({ name }) => name === order[0]?.by)
  return (
    by?.hidden === true &&
    heldIn(layer, by.table, by.column).some(({ table, column }) => {
      const isOne = table === of.table ? isUnique(of) : belongsTo(layer, of.table, table)
      // "The city of the highest rated restaurant" is where one row is.
      const isRowSaid = wordsOf(table.label).some((word) => words.includes(word))
      return column !== of.column && !isOne && !isRowSaid && neverSummed.test(column.label)
    })
  )
}
