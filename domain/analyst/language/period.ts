import { numberWords } from '#domain/analyst/lexicon/english/forms/numbers.ts'
import { groupMarkers } from '#domain/analyst/lexicon/english/sentences/grouping.ts'
import { namingParticiples } from '#domain/analyst/lexicon/english/sentences/verbs.ts'
import {
  calendarUnits,
  comingUpVerbs,
  monthPrepositions,
  periodJoints,
  relativeDays,
  relativePeriods,
  runningVerbs,
  toDateWords,
  verbMonths,
  weekdays,
  wholeWords,
} from '#domain/analyst/lexicon/english/times/time-words.ts'
import { type Day, dayBack, dayText, firstDay, lastPeriods, monthNumber, monthText, quarterOf, shiftDays, unitPeriod, weekdayOf } from './calendar.ts'
import { seasonAt } from './season.ts'
import type { Token } from './tokens.ts'
import { ordinalUpTo, skipWords, yearAt, yearNamed } from './years.ts'

export type Period = { values: [string] | [string, string]; end: number; isBareYear?: boolean; label?: string }

/** The period named at a token: a date, a month, a quarter, a year, or one counted from today. */
export function periodAt(tokens: Token[], at: number, now: Day): Period | null {
  const token = tokens[at]
  if (!token) return null
  return seasonAt(tokens, at, now) ?? absolutePeriod(tokens, at, now) ?? relativePeriod(tokens, at, now)
}

function absolutePeriod(tokens: Token[], at: number, now: Day): Period | null {
  const word = tokens[at]?.lower ?? ''
  const next = tokens[at + 1]
  if (/^\d{4}-(\d{2}-\d{2}|\d{2}|q[1-4])/.test(word)) return { values: [word.slice(0, 10).toUpperCase()], end: at + 1 }
  const quarter = /^q([1-4])$/.exec(word)?.[1] ?? (next?.lower === 'quarter' ? ordinalUpTo(word, 4) : null)
  if (quarter !== null && quarter !== undefined) {
    const own = at + (word.startsWith('q') ? 1 : 2)
    const year = yearNamed(tokens, skipWords(tokens, own, ['of']), now)
    // The last one that has begun.
    const begun = Number(quarter) > quarterOf(now) ? now.year - 1 : now.year
    return { values: [`${year?.year ?? begun}-Q${quarter}`], end: year?.end ?? own }
  }
  const half = /^h([12])$/.exec(word)?.[1] ?? (next?.lower === 'half' ? ordinalUpTo(word, 2)?.toString() : undefined)
  if (half !== undefined) {
    const own = at + (word.startsWith('h') ? 1 : 2)
    const named = yearNamed(tokens, skipWords(tokens, own, ['of']), now)
    const whole = skipWords(tokens, skipWords(tokens, own, ['of']), ['the'])
    const isSaid = whole > own && tokens[whole]?.lower === 'year'
    const year = named?.year ?? (half === '2' && now.month < 7 && !isSaid ? now.year - 1 : now.year)
    const values: [string, string] = half === '1' ? [`${year}-Q1`, `${year}-Q2`] : [`${year}-Q3`, `${year}-Q4`]
    return { values, end: named?.end ?? (isSaid ? whole + 1 : own) }
  }
  const month = monthNumber(word)
  if (month !== null) return monthPeriod(tokens, at, month, now)
  const dayFirst = tokens[at]?.kind === 'number' || /^\d{1,2}(st|nd|rd|th)$/.test(word) ? Number.parseInt(word, 10) : Number.NaN
  const named = skipWords(tokens, at + 1, ['of'])
  const monthAfter = monthNumber(tokens[named]?.lower ?? '')
  const yearAfter = yearAt(tokens[skipWords(tokens, named + 1, [','])])
  // "On 1 March" is the last one there was.
  if (dayFirst >= 1 && dayFirst <= 31 && monthAfter !== null && yearAfter === null && isMonthMeant(tokens, named)) {
    const isAhead = monthAfter > now.month || (monthAfter === now.month && dayFirst > now.day)
    return { values: [dayText({ year: isAhead ? now.year - 1 : now.year, month: monthAfter, day: dayFirst })], end: named + 1 }
  }
  if (dayFirst >= 1 && dayFirst <= 31 && monthAfter !== null && yearAfter !== null) {
    return { values: [dayText({ year: yearAfter, month: monthAfter, day: dayFirst })], end: skipWords(tokens, named + 1, [',']) + 1 }
  }
  const decade = /^(?:(\d{2})?(\d)0s)$/.exec(word)
  if (decade) {
    const start = Number(`${decade[1] ?? '19'}${decade[2]}0`)
    return { values: [String(start), String(start + 9)], end: at + 1 }
  }
  const year = yearAt(tokens[at])
  return year === null ? null : { values: [String(year)], end: at + 1, isBareYear: true }
}

/** Whether a word that may be a month is meant as one. "May" and "march" without a capital are months only behind a preposition, a number or another month; a name such as "a customer named August" is none. */
function isMonthMeant(tokens: Token[], at: number): boolean {
  const token = tokens[at]
  const before = tokens[at - 1]?.lower ?? ''
  if (!token || token.lower.length < 3) return false
  if (token.isCapitalised) return true
  if (!verbMonths.has(token.lower)) return !namingParticiples.has(before)
  const isSecond = periodJoints.has(before) && monthNumber(tokens[at - 2]?.lower ?? '') !== null
  return isSecond || monthPrepositions.has(before) || tokens[at - 1]?.kind === 'number'
}

function monthPeriod(tokens: Token[], at: number, month: number, now: Day): Period | null {
  const following = tokens[at + 1]
  const day = following?.kind === 'number' || /^\d{1,2}(st|nd|rd|th)$/.test(following?.lower ?? '') ? Number.parseInt(following?.lower ?? '', 10) : null
  if (day !== null && day >= 1 && day <= 31) {
    const after = skipWords(tokens, at + 2, [',', 'of'])
    const year = yearAt(tokens[after])
    return { values: [dayText({ year: year ?? now.year, month, day })], end: year === null ? at + 2 : after + 1 }
  }
  const after = skipWords(tokens, at + 1, [',', 'of'])
  const year = yearNamed(tokens, after, now)
  if (year !== null) return { values: [monthText({ year: year.year, month })], end: year.end }
  if (!isMonthMeant(tokens, at)) return null
  return { values: [monthText({ year: month > now.month && !isToCome(tokens) ? now.year - 1 : now.year, month })], end: at + 1 }
}

/** Whether a question speaks of what is still to come: what expires in August does so in the next one. */
const isToCome = (tokens: Token[]): boolean =>
  tokens.some(({ lower }, at) => comingUpVerbs.has(lower) || (lower === 'out' && runningVerbs.has(tokens[at - 1]?.lower ?? '')))

function relativePeriod(tokens: Token[], at: number, now: Day): Period | null {
  const word = tokens[at]?.lower ?? ''
  const next = tokens[at + 1]
  const days = relativeDays.get(word)
  if (days !== undefined) return { values: [dayText(shiftDays(now, days))], end: at + 1 }
  const toDate = next?.lower === 'to' && tokens[at + 2]?.lower === 'date' ? word : toDateWords.get(word)
  if (toDate !== undefined && calendarUnits.has(toDate))
    return { values: [firstDay(unitPeriod(toDate, 0, now)), dayText(now)], end: at + (next?.lower === 'to' ? 3 : 1) }
  const direction = relativePeriods.get(word)
  if (direction === undefined) return null
  const unit = next?.stem ?? ''
  if (calendarUnits.has(unit)) {
    const period = unitPeriod(unit, direction, now)
    return { values: typeof period === 'string' ? [period] : period, end: at + 2 }
  }
  const named = weekdayPeriod(next?.lower ?? '', direction, now)
  if (named) return { values: named, end: at + 2 }
  const count = next?.value ?? numberWords.get(next?.lower ?? '') ?? null
  const whole = skipWords(tokens, at + 2, wholeWords)
  const countedUnit = tokens[whole]?.stem ?? ''
  if (count === null || direction === 0 || !calendarUnits.has(countedUnit) || count < 1 || count > 10_000) return null
  if (direction === 1) return { values: [dayText(now), dayBack(countedUnit, -count, now)], end: skipFromNow(tokens, whole + 1) }
  if (tokens[whole + 1]?.lower === 'to' && tokens[whole + 2]?.lower === 'date')
    return { values: [dayBack(countedUnit, count, now), dayText(now)], end: whole + 3 }
  return { values: lastPeriods(countedUnit, count, now, whole > at + 2 || isSplitBy(tokens, countedUnit)), end: skipFromNow(tokens, whole + 1) }
}

/** "Last Friday" is the one before today, "this Friday" that of this week, "next Friday" that of the week after; weekends are of whole weeks. */
function weekdayPeriod(word: string, direction: -1 | 0 | 1, now: Day): Period['values'] | null {
  const monday = shiftDays(now, -weekdayOf(now))
  if (word === 'weekend') {
    const saturday = shiftDays(monday, 5 + direction * 7)
    return [dayText(saturday), dayText(shiftDays(saturday, 1))]
  }
  const day = weekdays.indexOf(word)
  if (day === -1) return null
  const isBefore = day < weekdayOf(now)
  return [dayText(shiftDays(monday, day + (direction === 1 ? 7 : direction === -1 && !isBefore ? -7 : 0)))]
}

/** The token behind "from today" or "from now". */
function skipFromNow(tokens: Token[], at: number): number {
  return tokens[at]?.lower === 'from' && ['today', 'now'].includes(tokens[at + 1]?.lower ?? '') ? at + 2 : at
}

/** Whether a question asks for months, quarters or years one by one: a part of one would stand beside whole ones. */
function isSplitBy(tokens: Token[], unit: string): boolean {
  const isEach = (at: number) => groupMarkers.has(tokens[at - 1]?.lower ?? '')
  return unit !== 'week' && tokens.some(({ stem, lower }, at) => lower === `${unit}ly` || lower === 'trend' || (stem === unit && isEach(at)))
}
