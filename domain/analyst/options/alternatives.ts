import type { Analysis, AnalysisInput } from '#domain/analyst/analysis.ts'
import { isSameMeaning } from '#domain/analyst/grammar/differences.ts'
import { candidatesFor, optionsOf, type Reads } from './offer.ts'
import { likelyOf } from './worth.ts'

/** From this certainty on nothing else is offered beside an answer. Below it, over databases that nobody has asked before, half of the answers were wrong. */
const mostDoubtful = 0.98
const mostBeside = 3

/** What else a question may mean beside the answer that was given, as options to choose from; none where the answer is certain. */
export function alternativesTo(input: AnalysisInput, answer: Extract<Analysis, { kind: 'query' }>, by: Reads): string[] {
  if (answer.confidence >= mostDoubtful) return []
  const others = candidatesFor(input, by).filter(({ query }) => !isSameMeaning(query, answer.query))
  return optionsOf(input, likelyOf(others, input.layer, mostBeside))
}
