import type { Grain } from '../semantic-query.ts'
import type { PeriodShift } from '../sql/sql-tree.ts'

/** How far the values that others are compared with lie back. */
export type TimeShift = { table: string; column: string; grain: Grain; to: PeriodShift }

const days: Partial<Record<Grain, number>> = { day: 1, week: 7 }
const months: Partial<Record<Grain, number>> = { month: 1, quarter: 3, year: 12 }

/** A moment (`2024-03-09` or `2024-03-09 10:00:00`) one period or one year earlier; the last day of a longer month becomes that of the shorter. */
export function shiftedBack(moment: string, { grain, to }: TimeShift): string {
  const time = moment.slice(10)
  const at = new Date(`${moment.slice(0, 10)}T${time.trim() === '' ? '00:00' : time.trim()}Z`)
  if (to === 'previous_year' && grain === 'week') at.setUTCDate(at.getUTCDate() - 364)
  else if (to === 'previous_year') backMonths(at, 12)
  else if (grain === 'hour') at.setUTCHours(at.getUTCHours() - 1)
  else if (days[grain] !== undefined) at.setUTCDate(at.getUTCDate() - days[grain])
  else backMonths(at, months[grain] ?? 0)
  const text = at.toISOString()
  const isMidnight = text.slice(11, 19) === '00:00:00'
  return time === '' && isMidnight ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 19)}`
}

function backMonths(at: Date, count: number): void {
  const day = at.getUTCDate()
  at.setUTCDate(1)
  at.setUTCMonth(at.getUTCMonth() - count)
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  at.setUTCDate(Math.min(day, last))
}
