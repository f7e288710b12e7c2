import { and, eq, inArray, sql } from 'drizzle-orm'
import { charts } from '#db/schema/analytics.ts'
import { datasources } from '#db/schema/semantics.ts'
import { seenBy } from '../access/seen-by.ts'
import type { Context } from '../context.ts'

/** Those of the charts that a user may not show to others, for they need more than `view` on a chart and on its data source. */
export async function unpublishable(ctx: Context, userId: string, chartIds: string[]): Promise<string[]> {
  if (!chartIds.length) return []
  const may = and(
    seenBy(sql`${userId}`, 'chart', { id: charts.id, owner: charts.owner_id }, 'edit'),
    seenBy(sql`${userId}`, 'datasource', { id: charts.datasource_id, owner: datasources.owner_id }, 'edit'),
  )
  const open = await ctx.db
    .select({ id: charts.id })
    .from(charts)
    .leftJoin(datasources, eq(datasources.id, charts.datasource_id))
    .where(and(inArray(charts.id, chartIds), may))
  const known = await ctx.db.select({ id: charts.id }).from(charts).where(inArray(charts.id, chartIds))
  const allowed = new Set(open.map(({ id }) => id))
  return known.flatMap(({ id }) => (allowed.has(id) ? [] : [id]))
}
