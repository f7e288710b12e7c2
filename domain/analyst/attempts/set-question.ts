import type { Analysis } from '#domain/analyst/analysis.ts'
import { compileQuery } from '#domain/semantics/compile.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import { explainQuery } from '#domain/semantics/query-in-words.ts'
import type { Filter, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { splitsOf } from './split.ts'

type Answered = Extract<Analysis, { kind: 'query' }>
/** Of questions that part into two that read alike, each at least so certain, four of five are read right. */
const leastAlike = 0.65
const alike = 0.8
const cue = /\b(?:both|but|except|excluding)\b/i

/** Reads `both … and`, `but not` and `except` as two questions where one query cannot hold them; else the analysis as it was. */
export function withSets(question: string, layer: Layer, whole: Analysis, analyse: (question: string) => Analysis): Analysis {
  if (!cue.test(question) || (whole.kind === 'query' && !isIdle(whole.query) && !deniesOwn(layer, whole.query))) return whole
  for (const { operator, first, second } of splitsOf(question)) {
    const [one, other] = [analyse(first), analyse(second)]
    if (one.kind !== 'query' || other.kind !== 'query' || !mayCombine(one, other) || Math.min(one.confidence, other.confidence) < leastAlike) continue
    const query: SemanticQuery = { ...bare(one.query), combine: { operator, query: bare(other.query) } }
    if (!compiles(layer, query)) continue
    const explanation = `${explainQuery(layer, one.query).replace(/\.$/, '')}${operator === 'intersect' ? ', and also: ' : ', but not: '}${explainQuery(layer, other.query)}`
    return {
      ...one,
      query,
      explanation,
      readAs: [...new Set([...one.readAs, ...other.readAs])],
      confidence: Math.max(alike, Math.min(one.confidence, other.confidence)),
    }
  }
  return whole
}

/** Whether a query asks a column for one value and denies it another, which says nothing. */
function isIdle({ filters }: SemanticQuery): boolean {
  const conditions = filters ? ('and' in filters ? filters.and : [filters]) : []
  const fixed = conditions.filter((item): item is Extract<Filter, { column: string }> => 'column' in item && item.operator === 'equals')
  return conditions.some(
    (item) =>
      'not' in item &&
      'column' in item.not &&
      item.not.operator === 'equals' &&
      fixed.some(({ table, column }) => 'column' in item.not && item.not.table === table && item.not.column === column),
  )
}

/** "Cities that have customers but no employees" is about cities where both have one. */
function deniesOwn(layer: Layer, { filters, dimensions }: SemanticQuery): boolean {
  const conditions = filters ? ('and' in filters ? filters.and : [filters]) : []
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

function mayCombine(one: Answered, other: Answered): boolean {
  const shown = ({ query }: Answered) => query.dimensions.filter((item) => !item.hidden).map((item) => item.column.toLowerCase())
  const isList = ({ query }: Answered) => query.measures.every((item) => item.hidden)
  const isCut = ({ query }: Answered) => query.limit !== undefined || query.limit_per !== undefined
  const both = [one, other]
  return both.every((item) => isList(item) && !isCut(item)) && shown(one).join() === shown(other).join() && shown(one).length > 0
}

function bare({ order: _, ...query }: SemanticQuery): SemanticQuery {
  return { ...query, order: [], distinct: query.measures.length === 0 }
}

function compiles(layer: Layer, query: SemanticQuery): boolean {
  try {
    compileQuery(layer, query)
    return true
  } catch {
    return false
  }
}
