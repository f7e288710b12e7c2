import type { Analysis, AnalysisInput, Refusal } from '#domain/analyst/analysis.ts'
import { noDoubts } from '#domain/analyst/certainty/certainty.ts'
import { sayingsIn } from '#domain/analyst/language/sayings.ts'
import { chartTalk } from '#domain/charts/chart-talk.ts'
import { explainQuery } from '#domain/semantics/describe/query-in-words.ts'
import { isSameMeaning } from './differences.ts'
import { type GrammarReading, readingsOf } from './read.ts'

/** A reading is offered when it leaves out at most one word that could be meant, and rests on names that are sure enough. */
const mostPassed = 1
const leastLink = 0.5
const leastWeight = 0.5
const mostOffered = 3

/** What a chosen option adds to the question it was offered for. */
const chosen = /, meaning: (.+?)\s*$/s

const inWords = (input: AnalysisInput, { query }: GrammarReading): string => {
  const words = explainQuery(input.layer, query).replace(/\.$/, '')
  return `${words.charAt(0).toLowerCase()}${words.slice(1)}`
}

/** The readings of a question without what it says of a drawing. */
export function readingsIn({ question, layer, clock, cache }: AnalysisInput): GrammarReading[] {
  const talk = chartTalk(question)
  return readingsOf(talk.draws ? talk.question : question, layer, clock, cache)
}

/**
 * What a question that was not understood well enough may mean, as options to choose from: the readings of the grammar, in words, the likeliest first. Null when none
 * is likely. Each option is the question with its meaning behind it, and `chosenReading` answers it.
 */
export function proposals(input: AnalysisInput, readings: GrammarReading[], refusal: Refusal): Analysis | null {
  const likely = readings.filter(({ passed, link, weight }) => passed.length <= mostPassed && link >= leastLink && weight >= leastWeight)
  const options = [...new Set(likely.map((reading) => inWords(input, reading)))].slice(0, mostOffered)
  if (options.length === 0) return null
  const say = sayingsIn(input.language)
  const left = likely[0]?.passed.map(({ text }) => text) ?? []
  const unsure = left.length > 0 ? say.unplaced(left) : refusal.unknownWords.length > 0 ? say.unsureOfMeaning : say.unsure
  const question = input.question.replace(/[?.!\s]+$/, '')
  return {
    kind: 'clarification',
    reason: left.length > 0 ? 'past_content_word' : options.length > 1 ? 'ambiguous' : 'unsure',
    question: `${unsure} ${say.whichReading(options.length === 1)}`,
    options: options.map((words) => `${question}, meaning: ${words}`),
    instead: refusal,
  }
}

/** Where 67 of 77 answers to owners' questions were right that the readers refuse, each database judged by weights fitted on the others. */
const leastCertainty = 0.5
export const mostGuessed = 2

/** The likeliest reading as the answer, where it leaves no word out and is certain enough; else null. */
export function certainReading(input: AnalysisInput, [best]: GrammarReading[]): Analysis | null {
  if (!best || best.passed.length > 0 || best.guesses > mostGuessed || best.certainty < leastCertainty) return null
  return answerOf(input, best, best.certainty)
}

/** Where the readers were not sure enough of what they read, the same reading found in the other way makes it the answer; else null. */
export function agreedReading(input: AnalysisInput, [best]: GrammarReading[], unsure: Analysis): Analysis | null {
  if (unsure.kind !== 'query' || !best || best.passed.length > 0 || best.certainty < leastAgreed || !isSameMeaning(best.query, unsure.query)) return null
  return answerOf(input, best, Math.max(best.certainty, unsure.confidence, 0.6))
}

/** How certain a reading must be that the readers found as well. */
const leastAgreed = 0.3

export const answerOf = (input: AnalysisInput, { query, passed }: GrammarReading, confidence: number): Analysis => ({
  kind: 'query',
  query,
  explanation: explainQuery(input.layer, query),
  readAs: passed.map(({ text }) => `left out "${text}"`),
  confidence,
  doubts: noDoubts,
  chart: chartTalk(input.question).hint,
  binWidth: null,
})

/** The reading that a chosen option names; null for a question that names none. What was offered is answered, however unsure it was. */
export function chosenReading(input: AnalysisInput): Analysis | null {
  const words = chosen.exec(input.question)?.[1]
  if (words === undefined) return null
  const asked = { ...input, question: input.question.replace(chosen, '') }
  const reading = readingsIn(asked).find((one) => inWords(asked, one) === words)
  if (!reading) return null
  return answerOf(asked, reading, 1)
}
