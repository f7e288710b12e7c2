import { and, eq, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { charts } from '#db/schema/analytics.ts'
import { hierarchies, measures, relationships, rowFilters, verifiedQueries } from '#db/schema/semantics.ts'
import type { Context } from '../../context.ts'
import type { Statement } from '../../work/runs.ts'

/** The tables and columns a source has, by table. */
export type Catalogue = ReadonlyMap<string, ReadonlySet<string>>

/** Says whether a statement of a person still runs on the source. */
export type StillRuns = (sql: string) => Promise<boolean>

type Checked = { id: string; was: boolean; is: boolean }

/** At most so many statements of people are tried on the source. */
const MAX_TRIED = 200

/**
 * The statements that mark what names a table or column the source no longer has, and unmark what is whole again. Structured queries are read;
 * SQL is tried on the source, where it was marked before or names one of the `vanished` words.
 */
export async function orphanStatements(
  ctx: Context,
  datasourceId: string,
  catalogue: Catalogue,
  vanished: string[],
  stillRuns: StillRuns,
): Promise<Statement[]> {
  const [paths, joins, named, verified, filters, drawn] = await ctx.db.batch([
    ctx.db.select().from(hierarchies).where(eq(hierarchies.datasource_id, datasourceId)),
    ctx.db
      .select()
      .from(relationships)
      .where(and(eq(relationships.datasource_id, datasourceId), eq(relationships.source, 'manual'))),
    ctx.db.select().from(measures).where(eq(measures.datasource_id, datasourceId)),
    ctx.db.select().from(verifiedQueries).where(eq(verifiedQueries.datasource_id, datasourceId)),
    ctx.db.select().from(rowFilters).where(eq(rowFilters.datasource_id, datasourceId)),
    ctx.db.select({ id: charts.id, query: charts.query, is_orphaned: charts.is_orphaned }).from(charts).where(eq(charts.datasource_id, datasourceId)),
  ])
  const lost = (table: string, columns: string[]) => columns.some((column) => !has(catalogue, table, column)) || !catalogue.has(table)
  const lostMeasures = new Set(
    named.filter((row) => lost(row.table_name, []) || isLost(catalogue, row.table_name, row.expression_tree, row.filters)).map(({ name }) => name),
  )
  let tried = 0
  const isBroken = async (row: { sql: string | null; query: unknown; is_orphaned: boolean }): Promise<boolean> => {
    if (row.query) return isLost(catalogue, null, row.query) || measuresNamed(row.query).some((name) => lostMeasures.has(name))
    if (!row.sql || !(row.is_orphaned || mentions(row.sql, vanished))) return row.is_orphaned
    tried += 1
    return tried > MAX_TRIED ? row.is_orphaned : !(await stillRuns(row.sql))
  }
  const checkedQueries = async (rows: { id: string; sql: string | null; query: unknown; is_orphaned: boolean }[]): Promise<Checked[]> => {
    const checked: Checked[] = []
    for (const row of rows) checked.push({ id: row.id, was: row.is_orphaned, is: await isBroken(row) })
    return checked
  }
  return [
    ...marks(
      ctx,
      hierarchies,
      paths.map((row) => ({ id: row.id, was: row.is_orphaned, is: row.levels.some((level) => lost(level.table_name, [level.column_name])) })),
    ),
    ...marks(
      ctx,
      relationships,
      joins.map((row) => ({ id: row.id, was: row.is_orphaned, is: lost(row.from_table, row.from_columns) || lost(row.to_table, row.to_columns) })),
    ),
    ...marks(
      ctx,
      measures,
      named.map((row) => ({ id: row.id, was: row.is_orphaned, is: lostMeasures.has(row.name) })),
    ),
    ...marks(
      ctx,
      rowFilters,
      filters.map((row) => ({ id: row.id, was: row.is_orphaned, is: lost(row.table_name, [memberColumn(row.condition.member)]) })),
    ),
    ...marks(ctx, verifiedQueries, await checkedQueries(verified)),
    ...marks(
      ctx,
      charts,
      await checkedQueries(drawn.map(({ id, query, is_orphaned }) => ({ id, sql: query.sql ?? null, query: query.semantic_query ?? null, is_orphaned }))),
    ),
  ]
}

/** A member is a column's name, or the table's and the column's with a dot between. */
const memberColumn = (member: string): string => member.slice(member.lastIndexOf('.') + 1)

function marks(ctx: Context, table: SQLiteTable, checked: Checked[]): Statement[] {
  return [true, false].flatMap((orphaned) => {
    const ids = checked.filter(({ was, is }) => is === orphaned && was !== orphaned).map(({ id }) => id)
    if (ids.length === 0) return []
    const listed = sql`(select value from json_each(${JSON.stringify(ids)}))`
    return [ctx.db.run(sql`update ${table} set is_orphaned = ${Number(orphaned)} where id in ${listed}`) as unknown as Statement]
  })
}

const has = (catalogue: Catalogue, table: string, column: string): boolean => catalogue.get(table)?.has(column) ?? false

/** Whether a structured text names a table or a column that is not there. `table` is the one that columns without a table belong to. */
function isLost(catalogue: Catalogue, table: string | null, ...nodes: unknown[]): boolean {
  return nodes.some((node) => {
    if (Array.isArray(node)) return isLost(catalogue, table, ...node)
    if (typeof node !== 'object' || node === null) return false
    const members = node as Record<string, unknown>
    const own = typeof members.table === 'string' ? members.table : table
    if (own !== null && !catalogue.has(own)) return true
    if (own !== null && typeof members.column === 'string' && !has(catalogue, own, members.column)) return true
    return Object.entries(members).some(([name, value]) => name !== 'values' && isLost(catalogue, own, value))
  })
}

function measuresNamed(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(measuresNamed)
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, value]) => (name === 'measure' && typeof value === 'string' ? [value] : measuresNamed(value)))
}

const mentions = (sql: string, words: string[]): boolean => {
  const text = sql.toLowerCase()
  return words.some((word) => text.includes(word.toLowerCase()))
}
