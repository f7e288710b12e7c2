import { ordinalOf } from '#domain/analyst/lexicon/english/forms/word-forms.ts'
import { phraseOpeners, relativePeriods } from '#domain/analyst/lexicon/english/times/time-words.ts'
import type { Token } from './tokens.ts'

/** Adds to `values` the years that follow the one before `start` behind a joint: "in 2020 or 2021", "in both 2020 and 2021". Returns the token behind the last. */
export function listYears(tokens: Token[], start: number, values: string[], joint: 'or' | 'and'): number {
  const behind = skipWords(tokens, start, [joint])
  const next = skipWords(tokens, behind, ['in'])
  const year = behind === start ? null : yearAt(tokens[next])
  const isCounted = tokens[next + 1]?.kind === 'word' && !phraseOpeners.has(tokens[next + 1]?.lower ?? '')
  if (year === null || isCounted) return start
  values.push(String(year))
  return listYears(tokens, next + 1, values, joint)
}

export function yearAt(token: Token | undefined): number | null {
  return token?.kind === 'number' && /^\d{4}$/.test(token.text) && token.value !== null && token.value >= 1500 && token.value <= 2200 ? token.value : null
}

/** The year named at a token, by its number or counted from today ("of last year"), and the token behind it. */
export function yearNamed(tokens: Token[], at: number, now: { year: number }): { year: number; end: number } | null {
  const year = yearAt(tokens[at])
  if (year !== null) return { year, end: at + 1 }
  const start = skipWords(tokens, at, ['the'])
  const offset = relativePeriods.get(tokens[start]?.lower ?? '')
  if (offset !== undefined && tokens[start + 1]?.lower === 'year') return { year: now.year + offset, end: start + 2 }
  return null
}

export function skipWords(tokens: Token[], at: number, words: Iterable<string>): number {
  return [...words].includes(tokens[at]?.lower ?? '') ? at + 1 : at
}

export function skipArticle(tokens: Token[], at: number): number {
  return skipWords(tokens, skipWords(tokens, at, ['the']), ['year'])
}

/** The number of an ordinal up to `most`: 2 for "second" and "2nd"; null for any other word. */
export function ordinalUpTo(word: string, most: number): number | null {
  const number = ordinalOf(word)
  return number >= 1 && number <= most ? number : null
}
