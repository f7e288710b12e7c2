import { listInWords } from '#domain/semantics/english.ts'
import { type Clock, type Day, dayBack, dayText, firstDay, lastPeriods, monthNumber, monthText, shiftDays, today, unitPeriod } from './calendar.ts'
import { comparedAt } from './time-compare.ts'
import { onwardEnd, postfixAt, startsAt } from './time-onward.ts'
import type { Token } from './tokens.ts'
import { numberWords } from './words.ts'
import { listYears, ordinalOf, skipArticle, skipWords, yearAt } from './years.ts'

export type TimeOperator = 'equals' | 'between' | 'greater_than' | 'greater_or_equal' | 'less_than' | 'less_or_equal' | 'not_equals'

/** A time condition in a question: tokens `start` (with its preposition) up to `end`, and what it asks of a date column, in the periods that filters read. Where `isEach`, each of the years is to be met by rows of its own. */
export type TimeMention = {
  start: number
  end: number
  operator: TimeOperator
  values: string[]
  label: string
  isBareYear: boolean
  isComparison?: boolean
  isEach?: boolean
}

export type Period = { values: [string] | [string, string]; end: number; isBareYear?: boolean; label?: string }

const prepositions = new Map<string, TimeOperator>(
  Object.entries({
    in: 'equals',
    during: 'equals',
    on: 'equals',
    for: 'equals',
    from: 'equals',
    within: 'equals',
    of: 'equals',
    over: 'equals',
    since: 'greater_or_equal',
    after: 'greater_than',
    before: 'less_than',
    prior: 'less_than',
    until: 'less_or_equal',
    till: 'less_or_equal',
    through: 'less_or_equal',
    by: 'less_or_equal',
  }),
)
/** "In or after 2005". */
const inclusive = new Map<string, TimeOperator>([
  ['after', 'greater_or_equal'],
  ['since', 'greater_or_equal'],
  ['before', 'less_or_equal'],
  ['until', 'less_or_equal'],
])
const toDateWords = new Map([
  ['ytd', 'year'],
  ['mtd', 'month'],
  ['qtd', 'quarter'],
])
const pointing = new Set(['this', 'current', 'last', 'previous', 'past', 'next', 'prior', 'coming', 'upcoming'])
const units = new Set(['day', 'week', 'month', 'quarter', 'year'])

/** All time conditions of a question. A bare year counts only behind a preposition that fits, so that other numbers stay numbers. */
export function findTimeMentions(tokens: Token[], clock: Clock): TimeMention[] {
  const mentions: TimeMention[] = []
  const now = today(clock)
  let position = 0
  while (position < tokens.length) {
    const mention = mentionAt(tokens, position, now)
    if (mention) mentions.push(mention)
    position = mention ? mention.end : position + 1
  }
  return mentions
}

function mentionAt(tokens: Token[], start: number, now: Day): TimeMention | null {
  const compared = comparedAt(tokens, start, (at) => periodAt(tokens, at, now))
  if (compared) return compared
  const range = rangeAt(tokens, start, now)
  if (range) return range
  const word = tokens[start]?.lower ?? ''
  const left = leftOut(tokens, start, now)
  if (left) return left
  const isNegated = word === 'not' && tokens[start + 1]?.lower === 'in'
  const preposition = isNegated ? 'in' : word
  const isOnward = startsAt(tokens, start)
  const operator = isOnward ? 'greater_or_equal' : prepositions.get(preposition)
  const after = tokens[start + 1]?.lower === 'or' ? inclusive.get(tokens[start + 2]?.lower ?? '') : undefined
  const isInclusive = after !== undefined && (word === 'in' || word === 'on' || word === 'during')
  let next = operator === undefined ? start : start + (isNegated || isOnward ? 2 : isInclusive ? 3 : 1)
  while (
    ['the', 'year', 'years', 'month', 'either', 'both', ...(word === 'prior' ? ['to'] : [])].includes(tokens[next]?.lower ?? '') &&
    operator !== undefined &&
    // "By month this year" tells of each month.
    !(word === 'by' && next === start + 1 && pointing.has(tokens[next + 1]?.lower ?? '')) &&
    tokens[next + 1]?.kind !== 'sign'
  )
    next++
  const hasYearWord = tokens.slice(start, next).some(({ stem }) => stem === 'year') || word === 'year'
  const at = word === 'year' && operator === undefined && yearAt(tokens[start + 1]) !== null ? start + 1 : next
  const period = periodAt(tokens, at, now)
  if (!period) return null
  const onward = operator === undefined || operator === 'equals' || isOnward ? onwardEnd(tokens, period.end, word) : null
  if (onward !== null && !isNegated) {
    const values = [period.values[0]]
    const label = labelOf('greater_or_equal', values)
    return { start, end: onward, operator: 'greater_or_equal', values, label, isBareYear: period.isBareYear ?? false }
  }
  if (period.isBareYear && !hasYearWord && !isOnward && !barePrepositions.has(preposition) && !seasons.has(tokens[start - 1]?.lower ?? '')) return null
  if (period.isBareYear && preposition === 'for' && !hasYearWord && tokens[period.end]?.kind === 'word') return null
  const isRange = period.values.length === 2
  const postfix = postfixAt(tokens, period.end)
  if (postfix && !isRange && (operator === 'equals' || operator === undefined)) {
    const label = labelOf(postfix, [...period.values])
    return { start, end: period.end + 2, operator: postfix, values: [...period.values], label, isBareYear: period.isBareYear ?? false }
  }
  const chosen: TimeOperator = isNegated
    ? 'not_equals'
    : isInclusive
      ? after
      : operator === undefined || (isRange && operator === 'equals')
        ? isRange
          ? 'between'
          : 'equals'
        : operator
  const bound = chosen === 'greater_than' || chosen === 'less_or_equal' ? period.values[1] : period.values[0]
  const values = (isRange && chosen !== 'between' ? [bound] : [...period.values]).map(String)
  const isListed = period.isBareYear && (chosen === 'equals' || chosen === 'not_equals')
  const isAhead = tokens[start - 1]?.lower === 'both'
  const isBoth = isAhead || tokens.slice(start, next).some(({ lower }) => lower === 'both')
  const end = isListed ? listYears(tokens, period.end, values, isBoth ? 'and' : 'or') : period.end
  const isEach = isBoth && values.length > 1 && isListed
  if (isBoth && !isAhead && !isEach) return null
  return {
    start: isAhead && isEach ? start - 1 : start,
    end,
    operator: chosen,
    values,
    label: labelOf(chosen, values),
    isBareYear: period.isBareYear ?? false,
    ...(isEach ? { isEach } : {}),
  }
}

/** "Excluding the current month" is what was before it. */
function leftOut(tokens: Token[], start: number, now: Day): TimeMention | null {
  const word = tokens[start]?.lower ?? ''
  const isPair = word === 'not' && ['including', 'counting'].includes(tokens[start + 1]?.lower ?? '')
  if (!isPair && word !== 'excluding' && word !== 'except') return null
  const at = skipWords(tokens, skipWords(tokens, start + (isPair ? 2 : 1), ['for']), ['the'])
  const unit = ['current', 'this'].includes(tokens[at]?.lower ?? '') ? (tokens[at + 1]?.lower ?? '') : ''
  if (!units.has(unit)) return null
  const values = [firstDay(unitPeriod(unit, 0, now))]
  return { start, end: at + 2, operator: 'less_than', values, label: labelOf('less_than', values), isBareYear: false }
}

const barePrepositions = new Set(['in', 'during', 'since', 'before', 'after', 'from', 'until', 'till', 'for', 'prior'])
const seasons = new Set(['spring', 'summer', 'fall', 'autumn', 'winter', 'season', 'semester'])
function rangeAt(tokens: Token[], start: number, now: Day): TimeMention | null {
  const word = tokens[start]?.lower
  // "By year, 1995 to 2009".
  const isBare = yearAt(tokens[start]) !== null && tokens[start + 1]?.lower === 'to' && yearAt(tokens[start + 2]) !== null
  if (word !== 'between' && word !== 'from' && !isBare) return null
  const first = periodAt(tokens, isBare ? start : skipArticle(tokens, start + 1), now)
  const joint = first && tokens[first.end]?.lower
  if (!first || !joint || !(word === 'between' ? ['and', 'to'] : ['to', 'until', 'till', 'through']).includes(joint)) return null
  const second = periodAt(tokens, skipArticle(tokens, first.end + 1), now)
  if (!second) return null
  const [from] = first.values
  const to = second.values[1] ?? second.values[0]
  const values = [from, to]
  return {
    start,
    end: second.end,
    operator: 'between',
    values,
    label: labelOf('between', values),
    isBareYear: (first.isBareYear ?? false) && (second.isBareYear ?? false),
  }
}

function periodAt(tokens: Token[], at: number, now: Day): Period | null {
  const token = tokens[at]
  if (!token) return null
  return absolutePeriod(tokens, at, now) ?? relativePeriod(tokens, at, now)
}

function absolutePeriod(tokens: Token[], at: number, now: Day): Period | null {
  const word = tokens[at]?.lower ?? ''
  const next = tokens[at + 1]
  if (/^\d{4}-(\d{2}-\d{2}|\d{2}|q[1-4])/.test(word)) return { values: [word.slice(0, 10).toUpperCase()], end: at + 1 }
  const quarter = /^q([1-4])$/.exec(word)?.[1] ?? (next?.lower === 'quarter' ? ordinalOf(word, 4) : null)
  if (quarter !== null && quarter !== undefined) {
    const after = skipWords(tokens, at + (word.startsWith('q') ? 1 : 2), ['of'])
    const year = yearAt(tokens[after])
    return { values: [`${year ?? now.year}-Q${quarter}`], end: year === null ? at + (word.startsWith('q') ? 1 : 2) : after + 1 }
  }
  const half = /^h([12])$/.exec(word)?.[1]
  if (half !== undefined) {
    const year = yearAt(next) ?? now.year
    const values: [string, string] = half === '1' ? [`${year}-Q1`, `${year}-Q2`] : [`${year}-Q3`, `${year}-Q4`]
    return { values, end: yearAt(next) === null ? at + 1 : at + 2 }
  }
  const month = monthNumber(word)
  if (month !== null) return monthPeriod(tokens, at, month, now)
  const dayFirst = tokens[at]?.kind === 'number' || /^\d{1,2}(st|nd|rd|th)$/.test(word) ? Number.parseInt(word, 10) : Number.NaN
  const named = skipWords(tokens, at + 1, ['of'])
  const monthAfter = monthNumber(tokens[named]?.lower ?? '')
  const yearAfter = yearAt(tokens[skipWords(tokens, named + 1, [','])])
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

function monthPeriod(tokens: Token[], at: number, month: number, now: Day): Period | null {
  const following = tokens[at + 1]
  const day = following?.kind === 'number' || /^\d{1,2}(st|nd|rd|th)$/.test(following?.lower ?? '') ? Number.parseInt(following?.lower ?? '', 10) : null
  if (day !== null && day >= 1 && day <= 31) {
    const after = skipWords(tokens, at + 2, [',', 'of'])
    const year = yearAt(tokens[after])
    return { values: [dayText({ year: year ?? now.year, month, day })], end: year === null ? at + 2 : after + 1 }
  }
  const after = skipWords(tokens, at + 1, [',', 'of'])
  const year = yearAt(tokens[after])
  if (year !== null) return { values: [monthText({ year, month })], end: after + 1 }
  // "may" is mostly a verb, and a month without a capital is rarely meant alone.
  if (!tokens[at]?.isCapitalised || (tokens[at]?.lower.length ?? 0) < 3) return null
  return { values: [monthText({ year: month > now.month ? now.year - 1 : now.year, month })], end: at + 1 }
}

function relativePeriod(tokens: Token[], at: number, now: Day): Period | null {
  const word = tokens[at]?.lower ?? ''
  const next = tokens[at + 1]
  if (word === 'today') return { values: [dayText(now)], end: at + 1 }
  if (word === 'yesterday') return { values: [dayText(shiftDays(now, -1))], end: at + 1 }
  if (word === 'tomorrow') return { values: [dayText(shiftDays(now, 1))], end: at + 1 }
  const toDate = next?.lower === 'to' && tokens[at + 2]?.lower === 'date' ? word : toDateWords.get(word)
  if (toDate !== undefined && units.has(toDate))
    return { values: [firstDay(unitPeriod(toDate, 0, now)), dayText(now)], end: at + (next?.lower === 'to' ? 3 : 1) }
  if (!pointing.has(word)) return null
  const unit = next?.stem ?? ''
  const direction = word === 'this' || word === 'current' ? 0 : ['next', 'coming', 'upcoming'].includes(word) ? 1 : -1
  if (units.has(unit)) {
    const period = unitPeriod(unit, direction, now)
    return { values: typeof period === 'string' ? [period] : period, end: at + 2 }
  }
  const count = next?.value ?? numberWords.get(next?.lower ?? '') ?? null
  const whole = skipWords(tokens, at + 2, ['whole', 'full', 'complete', 'calendar'])
  const countedUnit = tokens[whole]?.stem ?? ''
  if (count === null || direction === 0 || !units.has(countedUnit) || count < 1 || count > 10_000) return null
  const today = phraseAt(tokens, whole + 1, ['from today', 'from now'])
  if (direction === 1) return { values: [dayText(now), dayBack(countedUnit, -count, now)], end: whole + 1 + today }
  if (tokens[whole + 1]?.lower === 'to' && tokens[whole + 2]?.lower === 'date')
    return { values: [dayBack(countedUnit, count, now), dayText(now)], end: whole + 3 }
  return { values: lastPeriods(countedUnit, count, now, whole > at + 2 || isSplitBy(tokens, countedUnit)), end: whole + 1 + today }
}

/** How many tokens spell one of the phrases. */
function phraseAt(tokens: Token[], at: number, phrases: string[]): number {
  const spelt = phrases.find((phrase) => phrase.split(' ').every((word, index) => tokens[at + index]?.lower === word))
  return spelt?.split(' ').length ?? 0
}

/** Whether a question asks for months, quarters or years one by one: a part of one would stand beside whole ones. */
function isSplitBy(tokens: Token[], unit: string): boolean {
  const isEach = (at: number) => ['by', 'per', 'each', 'every'].includes(tokens[at - 1]?.lower ?? '')
  return unit !== 'week' && tokens.some(({ stem, lower }, at) => lower === `${unit}ly` || lower === 'trend' || (stem === unit && isEach(at)))
}

function labelOf(operator: TimeOperator, values: string[]): string {
  const words: Record<TimeOperator, string> = {
    equals: 'in',
    between: 'from',
    greater_than: 'after',
    greater_or_equal: 'since',
    less_than: 'before',
    less_or_equal: 'until',
    not_equals: 'not in',
  }
  return operator === 'between' ? `from ${values.join(' to ')}` : `${words[operator]} ${listInWords(values)}`
}
