import {
  calendarUnits,
  laterWords,
  onwardWords,
  openEnds,
  phraseOpeners,
  startWords,
  type TimeOperator,
} from '#domain/analyst/lexicon/english/times/time-words.ts'
import type { Token } from './tokens.ts'

/** The operator of "or later", "or earlier" behind a period. */
export function postfixAt(tokens: Token[], at: number): TimeOperator | undefined {
  return tokens[at]?.lower === 'or' ? openEnds.get(tokens[at + 1]?.lower ?? '') : undefined
}

/** The token behind what leaves the end of a period open: "from 2005 onwards", "2005 and later", "from May on"; null where nothing does. */
export function onwardEnd(tokens: Token[], at: number, preposition: string): number | null {
  const word = tokens[at]?.lower ?? ''
  if (onwardWords.has(word)) return at + 1
  if (word === 'and' && laterWords.has(tokens[at + 1]?.lower ?? '') && tokens[at + 2]?.kind !== 'word') return at + 2
  const next = tokens[at + 1]
  const isLast = next === undefined || next.kind === 'sign' || phraseOpeners.has(next.lower)
  return word === 'on' && preposition === 'from' && isLast ? at + 1 : null
}

/** Whether a period begins behind the token and stays open: "for each year starting in 2005", "starting from May". "Contracts starting in 2005" is none: they start in that year. */
export function startsAt(tokens: Token[], at: number): boolean {
  const next = tokens[at + 1]?.lower ?? ''
  return startWords.has(tokens[at]?.lower ?? '') && (next === 'from' || next === 'with' || (next === 'in' && calendarUnits.has(tokens[at - 1]?.stem ?? '')))
}
