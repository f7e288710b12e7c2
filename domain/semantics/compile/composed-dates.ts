import { identifierWords } from '../describe/identifier-words.ts'
import type { Layer, LayerColumn, LayerTable } from '../layer.ts'
import type { Expression } from '../sql/sql-tree.ts'
import { isNumericType } from './column-storage.ts'
import { isMonthName } from './written-days.ts'

/** The columns of a table that tell one date in parts. */
export type DateParts = { year: string; quarter?: string; month?: string; day?: string }
type Part = keyof DateParts

const partNames: readonly (readonly [Part, RegExp])[] = [
  ['year', /^(?:calendar )?(?:year|yr)(?: number| of)?\b|\b(?:calendar )?(?:year|yr)(?: number)?$/],
  ['quarter', /^(?:calendar )?(?:quarter|qtr)(?: number| of)?\b|\b(?:quarter|qtr)(?: number| of (?:the )?year)?$/],
  ['month', /^(?:calendar )?(?:month|mth|mon)(?: name| number| of)?\b|\b(?:month|mth|mon)(?: name| number| of (?:the )?year)?$/],
  ['day', /^day(?: of (?:the )?month| number| of)?\b|\bday(?: of (?:the )?month| number)?$/],
]
const known = new WeakMap<Layer, Layer>()

/**
 * The layer with a column for each date that a table keeps in parts: a year beside a quarter or a month (a number or a name), and maybe a day. Tables that keep the
 * same date whole get none. The column is computed where a query uses it: the source has none of its name.
 */
export function withComposedDates(layer: Layer): Layer {
  const told = known.get(layer) ?? composed(layer)
  known.set(layer, told)
  return told
}

function composed(layer: Layer): Layer {
  const tables = layer.tables.map((table) => {
    const added = table.columns.some(({ parts }) => parts) ? [] : datesOf(table)
    return added.length === 0 ? table : { ...table, columns: [...table.columns, ...added] }
  })
  return tables.some((table, index) => table !== layer.tables[index]) ? { ...layer, tables } : layer
}

function datesOf(table: LayerTable): LayerColumn[] {
  const found = new Map<string, Partial<Record<Part, LayerColumn>>>()
  for (const column of table.columns) {
    const told = column.isHidden ? null : partOf(column)
    if (!told) continue
    const parts = found.get(told.base) ?? {}
    parts[told.part] ??= column
    found.set(told.base, parts)
  }
  return [...found].flatMap(([base, { year, quarter, month, day }]): LayerColumn[] => {
    if (!year || (!quarter && !month) || isKeptWhole(table, base, year)) return []
    const label = base === '' ? 'date' : /\bdate$/.test(base) ? base : `${base} date`
    const name = label.replaceAll(' ', '_')
    if (table.columns.some((column) => column.name.toLowerCase() === name || column.label.toLowerCase() === label)) return []
    const parts = { year: year.name, ...(month ? { month: month.name, ...(day ? { day: day.name } : {}) } : { quarter: quarter?.name ?? '' }) }
    return [columnOf(name, label, parts, [year, ...(month ? [month] : quarter ? [quarter] : [])])]
  })
}

function columnOf(name: string, label: string, parts: DateParts, [year, ...rest]: [LayerColumn, ...LayerColumn[]]): LayerColumn {
  const ofYear = (value: string | null, day: string) => (value === null ? null : `${value.trim()}-${day}`)
  return {
    name,
    type: 'date',
    semanticType: 'time',
    label,
    description: '',
    synonyms: [],
    unit: null,
    sampleValues: [],
    distinct: null,
    nullFraction: Math.max(year.nullFraction ?? 0, ...rest.map(({ nullFraction }) => nullFraction ?? 0)),
    min: ofYear(year.min, '01-01'),
    max: ofYear(year.max, '12-31'),
    isHidden: false,
    parts,
  }
}

/** Which part of a date a column holds, and what that date is of: `arrival` of "arrival month". */
function partOf(column: LayerColumn): { part: Part; base: string } | null {
  for (const words of [column.label.toLowerCase().replaceAll('_', ' ').trim(), identifierWords(column.name).join(' ')]) {
    for (const [part, pattern] of partNames) {
      if (!pattern.test(words) || !holds(part, column)) continue
      return {
        part,
        base: words
          .replace(pattern, '')
          .replace(/^(?:of|the) | (?:of|in)$/g, '')
          .trim(),
      }
    }
  }
  return null
}

function holds(part: Part, { type, min, max, sampleValues }: LayerColumn): boolean {
  const isWhole = type === 'integer'
  if (!isWhole && type !== 'text') return false
  if (min === null || max === null) return true
  const between = (low: number, high: number) => /^\d+$/.test(min.trim()) && /^\d+$/.test(max.trim()) && Number(min) >= low && Number(max) <= high
  if (part === 'year') return between(1800, 2200)
  if (part === 'quarter') return between(1, 4) || (!isWhole && /^Q[1-4]$/i.test(min) && /^Q[1-4]$/i.test(max))
  if (part === 'day') return between(1, 31)
  return between(1, 12) || (!isWhole && [min, max, ...sampleValues].every((value) => isMonthName(value)))
}

/** Whether a column of dates tells what the parts tell: it is called so, or it is of the same years and the parts are of nothing else. */
function isKeptWhole(table: LayerTable, base: string, year: LayerColumn): boolean {
  const own = base.replace(/ ?date$/, '')
  return table.columns.some((column) => {
    if (column.isHidden || column.semanticType !== 'time' || column === year || column.type === 'time' || isNumericType(column)) return false
    if (own !== '') return column.label.toLowerCase().replaceAll('_', ' ').includes(own)
    return column.min?.slice(0, 4) === year.min?.slice(0, 4) && column.max?.slice(0, 4) === year.max?.slice(0, 4)
  })
}

/** What a statement reads of a column: its value, or the date its table keeps in parts. */
export function columnValue(table: LayerTable, column: LayerColumn): Expression {
  const own = (name: string): Expression => ({ kind: 'column', source: table.name, column: name })
  const { parts } = column
  if (!parts) return own(column.name)
  const isNamed = (name: string) => table.columns.some((item) => item.name === name && item.type === 'text' && !/^\d+$/.test(item.min ?? ''))
  const { year, quarter, month, day } = parts
  return {
    kind: 'date_of_parts',
    year: own(year),
    ...(quarter ? { quarter: own(quarter) } : {}),
    ...(month ? { month: own(month), isNamed: isNamed(month) } : {}),
    ...(day ? { day: own(day) } : {}),
  }
}
