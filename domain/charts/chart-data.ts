import { z } from 'zod'
import { notFound } from '../allow.ts'
import type { Context } from '../context.ts'
import { runCachedQuery } from '../query/cached-query.ts'
import { QueryColumn, QueryOutcome } from '../query/query-outcome.ts'
import type { DataQuery } from '../query/run-query.ts'
import { TABLE_FORMATS } from '../query/table-file.ts'
import type { FilterCondition } from '../semantics/semantic-query.ts'
import { Instant } from '../strict.ts'
import type { Chart, ChartQuery } from './chart-shape.ts'
import { presentChart, presentCharts } from './charts.ts'
import { AS_OF_PARAMETER, type AskedOfChart, CHART_FILTERS_PARAMETER, filteredQuestion } from './filters/chart-filters.ts'
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
    sql: z.string().nullable().meta({ description: 'The statement that ran; null for who cannot see the data source' }),
    tables: z.array(z.string()).meta({ description: 'The tables it may have read; empty for who cannot see the data source' }),
    as_of: Instant.meta({ description: 'When the rows were begun to be read: earlier than now where `cache_seconds` allows' }),
  })
  .meta({ id: 'ChartData' })
export type ChartData = z.infer<typeof ChartData>

/** Fails with `not_found` when the chart is absent or not visible. Guests see how it is drawn, not what it asks. */
export async function getChart(ctx: Context, id: string): Promise<Chart> {
  const { chart } = await findChart(ctx, id)
  if (ctx.actor.type === 'guest') return { ...presentChart(chart, [ctx.actor.claims.dashboardId], 'view'), query: null, session_id: null }
  const [found] = await presentCharts(ctx, [chart])
  if (!found) throw notFound('chart')
  return found
}

/**
 * The rows a chart shows now, by the right and under the filters that `authorityOver` tells.
 * `isAnew` reads them whatever is kept. Fails with `not_found`, `resource_disabled`, `forbidden` when nobody in the way may see the source any more, as
 * `filteredQuestion` does, and with what its query fails with.
 */
export async function readChartData(
  ctx: Context,
  id: string,
  { filters, as_of, isAnew = false }: AskedOfChart & { isAnew?: boolean } = {},
): Promise<ChartData> {
  const found = await findChart(ctx, id)
  refuseDisabled('chart', found.chart)
  const asked = await filteredQuestion(ctx, found, filters)
  return runChart(ctx, found, { ...asked, isAnew, ...(as_of === undefined ? {} : { notBefore: Math.min(Date.parse(as_of), ctx.now().getTime()) }) })
}

export const ChartDataQuery = z.object({
  format: z
    .enum(['json', ...TABLE_FORMATS])
    .optional()
    .meta({ description: 'What `Accept` asks for when absent, else `json`. Files hold all rows' }),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  page_size: z.coerce.number().int().min(1).max(100_000).optional().meta({ description: 'Rows of a page; all when absent' }),
  filters: CHART_FILTERS_PARAMETER,
  as_of: AS_OF_PARAMETER,
})

/** A page of a chart's rows; `row_count` counts all. */
export function pageOfRows(data: ChartData, { page, page_size }: Pick<z.infer<typeof ChartDataQuery>, 'page' | 'page_size'>): ChartData {
  return page_size === undefined ? data : { ...data, rows: data.rows.slice((page - 1) * page_size, page * page_size) }
}

/** The rows of a chart that was reached, or of another query in its place, by the same right. Fails as `readChartData`. */
export async function runChart(
  ctx: Context,
  found: ReachedChart,
  instead: { query?: DataQuery; narrowed?: readonly FilterCondition[]; isAnew?: boolean; notBefore?: number } = {},
): Promise<ChartData> {
  const { chart, sourceSeen } = found
  refuseDisabled('chart', chart)
  const { query = chart.query as ChartQuery, narrowed = [], isAnew = false, notBefore } = instead
  const asksMore = narrowed.length > 0 || JSON.stringify(query) !== JSON.stringify(chart.query)
  const run = {
    authority: await authorityOver(ctx, found, asksMore),
    narrowed,
    cacheSeconds: chart.cache_seconds,
    isAnew,
    ...(notBefore === undefined ? {} : { notBefore }),
  }
  const { outcome, asOf } = await runCachedQuery(ctx, chart.datasource_id, query, run)
  return {
    chart_id: chart.id,
    columns: sourceSeen ? outcome.columns : outcome.columns.map((column) => ({ ...column, table: '', column: null })),
    rows: outcome.rows,
    row_count: outcome.row_count,
    truncated: outcome.truncated,
    duration_ms: outcome.duration_ms,
    sql: sourceSeen ? outcome.sql : null,
    tables: sourceSeen ? outcome.tables : [],
    as_of: new Date(asOf).toISOString(),
  }
}
