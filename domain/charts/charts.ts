import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { z } from 'zod'
import { charts, dashboards } from '#db/schema/analytics.ts'
import { requireOwned } from '../access/owned-object.ts'
import { type Level, levelsOn, requireLevel, requireUser, visible } from '../allow.ts'
import { atRevision, auditStatement, bumped, commitOne } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { Failure } from '../failure.ts'
import { equalTo, flagFilter, flagged, idFilter } from '../list-filters.ts'
import { listQueries, matches, type Page, readPage } from '../pagination.ts'
import { strict } from '../strict.ts'
import type { Chart, ChartChange, ChartOrigin, ChartQuery, NewChart } from './chart-shape.ts'
import { type ChartSpec, ChartType, typeOfSpec } from './chart-spec.ts'
import { checkChart } from './check-chart.ts'
import { favoured, favouritesAmong } from './favourites.ts'
import { authorityOver, findChart } from './reached-charts.ts'
import { keepRevision } from './revisions.ts'
import { refuseLocked } from './switches.ts'

const tag = z.string().min(1).max(64).optional()
const sorts = { title: charts.title, chart_type: charts.chart_type, updated_at: charts.updated_at }
const queries = listQueries(sorts, {
  model_id: idFilter('Those made with this model'),
  owner_id: idFilter('Those of this user'),
  datasource_id: idFilter('Those over this data source'),
  session_id: idFilter('Those made in this session'),
  chart_type: ChartType.optional().meta({ description: 'Charts of this type' }),
  tag: tag.meta({ description: 'Charts that bear this tag' }),
  is_locked: flagFilter('Only locked ones, or only others'),
  is_enabled: flagFilter('Only those in use, or only others'),
  origin: z.enum(['saved', 'answer', 'all']).default('saved').meta({ description: 'Charts somebody keeps, those that answers drew, or both' }),
  is_favourite: flagFilter('Only favourites of the caller, or only others'),
  include_hidden: z.enum(['true', 'false']).default('false').meta({ description: 'Whether hidden charts are listed too' }),
})
export const ChartListQuery = queries.list
export const ChartPageQuery = queries.page
type ChartsQuery = z.infer<typeof ChartListQuery> | z.infer<typeof ChartPageQuery>

export const CloneRequest = strict({ title: z.string().trim().min(1).max(200).optional() }).meta({ id: 'CloneRequest', example: { title: 'My copy' } })

export type ChartRow = typeof charts.$inferSelect

/** The charts the caller may see. */
export async function listCharts(ctx: Context, query: ChartsQuery): Promise<Page<Chart>> {
  requireUser(ctx)
  const page = await readPage<ChartRow>(ctx, {
    table: charts,
    columns: getTableColumns(charts),
    where: and(
      visible(ctx, 'chart', charts.id, charts.owner_id),
      query.include_hidden === 'true' ? undefined : eq(charts.is_hidden, false),
      query.origin === 'all' ? undefined : eq(charts.origin, query.origin),
      query.model_id === undefined ? undefined : eq(charts.model_id, query.model_id),
      query.owner_id === undefined ? undefined : eq(charts.owner_id, query.owner_id),
      query.datasource_id === undefined ? undefined : eq(charts.datasource_id, query.datasource_id),
      equalTo(charts.session_id, query.session_id),
      equalTo(charts.chart_type, query.chart_type),
      query.tag === undefined ? undefined : sql`exists (select 1 from json_each(${charts.tags}) where value = ${query.tag})`,
      flagged(charts.is_locked, query.is_locked),
      flagged(charts.is_enabled, query.is_enabled),
      favoured(ctx, 'chart', query.is_favourite),
      matches(query.q, charts.title, charts.description, charts.tags),
    ),
    sorts,
    query,
  })
  return { ...page, items: await presentCharts(ctx, page.items) }
}

/** Rows in their wire form, each with the dashboards it is on and what the caller may do with it. */
export async function presentCharts(ctx: Context, rows: ChartRow[]): Promise<Chart[]> {
  const ids = rows.map(({ id }) => id)
  const [placed, favourites] = await Promise.all([dashboardsOf(ctx, ids), favouritesAmong(ctx, 'chart', ids)])
  const levelOf = await levelsOn(ctx, 'chart', rows)
  return rows.map((row) => presentChart(row, placed.get(row.id) ?? [], levelOf(row), favourites.has(row.id)))
}

/** A row in its wire form. */
export const presentChart = ({ asked_by: _, ...row }: ChartRow, dashboardIds: string[], level: Level, isFavourite = false): Chart => ({
  ...row,
  level,
  is_favourite: isFavourite,
  chart_id: row.id,
  query: row.query as ChartQuery,
  spec: row.spec as ChartSpec | null,
  chart_type: row.chart_type as ChartType,
  dashboard_ids: dashboardIds,
})

async function dashboardsOf(ctx: Context, chartIds: string[]): Promise<Map<string, string[]>> {
  if (!chartIds.length) return new Map()
  const placed = sql<string>`json_extract(tile.value, '$.chart_id')`
  const where = and(inArray(placed, chartIds), visible(ctx, 'dashboard', dashboards.id, dashboards.owner_id))
  const found = await ctx.db.all<{ chart_id: string; dashboard_id: string }>(
    sql`select distinct ${placed} as chart_id, ${dashboards.id} as dashboard_id from ${dashboards}, json_each(${dashboards.layout}) as tile where ${where} order by 2`,
  )
  const groups = Map.groupBy(found, ({ chart_id }) => chart_id)
  return new Map([...groups].map(([chart, places]) => [chart, places.map(({ dashboard_id }) => dashboard_id)]))
}

/** The stored chart when the caller holds `needed` on it; fails as `requireLevel` does. */
export async function requireChart(ctx: Context, id: string, needed: Level): Promise<ChartRow> {
  const [row] = await ctx.db.select().from(charts).where(eq(charts.id, id))
  return requireLevel(ctx, 'chart', row, needed)
}

export type ChartFacts = {
  title: string
  description?: string
  datasource_id: string
  model_id: string | null
  session_id: string | null
  query: ChartQuery
  spec: ChartSpec | null
  chart_type: ChartType
}
type MoreFacts = { tags?: string[]; cache_seconds?: number; is_enabled?: boolean; origin?: ChartOrigin }

const insertOf = (ctx: Context, id: string, { description = '', tags = [], cache_seconds = 0, is_enabled = true, ...facts }: ChartFacts & MoreFacts) => {
  const at = instantOf(ctx)
  return ctx.db.insert(charts).values({
    ...facts,
    id,
    description,
    tags,
    cache_seconds,
    is_enabled,
    is_locked: false,
    is_hidden: false,
    owner_id: requireUser(ctx).userId,
    created_at: at,
    updated_at: at,
  })
}

/** The statements that store a chart that an answer drew for the calling user, and its audit entry, for a batch of the caller's own; its permissions are the caller's to check. */
export function chartInsert(ctx: Context, facts: ChartFacts): { id: string; statements: BatchItem<'sqlite'>[] } {
  const id = ctx.newId('cht')
  const { datasource_id, session_id } = facts
  const entry = { type: 'chart.created', resource: { type: 'chart', id }, details: { datasource_id, session_id } }
  return { id, statements: [insertOf(ctx, id, { ...facts, origin: 'answer' }), auditStatement(ctx, entry, true)] }
}

/** Fails with `not_found` naming the data source, model or session that is absent or not the caller's to see. */
export async function createChart(ctx: Context, input: z.infer<typeof NewChart>): Promise<Chart> {
  requireUser(ctx)
  await requireOwned(ctx, 'datasource', input.datasource_id, 'view', 'datasource_id')
  if (input.model_id !== null) await requireOwned(ctx, 'model', input.model_id, 'view', 'model_id')
  if (input.session_id !== null) await requireOwned(ctx, 'session', input.session_id, 'view', 'session_id')
  const { spec, chart_type, suggested_types } = await checkChart(ctx, { ...input, spec: input.spec, chart_type: input.chart_type }, 'caller')
  const id = ctx.newId('cht')
  const change = insertOf(ctx, id, { ...input, spec, chart_type }).returning()
  const row = await commitOne(ctx, change, { type: 'chart.created', resource: { type: 'chart', id }, details: { datasource_id: input.datasource_id } })
  return { ...presentChart(row, [], 'own'), suggested_types }
}

/**
 * Needs `edit`. What the chart asks, and of which data source, changes only by someone who may view that data source: its viewers see
 * the answer without, and he lends it to them beside its owner. `restoredFrom` is the revision it brings back. Fails with `not_found`, `forbidden`, `locked`, `precondition_failed`.
 */
export async function updateChart(ctx: Context, id: string, input: z.infer<typeof ChartChange>, restoredFrom: number | null = null): Promise<Chart> {
  const before = await requireChart(ctx, id, 'edit')
  refuseLocked('chart', before)
  if (input.datasource_id !== undefined) await requireOwned(ctx, 'datasource', input.datasource_id, 'view', 'datasource_id')
  else if (input.query !== undefined) await requireSource(ctx, before.datasource_id)
  if (input.model_id) await requireOwned(ctx, 'model', input.model_id, 'view', 'model_id')
  const { suggested_types, ...drawn } = await redrawn(ctx, before, input)
  const { userId } = requireUser(ctx)
  const asks = input.query !== undefined || input.datasource_id !== undefined
  const asked = asks ? { asked_by: userId === before.owner_id ? null : userId } : {}
  const change = ctx.db
    .update(charts)
    .set({ ...input, ...drawn, ...asked, ...bumped(ctx, charts) })
    .where(and(atRevision(ctx, charts, id), eq(charts.is_locked, false)))
    .returning()
  const details = { fields: Object.keys(input), ...(restoredFrom === null ? {} : { restored_from: restoredFrom }) }
  const entry = { type: restoredFrom === null ? 'chart.updated' : 'chart.restored', resource: { type: 'chart', id }, details }
  const row = await commitOne(ctx, change, entry, keepRevision(ctx, 'chart', before, userId, restoredFrom))
  const [chart] = await presentCharts(ctx, [row])
  return { ...(chart ?? presentChart(row, [], 'edit')), ...(suggested_types ? { suggested_types } : {}) }
}

type Drawn = { spec?: ChartSpec | null; chart_type?: ChartType; suggested_types?: ChartType[] }

/** How a chart is drawn after a change of what it asks or of its look; a new type alone is given a spec that shows the result so. */
async function redrawn(ctx: Context, before: ChartRow, input: z.infer<typeof ChartChange>): Promise<Drawn> {
  const { datasource_id = before.datasource_id, query = before.query as ChartQuery } = input
  const asks = input.query !== undefined || input.datasource_id !== undefined
  if (!asks && input.spec === undefined && input.chart_type === undefined) return {}
  const kept = before.spec as ChartSpec | null
  const isRetyped = input.chart_type !== undefined && input.spec === undefined
  const keepsSpec = input.spec === undefined && (!isRetyped || (kept !== null && input.chart_type !== 'table' && input.chart_type === typeOfSpec(kept)))
  const spec = keepsSpec ? kept : input.spec
  const chart_type = input.chart_type ?? (input.spec === undefined ? (before.chart_type as ChartType) : undefined)
  const authority = asks ? 'caller' : await authorityOver(ctx, await findChart(ctx, before.id))
  const checked = await checkChart(ctx, { datasource_id, query, spec: isRetyped && !keepsSpec ? undefined : spec, chart_type }, authority)
  const { outcome: _, ...drawn } = checked
  return drawn
}

async function requireSource(ctx: Context, datasourceId: string): Promise<void> {
  try {
    await requireOwned(ctx, 'datasource', datasourceId, 'view')
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw new Failure('forbidden', "changing the query needs view on the chart's data source", { param: 'query' })
  }
}

/** Needs `own`; the chart leaves every dashboard it was on. Fails with `not_found`, `forbidden`, `locked`, `precondition_failed`. */
export async function deleteChart(ctx: Context, id: string): Promise<void> {
  const row = await requireChart(ctx, id, 'own')
  refuseLocked('chart', row)
  const change = ctx.db
    .delete(charts)
    .where(and(atRevision(ctx, charts, id), eq(charts.is_locked, false)))
    .returning({ id: charts.id })
  await commitOne(ctx, change, { type: 'chart.deleted', resource: { type: 'chart', id }, details: { title: row.title } }, [leaveDashboards(ctx, id)])
}

function leaveDashboards(ctx: Context, id: string): BatchItem<'sqlite'> {
  const tiles = (condition: SQL) => sql`from json_each(${dashboards.layout}) as tile where ${condition}`
  const chart = sql`json_extract(tile.value, '$.chart_id')`
  return ctx.db
    .update(dashboards)
    .set({ layout: sql`(select json_group_array(json(tile.value)) ${tiles(sql`${chart} is not ${id}`)})`, ...bumped(ctx, dashboards) })
    .where(sql`exists (select 1 ${tiles(sql`${chart} = ${id}`)}) and not exists (select 1 from ${charts} where ${charts.id} = ${id})`)
}

/** A copy owned by the caller, who needs `view`: unlocked, shown, shared with nobody, and disabled when the original is. */
export async function cloneChart(ctx: Context, id: string, input: z.infer<typeof CloneRequest>): Promise<Chart> {
  const { title, description, datasource_id, model_id, session_id, query, spec, chart_type, tags, cache_seconds, is_enabled, owner_id } = await requireChart(
    ctx,
    id,
    'view',
  )
  const copyId = ctx.newId('cht')
  const change = insertOf(ctx, copyId, {
    title: input.title ?? `${title.slice(0, 193)} (copy)`,
    description,
    datasource_id,
    model_id,
    session_id: owner_id === requireUser(ctx).userId ? session_id : null,
    query: query as ChartQuery,
    spec: spec as ChartSpec | null,
    chart_type: chart_type as ChartType,
    tags,
    cache_seconds,
    is_enabled,
  }).returning()
  return presentChart(await commitOne(ctx, change, { type: 'chart.cloned', resource: { type: 'chart', id: copyId }, details: { from: id } }), [], 'own')
}

/** Keeps a chart that an answer drew, so that lists show it. Needs `edit`. Idempotent. Fails with `not_found`, `forbidden`, `locked`. */
export async function saveChart(ctx: Context, id: string): Promise<Chart> {
  const row = await requireChart(ctx, id, 'edit')
  const [shown] = await presentCharts(ctx, [row])
  if (row.origin === 'saved') return shown ?? presentChart(row, [], 'edit')
  refuseLocked('chart', row)
  const change = ctx.db
    .update(charts)
    .set({ origin: 'saved', ...bumped(ctx, charts) })
    .where(and(eq(charts.id, id), eq(charts.is_locked, false)))
    .returning()
  const saved = await commitOne(ctx, change, { type: 'chart.saved', resource: { type: 'chart', id } })
  return presentChart(saved, shown?.dashboard_ids ?? [], shown?.level ?? 'edit', shown?.is_favourite)
}
