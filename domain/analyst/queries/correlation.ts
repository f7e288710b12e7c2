import type { Analysis, AnalysisInput } from '#domain/analyst/analysis.ts'
import { messagesIn } from '#domain/analyst/language/messages.ts'
import { correlationWords, drawingWords, linkNouns, strengthWords } from '#domain/analyst/lexicon/english/sentences/drawing-words.ts'
import { anyOf, wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import { explainQuery } from '#domain/semantics/describe/query-in-words.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { QueryDimension, SemanticQuery } from '#domain/semantics/semantic-query.ts'

const correlates = wordPattern(correlationWords)
const draws = wordPattern(drawingWords)
const links = new RegExp(`\\b(?:is|was) there \\w+ (?:\\w+ )?${anyOf(linkNouns)} between\\b`, 'i')

/** The analysis with the coefficient of correlation in place of two numeric columns, where the question asks for a correlation; by group where one is named. A question for a chart keeps its points. */
export function withCorrelation({ question, layer, language }: AnalysisInput, analysis: Analysis): Analysis {
  if (analysis.kind !== 'query' || !(correlates.test(question) || links.test(question)) || draws.test(question)) return analysis
  const query = correlated(layer, analysis.query)
  if (query === null) return analysis
  const told = analysis.leftOut?.filter((word) => strengthWords.has(word)) ?? []
  const remarks = told.map((word) => messagesIn(language).leftOut(word))
  return {
    ...analysis,
    query,
    explanation: explainQuery(layer, query),
    readAs: analysis.readAs.filter((remark) => !remarks.includes(remark)),
    leftOut: analysis.leftOut?.filter((word) => !told.includes(word)) ?? [],
    chart: null,
    binWidth: null,
  }
}

/** The query of the correlation of two numeric columns of one table that are listed side by side, or of which one is averaged for each value of the other; null for any other query. */
function correlated(layer: Layer, query: SemanticQuery): SemanticQuery | null {
  const { measures, dimensions, filters, joins, combine, limit } = query
  const shown = dimensions.filter(({ hidden }) => !hidden)
  const averaged = measures.flatMap((measure) => ('aggregate' in measure && measure.aggregate === 'avg' && measure.column && !measure.filters ? [measure] : []))
  if (averaged.length < measures.length || combine !== undefined || limit !== undefined) return null
  const listed = shown.filter((dimension) => isNumber(layer, dimension))
  const [first, second, ...more] = [...listed, ...averaged.map(({ table, column = '' }) => ({ table, column }))]
  if (!first || !second || more.length > 0 || averaged.length > 1 || first.table !== second.table) return null
  return {
    measures: [{ correlation: { table: first.table, columns: [first.column, second.column] } }],
    dimensions: shown.filter((dimension) => !listed.includes(dimension)),
    having: [],
    order: [],
    distinct: false,
    joins,
    ...(filters ? { filters } : {}),
  }
}

function isNumber(layer: Layer, { table, column, grain, bin }: QueryDimension): boolean {
  const found = layer.tables.find(({ name }) => name === table)?.columns.find(({ name }) => name === column)
  return found !== undefined && grain === undefined && bin === undefined && isNumericType(found) && found.semanticType === 'measure'
}
