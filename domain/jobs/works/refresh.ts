import { readChartData } from '../../charts/chart-data.ts'
import { readDashboardData } from '../../charts/dashboard-data.ts'
import { Failure } from '../../failure.ts'
import type { Work } from '../task.ts'

/** Reads the rows of a chart anew: whoever looks next, under the same filters, sees them at once. */
export const refreshChart: Work<'chart_refresh'> = async ({ ctx, payload }) => {
  const { row_count, truncated, duration_ms, as_of } = await readChartData(ctx, payload.chart_id, { isAnew: true })
  return { result: { chart_id: payload.chart_id, row_count, truncated, duration_ms, as_of } }
}

/** Reads every chart of a dashboard anew. One that fails is told; only when all do, the run fails. */
export const refreshDashboard: Work<'dashboard_refresh'> = async ({ ctx, payload, log, progress }) => {
  const { charts } = await readDashboardData(ctx, payload.dashboard_id, { isAnew: true })
  const failed = charts.filter(({ error }) => error !== null)
  for (const { tile, title, error } of failed) await log(`${title ?? tile}: ${error?.message}`, 'warn')
  await progress(charts.length - failed.length, charts.length)
  if (charts.length > 0 && failed.length === charts.length) throw new Failure('query_failed', failed[0]?.error?.message ?? 'no chart could be read')
  return { result: { dashboard_id: payload.dashboard_id, charts: charts.length, failed: failed.length } }
}
