import type { Analysis, AnalysisInput, Refusal } from '#domain/analyst/analysis.ts'
import { noDoubts } from '#domain/analyst/certainty/certainty.ts'
import { readingsIn } from '#domain/analyst/grammar/proposals.ts'
import type { GrammarReading } from '#domain/analyst/grammar/read.ts'
import { sayingsIn } from '#domain/analyst/language/sayings.ts'
import { chartTalk } from '#domain/charts/chart-talk.ts'
import { explainQuery } from '#domain/semantics/describe/query-in-words.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { type Candidate, candidatesOf, compiles, worthOffering } from './candidates.ts'

const mostOffered = 3

/** What a chosen option adds to the question it was offered for. */
const chosen = /, meaning: (.+?)\s*$/s

const inWords = (input: AnalysisInput, query: SemanticQuery): string => {
  const words = explainQuery(input.layer, query).replace(/\.$/, '')
  return `${words.charAt(0).toLowerCase()}${words.slice(1)}`
}

/**
 * What a question that was not understood well enough may mean, as options to choose from, in words, the likeliest first: readings of the grammar, what the readers
 * make of it (`own`), and what differs from these in one part. Null when none is likely. Each option is the question with its meaning behind it, and `chosenOption`
 * answers it.
 */
export function offer(input: AnalysisInput, readings: GrammarReading[], own: Analysis | null, refusal: Refusal): Analysis | null {
  const picked = worthOffering(candidatesOf(input, readings, own), input.layer, mostOffered)
  const options = [...new Set(picked.map(({ query }) => inWords(input, query)))]
  if (options.length === 0) return null
  const say = sayingsIn(input.language)
  const left = leftIn(picked)
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

/** The words that none of the options heeds. */
const leftIn = (picked: Candidate[]): string[] => (picked[0]?.left ?? []).filter((word) => picked.every(({ left }) => left.includes(word)))

/** The reading that a chosen option names; null for a question that names none. What was offered is answered, however unsure it was. */
export function chosenOption(input: AnalysisInput, read: (asked: AnalysisInput) => Analysis): Analysis | null {
  const words = chosen.exec(input.question)?.[1]
  if (words === undefined) return null
  const asked = { ...input, question: input.question.replace(chosen, ''), previous: null, unanswered: null }
  const candidates = candidatesOf(asked, readingsIn(asked), read(asked))
  const found = candidates.find(({ query }) => inWords(asked, query) === words && compiles(input.layer, query))
  if (!found) return null
  return {
    kind: 'query',
    query: found.query,
    explanation: explainQuery(input.layer, found.query),
    readAs: found.left.map((text) => `left out "${text}"`),
    confidence: 1,
    doubts: noDoubts,
    chart: chartTalk(asked.question).hint,
    binWidth: null,
  }
}
