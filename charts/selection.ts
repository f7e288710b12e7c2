import type { Cell } from './chart.ts'
import type { Use } from './rows.ts'
import { standsForEmpty, standsForOthers } from './words.ts'

/** What a mark stands for: the values of its categories by the names of their columns, and the span of a bin or a period (`to` is beyond it). */
export type Selected = ({ column: string; value: Cell } | { column: string; from: Cell; to: Cell })[]

const FIELD = /^(?:(.+)_)?(c\d+[qt]?)$/
const AGGREGATED = /^(?:sum|mean|average|median|min|max|count|distinct|stdev|variance|q1|q3|lower|upper|mid|ci\d)(?:_|$)/

/** What a mark's datum says of the rows behind it; empty where it stands for no rows in particular. */
export function selectedBy(datum: Record<string, unknown> | null | undefined, uses: readonly Use[]): Selected {
  if (!datum) return []
  const selected: Selected = []
  const seen = new Set<string>()
  for (const [key, value] of Object.entries(datum)) {
    const [, prefix, field] = FIELD.exec(key) ?? []
    const use = uses.find((one) => one.field === field)
    if (!use || seen.has(use.column.name) || use.column.name.startsWith('_')) continue
    if (prefix !== undefined && AGGREGATED.test(prefix)) continue
    if (prefix === undefined && use.type === 'quantitative') continue
    const end = datum[`${key}_end`]
    if (prefix !== undefined && end === undefined) continue
    if (standsForOthers(value)) return []
    seen.add(use.column.name)
    if (end === undefined) selected.push({ column: use.column.name, value: cellOf(value, use) })
    else selected.push({ column: use.column.name, from: cellOf(value, use), to: cellOf(end, use) })
  }
  return selected
}

function cellOf(value: unknown, { type, column }: Use): Cell {
  if (standsForEmpty(value) || value === null || value === undefined) return null
  if (type !== 'temporal') return value as Cell
  const at = value instanceof Date ? value : new Date(Number(value))
  if (Number.isNaN(at.getTime())) return null
  return column.type === 'timestamp' ? at.toISOString() : at.toISOString().slice(0, 10)
}
