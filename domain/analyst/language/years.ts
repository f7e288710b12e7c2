import type { Token } from './tokens.ts'

/** Adds the years behind the joint to the one in hand, "in 2020 or 2021", "in both 2020 and 2021"; where they end. */
export function listYears(tokens: Token[], start: number, values: string[], joint: 'or' | 'and'): number {
  const behind = skipWords(tokens, start, [joint])
  const next = skipWords(tokens, behind, ['in'])
  const year = behind === start ? null : yearAt(tokens[next])
  const isCounted = tokens[next + 1]?.kind === 'word' && !/^(?:and|or|by|in|for|with|that|which|from|to|at|on)$/.test(tokens[next + 1]?.lower ?? '')
  if (year === null || isCounted) return start
  values.push(String(year))
  return listYears(tokens, next + 1, values, joint)
}

export function yearAt(token: Token | undefined): number | null {
  return token?.kind === 'number' && /^\d{4}$/.test(token.text) && token.value !== null && token.value >= 1500 && token.value <= 2200 ? token.value : null
}

/** A year that is told by its number, or from today: "of last year". `end` is where it ends. */
export function yearNamed(tokens: Token[], at: number, now: { year: number }): { year: number; end: number } | null {
  const year = yearAt(tokens[at])
  if (year !== null) return { year, end: at + 1 }
  const start = skipWords(tokens, at, ['the'])
  const word = tokens[start]?.lower ?? ''
  const back = ['last', 'previous', 'past', 'prior'].includes(word) ? 1 : ['this', 'current'].includes(word) ? 0 : null
  if (back !== null && tokens[start + 1]?.lower === 'year') return { year: now.year - back, end: start + 2 }
  return null
}

export function skipWords(tokens: Token[], at: number, words: string[]): number {
  return words.includes(tokens[at]?.lower ?? '') ? at + 1 : at
}

export function skipArticle(tokens: Token[], at: number): number {
  return skipWords(tokens, skipWords(tokens, at, ['the']), ['year'])
}

export function ordinalOf(word: string, most: number): number | null {
  const index = ['first', 'second', 'third', 'fourth'].indexOf(word)
  const number = index === -1 && /^[1-4](st|nd|rd|th)$/.test(word) ? Number.parseInt(word, 10) : index + 1
  return number >= 1 && number <= most ? number : null
}
