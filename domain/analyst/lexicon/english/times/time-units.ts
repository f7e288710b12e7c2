import { wordList } from '../forms/word-set.ts'

/** Seconds of a unit of time, by the words for it, singular and plural. */
const seconds: Record<string, number> = {
  second: 1,
  sec: 1,
  minute: 60,
  min: 60,
  hour: 3600,
  hr: 3600,
  day: 86_400,
}

/** How many seconds a word for a unit of time stands for; null where it is none. */
export function secondsOf(word: string): number | null {
  const key = word.toLowerCase().replace(/s$/, '')
  return Object.hasOwn(seconds, key) ? (seconds[key] ?? null) : null
}

/** The unit, in seconds, that the label of a column of durations ends in or consists of: 60 of "delay minutes"; null where it tells none. */
export const unitOfLabel = (label: string): number | null => secondsOf(label.trim().split(/\s+/).at(-1) ?? '')

/** Units in which a length of time is asked for. */
export const spanUnits = wordList('minutes hours days weeks months years')

type Part = { unit: 'minute' | 'hour' | 'day'; each: number }
const parts: Record<string, Part> = {
  minute: { unit: 'minute', each: 1 },
  hour: { unit: 'hour', each: 1 },
  day: { unit: 'day', each: 1 },
  week: { unit: 'day', each: 7 },
  month: { unit: 'day', each: 30.4375 },
  year: { unit: 'day', each: 365.25 },
}

/** The unit that a length is measured in for a word, and how many of it make one of what the word says. */
export const perUnit = (word: string): Part => parts[word.toLowerCase().replace(/s$/, '')] ?? { unit: 'day', each: 1 }
