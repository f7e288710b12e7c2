import type { Layer, LayerRelationship } from '../layer.ts'
import { allOf, type Expression, selectFrom } from '../sql/sql-tree.ts'

/** One join from rows to the row they belong to. */
export type ReachJoin = { from_table: string; from_columns: string[]; to_table: string; to_columns: string[] }

/** The joins that lead from a table towards a filtered one; `ways` go on from the table joined, null where that is the filtered one. */
type Way = { join: ReachJoin; ways: Way[] | null }

/** The tables whose rows belong to rows of one table: by which ways, or null where these are too many to ask for. Never the table itself. */
export type Reach = ReadonlyMap<string, Way[] | null>

/** The joins of all ways of one table together. An engine's statement can read only so many tables (MariaDB 61). */
const MOST_JOINS = 30
/** What the search for them may take. */
const MOST_STEPS = 2000

const known = new WeakMap<LayerRelationship[], Map<string, Reach>>()

/**
 * Which tables hold rows that belong to rows of `root`, by the layer's joins towards one row (both ways between rows that are one to one), over any number of tables.
 * A way names no table twice, so that joins in a circle end. Joins of many rows to many say of no row to whom it belongs.
 */
export function reachOf({ relationships }: Layer, root: string): Reach {
  const found = known.get(relationships) ?? new Map<string, Reach>()
  known.set(relationships, found)
  const reach = found.get(root) ?? search(relationships.flatMap(joinsOf), root)
  found.set(root, reach)
  return reach
}

function joinsOf({ fromTable, fromColumns, toTable, toColumns, cardinality }: LayerRelationship): ReachJoin[] {
  if (fromTable === toTable) return []
  const forward = { from_table: fromTable, from_columns: fromColumns, to_table: toTable, to_columns: toColumns }
  const backward = { from_table: toTable, from_columns: toColumns, to_table: fromTable, to_columns: fromColumns }
  if (cardinality === 'many_to_one') return [forward]
  if (cardinality === 'one_to_many') return [backward]
  return cardinality === 'one_to_one' ? [forward, backward] : []
}

function search(joins: ReachJoin[], root: string): Reach {
  const from = Map.groupBy(joins, (join) => join.from_table)
  const reached = reachedBy(joins, root)
  const reach = new Map<string, Way[] | null>()
  for (const table of reached) {
    const left = { joins: MOST_JOINS, steps: MOST_STEPS }
    const ways = waysFrom(table, new Set([table]))
    reach.set(table, left.joins < 0 || left.steps < 0 ? null : ways)

    function waysFrom(at: string, before: ReadonlySet<string>): Way[] {
      return (from.get(at) ?? []).flatMap((join): Way[] => {
        if (--left.steps < 0 || left.joins < 0 || before.has(join.to_table)) return []
        const isRoot = join.to_table === root
        if (!isRoot && !reached.has(join.to_table)) return []
        left.joins--
        const ways = isRoot ? null : waysFrom(join.to_table, new Set([...before, join.to_table]))
        if (ways?.length !== 0) return [{ join, ways }]
        left.joins++
        return []
      })
    }
  }
  return reach
}

function reachedBy(joins: ReachJoin[], root: string): Set<string> {
  const reached = new Set<string>([root])
  // A set is gone through with what is added meanwhile.
  for (const table of reached) for (const join of joins) if (join.to_table === table) reached.add(join.from_table)
  reached.delete(root)
  return reached
}

/**
 * What holds of the rows of a table by all ways of which one leads to a row of the filtered table where `condition` holds. A row without a key, or whose key leads to
 * no row, belongs to none of them.
 */
export function belongsTo(layer: Layer, ways: readonly Way[], condition: Expression): Expression {
  const conditions = ways.map(({ join, ways: further }): Expression => {
    const parent = layer.tables.find(({ name }) => name === join.to_table)
    const schema = parent?.schema ?? null
    const columns = (table: string, names: string[]) => names.map((column): Expression => ({ kind: 'column', source: table, column }))
    const select = selectFrom(
      { kind: 'table', schema, table: join.to_table, alias: join.to_table },
      {
        columns: columns(join.to_table, join.to_columns).map((value, index) => ({ name: `key_${index}`, value })),
        where: further === null ? condition : belongsTo(layer, further, condition),
      },
    )
    const [only, ...more] = columns(join.from_table, join.from_columns)
    const of: Expression = only && more.length === 0 ? only : { kind: 'row', of: columns(join.from_table, join.from_columns) }
    return { kind: 'any_row', of, select, negated: false }
  })
  return allOf(conditions) ?? { kind: 'not', of: { kind: 'all', of: [] } }
}

/** Each way on its own, from the table to the filtered one; at most `most` of them. */
export function pathsOf(ways: readonly Way[], most: number): ReachJoin[][] {
  const paths: ReachJoin[][] = []
  const follow = (next: readonly Way[], before: ReachJoin[]): void => {
    for (const { join, ways: further } of next) {
      if (paths.length >= most) return
      if (further === null) paths.push([...before, join])
      else follow(further, [...before, join])
    }
  }
  follow(ways, [])
  return paths
}
