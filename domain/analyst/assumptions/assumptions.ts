import type { Analysis, AnalysisInput } from '#domain/analyst/analysis.ts'
import { explainQuery } from '#domain/semantics/describe/query-in-words.ts'
import { moneyReceived } from './money-received.ts'
import { stillThere } from './still-there.ts'

/** An answer with the conditions that owners of data take for granted and do not say; its explanation tells them. */
export function withAssumptions(input: AnalysisInput, analysis: Analysis): Analysis {
  if (analysis.kind !== 'query') return analysis
  const { query } = analysis
  const assumed = stillThere(input, query) ?? moneyReceived(input, query)
  if (!assumed) return analysis
  const filters = !query.filters ? assumed : 'and' in query.filters ? { and: [...query.filters.and, assumed] } : { and: [query.filters, assumed] }
  const whole = { ...query, filters }
  return { ...analysis, query: whole, explanation: explainQuery(input.layer, whole) }
}
