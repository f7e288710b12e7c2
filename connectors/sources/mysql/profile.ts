import type { ColumnProfile, JsonValue, SourceColumn, SourceTable, TableProfile } from '#domain/semantics/sources/source.ts'
import { isComparable, isListable, MAX_VALUES, projectedDistinct, shortText } from '../profile.ts'

/** A larger table is judged by this many of its rows. */
const SAMPLED_ROWS = 100_000

export type ReadFacts = (sql: string) => Promise<JsonValue[][]>

/** Counts, bounds and frequent values in two statements, over at most a hundred thousand rows; a larger table's count of rows is the server's estimate. */
export async function profileMysqlTable(read: ReadFacts, table: SourceTable): Promise<TableProfile> {
  const from = sampleOf(table)
  const facts = table.columns.flatMap((column) => {
    const value = quoted(column.name)
    if (!isComparable(column)) return [`count(${value})`, 'null', 'null', 'null', 'null']
    const longest = column.type === 'text' ? `max(char_length(${value}))` : 'null'
    return [`count(${value})`, `count(distinct ${value})`, asText(`min(${value})`, column), asText(`max(${value})`, column), longest]
  })
  const [counted = []] = await read(`select ${['count(*)', ...facts].join(', ')} from ${from}`)
  const seen = Number(counted[0])
  const factsOf = (index: number) => counted.slice(1 + index * 5, 6 + index * 5)
  const listed = table.columns.filter((column, index) => {
    const [, distinct, min, max, longest] = factsOf(index)
    return isComparable(column) && Number(distinct) > 0 && isListable(column, Number(distinct), seen, Number(longest ?? 0), [min, max])
  })
  const rows = seen < SAMPLED_ROWS ? seen : Math.max(seen, table.rowEstimate ?? 0)
  const frequent = await frequentValues(read, listed, from)
  const columns = table.columns.map((column, index): ColumnProfile => {
    const [present, distinct, min, max] = factsOf(index)
    return {
      column: column.name,
      distinct: typeof distinct === 'number' ? projectedDistinct(distinct, { present: Number(present), seen, rows }) : null,
      nullFraction: seen === 0 ? null : Math.round((1 - Number(present) / seen) * 1e6) / 1e6,
      min: shortText(min),
      max: shortText(max),
      topValues: frequent.get(column.name) ?? [],
    }
  })
  return { rows, columns }
}

async function frequentValues(read: ReadFacts, columns: SourceColumn[], from: string): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>(columns.map((column) => [column.name, []]))
  if (columns.length === 0) return found
  const parts = columns.map((column, index) => {
    const value = quoted(column.name)
    const counted = `select ${index} as n, ${asText(value, column)} as v, count(*) as c from ${from} where ${value} is not null group by ${value} order by c desc, v limit ${MAX_VALUES}`
    return `select n, v, c from (${counted}) as q${index}`
  })
  for (const [index, value] of await read(`${parts.join(' union all ')} order by 1, 3 desc, 2`)) {
    found.get(columns[Number(index)]?.name ?? '')?.push(shortText(value) ?? '')
  }
  return found
}

function sampleOf({ schema, name, columns }: SourceTable): string {
  const table = schema === null ? quoted(name) : `${quoted(schema)}.${quoted(name)}`
  return `(select ${columns.map((column) => quoted(column.name)).join(', ')} from ${table} limit ${SAMPLED_ROWS}) as sample`
}

/** As text in one character set, whatever the column's own. */
function asText(expression: string, column: SourceColumn): string {
  const text = `convert(cast(${expression} as char) using utf8mb4)`
  return column.type === 'timestamp' ? `replace(${text}, ' ', 'T')` : text
}

function quoted(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``
}
