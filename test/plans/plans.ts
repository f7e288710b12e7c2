import type { Client } from '@libsql/client'
import type { Recorded } from '#test/database.ts'
import { GROWING } from './statistics.ts'

export type Plan = string[]

export async function planOf(client: Client, { sql, args }: Recorded): Promise<Plan> {
  const { rows } = await client.execute({ sql: `explain query plan ${sql}`, args })
  return rows.map(({ detail }) => String(detail))
}

/** Whether a statement has a plan: the others set up or ask about the database itself. */
export const isPlanned = ({ sql }: Recorded): boolean => /^\s*(?:select|insert|update|delete|with)\b/i.test(sql)

/** The indexes that hold some rows of their table only: what is under way, pinned or shared. */
export async function partialIndexes(client: Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.execute("select i.name from pragma_table_list t, pragma_index_list(t.name) i where t.schema = 'main' and i.partial")
  return new Set(rows.map(({ name }) => String(name)))
}

/**
 * The steps of a plan that read a growing table from end to end, or build an index of it to throw away. One in the order of an index ends with the page it
 * is read for, and one over a partial index reads few.
 */
export function fullScans({ sql }: Recorded, plan: Plan, partial: ReadonlySet<string>): string[] {
  const isPage = /\blimit \?/i.test(sql)
  return plan.filter((step) => {
    const [verb, alias = ''] = step.split(' ')
    if (!GROWING.has(tableOf(alias, sql)) || /VIRTUAL TABLE/.test(step)) return false
    const index = / USING (?:COVERING )?INDEX (\S+)/.exec(step)?.[1]
    return (verb === 'SCAN' && (index === undefined || !(isPage || partial.has(index)))) || / AUTOMATIC /.test(step)
  })
}

/** The table an alias stands for. */
function tableOf(alias: string, sql: string): string {
  if (GROWING.has(alias) || !/^\w+$/.test(alias)) return alias
  return new RegExp(`\\b(\\w+)"?\\s+(?:as\\s+)?"?${alias}"?\\b(?!\\s*\\.)`, 'i').exec(sql)?.[1] ?? alias
}
