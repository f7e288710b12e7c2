import { groupMarkers } from '#domain/analyst/lexicon/english/sentences/grouping.ts'
import {
  beforePeriods,
  calendarUnits,
  nowWords,
  openEnds,
  rangeJoints,
  relativePeriods,
  type TimeOperator,
  timePrepositions,
  yearlyTerms,
  yearPrepositions,
} from '#domain/analyst/lexicon/english/times/time-words.ts'
import { listInWords } from '#domain/semantics/describe/english.ts'
import { type Clock, type Day, firstDay, monthNumber, today, unitPeriod } from './calendar.ts'
import { periodAt } from './period.ts'
import { comparedAt } from './time-compare.ts'
import { onwardEnd, postfixAt, startsAt } from './time-onward.ts'
import type { Token } from './tokens.ts'
import { leavesYear, nearestTo } from './year-beside.ts'
import { listYears, skipArticle, skipWords, yearAt } from './years.ts'

/** A time condition in a question: the tokens from `start` (its preposition) up to before `end`, and what it asks of a date column; `values` are periods as filters read them ("2024-03"). `isEach`: each of the years is to be met by rows of its own ("in both 2020 and 2021"). */
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

/** All time conditions of a question. A number of four digits is a year only behind a word of `yearPrepositions` or "year", so that other numbers stay numbers. */
export function findTimeMentions(tokens: Token[], clock: Clock): TimeMention[] {
  const mentions: TimeMention[] = []
  const now = today(clock)
  let position = 0
  while (position < tokens.length) {
    const mention = mentionAt(tokens, position, now)
    if (mention) mentions.push(mention)
    position = mention ? mention.end : position + 1
  }
  return besideEachOther(tokens, mentions)
}

/** "More in March 2023 than in April": a month without a year is of the year of the one that has it. */
function besideEachOther(tokens: Token[], mentions: TimeMention[]): TimeMention[] {
  const isOpen = ({ start, end, values: [value = '', more] }: TimeMention) => more === undefined && leavesYear(tokens.slice(start, end), value)
  const told = mentions.find((mention) => mention.values.length === 1 && !mention.isBareYear && !isOpen(mention))?.values[0]
  if (told === undefined) return mentions
  return mentions.map((mention) => {
    const values = isOpen(mention) ? mention.values.map((value) => nearestTo(value, told)) : mention.values
    return { ...mention, values, label: labelOf(mention.operator, values) }
  })
}

function mentionAt(tokens: Token[], start: number, now: Day): TimeMention | null {
  const compared = comparedAt(tokens, start, (at) => periodAt(tokens, at, now))
  if (compared) return compared
  const range = rangeAt(tokens, start, now)
  if (range) return range
  const word = tokens[start]?.lower ?? ''
  // "For each year 1995 to 2009" is by year.
  if (word === 'year' && groupMarkers.has(tokens[start - 1]?.lower ?? '') && rangeAt(tokens, start + 1, now)) return null
  const left = leftOut(tokens, start, now)
  if (left) return left
  const isNegated = word === 'not' && tokens[start + 1]?.lower === 'in'
  const preposition = isNegated ? 'in' : word
  const isOnward = startsAt(tokens, start)
  const operator = isOnward ? 'greater_or_equal' : timePrepositions.get(preposition)
  const after = tokens[start + 1]?.lower === 'or' ? openEnds.get(tokens[start + 2]?.lower ?? '') : undefined
  const isInclusive = after !== undefined && (word === 'in' || word === 'on' || word === 'during')
  let next = operator === undefined ? start : start + (isNegated || isOnward ? 2 : isInclusive ? 3 : 1)
  while (
    (beforePeriods.has(tokens[next]?.lower ?? '') || (word === 'prior' && tokens[next]?.lower === 'to')) &&
    operator !== undefined &&
    // "By month this year" tells of each month.
    !(word === 'by' && next === start + 1 && relativePeriods.has(tokens[next + 1]?.lower ?? '')) &&
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
  if (period.isBareYear && !hasYearWord && !isOnward && !yearPrepositions.has(preposition) && !yearlyTerms.has(tokens[start - 1]?.lower ?? '')) return null
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

/** "Excluding the current month": what was before that month. */
function leftOut(tokens: Token[], start: number, now: Day): TimeMention | null {
  const word = tokens[start]?.lower ?? ''
  const isPair = word === 'not' && ['including', 'counting'].includes(tokens[start + 1]?.lower ?? '')
  if (!isPair && word !== 'excluding' && word !== 'except') return null
  const at = skipWords(tokens, skipWords(tokens, start + (isPair ? 2 : 1), ['for']), ['the'])
  const unit = relativePeriods.get(tokens[at]?.lower ?? '') === 0 ? (tokens[at + 1]?.lower ?? '') : ''
  if (!calendarUnits.has(unit)) return null
  const values = [firstDay(unitPeriod(unit, 0, now))]
  return { start, end: at + 2, operator: 'less_than', values, label: labelOf('less_than', values), isBareYear: false }
}

function rangeAt(tokens: Token[], start: number, now: Day): TimeMention | null {
  const word = tokens[start]?.lower
  // "By year, 1995 to 2009".
  const isBare = yearAt(tokens[start]) !== null && tokens[start + 1]?.lower === 'to' && (yearAt(tokens[start + 2]) !== null || isNow(tokens[start + 2]))
  if (word !== 'between' && word !== 'from' && !isBare) return null
  const first = periodAt(tokens, isBare ? start : skipArticle(tokens, start + 1), now)
  const joint = first && tokens[first.end]?.lower
  if (!first || !joint || !(rangeJoints.has(joint) || (word === 'between' && joint === 'and'))) return null
  const last = skipArticle(tokens, first.end + 1)
  if (isNow(tokens[last])) {
    const values = [first.values[0]]
    return { start, end: last + 1, operator: 'greater_or_equal', values, label: labelOf('greater_or_equal', values), isBareYear: first.isBareYear ?? false }
  }
  const second = periodAt(tokens, last, now)
  if (!second) return null
  const to = second.values[1] ?? second.values[0]
  const values = [sameYear(tokens.slice(start, first.end), first.values[0], to), to]
  return {
    start,
    end: second.end,
    operator: 'between',
    values,
    label: labelOf('between', values),
    isBareYear: (first.isBareYear ?? false) && (second.isBareYear ?? false),
  }
}

const isNow = (token: Token | undefined): boolean => nowWords.has(token?.lower ?? '')

/** "Between November and March 2025": a month without a year is the last one before the other end. */
function sameYear(said: Token[], from: string, to: string): string {
  if (said.some((token) => yearAt(token) !== null) || !said.some(({ lower }) => monthNumber(lower) !== null)) return from
  const year = Number(to.slice(0, 4))
  return `${from.slice(4) > to.slice(4) ? year - 1 : year}${from.slice(4)}`
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
