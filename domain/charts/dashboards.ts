import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { charts, dashboards } from '#db/schema/analytics.ts'
import { type Level, notFound, requireLevel, requireUser, visible } from '../allow.ts'
import { atRevision, bumped, commitOne } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { type ListQuery, matches, type Page, type PageQuery, readPage } from '../pagination.ts'
import type { ChartListQuery, CloneRequest } from './charts.ts'
import type { Dashboard, DashboardChange, NewDashboard, Tile } from './dashboard-shape.ts'
import { refuseLocked } from './switches.ts'

export type DashboardRow = typeof dashboards.$inferSelect
type DashboardsQuery = (ListQuery | PageQuery) & Pick<z.infer<typeof ChartListQuery>, 'model_id' | 'owner_id' | 'include_hidden'>

const presentDashboard = ({ embed_epoch: _, ...row }: DashboardRow): Dashboard => ({ ...row, dashboard_id: row.id }) as Dashboard

/** The dashboards the caller may see; `model_id` keeps those that hold a chart of that model. */
export async function listDashboards(ctx: Context, query: DashboardsQuery): Promise<Page<Dashboard>> {
  requireUser(ctx)
  const tiles = sql`select 1 from json_each(${dashboards.layout}) as tile join ${charts} on ${charts.id} = json_extract(tile.value, '$.chart_id')`
  const page = await readPage<DashboardRow>(ctx, {
    table: dashboards,
    columns: getTableColumns(dashboards),
    where: and(
      visible(ctx, 'dashboard', dashboards.id, dashboards.owner_id),
      query.include_hidden === 'true' ? undefined : eq(dashboards.is_hidden, false),
      query.owner_id === undefined ? undefined : eq(dashboards.owner_id, query.owner_id),
      query.model_id === undefined ? undefined : sql`exists (${tiles} where ${charts.model_id} = ${query.model_id})`,
      matches(query.q, dashboards.title, dashboards.description),
    ),
    sorts: { title: dashboards.title, updated_at: dashboards.updated_at },
    query,
  })
  return { ...page, items: page.items.map(presentDashboard) }
}

/** The stored dashboard when the caller holds `needed` on it, or is its guest and only looks; fails as `requireLevel` does. */
export async function requireDashboard(ctx: Context, id: string, needed: Level, param?: string): Promise<DashboardRow> {
  const [row] = await ctx.db.select().from(dashboards).where(eq(dashboards.id, id))
  if (ctx.actor.type !== 'guest') return requireLevel(ctx, 'dashboard', row, needed, param)
  if (!row || needed !== 'view' || ctx.actor.claims.dashboardId !== row.id) throw notFound('dashboard', param)
  return row
}

export const getDashboard = async (ctx: Context, id: string): Promise<Dashboard> => presentDashboard(await requireDashboard(ctx, id, 'view'))

/** Fails with `not_found` naming the tile whose chart is absent or not visible. */
export async function createDashboard(ctx: Context, input: z.infer<typeof NewDashboard>): Promise<Dashboard> {
  const { userId } = requireUser(ctx)
  await requireCharts(ctx, input.layout, [])
  return insertDashboard(ctx, { ...input, owner_id: userId, is_enabled: true }, 'dashboard.created', { charts: input.layout.length })
}

async function insertDashboard(
  ctx: Context,
  facts: z.infer<typeof NewDashboard> & Pick<DashboardRow, 'owner_id' | 'is_enabled'>,
  type: string,
  details: Record<string, unknown>,
): Promise<Dashboard> {
  const at = instantOf(ctx)
  const id = ctx.newId('dsh')
  const change = ctx.db
    .insert(dashboards)
    .values({ ...facts, id, embed_epoch: 1, is_locked: false, is_hidden: false, created_at: at, updated_at: at })
    .returning()
  return presentDashboard(await commitOne(ctx, change, { type, resource: { type: 'dashboard', id }, details }))
}

/** Charts that stand on the dashboard already may stay; a new one the caller must see. */
async function requireCharts(ctx: Context, layout: Tile[], before: Tile[]): Promise<void> {
  const placed = new Set(before.map((tile) => tile.chart_id))
  const seen = await visibleCharts(
    ctx,
    layout.map((tile) => tile.chart_id),
  )
  const missing = layout.findIndex(({ chart_id: id }) => !placed.has(id) && !seen.has(id))
  if (missing >= 0) throw notFound('chart', `layout.${missing}.chart_id`)
}

async function visibleCharts(ctx: Context, ids: string[]): Promise<Set<string>> {
  if (!ids.length) return new Set()
  const found = await ctx.db
    .select({ id: charts.id })
    .from(charts)
    .where(and(inArray(charts.id, ids), visible(ctx, 'chart', charts.id, charts.owner_id)))
  return new Set(found.map(({ id }) => id))
}

/** Needs `edit`. Switching embedding off ends the guest tokens. Fails with `not_found`, `forbidden`, `locked`, `precondition_failed`. */
export async function updateDashboard(ctx: Context, id: string, input: z.infer<typeof DashboardChange>): Promise<Dashboard> {
  const before = await requireDashboard(ctx, id, 'edit')
  refuseLocked('dashboard', before)
  if (input.layout) await requireCharts(ctx, input.layout, before.layout)
  const ended = input.embedded && !input.embedded.enabled ? { embed_epoch: sql`${dashboards.embed_epoch} + 1` } : {}
  const change = ctx.db
    .update(dashboards)
    .set({ ...input, ...ended, ...bumped(ctx, dashboards) })
    .where(and(atRevision(ctx, dashboards, id), eq(dashboards.is_locked, false)))
    .returning()
  const entry = { type: 'dashboard.updated', resource: { type: 'dashboard', id }, details: { fields: Object.keys(input) } }
  return presentDashboard(await commitOne(ctx, change, entry))
}

/** Needs `own`; the charts stay. Fails with `not_found`, `forbidden`, `locked`, `precondition_failed`. */
export async function deleteDashboard(ctx: Context, id: string): Promise<void> {
  const row = await requireDashboard(ctx, id, 'own')
  refuseLocked('dashboard', row)
  const change = ctx.db
    .delete(dashboards)
    .where(and(atRevision(ctx, dashboards, id), eq(dashboards.is_locked, false)))
    .returning({ id: dashboards.id })
  await commitOne(ctx, change, { type: 'dashboard.deleted', resource: { type: 'dashboard', id }, details: { title: row.title } })
}

/** A copy owned by the caller, who needs `view`: unlocked, shown, shared with nobody, without the charts he sees only through the original. */
export async function cloneDashboard(ctx: Context, id: string, input: z.infer<typeof CloneRequest>): Promise<Dashboard> {
  const { title, description, layout, filters, refresh_seconds, embedded, is_enabled } = await requireDashboard(ctx, id, 'view')
  const seen = await visibleCharts(
    ctx,
    layout.map((tile) => tile.chart_id),
  )
  const kept = layout.filter((tile) => seen.has(tile.chart_id))
  const facts = { title: input.title ?? `${title.slice(0, 193)} (copy)`, description, layout: kept, filters, refresh_seconds, embedded } as z.infer<
    typeof NewDashboard
  >
  return insertDashboard(ctx, { ...facts, is_enabled, owner_id: requireUser(ctx).userId }, 'dashboard.cloned', { from: id })
}
