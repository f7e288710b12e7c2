import type { Token } from '#domain/analyst/language/tokens.ts'
import { clockNames, clockSigns, dayHalves } from '#domain/analyst/lexicon/english/times/clock.ts'

type Clock = { hour: number; to: number }

/** "9 pm", "9pm", "21:00", noon, "8 in the morning", "8 o'clock". */
export function clockAt(tokens: Token[], at: number): Clock | null {
  const [word, next] = [tokens[at]?.lower ?? '', tokens[at + 1]?.lower ?? '']
  const named = clockNames.get(word)
  if (named !== undefined) return { hour: named, to: at + 1 }
  const [, said, own] = /^(\d{1,2})(am|pm)?$/.exec(word) ?? []
  const hour = Number(said)
  if (said === undefined || hour > 24) return null
  const isFull = own === undefined && next === ':' && tokens[at + 2]?.lower === '00'
  const after = isFull ? at + 3 : at + 1
  const half = own ?? halfOf(tokens[after]?.lower)
  if (half !== undefined) return hour < 1 || hour > 12 ? null : { hour: hourOf(hour, half), to: own ? after : after + 1 }
  const to = clockSigns.has(tokens[after]?.lower ?? '') ? after + 1 : after
  const part = hour >= 1 && hour <= 12 ? partBehind(tokens, to) : null
  if (part) return { hour: hourOf(hour, part.half), to: part.to }
  return isFull || to > after ? { hour: hour % 24, to } : null
}

type Half = 'am' | 'pm'

const halfOf = (word: string | undefined): Half | undefined => (word === 'am' || word === 'pm' ? word : undefined)
const hourOf = (hour: number, half: Half | string): number => (hour % 12) + (half === 'pm' ? 12 : 0)

/** "In the morning", "at night". */
function partBehind(tokens: Token[], at: number): { half: Half; to: number } | null {
  const words = tokens.slice(at, at + 3).map(({ lower }) => lower)
  for (const length of [3, 2]) {
    const half = dayHalves.get(words.slice(0, length).join(' '))
    if (half !== undefined) return { half, to: at + length }
  }
  return null
}
