import type { ColumnProfile, JsonValue, SourceColumn, SourceTable, TableProfile } from '#domain/semantics/source.ts'
import { identifier } from '../quote.ts'
import type { ReadAll } from './introspect.ts'

const SAMPLED_ROWS = 200_000
const COLUMNS_AT_ONCE = 100
const MAX_VALUES = 200
const MAX_TEXT = 200

/** Facts about a table: one statement for counts and bounds, one for all frequent values. Of more than 200,000 rows a sample of blocks is read, and counts are projected. */
export async function profilePostgresTable(readAll: ReadAll, table: SourceTable): Promise<TableProfile> {
  const name = table.schema === null ? identifier(table.name) : `${identifier(table.schema)}.${identifier(table.name)}`
  const estimate = table.rowEstimate ?? 0
  const share = Math.min(100, (SAMPLED_ROWS / Math.max(estimate, 1)) * 100)
  const sample = table.kind === 'table' && share < 100 ? `${name} tablesample system (${share.toFixed(6)}) repeatable (1)` : name
  const from = `(select * from ${sample} limit ${SAMPLED_ROWS}) as t`
  const columns: ColumnProfile[] = []
  let seen = 0
  for (let start = 0; start < table.columns.length; start += COLUMNS_AT_ONCE) {
    const some = table.columns.slice(start, start + COLUMNS_AT_ONCE)
    const [counted = []] = await readAll(`select count(*), ${some.map(factsOf).join(', ')} from ${from}`, [])
    seen = Number(counted[0])
    columns.push(...some.map((column, index) => factsFrom(column, counted.slice(1 + index * 5, 6 + index * 5), seen)))
  }
  const listed = columns.flatMap((profile, index) => (isListable(table.columns[index] as SourceColumn, profile, seen) ? [index] : []))
  for (const [index, values] of await frequentValues(readAll, table.columns, listed, from)) (columns[index] as Draft).topValues = values
  const rows = seen < SAMPLED_ROWS && share === 100 ? seen : Math.max(seen, estimate)
  return { rows, columns: columns.map((profile) => projected(profile as Draft, seen, rows)) }
}

type Draft = ColumnProfile & { longest: number; present: number }

/** Five expressions: values, distinct ones, least, greatest, and the length of the longest. */
function factsOf({ name, type }: SourceColumn): string {
  const value = identifier(name)
  if (type === 'json' || type === 'binary' || type === 'other') return `count(${value}), null::int8, null::text, null::text, null::int4`
  if (type === 'boolean') return `count(${value}), count(distinct ${value}), bool_and(${value})::text, bool_or(${value})::text, null::int4`
  const text = type === 'text' ? `${value}::text` : value
  return `count(${value}), count(distinct ${text}), min(${text})::text, max(${text})::text, ${type === 'text' ? `max(length(${value}::text))` : 'null::int4'}`
}

function factsFrom({ name }: SourceColumn, [present, distinct, min, max, longest]: (JsonValue | undefined)[], seen: number): Draft {
  return {
    column: name,
    distinct: typeof distinct === 'number' ? distinct : null,
    nullFraction: seen === 0 ? null : Math.round((1 - Number(present) / seen) * 1e6) / 1e6,
    min: shortText(min),
    max: shortText(max),
    topValues: [],
    longest: Number(longest ?? 0),
    present: Number(present),
  }
}

async function frequentValues(readAll: ReadAll, columns: SourceColumn[], listed: number[], from: string): Promise<[number, string[]][]> {
  if (listed.length === 0) return []
  const parts = listed.map((index) => {
    const value = identifier(columns[index]?.name ?? '')
    return `(select ${index}::int4 as i, left(${value}::text, ${MAX_TEXT}) as v, count(*) as n from t where ${value} is not null group by ${value} order by 3 desc, 2 limit ${MAX_VALUES})`
  })
  const found = await readAll(`with t as materialized (select * from ${from}) select i, v from (${parts.join(' union all ')}) as f order by i, n desc, v`, [])
  const values = new Map<number, string[]>()
  for (const [index, value] of found) values.set(Number(index), [...(values.get(Number(index)) ?? []), String(value)])
  return [...values]
}

/** Text and whole numbers that come from a list (a status, a country) rather than from a keyboard. */
function isListable({ type }: SourceColumn, profile: ColumnProfile, seen: number): boolean {
  const { distinct, longest } = profile as Draft
  if (distinct === null) return false
  if (type === 'boolean') return true
  if (type === 'integer') return distinct <= MAX_VALUES && distinct <= seen / 2
  return type === 'text' && longest <= 500 && (distinct <= MAX_VALUES || (distinct <= 2000 && distinct <= seen / 2))
}

/** A column whose values hardly repeat in the sample has as many more in the whole table. */
function projected({ longest: _, present, ...profile }: Draft, seen: number, rows: number): ColumnProfile {
  if (profile.distinct === null || rows <= seen || profile.distinct < present * 0.5) return profile
  return { ...profile, distinct: Math.round((profile.distinct / Math.max(seen, 1)) * rows) }
}

const shortText = (value: JsonValue | undefined): string | null => (value === null || value === undefined ? null : String(value).slice(0, MAX_TEXT))
