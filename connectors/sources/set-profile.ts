import type { ColumnProfile, JsonValue, SourceColumn, SourceTable, TableProfile } from '#domain/semantics/sources/source.ts'
import { isComparable, isListable, MAX_VALUES, projectedDistinct, shortText } from './profile.ts'

const COLUMNS_AT_ONCE = 80
const MAX_TEXT = 200

/** How a network database says what a profile needs. */
export type SetProfileDialect = {
  readAll(sql: string): Promise<JsonValue[][]>
  /** Rows looked at: of a larger table a sample. */
  sampledRows: number
  /** What to read them from: a table expression of at most `sampledRows` rows. */
  from: string
  identifier(name: string): string
  text(expression: string): string
  /** The least and greatest value of a boolean column, as text. */
  booleanBounds(value: string): [string, string]
}

/**
 * Facts about a table in few statements, however many columns it has: one for counts and bounds, one for all frequent values. Of more rows than are sampled
 * the counts of columns that hardly repeat are projected on the table's estimate.
 */
export async function profileBySets(table: SourceTable, dialect: SetProfileDialect): Promise<TableProfile> {
  const estimate = table.rowEstimate ?? 0
  const drafts: Draft[] = []
  let seen = 0
  for (let start = 0; start < table.columns.length; start += COLUMNS_AT_ONCE) {
    const some = table.columns.slice(start, start + COLUMNS_AT_ONCE)
    const facts = some.flatMap((column) => factsOf(column, dialect))
    const [counted = []] = await dialect.readAll(`select count(*), ${facts.join(', ')} from ${dialect.from}`)
    seen = Number(counted[0])
    drafts.push(...some.map((column, index) => factsFrom(column, counted.slice(1 + index * 5, 6 + index * 5), seen)))
  }
  const listed = drafts.filter(
    ({ column, profile, longest }) => profile.distinct !== null && isListable(column, profile.distinct, seen, longest, [profile.min, profile.max]),
  )
  for (let start = 0; start < listed.length; start += COLUMNS_AT_ONCE) await addFrequentValues(listed.slice(start, start + COLUMNS_AT_ONCE), dialect)
  const rows = seen < dialect.sampledRows ? seen : Math.max(seen, estimate)
  return {
    rows,
    columns: drafts.map(({ profile, present }) => ({
      ...profile,
      distinct: profile.distinct === null ? null : projectedDistinct(profile.distinct, { present, seen, rows }),
    })),
  }
}

type Draft = { column: SourceColumn; profile: ColumnProfile; longest: number; present: number }

/** Five expressions: values, distinct ones, least, greatest, and the length of the longest. */
function factsOf(column: SourceColumn, { identifier, text, booleanBounds }: SetProfileDialect): string[] {
  const value = identifier(column.name)
  const { type } = column
  if (!isComparable(column)) return [`count(${value})`, 'null', 'null', 'null', 'null']
  if (type === 'boolean') return [`count(${value})`, `count(distinct ${value})`, ...booleanBounds(value), 'null']
  const comparable = type === 'text' ? text(value) : value
  const longest = type === 'text' ? `max(length(${text(value)}))` : 'null'
  return [`count(${value})`, `count(distinct ${comparable})`, text(`min(${comparable})`), text(`max(${comparable})`), longest]
}

function factsFrom(column: SourceColumn, [present, distinct, min, max, longest]: (JsonValue | undefined)[], seen: number): Draft {
  const nullFraction = seen === 0 ? null : Math.round((1 - Number(present) / seen) * 1e6) / 1e6
  const known = typeof distinct === 'number' ? distinct : null
  const profile = { column: column.name, distinct: known, nullFraction, min: shortText(min), max: shortText(max), topValues: [] }
  return { column, profile, longest: Number(longest ?? 0), present: Number(present) }
}

async function addFrequentValues(listed: Draft[], { readAll, from, identifier, text }: SetProfileDialect): Promise<void> {
  const parts = listed.map(({ column }, index) => {
    const value = identifier(column.name)
    return `select * from (select ${index} as i, ${text(value)} as v, count(*) as n from t where ${value} is not null group by ${value} order by 3 desc, 2 limit ${MAX_VALUES}) as f${index}`
  })
  const found = await readAll(`with t as materialized (select * from ${from}) select i, v, n from (${parts.join(' union all ')}) as f order by i, n desc, v`)
  for (const [index, value] of found) listed[Number(index)]?.profile.topValues.push(String(value).slice(0, MAX_TEXT))
}
