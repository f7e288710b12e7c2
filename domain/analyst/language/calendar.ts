import { monthNames } from '#domain/analyst/lexicon/english/times/time-words.ts'

/** The moment and the place a question is asked; "today" is the day it is there. */
export type Clock = { now: Date; timeZone: string }
/** A calendar day; `month` counts from 1. */
export type Day = { year: number; month: number; day: number }

/** Made once for each time zone, of which there are few hundred: making one takes longer than reading a question. */
const formats = new Map<string, Intl.DateTimeFormat>()

export function today({ now, timeZone }: Clock): Day {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  formats.set(timeZone, format)
  const parts = format.formatToParts(now)
  const part = (type: string) => Number(parts.find((item) => item.type === type)?.value)
  return { year: part('year'), month: part('month'), day: part('day') }
}

/** `2024-03-09`. */
export function dayText({ year, month, day }: Day): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}

/** `2024-03`. */
export function monthText({ year, month }: { year: number; month: number }): string {
  return dayText({ year, month, day: 1 }).slice(0, 7)
}

/** `2024-Q1`; quarters before the first run into earlier years. */
export function quarterText(year: number, quarter: number): string {
  const index = year * 4 + quarter - 1
  return `${Math.floor(index / 4)}-Q${(((index % 4) + 4) % 4) + 1}`
}

export function quarterOf({ month }: { month: number }): number {
  return Math.ceil(month / 3)
}

/** Days since Monday. */
export function weekdayOf({ year, month, day }: Day): number {
  return (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7
}

export function shiftDays({ year, month, day }: Day, days: number): Day {
  const moved = new Date(Date.UTC(year, month - 1, day + days))
  return { year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() }
}

/** 1 to 12 for a month's name or its first three or four letters; null for any other word. */
export function monthNumber(word: string): number | null {
  const index = monthNames.findIndex(
    (name) => name === word || (word.length >= 3 && word.length <= 4 && name.startsWith(word) && word !== 'mar.' && word !== 'marc'),
  )
  return index === -1 ? null : index + 1
}

/** The unit `offset` units from now, as a filter reads it; weeks are spans of days. */
export function unitPeriod(unit: string, offset: number, now: Day): string | [string, string] {
  if (unit === 'day') return dayText(shiftDays(now, offset))
  if (unit === 'week') {
    const monday = shiftDays(now, -weekdayOf(now) + offset * 7)
    return [dayText(monday), dayText(shiftDays(monday, 6))]
  }
  if (unit === 'month') return monthText({ year: now.year, month: now.month + offset })
  if (unit === 'quarter') return quarterText(now.year, quarterOf(now) + offset)
  return String(now.year + offset)
}

/** The same day so many units ago; of a shorter month, its last. */
export function dayBack(unit: string, count: number, now: Day): string {
  const months = { month: 1, quarter: 3, year: 12 }[unit]
  if (months === undefined) return dayText(shiftDays(now, -count * (unit === 'week' ? 7 : 1)))
  const first = { year: now.year, month: now.month - count * months, day: 1 }
  const last = shiftDays({ ...first, month: first.month + 1 }, -1).day
  return dayText({ ...first, day: Math.min(now.day, last) })
}

/** Back from today, unless whole ones before this are meant. */
export function lastPeriods(unit: string, count: number, now: Day, isWhole: boolean): [string, string] {
  if (unit === 'week' && isWhole) {
    const monday = shiftDays(now, -weekdayOf(now))
    return [dayText(shiftDays(monday, -7 * count)), dayText(shiftDays(monday, -1))]
  }
  if (unit === 'day' || !isWhole) return [dayBack(unit, count, now), dayText(now)]
  const [first, last] = [unitPeriod(unit, -count, now), unitPeriod(unit, -1, now)]
  return [String(first), String(last)]
}

/** The first day of a period as a filter reads it. */
export function firstDay(period: string | [string, string]): string {
  if (typeof period !== 'string') return period[0]
  const [year = '', part] = period.split('-')
  if (part === undefined) return `${year}-01-01`
  const month = part.startsWith('Q') ? Number(part.slice(1)) * 3 - 2 : Number(part)
  return dayText({ year: Number(year), month, day: 1 })
}
