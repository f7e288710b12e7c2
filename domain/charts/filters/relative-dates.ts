type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year'

const RELATIVE =
  /^(?:(last|previous|next) (?:(\d{1,4}) )?(day|week|month|quarter|year)s?|(this) (day|week|month|quarter|year)|(week|month|quarter|year) to date|today|yesterday|tomorrow)$/i
const MONTHS: Partial<Record<Unit, number>> = { month: 1, quarter: 3, year: 12 }

/**
 * The first and last day of a stretch of time told from today, as `2024-03-09`; `null` when the text tells none. `last 30 days` ends today; `last month` and `previous 3 months`
 * are whole months before this one, `next 2 weeks` whole weeks after this one. Weeks begin on Monday; days are those of UTC.
 */
export function relativeDays(text: string, now: Date): [string, string] | null {
  const found = RELATIVE.exec(text.trim().replace(/\s+/g, ' '))
  if (!found) return null
  const today = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
  const [all = '', way, count, unit, , thisUnit, toDate] = found
  const word = all.toLowerCase()
  if (word === 'today') return days(today, today)
  if (word === 'yesterday') return days(moved(today, 'day', -1), moved(today, 'day', -1))
  if (word === 'tomorrow') return days(moved(today, 'day', 1), moved(today, 'day', 1))
  if (toDate) return days(startOf(today, toDate.toLowerCase() as Unit), today)
  const of = (thisUnit ?? unit ?? 'day').toLowerCase() as Unit
  const number = Number(count ?? 1)
  const start = startOf(today, of)
  if (thisUnit) return days(start, dayBefore(moved(start, of, 1)))
  switch (count === undefined && word.startsWith('last') ? 'previous' : way?.toLowerCase()) {
    case 'last':
      return days(moved(dayAfter(today), of, -number), today)
    case 'previous':
      return days(moved(start, of, -number), dayBefore(start))
    default:
      return days(moved(start, of, 1), dayBefore(moved(start, of, number + 1)))
  }
}

const iso = (date: Date): string => date.toISOString().slice(0, 10)
const days = (from: Date, to: Date): [string, string] => [iso(from), iso(to)]
const dayBefore = (date: Date): Date => moved(date, 'day', -1)
const dayAfter = (date: Date): Date => moved(date, 'day', 1)

function startOf(date: Date, unit: Unit): Date {
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  if (unit === 'week') return new Date(Date.UTC(year, month, day - ((date.getUTCDay() + 6) % 7)))
  if (unit === 'month') return new Date(Date.UTC(year, month, 1))
  if (unit === 'quarter') return new Date(Date.UTC(year, month - (month % 3), 1))
  return unit === 'year' ? new Date(Date.UTC(year, 0, 1)) : date
}

/** A month after the 31st is the last day of a month without one. */
function moved(date: Date, unit: Unit, by: number): Date {
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  const months = MONTHS[unit]
  if (months === undefined) return new Date(Date.UTC(year, month, day + by * (unit === 'week' ? 7 : 1)))
  const last = new Date(Date.UTC(year, month + by * months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month + by * months, Math.min(day, last)))
}
