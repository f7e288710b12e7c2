import type { Grain } from '#domain/semantics/semantic-query.ts'
import { weekdays } from './time-words.ts'

/** A part of time that comes again, from its first unit to its last; where `from` is behind `to` it runs over the turn of the day or year. */
export type Recurring = { grain: Grain; from: number; to: number }

/** Words for them, singular. Days of the week count from Monday, the 1st; hours and months are those they begin in. Seasons are those of the north. */
export const recurring: Record<string, Recurring> = {
  ...Object.fromEntries(weekdays.map((name, index): [string, Recurring] => [name, { grain: 'day_of_week', from: index + 1, to: index + 1 }])),
  weekend: { grain: 'day_of_week', from: 6, to: 7 },
  weekday: { grain: 'day_of_week', from: 1, to: 5 },
  morning: { grain: 'hour_of_day', from: 6, to: 11 },
  afternoon: { grain: 'hour_of_day', from: 12, to: 17 },
  evening: { grain: 'hour_of_day', from: 18, to: 21 },
  night: { grain: 'hour_of_day', from: 22, to: 5 },
  spring: { grain: 'month_of_year', from: 3, to: 5 },
  summer: { grain: 'month_of_year', from: 6, to: 8 },
  autumn: { grain: 'month_of_year', from: 9, to: 11 },
  winter: { grain: 'month_of_year', from: 12, to: 2 },
}
