import { dayText, monthText, quarterText, shiftDays } from './calendar.ts'

/** A period ("2024-03") moved by `steps` units; null where it is longer than the unit. */
export function stepped(value: string, of: string, steps: number): string | null {
  const [, year = '', quarter, month, day] = /^(\d{4})(?:-Q([1-4])|-(\d\d)(?:-(\d\d))?)?$/.exec(value) ?? []
  if (year === '') return null
  const at = { year: Number(year), month: Number(month ?? 1), day: Number(day ?? 1) }
  if (of === 'year') return day === undefined ? `${at.year + steps}${value.slice(4)}` : dayText({ ...at, year: at.year + steps })
  if (of === 'quarter') return quarter === undefined ? null : quarterText(at.year, Number(quarter) + steps)
  if (of === 'month')
    return month === undefined ? null : day === undefined ? monthText({ ...at, month: at.month + steps }) : dayText({ ...at, month: at.month + steps })
  return day === undefined ? null : dayText(shiftDays(at, steps * (of === 'week' ? 7 : 1)))
}
