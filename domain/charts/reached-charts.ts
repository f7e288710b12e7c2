import { and, eq, getTableColumns, inArray, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { charts } from '#db/schema/analytics.ts'
import { datasources } from '#db/schema/semantics.ts'
import { lendersOf, sharersOf } from '../access/lenders.ts'
import { seenBy } from '../access/seen-by.ts'
import { notFound, visible } from '../allow.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import type { Authority } from '../query/run-query.ts'
import type { ChartRow } from './charts.ts'
import { type DashboardRow, requireDashboard } from './dashboards.ts'

/**
 * A chart with the ways by which the caller may reach it and its rows. Every route that shows a chart's data starts from one, and `authorityOver` tells from
 * it by whose right and under whose filters the chart runs.
 */
export type ReachedChart = {
  chart: ChartRow
  /** The dashboard it is looked at on, if any. */
  dashboard: DashboardRow | null
  /** By the caller's own right. */
  seen: boolean
  sourceSeen: boolean
  /** By the right of the dashboard's owner, or of whoever made the guest token. */
  published: boolean
  sourcePublished: boolean
  /** Whether the chart's owner, and who else wrote what it asks, may still see the data source. */
  sourceLent: boolean
}

/** The charts of these ids that exist, with the ways to them; `dashboard` is one the caller may look at. */
export async function reachCharts(ctx: Context, ids: string[], dashboard: DashboardRow | null): Promise<ReachedChart[]> {
  if (!ids.length) return []
  const { actor } = ctx
  const chart = { id: charts.id, owner: charts.owner_id }
  const source = { id: charts.datasource_id, owner: datasources.owner_id }
  const flag = (condition: SQL | undefined) => sql<number>`(${condition ?? sql`true`})`
  const own = (condition: () => SQL | undefined) => (actor.type === 'guest' ? sql<number>`0` : flag(condition()))
  const publisher = actor.type === 'guest' ? actor.claims.minterId : dashboard?.owner_id
  const publishedBy = (type: 'chart' | 'datasource', object: { id: SQLWrapper; owner: SQLWrapper }) =>
    publisher === undefined ? sql<number>`0` : flag(seenBy(sql`${publisher}`, type, object, 'edit'))
  const found = await ctx.db
    .select({
      chart: getTableColumns(charts),
      seen: own(() => visible(ctx, 'chart', charts.id, charts.owner_id)),
      sourceSeen: own(() => visible(ctx, 'datasource', charts.datasource_id, datasources.owner_id)),
      published: publishedBy('chart', chart),
      sourcePublished: publishedBy('datasource', source),
      sourceLent: flag(and(seenBy(charts.owner_id, 'datasource', source), or(isNull(charts.asked_by), seenBy(charts.asked_by, 'datasource', source)))),
    })
    .from(charts)
    .leftJoin(datasources, eq(datasources.id, charts.datasource_id))
    .where(inArray(charts.id, ids))
  return found.map(({ chart: row, ...ways }) => ({
    chart: row,
    dashboard,
    seen: Boolean(ways.seen),
    sourceSeen: Boolean(ways.sourceSeen),
    published: Boolean(ways.published),
    sourcePublished: Boolean(ways.sourcePublished),
    sourceLent: Boolean(ways.sourceLent),
  }))
}

/** Whether the caller may look at it: by his own right, or as part of a dashboard whose publisher may show it to others. */
export const isReached = ({ seen, sourceSeen, published, sourcePublished }: ReachedChart): boolean => seen || (published && (sourceSeen || sourcePublished))

/**
 * Whether more of its data source may be asked than the chart itself asks: the values and conditions of a dashboard's filters, the levels of a hierarchy.
 * A chart that is only lent answers its own question; who sees the source asks what he likes, and who may publish it shows what he likes.
 */
export const mayAskMore = ({ sourceSeen, published, sourcePublished }: ReachedChart): boolean => sourceSeen || (published && sourcePublished)

/** Who lends a chart whoever looks at it: its owner, and who else wrote what it asks. */
export const lendersOfChart = ({ owner_id, asked_by }: ChartRow): string[] => [owner_id, ...(asked_by === null ? [] : [asked_by])]

/** The chart a caller may look at: by his own right, or on the one dashboard his guest token opens. Fails with `not_found`. */
export async function findChart(ctx: Context, id: string): Promise<ReachedChart> {
  const dashboard = ctx.actor.type === 'guest' ? await requireDashboard(ctx, ctx.actor.claims.dashboardId, 'view') : null
  const placed = !dashboard || dashboard.layout.some((tile) => tile.chart_id === id)
  const [found] = placed ? await reachCharts(ctx, [id], dashboard) : []
  if (!found || !isReached(found)) throw notFound('chart')
  return found
}

/**
 * By whose right a chart runs. Who may query its data source himself runs it as his own query. To everybody else it is lent: by its owner, by whoever changed
 * what it asks or shared it on, and, where only a dashboard shows it or asks more of its data source (`asksMore`), by the dashboard's owner, whoever shared that
 * on, and the maker of the guest token. The filters of all of them hold.
 * Fails with `forbidden` when owner or author can no longer see the source, or one of them is gone.
 */
export async function authorityOver(ctx: Context, found: ReachedChart, asksMore = false): Promise<Authority> {
  if (found.sourceSeen) return 'caller'
  const { chart, dashboard, seen, sourceLent } = found
  if (!sourceLent) throw new Failure('forbidden', "the chart's owner, or who wrote its query, can no longer see its data source")
  const minter = ctx.actor.type === 'guest' ? [ctx.actor.claims.minterId] : []
  const sharers = async (type: 'chart' | 'dashboard', object: { id: string; owner_id: string }) =>
    ctx.actor.type === 'user' ? sharersOf(ctx, type, object, ctx.actor) : []
  const onDashboard = async (shown: DashboardRow) => [shown.owner_id, ...(await sharers('dashboard', shown)), ...minter]
  const byChart = seen ? await sharers('chart', chart) : []
  const byDashboard = dashboard && (asksMore || !seen) ? await onDashboard(dashboard) : []
  const between = [...byChart, ...byDashboard]
  return { lenders: await lendersOf(ctx, [...lendersOfChart(chart), ...between]) }
}
