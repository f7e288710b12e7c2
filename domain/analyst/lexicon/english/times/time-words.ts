import type { Grain } from '#domain/semantics/semantic-query.ts'
import { phraseList, wordList, wordSet } from '../forms/word-set.ts'
import { conjunctions, prepositions, relatives, sortVerbs } from '../sentences/function-words.ts'

/** What a time condition asks of a date column. */
export type TimeOperator = 'equals' | 'between' | 'greater_than' | 'greater_or_equal' | 'less_than' | 'less_or_equal' | 'not_equals'

// Units and their names

/** Names of the months, in order. */
export const monthNames = wordList('january february march april may june july august september october november december')

/** Months that are verbs too: they are months only behind a capital or a word of `monthPrepositions`. */
export const verbMonths = wordSet('may march mar')

/** Days of the week, from Monday. */
export const weekdays = wordList('monday tuesday wednesday thursday friday saturday sunday')

/** Periods of the calendar, singular. */
export const calendarUnits = wordSet('day week month quarter year')

/** Units by which a length of time is counted, singular: "longer than 3 days". */
export const durationUnits = wordSet('minute hour day week')

/** Seasons and terms before a year: "spring 2010". */
export const yearlyTerms = wordSet('spring summer fall autumn winter season semester')

/** Words for a unit of time by which figures are split: "sales by month", "monthly sales". */
export const grainWords = new Map<string, Grain>(
  Object.entries({
    day: 'day',
    date: 'day',
    week: 'week',
    month: 'month',
    quarter: 'quarter',
    year: 'year',
    daily: 'day',
    weekly: 'week',
    monthly: 'month',
    quarterly: 'quarter',
    yearly: 'year',
    annual: 'year',
    annually: 'year',
  }),
)

/** Adverbs for how often: "make it monthly". */
export const grainAdverbs = wordSet('daily weekly monthly quarterly yearly annually')

/** Phrases for units of time that come again: "sales by day of the week". */
export const cyclicPhrases: [string, Grain][] = [
  ['day of the week', 'day_of_week'],
  ['days of the week', 'day_of_week'],
  ['day of week', 'day_of_week'],
  ['week day', 'day_of_week'],
  ['weekday', 'day_of_week'],
  ['weekdays', 'day_of_week'],
  ['hour of the day', 'hour_of_day'],
  ['hour of day', 'hour_of_day'],
  ['time of day', 'hour_of_day'],
  ['time of the day', 'hour_of_day'],
  ['month of the year', 'month_of_year'],
  ['month of year', 'month_of_year'],
  ['calendar month', 'month_of_year'],
  ['quarter of the year', 'quarter_of_year'],
  ['day of the month', 'day_of_month'],
  ['day of month', 'day_of_month'],
  ['hour', 'hour_of_day'],
]

// Periods counted from today

/** Words before a unit, and how many units from the present one is meant: "last month", "this week", "next year". */
export const relativePeriods: ReadonlyMap<string, -1 | 0 | 1> = new Map([
  ...wordList('last previous past prior').map((word): [string, -1] => [word, -1]),
  ...wordList('this current').map((word): [string, 0] => [word, 0]),
  ...wordList('next coming upcoming').map((word): [string, 1] => [word, 1]),
])

/** Days by their distance from today. */
export const relativeDays: ReadonlyMap<string, number> = new Map([
  ['yesterday', -1],
  ['today', 0],
  ['tomorrow', 1],
])

/** Short words for the part of a period that is over: "ytd" is the year to date. */
export const toDateWords: ReadonlyMap<string, string> = new Map([
  ['ytd', 'year'],
  ['mtd', 'month'],
  ['qtd', 'quarter'],
])

/** "From 2020 to the present". */
export const nowWords = wordSet('now present')

/** "The last 3 whole months": what says that periods are taken from their first day to their last. */
export const wholeWords = wordSet('whole full complete calendar')

// Words before a period

/** Prepositions before a period, and what they ask of a date. */
export const timePrepositions: ReadonlyMap<string, TimeOperator> = new Map<string, TimeOperator>([
  ...wordList('in during on for from within of over').map((word): [string, TimeOperator] => [word, 'equals']),
  ['since', 'greater_or_equal'],
  ['after', 'greater_than'],
  ...wordList('before prior').map((word): [string, TimeOperator] => [word, 'less_than']),
  ...wordList('until till through by').map((word): [string, TimeOperator] => [word, 'less_or_equal']),
])

/** "In or after 2005", "in 2005 or later": words beside "or" that open one end of a period. */
export const openEnds: ReadonlyMap<string, TimeOperator> = new Map<string, TimeOperator>([
  ...wordList('after later since').map((word): [string, TimeOperator] => [word, 'greater_or_equal']),
  ...wordList('before earlier until').map((word): [string, TimeOperator] => [word, 'less_or_equal']),
])

/** Prepositions behind which a number of four digits is a year. */
export const yearPrepositions = wordSet('in during since before after from until till for prior')

/** Words behind which a month that is a verb too is the month. */
export const monthPrepositions = wordSet('in during from since until till through before after of for last this next between than vs versus')

/** "In the year 2005", "in either 2005 or 2006": what may stand between a preposition and a period. */
export const beforePeriods = wordSet('the year years month either both')

/** "From May to July": what stands between the ends of a period. */
export const rangeJoints = wordSet('to until till through')

/** What may join two periods that are listed, compared, or the ends of one. */
export const periodJoints = wordSet(rangeJoints, 'and or with')

/** "Between 2022 and 2023", "in 2022 and 2023": prepositions before two periods that are compared. */
export const comparedPrepositions = wordSet('between from in for of during')

/** "Starting in May". */
export const startWords = wordSet('start starts starting beginning')

/** "From May onwards": what leaves the end of a period open. */
export const onwardWords = wordSet('onward onwards forward forwards upward upwards')

/** "2005 and later": what leaves the end of a period open behind "and". */
export const laterWords = wordSet(onwardWords, 'later after since beyond')

/** Words that open the next phrase of a question, so that nothing is counted by the number before them: "2020 or 2021 by city". */
export const phraseOpeners = wordSet(prepositions, conjunctions, relatives, sortVerbs, 'grouped')

// Change over time

/** Verbs and nouns of a question that compares periods. */
export const changeWords = wordSet(
  `compare compared comparing comparison difference change changed changes growth grow grew grown increase increased decrease decreased decline declined drop dropped
  rise rose evolve evolved`,
)

/** "How did sales [develop] from 2022 to 2023": verbs of change. */
export const changeVerbs = wordSet('change grow develop evolve')

/** "2022 vs 2023": what stands between two periods that are compared. */
export const comparedPeriodJoints = phraseList('vs;vs.;v/s;v/s.;versus;against;over;compared to')

/** Words for what comes once in each period, by the period. */
export const rhythms: readonly (readonly string[])[] = [
  ['day', 'daily'],
  ['week', 'weekly'],
  ['month', 'monthly'],
  ['year', 'yearly', 'annual', 'annually'],
]

/** Verbs that speak of what is still to come: a month without its year is the next one. */
export const comingUpVerbs = wordSet('will expire expires expiring lapse lapses ends ending due upcoming renews')
export const runningVerbs = wordSet('run runs running')
