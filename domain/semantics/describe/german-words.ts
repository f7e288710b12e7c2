import { listIn } from '#domain/language.ts'
import type { Aggregate, FilterOperator, Grain } from '../semantic-query.ts'

export const GRAINS_IN_GERMAN: Record<Grain, string> = {
  hour: 'Stunde',
  day: 'Tag',
  week: 'Woche',
  month: 'Monat',
  quarter: 'Quartal',
  year: 'Jahr',
  hour_of_day: 'Uhrzeit',
  day_of_week: 'Wochentag',
  day_of_month: 'Tag im Monat',
  month_of_year: 'Monat im Jahr',
  quarter_of_year: 'Quartal im Jahr',
}

export const AGGREGATES_IN_GERMAN: Record<Aggregate, string> = {
  count: 'Anzahl',
  count_distinct: 'Anzahl verschiedener',
  sum: 'Summe',
  avg: 'Durchschnitt',
  median: 'Median',
  min: 'Kleinster Wert',
  max: 'Größter Wert',
}

export const OPERATORS_IN_GERMAN: Record<FilterOperator, string> = {
  equals: 'ist',
  between: 'zwischen',
  not_equals: 'ist nicht',
  greater_than: 'über',
  greater_or_equal: 'mindestens',
  less_than: 'unter',
  less_or_equal: 'höchstens',
  contains: 'enthält',
  not_contains: 'enthält nicht',
  starts_with: 'beginnt mit',
  ends_with: 'endet mit',
  is_empty: 'ist leer',
  is_not_empty: 'ist nicht leer',
}

export const MONTHS_IN_GERMAN = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ')

/** `2024-03` is März 2024, `2024-Q1` the first quarter; other periods stay as they are. */
export function periodInGerman(text: string): string {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? []
  if (year !== undefined) return `${MONTHS_IN_GERMAN[Number(month) - 1]} ${year}`
  const [, of, quarter] = /^(\d{4})-Q([1-4])$/.exec(text) ?? []
  return of === undefined ? text : `${quarter}. Quartal ${of}`
}

export const numberInGerman = (value: number): string => value.toLocaleString('de', { maximumFractionDigits: Math.abs(value) < 1 ? 4 : 2 })

export const germanList = (items: string[]): string => listIn('de', items)
