import type { ColumnProfile } from '../sources/source.ts'

const WORDS = new Set(['unknown', 'error', 'n/a', 'na', 'none', 'null', 'nan', 'missing', 'undefined', 'not available', '-', '--', '?', '#n/a', '#error'])
/** Numbers that programs write where there is none: -1, -99, -200, -999 and 999, 9999. */
const NUMBERS = /^(?:-1|-9{2,}|-\d00|9{3,})$/
/** Those of them that are plain where only the bounds of a column are known. */
const PLAIN = /^-(?:200|9{3,})$/
/** How much further than the others lie from each other it has to lie from them, to stand apart. */
const APART = 3
const FEWEST = 4

export const isMissingWord = (value: string): boolean => WORDS.has(value.trim().toLowerCase())

/** Of the values of a column the words that stand for a missing one. */
export const missingWordsIn = (values: readonly string[]): string[] => values.filter(isMissingWord)

/**
 * The value of a column that seems to stand for a missing one: a word such as UNKNOWN or N/A, or a number such as -200 or 9999 that lies far outside of the others.
 * Null where nothing does.
 */
export function missingMarkOf(facts: Pick<ColumnProfile, 'topValues' | 'min' | 'max' | 'nullFraction'> | null): string | number | null {
  const values = facts?.topValues ?? []
  const word = values.find(isMissingWord)
  if (word !== undefined) return word
  if (values.length === 0) {
    const least = facts?.min?.trim().replace(/\.0+$/, '') ?? ''
    return PLAIN.test(least) && facts?.nullFraction === 0 && Number(facts.max) > 0 ? Number(least) : null
  }
  const numbers = values.map(Number)
  const mark = numbers[values.findIndex((value) => NUMBERS.test(value.trim().replace(/\.0+$/, '')))]
  if (values.length < FEWEST || mark === undefined || numbers.some((one) => !Number.isFinite(one))) return null
  const others = numbers.filter((one) => one !== mark)
  const [low, high] = [Math.min(...others), Math.max(...others)]
  if (mark > low && mark < high) return null
  const [distance, spread] = [mark < low ? low - mark : mark - high, high - low]
  // Where nothing else is below nought, a round number far below is no measurement.
  if (mark <= -99 && low >= 0) return mark
  return distance > spread * APART ? mark : null
}
