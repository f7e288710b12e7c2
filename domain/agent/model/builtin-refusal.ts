import { foreignLanguage, nonQuestionReply } from '#domain/agent/loop/small-talk.ts'
import type { Messages } from '#domain/analyst/language/messages.ts'
import type { Refusal } from '../../analyst/analysis.ts'
import { fillers } from '../../analyst/lexicon/english/sentences/fillers.ts'
import { determiners, negations } from '../../analyst/lexicon/english/sentences/function-words.ts'
import type { Language } from '../../language.ts'
import type { RefusalReason } from '../../refusal-reason.ts'
import type { Missed } from '../../semantics/layer/unmatched-terms.ts'
import type { Layer } from '../../semantics/layer.ts'
import type { Refused } from '../sessions/attachments.ts'
import type { Speech } from './builtin-stream.ts'

/** What is said in place of a refusal; without a reason it is no refusal but an answer to small talk. */
export type Instead = { text: string; reason: RefusalReason | null }

export function insteadOf(question: string, layers: Layer[], language: Language): Instead | null {
  const talk = nonQuestionReply(question, layers, language)
  if (talk !== null) return { text: talk, reason: null }
  const foreign = foreignLanguage(question, language)
  return foreign === null ? null : { text: foreign, reason: 'other_language' }
}

export const refusedFor = (reason: RefusalReason, words: string[] = [], layer: Layer | null = null): Refused => ({
  reason,
  words,
  datasource_id: layer?.datasourceId ?? null,
})

/** Whether a word could name data at all. */
const isContent = (word: string): boolean => !fillers.has(word) && !determiners.has(word)

/** What an owner could teach the data source; a word that denies is none. */
export const missedBy = (question: string, { datasourceId }: Layer, { unknownWords, nearest }: Refusal): Missed => ({
  datasourceId,
  question,
  words: unknownWords.filter((word) => !negations.has(word) && isContent(word)),
  nearest,
})

/** `instead` says it better than the words that could not be placed. */
export function refused(layer: Layer, refusal: Refusal, instead: Instead | null, say: Messages): Speech {
  const { message, unknownWords, nearest, suggestions } = refusal
  const missed = unknownWords.filter((word) => !message.includes(say.quoted([word])))
  const sentences = [message, ...(missed.length ? [say.unplaced(missed)] : []), ...(nearest.length ? [say.known(nearest)] : [])]
  return {
    text: instead?.text ?? sentences.join(' '),
    call: suggestions.length ? { name: 'suggest_questions', input: { suggestions: suggestions.slice(0, 4) } } : null,
    ...(instead?.reason === null ? {} : { refused: refusedFor(instead?.reason ?? refusal.reason, instead ? [] : unknownWords.filter(isContent), layer) }),
  }
}
