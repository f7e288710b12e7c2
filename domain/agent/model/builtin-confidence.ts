import { refusedChange, smallTalk } from '#domain/agent/loop/small-talk.ts'
import { verifiedFor } from '#domain/agent/loop/verified-answer.ts'
import { sureAnswer } from '#domain/analyst/sure-answer.ts'
import { type BuiltinFacts, LONGEST_QUESTION } from './builtin-model.ts'

/**
 * Whether our own model answers a question so surely that no other need be asked: a person verified its query, or one data source alone reads it, with
 * certainty. `hasEarlier`: something was asked before.
 */
export function isBuiltinCertain(question: string, { layers, now, timeZone, lexicons }: BuiltinFacts, hasEarlier: boolean): boolean {
  if (question.length > LONGEST_QUESTION || layers.length === 0) return false
  if (verifiedFor(layers, question)) return true
  if (refusedChange(question) || smallTalk(question, layers) !== null) return false
  const readings = layers.map((layer) => sureAnswer({ question, layer, clock: { now, timeZone }, cache: lexicons }, hasEarlier))
  return readings.filter((reading) => reading !== null).length === 1
}
