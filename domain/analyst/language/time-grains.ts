import type { Grain } from '#domain/semantics/semantic-query.ts'

/** Words for a stretch of time by which figures are split. */
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

/** Phrases for parts of time that come again. */
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
