import { currentLocale } from '#web/ui/formats.ts'
import { type Column, isNumeric } from '../shapes.ts'

const kept = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()
function remembered<F extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, make: () => F): F {
  const known = kept.get(key) as F | undefined
  if (known) return known
  const made = make()
  kept.set(key, made)
  return made
}

const numberOf = (options: Intl.NumberFormatOptions) => remembered(`n${JSON.stringify(options)}`, () => new Intl.NumberFormat(currentLocale(), options))
const dateOf = (options: Intl.DateTimeFormatOptions) => remembered(`d${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(currentLocale(), options))

const UTC = { timeZone: 'UTC' } as const
/** A Monday. */
const FIRST_MONDAY = Date.UTC(2024, 0, 1)
const DAY = 86_400_000

/** A cell as its reader writes it; an empty one is `null`. */
export function cellText(value: unknown, column: Column): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'object') return JSON.stringify(value)
  if (typeof value === 'boolean') return value ? '✓' : '✗'
  const period = column.grain ? periodText(String(value), column) : null
  if (period !== null) return period
  if (isNumeric(column) && (typeof value === 'number' || typeof value === 'string')) return numberText(value, column)
  if (column.type === 'date' || column.type === 'timestamp') return momentText(String(value))
  return String(value)
}

function numberText(value: string | number, { unit, role, type }: Column): string {
  // What a double cannot hold comes as text; the formatter takes it digit by digit.
  const figure = typeof value === 'number' ? value : /^-?\d+(?:\.\d+)?$/.test(value) ? (value as unknown as number) : null
  if (figure === null) return String(value)
  // A number that names something, such as an id or a year, is not grouped.
  if (role === 'dimension' && type === 'integer') return numberOf({ useGrouping: false }).format(figure)
  if (unit && /^[A-Z]{3}$/.test(unit)) {
    try {
      return numberOf({ style: 'currency', currency: unit }).format(figure)
    } catch {
      return `${numberOf({ maximumFractionDigits: 2 }).format(figure)} ${unit}`
    }
  }
  const digits = typeof figure === 'number' && figure !== 0 && Math.abs(figure) < 1 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 2 }
  const written = numberOf(digits).format(figure)
  return unit === '%' ? `${written} %` : written
}

function periodText(value: string, { grain }: Column): string | null {
  const number = Number(value)
  if (grain === 'month_of_year' && number >= 1 && number <= 12) return dateOf({ ...UTC, month: 'long' }).format(Date.UTC(2024, number - 1, 1))
  if (grain === 'day_of_week' && number >= 1 && number <= 7) return dateOf({ ...UTC, weekday: 'long' }).format(FIRST_MONDAY + (number - 1) * DAY)
  if (grain === 'month' && /^\d{4}-\d{2}$/.test(value)) return dateOf({ ...UTC, month: 'short', year: 'numeric' }).format(new Date(`${value}-01T00:00:00Z`))
  if (grain === 'day' || grain === 'week') return momentText(value)
  return value
}

function momentText(value: string): string {
  const [, day, time = '', zone = ''] = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/.exec(value) ?? []
  if (!day) return value
  const isMidnight = time === '' || /^00:00(?::00)?$/.test(time)
  if (isMidnight && !zone) return dateOf({ ...UTC, dateStyle: 'medium' }).format(new Date(`${day}T00:00:00Z`))
  // A moment without a zone is told as it is kept; one with a zone in the reader's.
  const at = new Date(`${day}T${time || '00:00'}${zone || 'Z'}`)
  return dateOf({ ...(zone ? {} : UTC), dateStyle: 'medium', timeStyle: 'short' }).format(at)
}

/** A cell as another program reads it. */
export const cellValue = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
