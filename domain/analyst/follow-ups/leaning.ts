import type { Reading } from '#domain/analyst/reading/reading.ts'
import { opening } from './anaphora.ts'

const cues = [
  /^(and|but|also|now|then|ok|okay)\b/,
  /^(what|how) about\b/,
  /^(only|just|except|without|excluding)\b/,
  /^(by|per|for each|for|in|since|before|after|during)\b/,
  /^(top|bottom|first|last) \w+\s*\??$/,
  /^(sort|sorted|order|ordered|rank) (it|them|by|that|the)\b/,
  /^(show|draw|plot|make|break|split|group) (it|them|that|this)\b/,
  /^as an? \w+ (chart|graph|plot)\b/,
  /\binstead\s*\??$/,
  /^(of|among) (those|these|them)\b/,
]

/** "Ok, show me all the stadiums" only begins like a continuation. */
export function isWhole(question: string, { tables }: Reading): boolean {
  const rest = question.trim().replace(opening, '')
  return tables.length > 0 && !isFollowUp(rest) && wholeQuestion.test(rest)
}

export const wholeQuestion = /^(?:what|which|who|how (?:many|much)|show|list|find|give|count|can you|tell|display|return)\b/i

/** Whether a question leans on the one before: it begins like a continuation, or says what to change without saying what to change it of. */
export function isFollowUp(question: string): boolean {
  const text = question.trim().toLowerCase()
  return cues.some((cue) => cue.test(text))
}

/** Whether nothing in a question points to what was said before. */
export function standsAlone(question: string): boolean {
  return question.trim().split(/\s+/).length > 3 && !isFollowUp(question) && !pointing.test(question)
}

const pointing = /\b(?:their|its|his|her|they|them|he|she|it|him|those|these|that|this|ones?|others?|rest|same|too|also|again|instead)\b/i
