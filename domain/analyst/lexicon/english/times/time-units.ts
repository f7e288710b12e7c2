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
