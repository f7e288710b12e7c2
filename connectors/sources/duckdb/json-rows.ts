import { DuckDBDecimalType, type DuckDBType, DuckDBTypeId } from '@duckdb/node-api'

const T = DuckDBTypeId
/** A double gives back every decimal of so many digits. */
const EXACT_DIGITS = 15
const [SAFE_LOW, SAFE_HIGH] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]

type Writer = (column: string) => string

const asIs: Writer = (column) => `cast(${column} as varchar)`
const quoted: Writer = (column) => `'"' || cast(${column} as varchar) || '"'`
const safeInteger: Writer = (column) => `case when ${column} between ${SAFE_LOW} and ${SAFE_HIGH} then cast(${column} as varchar) else ${quoted(column)} end`
const finite: Writer = (column) => `case when isfinite(${column}) then cast(cast(${column} as double) as varchar) else 'null' end`
const text: Writer = (column) => `cast(to_json(cast(${column} as varchar)) as varchar)`
const moment =
  (zone: string): Writer =>
  (column) => {
    const format = (fraction: string) => `strftime(${column}, '"%Y-%m-%dT%H:%M:%S${fraction}${zone}"')`
    return `case when date_trunc('second', ${column}) = ${column} then ${format('')} when date_trunc('millisecond', ${column}) = ${column} then ${format('.%g')} else ${format('.%f')} end`
  }

const WRITERS = new Map<DuckDBTypeId, Writer>([
  ...[T.BOOLEAN, T.TINYINT, T.SMALLINT, T.INTEGER, T.UTINYINT, T.USMALLINT, T.UINTEGER].map((id) => [id, asIs] as const),
  ...[T.BIGINT, T.UBIGINT, T.HUGEINT, T.UHUGEINT].map((id) => [id, safeInteger] as const),
  ...[T.FLOAT, T.DOUBLE].map((id) => [id, finite] as const),
  ...[T.VARCHAR, T.ENUM, T.UUID].map((id) => [id, text] as const),
  [T.DATE, quoted],
  [T.TIMESTAMP, moment('')],
  [T.TIMESTAMP_TZ, (column) => moment('Z')(`timezone('UTC', ${column})`)],
])

/**
 * A statement that answers each row of another as one text: a JSON array with the values as `jsonFromDuckdb` writes them. The engine writes them several
 * times faster than a driver that hands over value by value. `null` when a column has a type that only the driver can write.
 */
export function jsonRowsOf(sql: string, types: readonly DuckDBType[]): string | null {
  const values = types.map((type, index) => valueText(type, `c${index}`))
  if (values.length === 0 || values.includes(null)) return null
  return withEnd(sql, types.length, [`'[' || ${values.join(" || ',' || ")} || ']'`])
}

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
  const names = Array.from({ length: columns }, (_, index) => `c${index}`).join(', ')
  const rows = `select ${values.join(', ')}, false from ${nested(sql)} as result(${names})`
  return `${rows} union all select ${values.map(() => 'null').join(', ')}, true`
}

function valueText(type: DuckDBType, column: string): string | null {
  if (type.alias) return null
  const writer = type instanceof DuckDBDecimalType ? decimal(type) : WRITERS.get(type.typeId)
  return writer ? `coalesce(${writer(column)}, 'null')` : null
}

/** A number up to 15 digits that count, else text. */
function decimal({ width, scale }: DuckDBDecimalType): Writer {
  if (width <= EXACT_DIGITS) return asIs
  return (column) => {
    const digits = scale > 0 ? `rtrim(cast(${column} as varchar), '0')` : `cast(${column} as varchar)`
    return `case when length(replace(ltrim(${digits}, '-0.'), '.', '')) <= ${EXACT_DIGITS} then cast(${column} as varchar) else ${quoted(column)} end`
  }
}
