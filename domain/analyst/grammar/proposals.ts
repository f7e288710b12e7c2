import type { Analysis, AnalysisInput, Refusal } from '#domain/analyst/analysis.ts'
import { noDoubts } from '#domain/analyst/certainty/certainty.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { chartTalk } from '#domain/charts/chart-talk.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import { explainQuery } from '#domain/semantics/query-in-words.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { isBeyond, isSameMeaning, lostFrom, lostValues, showsKeys, valuesOfFilter } from './differences.ts'
import { wordsOf } from './facts.ts'
import { type GrammarReading, readingsOf } from './read.ts'
import type { Edge } from './terms.ts'

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
  const left = likely[0]?.passed.map(({ text }) => `"${text}"`) ?? []
  const unsure =
    left.length > 0
      ? `I cannot place ${left.join(' and ')}.`
      : refusal.unknownWords.length > 0
        ? 'I am not sure that I read this as you mean it.'
        : 'I am not sure what is meant.'
  const question = input.question.replace(/[?.!\s]+$/, '')
  return {
    kind: 'clarification',
    question: `${unsure} ${options.length > 1 ? 'Which of these do you mean?' : 'Do you mean this?'}`,
    options: options.map((words) => `${question}, meaning: ${words}`),
    instead: refusal,
  }
}

/** Where 37 of 41 answers to owners' questions were right that the readers refuse, each database judged by weights fitted on the others. */
const leastCertainty = 0.5
const mostGuessed = 2

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

/** How certain a reading must be to be believed over what the readers make of the question. */
const leastOverruling = 0.25
const leastAgreed = 0.15

/**
 * The likeliest reading in the place of the readers' one, where it is whole and rests on a form that they do not know (a rate, a running total, what was never
 * bought) or on a value that they dropped, and loses none of the values they found; else null.
 */
export function overrulingReading(input: AnalysisInput, read: SemanticQuery): Analysis | null {
  if (chartTalk(input.question).draws) return null
  const isLost = lostFrom(read)
  const [best] = readingsOf(input.question, input.layer, input.clock, input.cache, (edges) =>
    edges.some((edge) => edge.isOwn || valuesOfEdge(edge).some(isLost)),
  )
  if (!best || best.passed.length > 0 || best.guesses > mostGuessed || best.certainty < leastOverruling) return null
  const isNamed = showsKeys(read, input.layer) && best.query.dimensions.length > 0 && !showsKeys(best.query, input.layer)
  const isOwn = best.cover.fragments.some((edge) => edge.isOwn) && (isNamed || isBeyond(best.query, read))
  if (!isOwn && !lostValues(read, best.query).some((value) => !isLabelled(input.layer, value))) return null
  if (isSameMeaning(best.query, read) || lostValues(best.query, read).length > 0) return null
  return answerOf(input, best, Math.max(best.certainty, 0.5))
}

/** The values of the data that some words may ask for. */
function valuesOfEdge({ payload }: Edge): string[] {
  if (payload.is === 'value') return [payload.value.toLowerCase()]
  if (payload.is === 'condition') return payload.condition.kind === 'filter' ? valuesOfFilter(payload.condition.filter) : []
  const conditions = payload.is === 'fragment' ? [payload.fragment.conditions, payload.fragment.compared, payload.fragment.part?.conditions] : []
  return conditions.flatMap((some = []) => some.flatMap((condition) => (condition.kind === 'filter' ? valuesOfFilter(condition.filter) : [])))
}

/** Whether a value is called as a name of the data is: what expired may be told by its state or by the date it expired on. */
function isLabelled({ tables }: Layer, value: string): boolean {
  const family = familyOf(value)
  return tables.some(({ label, columns }) =>
    [label, ...columns.map((column) => column.label)].some((text) => wordsOf(text).some((word) => familyOf(word) === family)),
  )
}

const answerOf = (input: AnalysisInput, { query, passed }: GrammarReading, confidence: number): Analysis => ({
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
