import { isMissingWord } from '../extraction/missing-marks.ts'
import { namedDayOf, type WrittenDay } from './written-days.ts'

const writtenDay = /^\s*(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:,?[ T]\d{1,2}:\d{2}(?::\d{2})?)?\s*$/
const isoDay = /^\d{4}-\d{2}(-\d{2}([T ]\d{2}:\d{2}.*)?)?$/
const plainNumber = /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i
const writtenNumber = /^\s*[-+(]?\s*[$€£]?\s*-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?\s*[%€$£]?\)?\s*$/
/** `0,90 €`, `1.204,50`, `-3,5 %`: a comma before the decimals and points between thousands, as much of Europe writes. */
const commaNumber = /^\s*[-+(]?\s*[$€£]?\s*-?(?:\d{1,3}(?:[.\s]\d{3})+|\d+)(?:,\d+)?\s*[%€$£]?\)?\s*$/
const hundredths = /,\d{2}\b/
const currencySign = /[%€$£]/
/** Fewer values do not tell which of two numbers is the day, nor that a column holds nothing but numbers. */
const fewest = 2

/** How all values write their days; null when one is no such day, and when no value tells which number is the month. */
export function dayFormOf(values: string[]): WrittenDay | null {
  const written = present(values)
  const days = written.map((value) => writtenDay.exec(value))
  if (days.length < fewest) return null
  if (days.some((day) => day === null)) return namedDayOf(written)
  const isAbove = (index: number) => days.some((day) => Number(day?.[index]) > 12)
  const [first, second] = [isAbove(1), isAbove(3)]
  if (first && second) return null
  if (second) return 'month_day_text'
  return first || days.every((day) => day?.[2] === '.') ? 'day_month_text' : null
}

/** Whether a value is a day or month of ISO 8601, with or without its time: `2024-03-09`. */
export const isIsoDay = (value: string): boolean => isoDay.test(value)

export const isIsoMonth = (value: string): boolean => /^\d{4}-\d{2}$/.test(value)

/** Whether all values are such days beside blanks and words that stand for a missing one. */
export function holdsIsoDaysBesideBlanks(values: string[]): boolean {
  const written = present(values)
  return written.length >= fewest && written.length < values.length && written.every(isIsoDay)
}

/** How numbers are written that bear a currency, a percent sign or separators of thousands: with a point or a comma before the decimals. */
export type WrittenNumber = 'number' | 'comma_number'

/** How all values write their numbers; null where one is none, and where all are plain. */
export function numberFormOf(values: string[]): WrittenNumber | null {
  const written = present(values)
  if (written.length < fewest || written.every((value) => plainNumber.test(value))) return null
  if (written.every((value) => writtenNumber.test(value) || plainNumber.test(value))) return 'number'
  // Without a sign only hundredths tell that a comma is no separator of thousands.
  const isDecimal = (value: string) => commaNumber.test(value) && (currencySign.test(value) || hundredths.test(value))
  return written.every(isDecimal) && written.some((value) => value.includes(',')) ? 'comma_number' : null
}

/** Whether all values are such numbers. */
export const holdsWrittenNumbers = (values: string[]): boolean => numberFormOf(values) !== null

/** Whether all values are plain numbers beside words that stand for a missing one: `41.72`, `N/A`. */
export function holdsNumbersBesideMarks(values: string[]): boolean {
  const written = present(values)
  return written.length >= fewest && written.length < values.length && written.every((value) => plainNumber.test(value))
}

const present = (values: string[]): string[] => values.filter((value) => value.trim() !== '' && !isMissingWord(value))

/** Whether one value is written as a day, as a number, or as what stands for a missing one, so that more of its column's values tell what all of them are. */
export function isWrittenValue(value: string): boolean {
  return (
    value.trim() === '' ||
    isMissingWord(value) ||
    writtenDay.test(value) ||
    writtenNumber.test(value) ||
    commaNumber.test(value) ||
    namedDayOf([value]) !== null
  )
}
