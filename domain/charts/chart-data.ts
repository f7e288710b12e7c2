import { z } from 'zod'
import { notFound } from '../allow.ts'
import type { Context } from '../context.ts'
import { QueryColumn, QueryOutcome } from '../query/query-outcome.ts'
import { type DataQuery, runDataQuery } from '../query/run-query.ts'
import type { FilterCondition } from '../semantics/semantic-query.ts'
import type { Chart, ChartQuery } from './chart-shape.ts'
import { presentChart, presentCharts } from './charts.ts'
import { authorityOver, findChart, type ReachedChart } from './reached-charts.ts'
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

/** The rows of a chart that was reached, or of another query in its place, by the same right. Fails as `readChartData`. */
export async function runChart(
  ctx: Context,
  found: ReachedChart,
  instead: { query?: DataQuery; narrowed?: readonly FilterCondition[] } = {},
): Promise<ChartData> {
  const { chart, sourceSeen } = found
  refuseDisabled('chart', chart)
  const { query = chart.query as ChartQuery, narrowed = [] } = instead
  const outcome = await runDataQuery(ctx, chart.datasource_id, query, { authority: await authorityOver(ctx, found), narrowed })
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
