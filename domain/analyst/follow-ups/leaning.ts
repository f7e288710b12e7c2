import { contextOpeners, leaningOpeners, narrowingOpeners, wholeOpeners } from '#domain/analyst/lexicon/english/dialog/remark-openers.ts'
import { pointingWords, wholeAnswer } from '#domain/analyst/lexicon/english/dialog/remark-pointers.ts'
import { reorderVerbs, shapeVerbs } from '#domain/analyst/lexicon/english/dialog/remark-words.ts'
import { listEnds } from '#domain/analyst/lexicon/english/meanings/superlatives.ts'
import { chartNouns } from '#domain/analyst/lexicon/english/sentences/charts.ts'
import { anyOf, wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import type { Reading } from '#domain/analyst/reading/reading.ts'
import { opening } from './anaphora-patterns.ts'
import { those } from './remark-parts.ts'

const cues = [
  new RegExp(`^${anyOf(leaningOpeners)}\\b`),
  /^(what|how) about\b/,
  new RegExp(`^${anyOf(narrowingOpeners)}\\b`),
  new RegExp(`^${anyOf(contextOpeners)}\\b`),
  new RegExp(`^${anyOf(listEnds)} \\w+\\s*\\??$`),
  new RegExp(`^${anyOf(reorderVerbs)} ${anyOf(wholeAnswer, ['by', 'the'])}\\b`),
  new RegExp(`^${anyOf(shapeVerbs)} ${anyOf(wholeAnswer)}\\b`),
  new RegExp(`^as an? \\w+ ${anyOf(chartNouns)}\\b`),
  /\binstead\s*\??$/,
  new RegExp(`^(of|among) ${those}\\b`),
]

/** Whether a question that begins like a remark is a whole one: "ok, show me all the stadiums". */
export function isWhole(question: string, { tables }: Reading): boolean {
  const rest = question.trim().replace(opening, '')
  return tables.length > 0 && !isFollowUp(rest) && wholeQuestion.test(rest)
}

export const wholeQuestion = new RegExp(`^${anyOf(wholeOpeners)}\\b`, 'i')

/** Whether a question is a remark on the one before: it begins like a continuation, or says only what to change. */
export function isFollowUp(question: string): boolean {
  const text = question.trim().toLowerCase()
  return cues.some((cue) => cue.test(text))
}

/** Whether nothing in a question points to what was said before. */
export function standsAlone(question: string): boolean {
  return question.trim().split(/\s+/).length > 3 && !isFollowUp(question) && !pointing.test(question)
}

/** Whether a question both begins like a remark and points to what was said: "and how many orders was that". */
export const leansBack = (question: string): boolean => isFollowUp(question) && pointing.test(question)

const pointing = wordPattern(pointingWords)
