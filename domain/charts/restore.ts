import { inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { charts } from '#db/schema/analytics.ts'
import type { Context } from '../context.ts'
import type { Page, PlainListQuery } from '../pagination.ts'
import { type Chart, ChartChange, type ChartContent } from './chart-shape.ts'
import { presentCharts, requireChart, updateChart } from './charts.ts'
import { type Dashboard, DashboardChange, type DashboardContent } from './dashboard-shape.ts'
import { getDashboard, partsOf, requireDashboard, updateDashboard } from './dashboards.ts'
import { type NamedFilter, namedFilters } from './filters/filter.ts'
import { chartIdsOf, type NamedTile, namedTiles, type StoredTile } from './layout/tile.ts'
import { differingIn, type RestoreRequest, type Revision, readRevisions } from './revisions.ts'
import { refuseLocked } from './switches.ts'

type Restore = z.infer<typeof RestoreRequest>
type Kept<Content> = Omit<Revision, 'content'> & { content: Content }

/** The states a chart stood in. Needs `edit`: what was taken out of it is not for its viewers. */
export const listChartRevisions = async (ctx: Context, id: string, query: PlainListQuery): Promise<Page<Kept<z.infer<typeof ChartContent>>>> =>
  (await readRevisions(ctx, 'chart', await requireChart(ctx, id, 'edit'), query)) as Page<Kept<z.infer<typeof ChartContent>>>

/** The states a dashboard stood in. Needs `edit`. */
export async function listDashboardRevisions(ctx: Context, id: string, query: PlainListQuery): Promise<Page<Kept<z.infer<typeof DashboardContent>>>> {
  const { items, ...page } = await readRevisions(ctx, 'dashboard', await requireDashboard(ctx, id, 'edit'), query)
  const told = items.map((item) => ({ ...item, content: { ...item.content, ...partsOf(item.content as never) } }))
  return { ...page, items: told as unknown as Kept<z.infer<typeof DashboardContent>>[] }
}

/**
 * Makes a chart ask and look as it did at a revision, as a change of the caller's own: what it asked then is tried, and asked by him. One that stands so already
 * stays as it is. Fails as `updateChart` does, and with `not_found` for a revision that is not kept.
 */
export async function restoreChart(ctx: Context, id: string, { revision }: Restore): Promise<Chart> {
  const row = await requireChart(ctx, id, 'edit')
  refuseLocked('chart', row)
  const change = await differingIn(ctx, 'chart', row, revision)
  if (Object.keys(change).length === 0) {
    const [chart] = await presentCharts(ctx, [row])
    if (chart) return chart
  }
  // A spec is read with the type it was drawn as.
  const look = 'spec' in change || 'chart_type' in change ? { spec: row.spec, chart_type: row.chart_type, ...change } : change
  return updateChart(ctx, id, ChartChange.parse(look), revision)
}

/**
 * Makes a dashboard stand as it did at a revision, as a change of the caller's own; who may frame it stays as it is. Tiles of charts that were deleted since are
 * left out. Fails as `updateDashboard` does, and with `not_found` for a revision that is not kept.
 */
export async function restoreDashboard(ctx: Context, id: string, { revision }: Restore): Promise<Dashboard> {
  const row = await requireDashboard(ctx, id, 'edit')
  refuseLocked('dashboard', row)
  const change = await differingIn(ctx, 'dashboard', row, revision)
  const input = change.layout
    ? { ...change, ...(await withoutLost(ctx, namedTiles(change.layout as StoredTile[]), namedFilters((change.filters ?? row.filters) as NamedFilter[]))) }
    : change
  return Object.keys(input).length === 0 ? getDashboard(ctx, id) : updateDashboard(ctx, id, DashboardChange.parse(input), revision)
}

/** A layout without the tiles whose charts are gone, and its filters without those that were for such tiles only. */
async function withoutLost(ctx: Context, layout: NamedTile[], filters: NamedFilter[]): Promise<{ layout: NamedTile[]; filters?: NamedFilter[] }> {
  const ids = chartIdsOf(layout)
  const found = ids.length === 0 ? [] : await ctx.db.select({ id: charts.id }).from(charts).where(inArray(charts.id, ids))
  const known = new Set(found.map(({ id }) => id))
  const left = layout.filter((tile) => !('chart_id' in tile) || known.has(tile.chart_id))
  if (left.length === layout.length) return { layout }
  const tiles = new Set(left.map(({ id }) => id))
  const scoped = filters.flatMap((filter) => {
    const { tiles: only, except } = filter.scope
    const kept = only?.filter((tile) => tiles.has(tile))
    if (only && only.length > 0 && kept?.length === 0) return []
    return [{ ...filter, scope: { ...(kept ? { tiles: kept } : {}), ...(except ? { except: except.filter((tile) => tiles.has(tile)) } : {}) } }]
  })
  const names = new Set(scoped.map(({ id }) => id))
  const bound = scoped.map((filter) => ({ ...filter, depends_on: filter.depends_on.filter((name) => names.has(name)) }))
  return { layout: left.filter((tile) => tile.type !== 'filter' || names.has(tile.filter)), filters: bound }
}
