import type { Selected } from '#charts/browser.ts'
import type { Column } from '../shapes.ts'

type Value = string | number | boolean | null

/** The one group a clicked mark stands for, by the name of its column and its value as results write it; the last where it stands for several. */
export function pickedOf(columns: Column[], selected: Selected): { name: string; value: Value } | null {
  for (const one of selected.toReversed()) {
    const column = columns.find(({ name, role }) => name === one.column && role === 'dimension')
    const value = 'value' in one ? one.value : one.from
    if (column && (value === null || typeof value !== 'object')) return { name: column.name, value: asWritten(value, column) }
  }
  return null
}

/** Charts tell moments; results write a period by its name. */
function asWritten(value: Value, { grain }: Column): Value {
  const [, year, month] = typeof value === 'string' ? (/^(\d{4})-(\d{2})-\d{2}/.exec(value) ?? []) : []
  if (!year || !month) return value
  if (grain === 'year') return year
  if (grain === 'quarter') return `${year}-Q${Math.ceil(Number(month) / 3)}`
  return grain === 'month' ? `${year}-${month}` : String(value).slice(0, 10)
}
