import { DuckDBDecimalType, type DuckDBType, DuckDBTypeId } from '@duckdb/node-api'

const T = DuckDBTypeId
/** A double gives back every decimal of so many digits. */
const EXACT_DIGITS = 15
const [SAFE_LOW, SAFE_HIGH] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]

type Writer = (column: string) => string

const asIs: Writer = (column) => column
const asText: Writer = (column) => `cast(${column} as varchar)`
const safeInteger: Writer = (column) => `case when ${column} between ${SAFE_LOW} and ${SAFE_HIGH} then to_json(${column}) else to_json(${asText(column)}) end`
const finite: Writer = (column) => `case when isfinite(${column}) then cast(${column} as double) end`
const moment =
  (zone: string): Writer =>
  (column) => {
    const format = (fraction: string) => `strftime(${column}, '%Y-%m-%dT%H:%M:%S${fraction}${zone}')`
    return `case when date_trunc('second', ${column}) = ${column} then ${format('')} when date_trunc('millisecond', ${column}) = ${column} then ${format('.%g')} else ${format('.%f')} end`
  }

const WRITERS = new Map<DuckDBTypeId, Writer>([
  ...[T.BOOLEAN, T.TINYINT, T.SMALLINT, T.INTEGER, T.UTINYINT, T.USMALLINT, T.UINTEGER, T.VARCHAR].map((id) => [id, asIs] as const),
  ...[T.BIGINT, T.UBIGINT, T.HUGEINT, T.UHUGEINT].map((id) => [id, safeInteger] as const),
  ...[T.FLOAT, T.DOUBLE].map((id) => [id, finite] as const),
  ...[T.ENUM, T.UUID, T.DATE].map((id) => [id, asText] as const),
  [T.TIMESTAMP, moment('')],
  [T.TIMESTAMP_TZ, (column) => moment('Z')(`timezone('UTC', ${column})`)],
])

/** Rows written together. */
const ROWS_PER_PART = 1000

/**
 * Each row of a statement as one text: a JSON array with the values as `jsonFromDuckdb` writes them. The engine writes them several times faster than
 * a driver that hands over value by value. `null` when a column has a type that only the driver can write.
 */
export function jsonRowsOf(sql: string, types: readonly DuckDBType[]): string | null {
  const row = rowText(types)
  return row === null ? null : withEnd(sql, types.length, [row])
}

/**
 * As `jsonRowsOf`, a thousand rows a part with commas between, as bytes, each with the number of its rows: of the first `rowLimit` rows, and one more row is
 * counted and not written. It is made before it is read, so it suits a result that is sent as a whole.
 */
export function jsonPartsOf(sql: string, types: readonly DuckDBType[], rowLimit: number): string | null {
  const row = rowText(types)
  if (row === null) return null
  const numbered = `select ${row} as text, row_number() over () as number from ${nested(sql)} as result(${columnNames(types.length)}) limit ${rowLimit + 1}`
  return `select encode(string_agg(text, ',') filter (where number <= ${rowLimit})), count(*) from (${numbered}) group by (number - 1) // ${ROWS_PER_PART} order by min(number)`
}

function rowText(types: readonly DuckDBType[]): string | null {
  const values = types.map((type, index) => valueText(type, `c${index}`))
  return values.length === 0 || values.includes(null) ? null : `cast(json_array(${values.join(', ')}) as varchar)`
}

const columnNames = (columns: number): string => Array.from({ length: columns }, (_, index) => `c${index}`).join(', ')

/** The rows of a statement as they are, and the end of `withEnd`. */
export const wholeRowsOf = (sql: string, columns: number): string =>
  withEnd(
    sql,
    columns,
    Array.from({ length: columns }, (_, index) => `c${index}`),
  )

/** The first rows of a statement. */
export const limitedRowsOf = (sql: string, rows: number): string => `select * from ${nested(sql)} as result limit ${rows}`

const nested = (sql: string): string => `(\n${sql.replace(/[\s;]+$/, '')}\n)`

/**
 * A streamed result that fails, or is interrupted, after its first rows just ends. So a last row, the only one whose last value is true, says that nothing is
 * missing before it.
 */
function withEnd(sql: string, columns: number, values: string[]): string {
  const rows = `select ${values.join(', ')}, false from ${nested(sql)} as result(${columnNames(columns)})`
  return `${rows} union all select ${values.map(() => 'null').join(', ')}, true`
}

function valueText(type: DuckDBType, column: string): string | null {
  if (type.alias) return null
  const writer = type instanceof DuckDBDecimalType ? decimal(type) : WRITERS.get(type.typeId)
  return writer?.(column) ?? null
}

/** A number up to 15 digits that count, else text. */
function decimal({ width, scale }: DuckDBDecimalType): Writer {
  if (width <= EXACT_DIGITS) return asIs
  return (column) => {
    const digits = scale > 0 ? `rtrim(${asText(column)}, '0')` : asText(column)
    return `case when length(replace(ltrim(${digits}, '-0.'), '.', '')) <= ${EXACT_DIGITS} then to_json(${column}) else to_json(${asText(column)}) end`
  }
}
