import { z } from 'zod'
import { notFound } from '../allow.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { QueryColumn, QueryOutcome } from '../query/query-outcome.ts'
import { runDataQuery } from '../query/run-query.ts'
import type { Chart, ChartQuery } from './chart-shape.ts'
import { ChartSpec, ChartType } from './chart-spec.ts'
import { presentChart, presentCharts } from './charts.ts'
import { requireDashboard } from './dashboards.ts'
import { authorityOver, findChart, isReached, type ReachedChart, reachCharts } from './reached-charts.ts'
import { refuseDisabled } from './switches.ts'

const { rows, row_count, truncated, duration_ms } = QueryOutcome.shape

export const ChartData = z
  .object({
    chart_id: z.string(),
    columns: z.array(QueryColumn),
    rows,
    row_count,
    truncated,
    duration_ms,
    sql: z.string().nullable().meta({ description: 'The statement that ran; null for guests' }),
    tables: z.array(z.string()).meta({ description: 'The tables it may have read; empty for who cannot see the data source' }),
  })
  .meta({ id: 'ChartData' })
export type ChartData = z.infer<typeof ChartData>

export const DashboardTileData = z
  .object({
    chart_id: z.string(),
    title: z.string().nullable(),
    description: z.string().nullable(),
    chart_type: ChartType.nullable(),
    spec: ChartSpec.nullable(),
    data: ChartData.nullable(),
    error: z.object({ code: z.string(), message: z.string() }).nullable().meta({ description: 'Why this chart has no data; the others are not touched by it' }),
  })
  .meta({ id: 'DashboardTileData' })
export type DashboardTileData = z.infer<typeof DashboardTileData>

export const DashboardData = z.object({ dashboard_id: z.string(), charts: z.array(DashboardTileData) }).meta({ id: 'DashboardData' })
export type DashboardData = z.infer<typeof DashboardData>

/** At most this many charts of a dashboard run at a time. */
const AT_ONCE = 4

/** Fails with `not_found` when the chart is absent or not visible. Guests see how it is drawn, not what it asks. */
export async function getChart(ctx: Context, id: string): Promise<Chart> {
  const { chart } = await findChart(ctx, id)
  if (ctx.actor.type === 'guest') return { ...presentChart(chart, [ctx.actor.claims.dashboardId]), query: null, session_id: null }
  const [found] = await presentCharts(ctx, [chart])
  if (!found) throw notFound('chart')
  return found
}

/**
 * The rows a chart shows now, by the right and under the filters that `authorityOver` tells.
 * Fails with `not_found`, `resource_disabled`, `forbidden` when nobody in the way may see the source any more, and with what its query fails with.
 */
export const readChartData = async (ctx: Context, id: string): Promise<ChartData> => runChart(ctx, await findChart(ctx, id))

async function runChart(ctx: Context, found: ReachedChart): Promise<ChartData> {
  const { chart, sourceSeen } = found
  refuseDisabled('chart', chart)
  const outcome = await runDataQuery(ctx, chart.datasource_id, chart.query as ChartQuery, { authority: await authorityOver(ctx, found) })
  return {
    chart_id: chart.id,
    columns: sourceSeen ? outcome.columns : outcome.columns.map((column) => ({ ...column, table: '', column: null })),
    rows: outcome.rows,
    row_count: outcome.row_count,
    truncated: outcome.truncated,
    duration_ms: outcome.duration_ms,
    sql: ctx.actor.type === 'guest' ? null : outcome.sql,
    tables: sourceSeen ? outcome.tables : [],
  }
}

/**
 * The rows of every chart on a dashboard, in the order of its layout; a chart that fails says why in its place.
 * Fails with `not_found` and `resource_disabled`.
 */
export async function readDashboardData(ctx: Context, id: string): Promise<DashboardData> {
  const dashboard = await requireDashboard(ctx, id, 'view')
  refuseDisabled('dashboard', dashboard)
  const ids = [...new Set(dashboard.layout.map((tile) => tile.chart_id))]
  const found = new Map((await reachCharts(ctx, ids, dashboard)).map((entry) => [entry.chart.id, entry]))
  const tiles: DashboardTileData[] = []
  let next = 0
  const work = async () => {
    for (let at = next++; at < ids.length; at = next++) {
      const chartId = ids[at] ?? ''
      tiles[at] = await readTile(ctx, chartId, found.get(chartId))
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, ids.length) }, work))
  return { dashboard_id: id, charts: tiles }
}

async function readTile(ctx: Context, id: string, found: ReachedChart | undefined): Promise<DashboardTileData> {
  const nothing = { chart_id: id, title: null, description: null, chart_type: null, spec: null, data: null }
  if (!found || !isReached(found))
    return { ...nothing, error: { code: 'not_found', message: 'the owner of the dashboard may not show this chart to others, or it is gone' } }
  const { title, description } = found.chart
  const shown = { chart_id: id, title, description, chart_type: found.chart.chart_type as ChartType, spec: found.chart.spec as ChartSpec | null }
  try {
    return { ...shown, data: await runChart(ctx, found), error: null }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { ...shown, data: null, error: { code: error.code, message: error.message } }
  }
}
