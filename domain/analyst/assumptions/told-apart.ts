import type { AnalysisInput } from '#domain/analyst/analysis.ts'
import { eachOfThem, openingOfLists } from '#domain/analyst/lexicon/english/sentences/grouping.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import type { Filter, FilterCondition, SemanticQuery } from '#domain/semantics/semantic-query.ts'

const ofEach = new RegExp(`\\b${anyOf(eachOfThem)}[?.! ]*$|\\b${anyOf(eachOfThem)} ?:`, 'i')
/** "How do people pay: card or cash", "which sells best: tea, coffee or cocoa". */
const asksAmong = new RegExp(`^${anyOf(openingOfLists)}\\b[^:]*:`, 'i')
/** "By phone, web, walk-in?": a list that stands open, as no "or" ends it. */
const openList = /, (?:(?!(?:or|and)\b)[\p{L}\p{N}-]+ ?){1,3}\?$/iu

/** Several values of one column that a question lists to tell them apart have a figure each; null where they are only the rows that are meant. */
export function toldApart({ question }: AnalysisInput, query: SemanticQuery): SemanticQuery | null {
  if (!ofEach.test(question) && !asksAmong.test(question) && !openList.test(question)) return null
  const { dimensions, measures, having, combine, limit } = query
  const [listed, ...others] = partsOf(query.filters).filter(isListed)
  const shown = dimensions.filter(({ hidden }) => !hidden)
  if (!listed || others.length + having.length > 0 || combine || limit !== undefined) return null
  const { table, column } = listed
  if (shown.some((item) => item.table === table && item.column === column)) return null
  if (measures.length > 0) return shown.length > 0 ? null : { ...query, dimensions: [...dimensions, { table, column }] }
  const [rows, ...more] = new Set(shown.map((item) => item.table))
  if (rows === undefined || more.length > 0) return null
  return { ...query, dimensions: [{ table, column }], measures: [{ aggregate: 'count', table: rows }], order: [], distinct: false }
}

const partsOf = (filters: Filter | undefined): Filter[] => (filters === undefined ? [] : 'and' in filters ? filters.and : [filters])

const isListed = (filter: Filter): filter is FilterCondition => 'column' in filter && filter.operator === 'equals' && filter.values.length > 1
