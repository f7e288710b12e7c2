/** How numbers and dates are written, in the form that d3 takes. */
export type Locale = {
  number: { decimal: string; thousands: string; grouping: number[]; currency: [string, string] }
  time: {
    dateTime: string
    date: string
    time: string
    periods: [string, string]
    days: string[]
    shortDays: string[]
    months: string[]
    shortMonths: string[]
  }
}

const JANUARY = 0
/** A Sunday. */
const FIRST_SUNDAY = Date.UTC(2023, JANUARY, 1)
const DAY = 86_400_000

/** The locale of a BCP 47 tag; English where there is none, or one nobody knows. */
export function localeOf(tag = 'en'): Locale {
  const known = isKnown(tag) ? tag : 'en'
  const parts = new Intl.NumberFormat(known, { useGrouping: true, numberingSystem: 'latn' }).formatToParts(1_234_567.8)
  const part = (type: string, fallback: string) => parts.find((item) => item.type === type)?.value ?? fallback
  const months = (month: 'long' | 'short') => names(known, { month }, 12, (index) => Date.UTC(2023, index, 15))
  const days = (weekday: 'long' | 'short') => names(known, { weekday }, 7, (index) => FIRST_SUNDAY + index * DAY)
  return {
    number: { decimal: part('decimal', '.'), thousands: part('group', ''), grouping: [3], currency: ['$', ''] },
    time: {
      dateTime: '%x %X',
      date: '%Y-%m-%d',
      time: '%H:%M:%S',
      periods: ['AM', 'PM'],
      days: days('long'),
      shortDays: days('short'),
      months: months('long'),
      shortMonths: months('short'),
    },
  }
}

function isKnown(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf([tag]).length > 0
  } catch {
    return false
  }
}

function names(locale: string, options: Intl.DateTimeFormatOptions, count: number, at: (index: number) => number): string[] {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC', calendar: 'gregory' })
  return Array.from({ length: count }, (_, index) => format.format(at(index)))
}
