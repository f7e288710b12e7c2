import type { Analysis, AnalysisInput } from '#domain/analyst/analysis.ts'
import { noDoubts } from '#domain/analyst/certainty/certainty.ts'
import { tellsEarned } from '#domain/analyst/grammar/business/payers.ts'
import { addsToldAgain, countsItself } from '#domain/analyst/grammar/checks/vacuous.ts'
import { messagesIn } from '#domain/analyst/language/messages.ts'
import { chartTalk } from '#domain/charts/chart-talk.ts'
import { explainQuery } from '#domain/semantics/describe/query-in-words.ts'
import { isSameMeaning } from './differences.ts'
import { type GrammarReading, readingsOf } from './read.ts'

/** The readings of a question without what it says of a drawing. */
export function readingsIn({ question, layer, clock, cache }: AnalysisInput): GrammarReading[] {
  const talk = chartTalk(question)
  return readingsOf(talk.draws ? talk.question : question, layer, clock, cache)
}

/** Where 67 of 77 answers to owners' questions were right that the readers refuse, each database judged by weights fitted on the others. */
const leastCertainty = 0.5
export const mostGuessed = 2

/** The likeliest reading as the answer, where it leaves no word out and is certain enough; else null. */
export function certainReading(input: AnalysisInput, [best]: GrammarReading[], least = leastCertainty): Analysis | null {
  if (
    !best ||
    best.passed.length > 0 ||
    best.guesses > mostGuessed ||
    best.certainty < least ||
    countsItself(best.query, input.layer) ||
    addsToldAgain(best.query, input.layer) ||
    tellsEarned(input.question, best.query, input.layer)
  )
    return null
  return answerOf(input, best, best.certainty)
}

/** How certain a form that the readers do not know must be to answer where they ask which of two things a word means. */
const leastPlain = 0.9

/** A reading by a form that tells which of two things a word means: money is spent on what costs some. */
export function plainReading(input: AnalysisInput, [best]: GrammarReading[]): Analysis | null {
  const isOwn = best?.cover.fragments.some((edge) => edge.isOwn)
  return best && isOwn && best.guesses === 0 ? certainReading(input, [best], leastPlain) : null
}

/** Where the readers were not sure enough of what they read, the same reading found in the other way makes it the answer; else null. */
export function agreedReading(input: AnalysisInput, [best]: GrammarReading[], unsure: Analysis): Analysis | null {
  if (unsure.kind !== 'query' || !best || best.passed.length > 0 || best.certainty < leastAgreed || !isSameMeaning(best.query, unsure.query)) return null
  return answerOf(input, best, Math.max(best.certainty, unsure.confidence, 0.6))
}

/** How certain a reading must be that the readers found as well. */
const leastAgreed = 0.3

export const answerOf = (input: AnalysisInput, { query, passed }: Pick<GrammarReading, 'query' | 'passed'>, confidence: number): Analysis => ({
  kind: 'query',
  query,
  explanation: explainQuery(input.layer, query),
  readAs: passed.map(({ text }) => messagesIn(input.language).leftOut(text)),
  confidence,
  doubts: noDoubts,
  chart: chartTalk(input.question).hint,
  binWidth: null,
})
