import type { ColumnProfile, JsonValue, SourceColumn, SourceTable, TableProfile } from '#domain/semantics/sources/source.ts'
import { isComparable, isListable, MAX_VALUES, projectedDistinct, shortText } from '../profile.ts'
import type { ReadOwn } from './introspect.ts'

/** A larger table is judged by this many of its rows. */
const SAMPLED_ROWS = 1_000_000

/** Counts, bounds and frequent values in one statement, over at most a million rows; frequent values are found by sketch, a larger table's count of rows is the server's. */
export async function profileClickhouseTable(read: ReadOwn, table: SourceTable): Promise<TableProfile> {
  const facts = table.columns.flatMap((column) => {
    const value = quoted(column.name)
    if (!isComparable(column)) return [`count(${value})`, 'null', 'null', 'null', 'null', 'null']
    const text = `toString(${value})`
    const listed = column.type === 'text' || column.type === 'integer' || column.type === 'boolean'
    return [
      `count(${value})`,
      `uniq(${value})`,
      `toString(minOrNull(${value}))`,
      `toString(maxOrNull(${value}))`,
      column.type === 'text' ? `max(lengthUTF8(${text}))` : 'null',
      listed ? `topK(${MAX_VALUES})(substring(${text}, 1, 200))` : 'null',
    ]
  })
  const from = `(select ${table.columns.map((column) => quoted(column.name)).join(', ')} from ${nameOf(table)} limit ${SAMPLED_ROWS})`
  const [counted = []] = await read(`select ${['count()', ...facts].join(', ')} from ${from}`)
  const seen = Number(counted[0])
  const rows = seen < SAMPLED_ROWS ? seen : Math.max(seen, table.rowEstimate ?? 0)
  return { rows, columns: table.columns.map((column, index) => profileOf(column, counted.slice(1 + index * 6, 7 + index * 6), { seen, rows })) }
}

function profileOf(
  column: SourceColumn,
  [present, distinct, min, max, longest, frequent]: JsonValue[],
  { seen, rows }: { seen: number; rows: number },
): ColumnProfile {
  const known = typeof distinct === 'number' ? distinct : null
  const listed = known !== null && known > 0 && isListable(column, known, seen, Number(longest ?? 0))
  return {
    column: column.name,
    distinct: known === null ? null : projectedDistinct(known, { present: Number(present), seen, rows }),
    nullFraction: seen === 0 ? null : Math.round((1 - Number(present) / seen) * 1e6) / 1e6,
    min: Number(present) === 0 ? null : shortText(column.type === 'timestamp' ? moment(min) : min),
    max: Number(present) === 0 ? null : shortText(column.type === 'timestamp' ? moment(max) : max),
    topValues: listed && Array.isArray(frequent) ? frequent.flatMap((value) => shortText(value) ?? []) : [],
  }
}

const moment = (value: JsonValue | undefined): JsonValue => (typeof value === 'string' ? value.replace(' ', 'T') : null)
const nameOf = ({ schema, name }: SourceTable): string => (schema === null ? quoted(name) : `${quoted(schema)}.${quoted(name)}`)

function quoted(name: string): string {
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``
}
