import { z } from 'zod'
import { Failure } from '../../failure.ts'
import type { Layer } from '../layer.ts'
import { pathsOf, reachOf } from './reach.ts'

const PATHS_TOLD = 16

const ReachJoin = z
  .object({
    from_table: z.string().meta({ example: 'Invoice' }),
    from_columns: z.array(z.string()).meta({ example: ['CustomerId'] }),
    to_table: z.string().meta({ example: 'Customer' }),
    to_columns: z.array(z.string()).meta({ example: ['CustomerId'] }),
  })
  .meta({ id: 'RowFilterJoin', description: 'A join from rows to the row they belong to' })

export const RelatedTable = z
  .object({
    table_name: z.string().meta({ example: 'Invoice' }),
    paths: z.array(z.array(ReachJoin)).meta({
      description: `Each way from its rows to those of the filtered table, join by join, at most ${PATHS_TOLD}; all of them must lead to a row that is left`,
    }),
    is_orphaned: z.boolean().meta({
      description: 'No join leads from it any more, or too many ways do: with the reach `related` none of its rows is left, until `reach` is stored again',
    }),
  })
  .meta({ id: 'RowFilterRelatedTable' })
export type RelatedTable = z.infer<typeof RelatedTable>

type Stored = { table_name: string; reach: 'table' | 'related'; reached_tables: string[] }

/** The tables that hold rows which belong to rows of the filtered one, and those that did when the filter was stored; sorted by name. */
export function relatedTables(layer: Layer, { table_name, reach, reached_tables }: Stored): RelatedTable[] {
  const reached = reachOf(layer, table_name)
  const isThere = (name: string) => layer.tables.some((table) => table.name === name)
  const lost = reach === 'related' ? reached_tables.filter((name) => !reached.has(name) && isThere(name)) : []
  const found = [...reached].map(([name, ways]) => ({ table_name: name, paths: pathsOf(ways ?? [], PATHS_TOLD), is_orphaned: ways === null }))
  return [...found, ...lost.map((name) => ({ table_name: name, paths: [], is_orphaned: true }))].toSorted((one, other) =>
    one.table_name < other.table_name ? -1 : 1,
  )
}

/** The names of the tables a filter reaches as it is stored. Fails with `invalid` when it could not be decided for one of them. */
export function tablesReached(layer: Layer, { table_name, reach }: Pick<Stored, 'table_name' | 'reach'>): string[] {
  if (reach === 'table') return []
  const reached = reachOf(layer, table_name)
  const [undecided] = [...reached].flatMap(([name, ways]) => (ways === null ? [name] : []))
  if (undecided === undefined) return [...reached.keys()].sort()
  const hint = 'delete the joins that mean nothing, or filter the tables one by one'
  throw new Failure('invalid', `too many ways of joins lead from "${undecided}" to "${table_name}"`, { param: 'reach', hint })
}
