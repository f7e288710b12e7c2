import type { Analysis, AnalysisInput } from '#domain/analyst/analysis.ts'
import { messagesIn } from '#domain/analyst/language/messages.ts'
import { explainQuery } from '#domain/semantics/describe/query-in-words.ts'
import { missingMarkOf, missingWordsIn } from '#domain/semantics/extraction/missing-marks.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { Filter, QueryMeasure, SemanticQuery } from '#domain/semantics/semantic-query.ts'

/** Marks that stand for a missing value in a column: UNKNOWN, ERROR, -200. */
type Marked = { column: LayerColumn; marks: (string | number)[] }

/**
 * The query without rows that hold a marker of a missing value (UNKNOWN, -200) in a column it computes, ranks or compares with, and what was left out. Only in data
 * sources of one table. A question that names the marker keeps those rows, and groups keep the marker as one of them.
 */
export function withoutMarks(input: AnalysisInput, analysis: Analysis): Analysis {
  const [table, ...others] = input.layer.tables.filter(({ isHidden }) => !isHidden)
  if (analysis.kind !== 'query' || !table || others.length > 0 || analysis.query.combine) return analysis
  const marked = markedColumns(table).filter(({ marks }) => !marks.some((mark) => input.question.toLowerCase().includes(String(mark).toLowerCase())))
  if (marked.length === 0) return analysis
  const found = new Map<string, Marked>()
  const leftOut = (names: Iterable<string>): Filter[] =>
    [...names].flatMap((name) => {
      const one = marked.find(({ column }) => column.name === name)
      if (!one) return []
      found.set(name, one)
      return [{ table: table.name, column: name, operator: 'not_equals' as const, values: one.marks }]
    })
  const query = cleared(analysis.query, leftOut)
  if (found.size === 0) return analysis
  const say = messagesIn(input.language)
  const notes = [...found.values()].map(({ column, marks }) => say.missingMark(column.label.toLowerCase(), marks.map(String)))
  // What is left out of a figure is told beside it.
  const told = explainQuery(input.layer, { ...query, measures: analysis.query.measures })
  return { ...analysis, query, explanation: told, readAs: [...analysis.readAs, ...notes] }
}

function markedColumns(table: LayerTable): Marked[] {
  return table.columns.flatMap((column): Marked[] => {
    if (column.isHidden || column.semanticType === 'time') return []
    const words = missingWordsIn(column.sampleValues)
    const { sampleValues: topValues, min, max, nullFraction } = column
    const mark = words.length > 0 ? null : missingMarkOf({ topValues, min, max, nullFraction })
    const marks = mark === null ? words : [mark]
    return marks.length > 0 ? [{ column, marks }] : []
  })
}

function cleared(query: SemanticQuery, leftOut: (names: Iterable<string>) => Filter[]): SemanticQuery {
  const measures = query.measures.map((measure) => withFilters(measure, leftOut(measuredColumns(measure))))
  // The first or the largest is never a marker.
  const ranked = query.limit === undefined ? [] : query.dimensions.filter(({ hidden, grain }) => !hidden && !grain)
  const filters = leftOut(new Set([...ranked.map(({ column }) => column), ...(query.filters ? comparedColumns(query.filters) : [])]))
  const all = [...(query.filters ? [query.filters] : []), ...filters]
  const joint = all.length > 1 ? { and: all } : all[0]
  return { ...query, measures, ...(joint ? { filters: joint } : {}) }
}

const folding = new Set(['sum', 'avg', 'median', 'min', 'max', 'count_distinct'])

/** The columns whose values a measure computes with. */
function measuredColumns(measure: QueryMeasure): Set<string> {
  if ('correlation' in measure) return new Set(measure.correlation.columns)
  if (!('aggregate' in measure) || !folding.has(measure.aggregate)) return new Set()
  const within =
    'expression' in measure && measure.expression ? [...JSON.stringify(measure.expression).matchAll(/"column":"([^"]+)"/g)].map(([, name]) => name ?? '') : []
  return new Set([...(measure.column === undefined ? [] : [measure.column]), ...within])
}

function withFilters(measure: QueryMeasure, filters: Filter[]): QueryMeasure {
  if (!('aggregate' in measure || 'correlation' in measure) || filters.length === 0) return measure
  const all = [...(measure.filters ? [measure.filters] : []), ...filters]
  return { ...measure, filters: all.length > 1 ? { and: all } : (all[0] as Filter) }
}

const bounds = new Set(['greater_than', 'greater_or_equal', 'less_than', 'less_or_equal', 'between', 'not_equals'])

/** The columns of comparisons (more, less, between, not equal). */
function comparedColumns(filter: Filter): string[] {
  if ('and' in filter) return filter.and.flatMap(comparedColumns)
  if ('or' in filter) return filter.or.flatMap(comparedColumns)
  if ('not' in filter) return comparedColumns(filter.not)
  return bounds.has(filter.operator) && !filter.grain ? [filter.column] : []
}
