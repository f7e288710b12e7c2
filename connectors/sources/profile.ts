import { isWrittenValue } from '#domain/semantics/compile/written-values.ts'
import type { ColumnProfile, JsonValue, SourceColumn, SourceTable, TableProfile } from '#domain/semantics/sources/source.ts'
import { identifier } from './quote.ts'

const COLUMNS_AT_ONCE = 50
const SAMPLED_ROWS = 1_000_000
export const MAX_VALUES = 200
const MAX_TEXT = 200

/** How an engine says what a profile needs; `read` runs our own SQL and gives its rows. */
export type ProfileDialect = {
  read: (sql: string) => Promise<JsonValue[][]>
  text: (expression: string) => string
  distinct: (expression: string, large: boolean) => string
}

/** Rows, distinct counts, null shares, bounds and frequent values of a table. Beyond a million rows SQLite sees the first million; DuckDB counts distinct values by sketch. */
export async function profileTable(table: SourceTable, dialect: ProfileDialect): Promise<TableProfile> {
  const name = identifier(table.name)
  const rows = Number((await dialect.read(`select count(*) from ${name}`))[0]?.[0] ?? 0)
  const columns: ColumnProfile[] = []
  for (let start = 0; start < table.columns.length; start += COLUMNS_AT_ONCE) {
    columns.push(...(await profileColumns(table.columns.slice(start, start + COLUMNS_AT_ONCE), name, rows, dialect)))
  }
  return { rows, columns }
}

async function profileColumns(columns: SourceColumn[], table: string, rows: number, dialect: ProfileDialect): Promise<ColumnProfile[]> {
  const from = dialect.distinct('x', true) === dialect.distinct('x', false) && rows > SAMPLED_ROWS ? `(select * from ${table} limit ${SAMPLED_ROWS})` : table
  const facts = columns.flatMap((column) => {
    const value = identifier(column.name)
    if (!isComparable(column)) return [`count(${value})`, 'null', 'null', 'null', 'null']
    const longest = column.type === 'text' ? `max(length(${dialect.text(value)}))` : 'null'
    return [`count(${value})`, dialect.distinct(value, rows > SAMPLED_ROWS), dialect.text(`min(${value})`), dialect.text(`max(${value})`), longest]
  })
  const [counted = []] = await dialect.read(`select count(*), ${facts.join(', ')} from ${from}`)
  const seen = Number(counted[0])
  const profiles: ColumnProfile[] = []
  for (const [index, column] of columns.entries()) {
    const [present, distinct, min, max, longest] = counted.slice(1 + index * 5, 6 + index * 5)
    const known = typeof distinct === 'number' ? distinct : null
    profiles.push({
      column: column.name,
      distinct: known,
      nullFraction: seen === 0 ? null : Math.round((1 - Number(present) / seen) * 1e6) / 1e6,
      min: shortText(min),
      max: shortText(max),
      topValues: known !== null && isListable(column, known, seen, Number(longest ?? 0), [min, max]) ? await frequentValues(column, from, dialect) : [],
    })
  }
  return profiles
}

async function frequentValues(column: SourceColumn, from: string, dialect: ProfileDialect): Promise<string[]> {
  const value = identifier(column.name)
  const rows = await dialect.read(
    `select ${dialect.text(value)}, count(*) from ${from} where ${value} is not null group by ${value} order by 2 desc, 1 limit ${MAX_VALUES}`,
  )
  return rows.map(([text]) => String(text).slice(0, MAX_TEXT))
}

export function isComparable(column: SourceColumn): boolean {
  return column.type !== 'json' && column.type !== 'binary' && column.type !== 'other'
}

/** Text and whole numbers that come from a list (a status, a country) rather than from a keyboard. */
export function isListable(column: SourceColumn, distinct: number, rows: number, longest: number, bounds: (JsonValue | undefined)[] = []): boolean {
  if (column.type === 'boolean') return true
  // Some values tell in which order the days are written, and whether all are numbers but for marks of missing ones.
  if (column.type === 'text' && bounds.length > 0 && bounds.every((value) => isWrittenValue(String(value ?? '')))) return true
  if (column.type === 'integer') return distinct <= MAX_VALUES && distinct <= rows / 2
  return column.type === 'text' && longest <= 500 && (distinct <= MAX_VALUES || (distinct <= 2000 && distinct <= rows / 2))
}

export function shortText(value: JsonValue | undefined): string | null {
  return value === null || value === undefined ? null : String(value).slice(0, MAX_TEXT)
}

/** Distinct values of a whole table by those of a sample: a column that hardly repeats in it has as many more in the rest. */
export function projectedDistinct(distinct: number, { present, seen, rows }: { present: number; seen: number; rows: number }): number {
  return rows <= seen || seen === 0 || distinct < present * 0.5 ? distinct : Math.round((distinct / seen) * rows)
}
