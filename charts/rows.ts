import { type Cell, type ChartColumn, DrawingError, type FieldType } from './chart.ts'
import { printable } from './svg.ts'

export type Datum = Record<string, string | number | boolean | null>

/** A column as a channel reads it: under a name of our own, so that no name of the data ever stands in an expression. */
export type Use = { column: ChartColumn; index: number; type: FieldType; field: string }

const SUFFIX: Record<FieldType, string> = { quantitative: 'q', temporal: 't', ordinal: '', nominal: '' }

/** The columns of a result by name, as the channels of a spec ask for them. */
export class Uses {
  readonly all = new Map<string, Use>()
  readonly #columns: readonly ChartColumn[]
  readonly #empty: string

  /** `empty` is what a cell without a value is called. */
  constructor(columns: readonly ChartColumn[], empty: string) {
    this.#columns = columns
    this.#empty = empty
  }

  /** Fails with `DrawingError` when the result has no such column. */
  of(name: string, type: FieldType | undefined, path: string): Use {
    if (typeof name !== 'string') throw new DrawingError(`${path}: a field is the name of a column`)
    const index = indexOf(this.#columns, name)
    const column = this.#columns[index]
    if (!column) throw new DrawingError(`${path}: the result has no column "${name}"; it has ${this.#columns.map((item) => `"${item.name}"`).join(', ')}`)
    const read = type ?? usualType(column)
    const field = `c${index}${SUFFIX[read]}`
    const use = this.all.get(field) ?? { column, index, type: read, field }
    this.all.set(field, use)
    return use
  }

  /** The rows as the channels read them. */
  read(rows: readonly (readonly Cell[])[]): Datum[] {
    const uses = [...this.all.values()]
    return rows.map((row) => Object.fromEntries(uses.map(({ index, type, field }) => [field, cellAs(type, row[index] ?? null, this.#empty)])))
  }
}

/** Where a column of this name stands; letters may differ in case where that leaves no doubt. -1 when there is none. */
export function indexOf(columns: readonly ChartColumn[], name: string): number {
  const exact = columns.findIndex((column) => column.name === name)
  if (exact >= 0) return exact
  const close = columns.flatMap((column, index) => (column.name.toLowerCase() === name.toLowerCase() ? [index] : []))
  return close.length === 1 ? (close[0] ?? -1) : -1
}

export const isNumeric = ({ type }: ChartColumn): boolean => type === 'integer' || type === 'number' || type === 'decimal'

/** How a column is read that no channel says the type of. */
function usualType(column: ChartColumn): FieldType {
  if (isNumeric(column)) return 'quantitative'
  return column.type === 'date' || column.type === 'timestamp' ? 'temporal' : 'nominal'
}

export const titleOf = ({ label, name, unit }: ChartColumn): string => (unit ? `${label ?? name} (${unit})` : (label ?? name))

function cellAs(type: FieldType, cell: Cell, empty: string): Datum[string] {
  if (type === 'quantitative') return numberOf(cell)
  if (type === 'temporal') return timeOf(cell)
  if (cell === null || cell === '') return empty
  return typeof cell === 'object' ? printable(JSON.stringify(cell).slice(0, 500)) : typeof cell === 'string' ? printable(cell.slice(0, 500)) : cell
}

/** A cell as a number; numbers that a double cannot hold travel as text. */
export function numberOf(cell: Cell | undefined): number | null {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : null
  if (typeof cell === 'boolean') return Number(cell)
  if (typeof cell !== 'string' || cell.trim() === '') return null
  const value = Number(cell)
  return Number.isFinite(value) ? value : null
}

const PERIOD = /^(-?\d{4,6})(?:-(?:Q([1-4])|W(\d{1,2})|(\d{1,2})))?$/
const LONE_YEAR = 4
const DAY = 86_400_000

/** A cell as milliseconds of UTC: dates, times, and periods such as `2024`, `2024-Q3`, `2024-W07` and `2024-03`. */
export function timeOf(cell: Cell | undefined): number | null {
  if (typeof cell === 'number') return cell > 0 && cell < 10 ** LONE_YEAR && Number.isInteger(cell) ? utc(cell) : cell
  if (typeof cell !== 'string') return null
  const period = PERIOD.exec(cell.trim())
  if (period) {
    const [, year = '', quarter, week, month] = period
    if (week !== undefined) return startOfWeek(Number(year), Number(week))
    return utc(Number(year), quarter === undefined ? Number(month ?? 1) - 1 : (Number(quarter) - 1) * 3)
  }
  const text = cell.trim().replace(' ', 'T')
  const at = Date.parse(/T\d/.test(text) && !/(?:Z|[+-]\d{2}:?\d{2})$/.test(text) ? `${text}Z` : text)
  return Number.isNaN(at) ? null : at
}

function utc(year: number, month = 0): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month, 1)
  return date.getTime()
}

/** The Monday of an ISO week. */
function startOfWeek(year: number, week: number): number {
  const fourth = utc(year) + 3 * DAY
  const weekday = (new Date(fourth).getUTCDay() + 6) % 7
  return fourth - weekday * DAY + (week - 1) * 7 * DAY
}
