import { language } from '#web/text/language.ts'

const locale = (): string => (navigator.language.startsWith(language) ? navigator.language : language)
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** "3 hours ago". */
export function ago(instant: string | number, now = Date.now()): string {
  const seconds = (new Date(instant).getTime() - now) / 1000
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto', style: 'short' })
  const [unit, size] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? (['second', 1] as const)
  return Math.abs(seconds) < 60 ? format.format(0, 'second') : format.format(Math.round(seconds / size), unit)
}

export const instant = (value: string | number): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(value))
export const count = (value: number): string => new Intl.NumberFormat(locale()).format(value)
export const duration = (ms: number): string =>
  ms < 1000 ? `${count(Math.round(ms))} ms` : `${new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 }).format(ms / 1000)} s`
export const number = (value: number, digits = 2): string => new Intl.NumberFormat(locale(), { maximumFractionDigits: digits }).format(value)
export const currentLocale = locale

/** A value that is chosen or compared by: as it is, without the last digits that a fraction has only in the machine. */
export const plain = (value: string | number | boolean | null): string =>
  typeof value === 'number' && !Number.isInteger(value)
    ? new Intl.NumberFormat(locale(), { useGrouping: false, maximumSignificantDigits: 12 }).format(value)
    : String(value)

export const bytes = (size: number): string => (size < 1000 ? `${size} B` : size < 1e6 ? `${(size / 1000).toFixed(0)} kB` : `${(size / 1e6).toFixed(1)} MB`)
