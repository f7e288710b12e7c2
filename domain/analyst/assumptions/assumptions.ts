import type { Analysis, AnalysisInput } from '#domain/analyst/analysis.ts'
import { withHourColumn } from '#domain/analyst/queries/hour-column.ts'
import { withEntries } from '#domain/analyst/queries/list-entries.ts'
import { withSpellings } from '#domain/analyst/queries/spellings.ts'
import { withWholeDays } from '#domain/analyst/queries/whole-days.ts'
import { explainQuery } from '#domain/semantics/describe/query-in-words.ts'
import { moneyReceived } from './money-received.ts'
import { comparedPerHead } from './per-head.ts'
import { ratedOnAverage } from './rated.ts'
import { spreadOf } from './spread.ts'
import { stillThere } from './still-there.ts'
import { toldApart } from './told-apart.ts'
import { withTradeWords } from './trade-words.ts'
import { worstFirst } from './worst.ts'

/** An answer with the conditions that owners of data take for granted and do not say; its explanation tells them. */
export function withAssumptions(input: AnalysisInput, analysis: Analysis): Analysis {
  if (analysis.kind !== 'query') return analysis
  const spelt = withHourColumn(input.layer, withWholeDays(input.layer, withEntries(input.layer, withSpellings(input.layer, analysis.query), input.question)))
  const plain = spreadOf(input, spelt) ?? ratedOnAverage(input, spelt) ?? comparedPerHead(input, spelt) ?? toldApart(input, spelt) ?? spelt
  const query = worstFirst(input, plain) ?? plain
  const assumed = stillThere(input, query) ?? moneyReceived(input, query)
  const told = withTradeWords(input, analysis)
  if (!assumed && JSON.stringify(query) === JSON.stringify(analysis.query)) return told
  const filters = !assumed
    ? query.filters
    : !query.filters
      ? assumed
      : 'and' in query.filters
        ? { and: [...query.filters.and, assumed] }
        : { and: [query.filters, assumed] }
  const whole = { ...query, ...(filters ? { filters } : {}) }
  return { ...told, query: whole, explanation: explainQuery(input.layer, whole) }
}
