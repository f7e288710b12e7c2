import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { charts, dashboards } from '#db/schema/analytics.ts'
import { type Level, levelsOn, notFound, requireLevel, requireUser, visible } from '../allow.ts'
import { atRevision, bumped, commitOne } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { equalTo, flagFilter, flagged, idFilter } from '../list-filters.ts'
import { listQueries, matches, type Page, readPage } from '../pagination.ts'
import { requireOwnDomains } from './allowed-domains.ts'
import type { CloneRequest } from './charts.ts'
import type { Dashboard, DashboardChange, NewDashboard } from './dashboard-shape.ts'
import { favoured, favouritesAmong } from './favourites.ts'
import { requireFiltersThatFit } from './filters/check-filters.ts'
import { type NamedFilter, namedFilters } from './filters/filter.ts'
import { requireSoundLayout } from './layout/check-layout.ts'
import { isChartTile, type NamedTile, namedTiles, type StoredTile } from './layout/tile.ts'
import { requirePublishable } from './publishing.ts'
import { keepRevision } from './revisions.ts'
import { refuseLocked } from './switches.ts'

export type DashboardRow = typeof dashboards.$inferSelect

const sorts = { title: dashboards.title, updated_at: dashboards.updated_at }
export const dashboardQueries = listQueries(sorts, {
  model_id: idFilter('Those that hold a chart made with this model'),
  chart_id: idFilter('Those that hold this chart'),
  owner_id: idFilter('Those of this user'),
  is_locked: flagFilter('Only locked ones, or only others'),
  is_enabled: flagFilter('Only those in use, or only others'),
  tag: z.string().min(1).max(64).optional().meta({ description: 'Dashboards that bear this tag' }),
  is_favourite: flagFilter('Only favourites of the caller, or only others'),
  include_hidden: z.enum(['true', 'false']).default('false').meta({ description: 'Whether hidden dashboards are listed too' }),
})
type DashboardsQuery = z.output<typeof dashboardQueries.list> | z.output<typeof dashboardQueries.page>

const presentDashboard = ({ embed_epoch: _, ...row }: DashboardRow, level: Level, isFavourite = false): Dashboard => ({
  ...row,
  ...partsOf(row),
  dashboard_id: row.id,
  is_favourite: isFavourite,
  level,
})

/** Rows in their wire form, each with what the caller may do with it. */
async function presentDashboards(ctx: Context, rows: DashboardRow[]): Promise<Dashboard[]> {
  const favourites = await favouritesAmong(
    ctx,
    'dashboard',
    rows.map(({ id }) => id),
  )
  const levelOf = await levelsOn(ctx, 'dashboard', rows)
  return rows.map((row) => presentDashboard(row, levelOf(row), favourites.has(row.id)))
}

/** The tiles and filters of a dashboard, each with its name. */
export const partsOf = ({ layout, filters }: Pick<DashboardRow, 'layout' | 'filters'>): { layout: NamedTile[]; filters: NamedFilter[] } => ({
  layout: namedTiles(layout),
  filters: namedFilters(filters),
})

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
      equalTo(dashboards.owner_id, query.owner_id),
      query.model_id === undefined ? undefined : sql`exists (${tiles} where ${charts.model_id} = ${query.model_id})`,
      query.chart_id === undefined ? undefined : sql`exists (${tiles} where ${charts.id} = ${query.chart_id})`,
      flagged(dashboards.is_locked, query.is_locked),
      flagged(dashboards.is_enabled, query.is_enabled),
      query.tag === undefined ? undefined : sql`exists (select 1 from json_each(${dashboards.tags}) where value = ${query.tag})`,
      favoured(ctx, 'dashboard', query.is_favourite),
      matches(query.q, dashboards.title, dashboards.description, dashboards.tags),
    ),
    sorts,
    query,
  })
  return { ...page, items: await presentDashboards(ctx, page.items) }
}

/** The stored dashboard when the caller holds `needed` on it, or is its guest and only looks; fails as `requireLevel` does. */
export async function requireDashboard(ctx: Context, id: string, needed: Level, param?: string): Promise<DashboardRow> {
  const [row] = await ctx.db.select().from(dashboards).where(eq(dashboards.id, id))
  if (ctx.actor.type !== 'guest') return requireLevel(ctx, 'dashboard', row, needed, param)
  if (!row || needed !== 'view' || ctx.actor.claims.dashboardId !== row.id) throw notFound('dashboard', param)
  return row
}

export const getDashboard = async (ctx: Context, id: string): Promise<Dashboard> => presentFound(ctx, await requireDashboard(ctx, id, 'view'))

async function presentFound(ctx: Context, row: DashboardRow): Promise<Dashboard> {
  const [levelOf, favourites] = await Promise.all([levelsOn(ctx, 'dashboard', [row]), favouritesAmong(ctx, 'dashboard', [row.id])])
  return presentDashboard(row, levelOf(row), favourites.has(row.id))
}

/** Fails with `not_found` naming the tile whose chart is absent or not visible. */
export async function createDashboard(ctx: Context, input: z.infer<typeof NewDashboard>): Promise<Dashboard> {
  const { userId } = requireUser(ctx)
  const parts = { layout: namedTiles(input.layout), filters: namedFilters(input.filters) }
  requireOwnDomains(ctx, input.embedded.allowed_domains)
  await requireSoundParts(ctx, parts, { layout: [], filters: [] })
  return insertDashboard(ctx, { ...input, ...parts, owner_id: userId, is_enabled: true }, 'dashboard.created', { tiles: input.layout.length })
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
  return presentDashboard(await commitOne(ctx, change, { type, resource: { type: 'dashboard', id }, details }), 'own')
}

type Parts = { layout: NamedTile[]; filters: NamedFilter[] }

/** Charts that stand on the dashboard already may stay; a new one the caller must see. Filters are held against the layer when they change. */
async function requireSoundParts(ctx: Context, { layout, filters }: Parts, before: { layout: StoredTile[]; filters: NamedFilter[] }): Promise<void> {
  requireSoundLayout(
    layout,
    filters.map(({ id }) => id),
  )
  const placed = new Set(before.layout.map((tile) => tile.chart_id))
  const seen = await visibleCharts(
    ctx,
    layout.flatMap((tile) => (isChartTile(tile) ? [tile.chart_id] : [])),
  )
  const missing = layout.findIndex((tile) => isChartTile(tile) && !placed.has(tile.chart_id) && !seen.has(tile.chart_id))
  if (missing >= 0) throw notFound('chart', `layout.${missing}.chart_id`)
  if (JSON.stringify(filters) !== JSON.stringify(before.filters)) await requireFiltersThatFit(ctx, layout, filters)
}

async function visibleCharts(ctx: Context, ids: string[]): Promise<Set<string>> {
  if (!ids.length) return new Set()
  const found = await ctx.db
    .select({ id: charts.id })
    .from(charts)
    .where(and(inArray(charts.id, ids), visible(ctx, 'chart', charts.id, charts.owner_id)))
  return new Set(found.map(({ id }) => id))
}

/** Needs `edit`. Switching embedding off ends the guest tokens. `restoredFrom` is the revision it brings back. Fails with `not_found`, `forbidden`, `locked`, `precondition_failed`. */
export async function updateDashboard(
  ctx: Context,
  id: string,
  input: z.infer<typeof DashboardChange>,
  restoredFrom: number | null = null,
): Promise<Dashboard> {
  const before = await requireDashboard(ctx, id, 'edit')
  refuseLocked('dashboard', before)
  if (input.embedded) requireOwnDomains(ctx, input.embedded.allowed_domains)
  const stood = partsOf(before)
  const parts = {
    ...(input.layout ? { layout: namedTiles(input.layout) } : {}),
    ...(input.filters ? { filters: namedFilters(input.filters) } : {}),
  }
  if (input.layout || input.filters) await requireSoundParts(ctx, { ...stood, ...parts }, { layout: before.layout, filters: stood.filters })
  if (input.layout || input.filters) await requirePublishable(ctx, { ...stood, ...parts }, { ...stood, owner_id: before.owner_id })
  const ended = input.embedded && !input.embedded.enabled ? { embed_epoch: sql`${dashboards.embed_epoch} + 1` } : {}
  const change = ctx.db
    .update(dashboards)
    .set({ ...input, ...parts, ...ended, ...bumped(ctx, dashboards) })
    .where(and(atRevision(ctx, dashboards, id), eq(dashboards.is_locked, false)))
    .returning()
  const details = { fields: Object.keys(input), ...(restoredFrom === null ? {} : { restored_from: restoredFrom }) }
  const entry = { type: restoredFrom === null ? 'dashboard.updated' : 'dashboard.restored', resource: { type: 'dashboard', id }, details }
  return presentFound(ctx, await commitOne(ctx, change, entry, keepRevision(ctx, 'dashboard', before, requireUser(ctx).userId, restoredFrom)))
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
  const { title, description, layout, filters, refresh_seconds, embedded, tags, is_enabled } = await requireDashboard(ctx, id, 'view')
  const seen = await visibleCharts(
    ctx,
    layout.flatMap((tile) => tile.chart_id ?? []),
  )
  const kept = namedTiles(layout.filter((tile) => tile.chart_id === undefined || seen.has(tile.chart_id)))
  const facts = { title: input.title ?? `${title.slice(0, 193)} (copy)`, description, layout: kept, filters, refresh_seconds, embedded, tags } as z.infer<
    typeof NewDashboard
  >
  return insertDashboard(ctx, { ...facts, is_enabled, owner_id: requireUser(ctx).userId }, 'dashboard.cloned', { from: id })
}
