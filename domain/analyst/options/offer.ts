import type { Analysis, AnalysisInput, Refusal } from '#domain/analyst/analysis.ts'
import { noDoubts } from '#domain/analyst/certainty/certainty.ts'
import { unansweredIn } from '#domain/analyst/follow-ups/unanswered.ts'
import { answerOf as answerAs, readingsIn } from '#domain/analyst/grammar/proposals.ts'
import type { GrammarReading } from '#domain/analyst/grammar/read.ts'
import { messagesIn } from '#domain/analyst/language/messages.ts'
import { compiles } from '#domain/analyst/queries/compiles.ts'
import { chartTalk } from '#domain/charts/chart-talk.ts'
import { explainQuery } from '#domain/semantics/describe/query-in-words.ts'
import { type Candidate, candidatesOf, type TurnBase, turnCandidates } from './candidates.ts'
import { worthOffering } from './worth.ts'

const mostOffered = 3

/** What a chosen option adds to the question it was offered for, and the option of the turn before that it goes on from. */
const chosen = /^(.+), meaning: (.+?)\s*$/s
const chosenAfter = /^(.+?) \(after: (.+)\), meaning: (.+?)\s*$/s

/** What a candidate tells, and which words of the question it leaves out. */
const inWords = ({ layer }: AnalysisInput, { query, left }: Candidate): string => {
  const words = explainQuery(layer, query).replace(/\.$/, '')
  const without = left.length > 0 ? ` (without ${left.map((word) => `"${word}"`).join(', ')})` : ''
  return `${words.charAt(0).toLowerCase()}${words.slice(1)}${without}`
}

/**
 * What a question that was not understood well enough may mean, as options to choose from, in words, the likeliest first: readings of the grammar, what the readers
 * make of it, what differs from these in one part, and what is put together of its parts that were understood; of a turn also what it makes of the query before it.
 * Null when none is likely. Each option is the question with its meaning behind it, and `chosenOption` answers it.
 */
export function offer(input: AnalysisInput, by: Reads, refusal: Refusal): Analysis | null {
  const candidates = candidatesFor(input, by)
  const sure = candidates.find(({ isSure }) => isSure)
  return sure ? answerAs(input, { query: sure.query, passed: [] }, confidenceOfSure) : askedOf(input, candidates, refusal)
}

const confidenceOfSure = 0.7

/** All that a question may mean, of a turn also with the one before it. */
export const candidatesFor = (input: AnalysisInput, by: Reads): Candidate[] => [...turnsOf(input, by), ...aloneOf(input, by)].sort(byLikelihood)
const byLikelihood = (a: Candidate, b: Candidate): number => b.likelihood - a.likelihood

/** The same for a turn that says nothing without the one before it. */
export function offerTurn(input: AnalysisInput, by: Reads, refusal: Refusal): Analysis | null {
  return askedOf(input, turnsOf(input, by), refusal)
}

/** How the readers read a question, however unsure they are, how it is read and asked back about, and what either has made of it by itself already. */
export type Reads = { read: Read; whole: Read; alone?: { readings: GrammarReading[]; own: Analysis } }
type Read = (asked: AnalysisInput) => Analysis
const bare = (question: string): string => question.replace(/[?.!\s]+$/, '')

const turnsOf = (input: AnalysisInput, by: Reads): Candidate[] => (input.previous || input.unanswered ? turnCandidates(input, basesOf(input, by), by.read) : [])

function aloneOf(input: AnalysisInput, { read, alone }: Reads): Candidate[] {
  const asked = { ...input, previous: null, unanswered: null }
  return candidatesOf(asked, alone?.readings ?? readingsIn(asked), alone?.own ?? read(asked))
}

/** The queries a turn may go on from: that of the turn answered last; where the turn before was asked back about, those of its options. */
function basesOf(input: AnalysisInput, { read, whole }: Reads): TurnBase[] {
  const { unanswered, previous } = input
  if (!unanswered) return previous ? [{ query: previous.query, after: undefined }] : []
  const before = { ...input, question: unanswered, ...unansweredIn(input.unansweredBefore ?? []) }
  const asked = whole(before)
  if (asked.kind !== 'clarification') return []
  return asked.options.flatMap((option): TurnBase[] => {
    const answer = chosenOption({ ...before, question: option }, read)
    return answer?.kind === 'query' ? [{ query: answer.query, after: option }] : []
  })
}

/** Candidates as questions that can be asked, each told apart by its words. */
export function optionsOf(input: AnalysisInput, picked: Candidate[]): string[] {
  const question = bare(input.question)
  return [...new Set(picked.map((one) => `${question}${one.after === undefined ? '' : ` (after: ${one.after})`}, meaning: ${inWords(input, one)}`))]
}

function askedOf(input: AnalysisInput, candidates: Candidate[], refusal: Refusal): Analysis | null {
  const picked = worthOffering(candidates, input.layer, mostOffered)
  const options = optionsOf(input, picked)
  if (options.length === 0) return null
  const say = messagesIn(input.language)
  const left = leftIn(picked)
  const unsure = left.length > 0 ? say.unplaced(left) : refusal.unknownWords.length > 0 ? say.unsureOfMeaning : say.unsure
  return {
    kind: 'clarification',
    reason: left.length > 0 ? 'past_content_word' : options.length > 1 ? 'ambiguous' : 'unsure',
    question: `${unsure} ${say.whichReading(options.length === 1)}`,
    options,
    instead: refusal,
  }
}

/** The words that none of the options heeds. */
const leftIn = (picked: Candidate[]): string[] => (picked[0]?.left ?? []).filter((word) => picked.every(({ left }) => left.includes(word)))

/** The reading that a chosen option names; null for a question that names none. What was offered is answered, however unsure it was. */
export function chosenOption(input: AnalysisInput, read: Read): Analysis | null {
  const [, followed, after, meant] = chosenAfter.exec(input.question) ?? []
  if (followed !== undefined && after !== undefined) {
    const before = chosenOption({ ...input, question: after, unanswered: null }, read)
    return before?.kind === 'query'
      ? answerOf({ ...input, question: followed }, turnCandidates({ ...input, question: followed }, [{ query: before.query, after }], read), meant)
      : null
  }
  const [, question, words] = chosen.exec(input.question) ?? []
  if (question === undefined) return null
  const asked = { ...input, question, previous: null, unanswered: null }
  const turns = input.previous ? turnCandidates({ ...input, question }, [{ query: input.previous.query, after: undefined }], read) : []
  return answerOf({ ...input, question }, [...turns, ...candidatesOf(asked, readingsIn(asked), read(asked))], words)
}

function answerOf(input: AnalysisInput, candidates: Candidate[], words: string | undefined): Analysis | null {
  const found = candidates.find((one) => inWords(input, one) === words && compiles(input.layer, one.query))
  if (!found) return null
  return {
    kind: 'query',
    query: found.query,
    explanation: explainQuery(input.layer, found.query),
    readAs: found.left.map((text) => messagesIn(input.language).leftOut(text)),
    confidence: 1,
    doubts: noDoubts,
    chart: chartTalk(input.question).hint,
    binWidth: null,
  }
}
