import { relativePeriods } from '#domain/analyst/lexicon/english/times/time-words.ts'
import type { Token } from './tokens.ts'
import { yearAt } from './years.ts'

const named = /^(\d{4})-(Q)?(\d\d?)$/

/** Whether the words of a month or quarter leave its year open: "Q3", "in March"; "March 2023", "last month" and "Q1 of last year" do not. */
export function leavesYear(said: Token[], value: string): boolean {
  return named.test(value) && !said.some((token) => yearAt(token) !== null || relativePeriods.has(token.lower) || /^\d{4}-/.test(token.lower))
}

/** A month or quarter in the year in which it is nearest to another one, that of the other where two are as near: "Q3" beside Q4 2024, "December" beside January 2024. */
export function nearestTo(value: string, other: string): string {
  const [, , isQuarter, unit = ''] = named.exec(value) ?? []
  const [, year = '', isOtherQuarter, otherUnit = ''] = named.exec(other) ?? []
  if (unit === '' || year === '' || isQuarter !== isOtherQuarter) return value
  const half = isQuarter ? 2 : 6
  const apart = Number(unit) - Number(otherUnit)
  const shift = apart > half ? -1 : apart < -half ? 1 : 0
  return `${Number(year) + shift}${value.slice(4)}`
}
