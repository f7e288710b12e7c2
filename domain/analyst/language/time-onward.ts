import type { TimeOperator } from './time.ts'
import type { Token } from './tokens.ts'

const postfixes = new Map<string, TimeOperator>(
  Object.entries({
    after: 'greater_or_equal',
    later: 'greater_or_equal',
    since: 'greater_or_equal',
    before: 'less_or_equal',
    earlier: 'less_or_equal',
  }),
)

/** "In 2005 or later". */
export function postfixAt(tokens: Token[], at: number): TimeOperator | undefined {
  return tokens[at]?.lower === 'or' ? postfixes.get(tokens[at + 1]?.lower ?? '') : undefined
}

/** Past "onwards", as in "from 2005 onwards", "2005 and later", "from May on"; null where nothing goes on from a period. */
export function onwardEnd(tokens: Token[], at: number, preposition: string): number | null {
  const word = tokens[at]?.lower ?? ''
  if (/^(?:on|for|up)wards?$/.test(word)) return at + 1
  if (word === 'and' && /^(?:(?:on|up)wards?|later|after|since|beyond)$/.test(tokens[at + 1]?.lower ?? '') && tokens[at + 2]?.kind !== 'word') return at + 2
  const next = tokens[at + 1]
  const isLast = next === undefined || next.kind === 'sign' || /^(?:by|per|for|and|in|with|as|grouped|sorted|ordered)$/.test(next.lower)
  return word === 'on' && preposition === 'from' && isLast ? at + 1 : null
}

/** "For each year starting in 2005", "starting from May": what starts in 2005 by itself does no more than that. */
export function startsAt(tokens: Token[], at: number): boolean {
  const next = tokens[at + 1]?.lower ?? ''
  return (
    /^(?:starts?|starting|beginning)$/.test(tokens[at]?.lower ?? '') &&
    (next === 'from' || next === 'with' || (next === 'in' && /^(?:day|week|month|quarter|year)$/.test(tokens[at - 1]?.stem ?? '')))
  )
}
