import type { CompiledColumn } from '#domain/semantics/compile/compile.ts'
import type { Derivation } from '#domain/semantics/compile/derived-measure.ts'
import { capitalised } from '#domain/semantics/describe/english.ts'
import { isCyclic, type SemanticQuery } from '#domain/semantics/semantic-query.ts'
import type { JsonValue } from '#domain/semantics/sources/source.ts'

/** What a result has to draw: its columns by the part they can play. */
export type Shape = {
  columns: CompiledColumn[]
  rows: JsonValue[][]
  time: CompiledColumn[]
  categories: CompiledColumn[]
  numbers: CompiledColumn[]
  hints: ChartHints
}
/** The query a result comes from tells what is a share, a running total or a bin; `binWidth` how wide the bins of a histogram were asked to be. */
export type ChartHints = { query?: SemanticQuery | undefined; binWidth?: number | undefined }
export type Channel = { field: string; type: 'quantitative' | 'temporal' | 'ordinal' | 'nominal'; title: string }

export function shapeOf(columns: CompiledColumn[], rows: JsonValue[][], hints: ChartHints = {}): Shape {
  const measures = columns.filter((column) => column.role === 'measure')
  const dimensions = columns.filter((column) => column.role === 'dimension')
  const time = dimensions.filter((column) => column.grain !== null || column.type === 'date' || column.type === 'timestamp' || isYear(column))
  const others = dimensions.filter((column) => !time.includes(column))
  // In a plain list the numbers are what is drawn, and the rest names them.
  const listed = measures.length === 0 ? others.filter((column) => isNumber(column) && !/(^|_)id$/.test(column.name)) : []
  return { columns, rows, time, categories: others.filter((column) => !listed.includes(column)), numbers: [...measures, ...listed], hints }
}

export function channelOf(column: CompiledColumn): Channel {
  return { field: column.name, type: channelType(column), title: unitTitle(column) }
}

// Periods come as text that sorts by itself; read as dates they would shift with the viewer's time zone.
function channelType(column: CompiledColumn): Channel['type'] {
  if (column.grain !== null) return 'ordinal'
  if (column.type === 'date' || column.type === 'timestamp') return 'temporal'
  if (!isNumber(column)) return 'nominal'
  return column.role === 'dimension' && /(^|_)(id|year|code)$/.test(column.name) ? 'ordinal' : 'quantitative'
}

function unitTitle(column: CompiledColumn): string {
  return column.unit === null ? capitalised(column.label) : `${capitalised(column.label)} (${column.unit})`
}

export function isNumber(column: CompiledColumn): boolean {
  return column.type === 'integer' || column.type === 'number' || column.type === 'decimal'
}

/** Numbers that are kept as text, read as the numbers they are. */
export function withNumerals(columns: CompiledColumn[], rows: JsonValue[][]): CompiledColumn[] {
  return columns.map((column, index) => {
    const cells = rows.map((row) => row[index]).filter((cell) => cell != null && cell !== '')
    const isNumeral = column.role === 'dimension' && column.type === 'text' && cells.length > 0 && cells.every((cell) => numeral.test(String(cell)))
    return isNumeral ? { ...column, type: 'number' as const } : column
  })
}

const numeral = /^-?(?:\d+\.?\d*|\.\d+)$/

/** A number that is a year runs along an axis as a date does. */
function isYear(column: CompiledColumn): boolean {
  return isNumber(column) && /(^|_)year$/.test(column.name)
}

/** Whether the parts of a figure add up to the whole. */
export function isAdditive(column: CompiledColumn, shape: Shape): boolean {
  return column.aggregate === 'sum' || column.aggregate === 'count' || derivationOf(column, shape) === 'share_of_total'
}

/** What a column was derived by, as far as the query tells. */
export function derivationOf(column: CompiledColumn, { hints: { query } }: Shape): Derivation | null {
  const measure = query?.measures.find((item) => item.name === column.name)
  return measure && 'derive' in measure ? measure.derive : null
}

/** The width of the bins a dimension holds, if it does. */
export function binOf(column: CompiledColumn, { hints: { query } }: Shape): number | null {
  return query?.dimensions.find((item) => item.name === column.name)?.bin?.width ?? null
}

/** Whether a dimension is a part of time that repeats, such as the day of the week. */
export function repeats({ grain }: CompiledColumn): boolean {
  return grain !== null && isCyclic(grain)
}

export function distinctOf(column: CompiledColumn, { columns, rows }: Shape): number {
  const index = columns.indexOf(column)
  return new Set(rows.map((row) => row[index])).size
}

/** Whether a column alone tells the rows apart. */
export function isApart(column: CompiledColumn, shape: Shape): boolean {
  return distinctOf(column, shape) === shape.rows.length
}

export function hasLongLabels(column: CompiledColumn, { columns, rows }: Shape): boolean {
  const index = columns.indexOf(column)
  return rows.some((row) => String(row[index] ?? '').length > 16)
}
