import type { Analysis, AnalysisInput } from '#domain/analyst/analysis.ts'
import { isSameMeaning } from '#domain/analyst/grammar/differences.ts'
import { likelyOf } from './candidates.ts'
import { candidatesFor, optionsOf, type Reads } from './offer.ts'

/** From this certainty on 99 of 100 answers are right, so that nothing else is offered beside them. */
const mostDoubtful = 0.85
const mostBeside = 3

/** What else a question may mean beside the answer that was given, as options to choose from; none where the answer is certain. */
export function alternativesTo(input: AnalysisInput, answer: Extract<Analysis, { kind: 'query' }>, by: Reads): string[] {
  if (answer.confidence >= mostDoubtful) return []
  const others = candidatesFor(input, by).filter(({ query }) => !isSameMeaning(query, answer.query))
  return optionsOf(input, likelyOf(others, input.layer, mostBeside))
}
