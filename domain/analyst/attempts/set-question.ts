import type { Analysis } from '#domain/analyst/analysis.ts'
import { partsOf } from '#domain/analyst/conditions/filter-parts.ts'
import { amountComparatives, furtherConditions, setWords } from '#domain/analyst/lexicon/english/sentences/set-words.ts'
import { anyOf, wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import { compiles } from '#domain/analyst/queries/compiles.ts'
import { explainQuery } from '#domain/semantics/describe/query-in-words.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { Filter, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { type Split, splitOwners, splitsOf } from './split.ts'

type Answered = Extract<Analysis, { kind: 'query' }>
/** The least certainty of each of two halves: of questions split so, four of five are read right. */
const leastAlike = 0.65
const alike = 0.8
const cue = wordPattern(setWords)
const otherCondition = new RegExp(`\\bor\\b(?! ${anyOf(amountComparatives)})`, 'gi')
const mixedConditions = new RegExp(`\\bor\\b.*\\b${anyOf(furtherConditions)}\\b`, 'i')
const jointWords = { intersect: ', and also: ', except: ', but not: ', union: ', or: ' }

/** Reads `both … and`, `but not` and `except` as two questions where one query cannot hold them; else the analysis as it was. */
export function withSets(question: string, layer: Layer, whole: Analysis, analyse: (question: string) => Analysis): Analysis {
  const owned = withOwners(question, layer, whole, analyse)
  if (owned) return owned
  if (!cue.test(question) || (whole.kind === 'query' && !isIdle(whole.query) && !deniesOwn(layer, whole.query) && !mixesEither(question, whole.query)))
    return whole
  for (const { operator, first, second } of splitsOf(question, whole.kind !== 'query')) {
    const [one, other] = [analyse(first), analyse(second)]
    if (one.kind !== 'query' || other.kind !== 'query' || !mayCombine(one, other, operator) || Math.min(one.confidence, other.confidence) < leastAlike) continue
    const both = combined(layer, one, other, operator)
    if (both) return both
  }
  return whole
}

function combined(layer: Layer, one: Answered, other: Answered, operator: Split['operator']): Answered | null {
  const query: SemanticQuery = { ...bare(one.query), combine: { operator, query: bare(other.query) } }
  if (!compiles(layer, query)) return null
  return {
    ...one,
    query,
    explanation: `${explainQuery(layer, one.query).replace(/\.$/, '')}${jointWords[operator]}${explainQuery(layer, other.query)}`,
    readAs: [...new Set([...one.readAs, ...other.readAs])],
    confidence: Math.max(alike, Math.min(one.confidence, other.confidence)),
  }
}

/** "The phones of all customers and suppliers": the rows of both tables, not pairs of a customer and a supplier. Null for any other question. */
function withOwners(question: string, layer: Layer, whole: Analysis, analyse: (question: string) => Analysis): Analysis | null {
  const split = whole.kind === 'query' && whole.query.measures.length === 0 ? splitOwners(question) : null
  if (!split) return null
  const [one, other] = [analyse(split.first), analyse(split.second)]
  if (one.kind !== 'query' || other.kind !== 'query' || Math.min(one.confidence, other.confidence) < leastAlike) return null
  const owners = [one, other].map(({ query: { dimensions, measures, filters, limit } }) => {
    const [shown, ...more] = dimensions.filter((item) => !item.hidden)
    return shown && more.length + measures.length === 0 && !filters && limit === undefined ? shown.table : null
  })
  const [first, second] = owners
  if (!first || !second || first === second) return null
  // "The names of artists and albums" may ask for pairs.
  const isPair = layer.relationships.some(({ fromTable, toTable }) => [fromTable, toTable].includes(first) && [fromTable, toTable].includes(second))
  return isPair && !/\b(?:all|both)\b/i.test(question) ? null : combined(layer, one, other, 'union')
}

/** Whether a query demands one value of a column and denies another one, which adds nothing. */
function isIdle({ filters }: SemanticQuery): boolean {
  const conditions = partsOf(filters)
  const fixed = conditions.filter((item): item is Extract<Filter, { column: string }> => 'column' in item && item.operator === 'equals')
  return conditions.some(
    (item) =>
      'not' in item &&
      'column' in item.not &&
      item.not.operator === 'equals' &&
      fixed.some(({ table, column }) => 'column' in item.not && item.not.table === table && item.not.column === column),
  )
}

/** Whether a question joins conditions by "or" that the query joins by "and": "in Germany or with more than 5 orders", "A, or B and C". */
function mixesEither(question: string, { filters, having }: SemanticQuery): boolean {
  if (having.length > 0) return filters !== undefined && (question.match(otherCondition) ?? []).length > alternativesOf(filters)
  return filters !== undefined && 'and' in filters && filters.and.some((item) => 'or' in item) && mixedConditions.test(question)
}

/** How many "or" of the question a filter accounts for: 1 for "urgent or high". */
function alternativesOf(filter: Filter): number {
  if ('not' in filter) return alternativesOf(filter.not)
  const within = 'and' in filter ? filter.and : 'or' in filter ? filter.or : []
  const own = 'or' in filter ? filter.or.length - 1 : 'values' in filter && filter.operator === 'equals' ? Math.max(0, filter.values.length - 1) : 0
  return within.reduce((sum, item) => sum + alternativesOf(item), own)
}

/** Whether a query shows a column and denies rows of a table that has the same column: "cities that have customers but no employees" compares cities of both. */
function deniesOwn(layer: Layer, { filters, dimensions }: SemanticQuery): boolean {
  const conditions = partsOf(filters)
  const [shown, ...others] = dimensions.filter((item) => !item.hidden)
  if (!shown || others.length > 0) return false
  return conditions.some(
    (item) =>
      'not' in item &&
      'column' in item.not &&
      item.not.operator === 'is_not_empty' &&
      layer.tables.some((table) => 'column' in item.not && table.name === item.not.table && table.columns.some(({ name }) => name === shown.column)),
  )
}

/** Whether two queries may be put together: lists without a cut of the same columns; for a union of the same tables too. */
function mayCombine(one: Answered, other: Answered, operator: Split['operator']): boolean {
  const shown = ({ query }: Answered) =>
    query.dimensions.filter((item) => !item.hidden).map(({ table, column }) => `${operator === 'union' ? table : ''} ${column.toLowerCase()}`)
  const isList = ({ query }: Answered) => query.measures.every((item) => item.hidden)
  const isCut = ({ query }: Answered) => query.limit !== undefined || query.limit_per !== undefined
  const both = [one, other]
  return both.every((item) => isList(item) && !isCut(item)) && shown(one).join() === shown(other).join() && shown(one).length > 0
}

function bare({ order: _, ...query }: SemanticQuery): SemanticQuery {
  return { ...query, order: [], distinct: query.measures.length === 0 }
}
