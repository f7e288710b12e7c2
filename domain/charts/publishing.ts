import { and, eq, inArray, sql } from 'drizzle-orm'
import { charts } from '#db/schema/analytics.ts'
import { datasources } from '#db/schema/semantics.ts'
import { seenBy } from '../access/seen-by.ts'
import { requireUser } from '../allow.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import type { NamedFilter } from './filters/filter.ts'
import { chartIdsOf, isChartTile, type NamedTile } from './layout/tile.ts'

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

type Parts = { layout: NamedTile[]; filters: NamedFilter[] }

/**
 * Whoever puts a chart, or a filter over a member of its data source, on a dashboard of somebody else's shows others by that person's right what they did not
 * see, so he needs that right himself. Fails with `forbidden`.
 */
export async function requirePublishable(ctx: Context, { layout, filters }: Parts, before: Parts & { owner_id: string }): Promise<void> {
  const { userId } = requireUser(ctx)
  if (userId === before.owner_id) return
  const placed = new Set(chartIdsOf(before.layout))
  const [closed] = await unpublishable(
    ctx,
    userId,
    chartIdsOf(layout).filter((id) => !placed.has(id)),
  )
  if (closed !== undefined) {
    throw new Failure('forbidden', 'a chart on the dashboard of somebody else needs the level "edit" on the chart and on its data source', {
      param: `layout.${layout.findIndex((tile) => isChartTile(tile) && tile.chart_id === closed)}.chart_id`,
    })
  }
  const index = await unpublishableFilter(ctx, userId, { layout, filters }, before.filters)
  if (index < 0) return
  throw new Failure('forbidden', 'a filter on the dashboard of somebody else needs the level "edit" on the charts of its data source and on that', {
    param: `filters.${index}.member`,
  })
}

const asks = ({ datasource_id, member }: NamedFilter): string => JSON.stringify([datasource_id, member])

/** The first of the filters that asks what none asked before, over a data source of which the user may not show each chart there; -1 when there is none. */
async function unpublishableFilter(ctx: Context, userId: string, { layout, filters }: Parts, before: NamedFilter[]): Promise<number> {
  const asked = new Set(before.map(asks))
  if (filters.every((filter) => asked.has(asks(filter)))) return -1
  const ids = chartIdsOf(layout)
  const closed = await unpublishable(ctx, userId, ids)
  if (!closed.length) return -1
  const found = await ctx.db.select({ source: charts.datasource_id }).from(charts).where(inArray(charts.id, closed))
  const sources = new Set(found.map(({ source }) => source))
  return filters.findIndex((filter) => !asked.has(asks(filter)) && (filter.datasource_id === null || sources.has(filter.datasource_id)))
}
