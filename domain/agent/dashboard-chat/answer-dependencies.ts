import { digestOf } from '#domain/charts/render.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import type { AskedSource } from './chat-scope.ts'

/** The tables an answer tells of, by data source, each with a digest of what of it was open when it was given. */
export type RestsOn = Record<string, Record<string, string>>

/** What a table lets its asker see: its rows by the condition on them, its columns but for those that are hidden. */
const openOf = ({ rowFilter, isHidden, columns }: LayerTable): Promise<string> =>
  digestOf([rowFilter ?? null, isHidden, columns.flatMap((column) => (column.isHidden ? [column.name] : []))])

/** The digests of some tables of a data source as it is open now; all of its tables where the names are not known. */
export async function openNow({ layer }: AskedSource, tables?: readonly string[]): Promise<Record<string, string>> {
  const named = layer.tables.filter(({ name }) => tables === undefined || tables.includes(name))
  return Object.fromEntries(await Promise.all(named.map(async (table) => [table.name, await openOf(table)] as const)))
}

/** Whether all that an answer tells of is open still, as it was. */
export function areUnchanged(rests: RestsOn, now: RestsOn): boolean {
  return Object.entries(rests).every(([source, tables]) => Object.entries(tables).every(([table, digest]) => now[source]?.[table] === digest))
}

export const together = (one: RestsOn, other: RestsOn): RestsOn =>
  Object.fromEntries([...new Set([...Object.keys(one), ...Object.keys(other)])].map((id) => [id, { ...one[id], ...other[id] }]))
