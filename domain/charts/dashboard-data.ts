import { z } from 'zod'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { orNull } from '../or-null.ts'
import type { DataQuery } from '../query/run-query.ts'
import { loadLayer } from '../semantics/layer/load-layer.ts'
import type { Layer } from '../semantics/layer.ts'
import { findDatasource } from '../semantics/sources/datasources.ts'
import { ChartData, runChart } from './chart-data.ts'
import type { ChartQuery } from './chart-shape.ts'
import { ChartSpec, ChartType } from './chart-spec.ts'
import { type DashboardRow, partsOf, requireDashboard } from './dashboards.ts'
import { type Narrowed, narrow } from './filters/apply.ts'
import { type Drill, DrillPath, drill, readDrills } from './filters/drill.ts'
import { conditionsOfMark } from './filters/marks.ts'
import { type Active, type ActiveCondition, activeOf, isInScope, type Mark, readSelections } from './filters/selection.ts'
import { type ChartTile, chartIdsOf, isChartTile } from './layout/tile.ts'
import { isReached, lendersOfChart, mayAskMore, type ReachedChart, reachCharts } from './reached-charts.ts'
import { digestOf, drawableOf, pictureOptions } from './render.ts'
import { refuseDisabled } from './switches.ts'

export const DashboardTileData = z
  .object({
    tile: z.string().meta({ description: 'The id of the tile', example: 'tile_1' }),
    chart_id: z.string(),
    title: z.string().nullable(),
    description: z.string().nullable(),
    chart_type: ChartType.nullable(),
    spec: orNull(ChartSpec),
    data: ChartData.nullable(),
    picture: z.string().nullable().meta({ description: 'The chart as SVG, where `pictures` asked for it and it could be drawn' }),
    filters: z
      .array(z.object({ filter: z.string(), applied: z.boolean(), reason: z.string().nullable() }))
      .meta({ description: 'The filters in force for the tile. Where one cannot reach it, it has no data, and the reason stands here.' }),
    drill: z.array(DrillPath).meta({ description: 'The hierarchies its columns are on' }),
    error: z.object({ code: z.string(), message: z.string() }).nullable().meta({ description: 'Why this chart has no data; the others are not touched by it' }),
  })
  .meta({ id: 'DashboardTileData' })
export type DashboardTileData = z.infer<typeof DashboardTileData>

export const DashboardData = z
  .object({ dashboard_id: z.string(), charts: z.array(DashboardTileData).meta({ description: 'One for each tile with a chart, in the order of the layout' }) })
  .meta({ id: 'DashboardData' })
export type DashboardData = z.infer<typeof DashboardData>

/** What a viewer chose: JSON, as in a request's query. */
export type Chosen = { filters?: string | undefined; drill?: string | undefined }

/** `isAnew` reads the rows whatever is kept. */
export type Reading = { isAnew?: boolean }

/** How pictures of the tiles are drawn: `width` is that of the grid, in pixels. */
export type Pictures = { pictures?: 'light' | 'dark' | undefined; width?: number | undefined; locale?: string | undefined }

/** The height of a row of the grid, and what a tile's frame and title take of its place, as the embedded page lays them out. */
const ROW_PIXELS = 80
const TILE_EDGE = { x: 40, y: 70 }

/** At most this many charts of a dashboard run at a time. */
const AT_ONCE = 4

/** The chart tiles of a dashboard, all that is in force on them, and one place for queries that several of them ask. */
export type Opened = {
  dashboard: DashboardRow
  tiles: (ChartTile & { id: string })[]
  found: Map<string, ReachedChart>
  active: Active
  drills: Drill[]
  pictures: Pictures
  isAnew: boolean
  layers: Map<string, Promise<Layer | null>>
  running: Map<string, Promise<ChartData>>
}

/**
 * The rows of every chart on a dashboard, in the order of its layout; a chart that fails says why in its place.
 * Fails with `not_found`, `resource_disabled`, and `invalid` for a choice that does not fit.
 */
export async function readDashboardData(ctx: Context, id: string, chosen: Chosen & Pictures & Reading = {}): Promise<DashboardData> {
  const opened = await openDashboard(ctx, id, chosen)
  const order = new Map(opened.tiles.map((tile, index) => [tile.id, index]))
  const read: DashboardTileData[] = []
  for await (const tile of tilesAsReady(ctx, opened)) read[order.get(tile.tile) ?? 0] = tile
  return { dashboard_id: id, charts: read }
}

/** The dashboard as the caller may see it, with what he chose. Fails as `readDashboardData`. */
export async function openDashboard(ctx: Context, id: string, chosen: Chosen & Pictures & Reading): Promise<Opened> {
  const dashboard = await requireDashboard(ctx, id, 'view')
  refuseDisabled('dashboard', dashboard)
  const { layout, filters } = partsOf(dashboard)
  const selections = readSelections(chosen.filters)
  const tiles = layout.filter(isChartTile)
  const found = new Map((await reachCharts(ctx, chartIdsOf(layout), dashboard)).map((entry) => [entry.chart.id, entry]))
  const drills = readDrills(chosen.drill)
  const marks = selections.filter((selection) => 'column' in selection)
  for (const { tile } of [...marks, ...drills])
    if (!tiles.some(({ id: known }) => known === tile)) throw new Failure('invalid', `the dashboard has no chart on a tile "${tile}"`, { param: 'filters' })
  const own = selections.some((selection) => 'member' in selection)
  if (own && ![...found.values()].every(({ sourceSeen }) => sourceSeen))
    throw new Failure('forbidden', 'filtering by a member needs view on the data sources of the dashboard', {
      param: 'filters',
      hint: 'Name a tile and its column.',
    })
  const opened: Opened = {
    dashboard,
    tiles,
    found,
    active: activeOf(filters, selections, ctx.now()),
    drills,
    pictures: chosen,
    isAnew: chosen.isAnew === true,
    layers: new Map(),
    running: new Map(),
  }
  opened.active.conditions.push(...(await Promise.all(marks.map((mark) => markedOn(ctx, opened, mark)))).flat())
  return opened
}

/** The tiles as their queries are answered, a few at a time. */
export async function* tilesAsReady(ctx: Context, opened: Opened): AsyncGenerator<DashboardTileData> {
  const waiting = [...opened.tiles]
  const working = new Map<string, Promise<DashboardTileData>>()
  while (waiting.length > 0 || working.size > 0) {
    while (working.size < AT_ONCE) {
      const tile = waiting.shift()
      if (!tile) break
      working.set(tile.id, readTile(ctx, opened, tile))
    }
    const ready = await Promise.race(working.values())
    working.delete(ready.tile)
    yield ready
  }
}

async function readTile(ctx: Context, opened: Opened, tile: ChartTile & { id: string }): Promise<DashboardTileData> {
  const found = opened.found.get(tile.chart_id)
  const place = { tile: tile.id, chart_id: tile.chart_id, filters: [], drill: [], data: null, picture: null }
  if (!found || !isReached(found)) {
    const message = 'the owner of the dashboard may not show this chart to others, or it is gone'
    return { ...place, title: null, description: null, chart_type: null, spec: null, error: { code: 'not_found', message } }
  }
  const { title, description } = found.chart
  const chart_type = tile.type === 'kpi' ? 'kpi' : (found.chart.chart_type as ChartType)
  const shown = { ...place, title: tile.title ?? title, description, chart_type, spec: found.chart.spec as ChartSpec | null }
  try {
    const { query, narrowed, unreached, names, paths } = await questionOf(ctx, opened, tile, found)
    const filters = names.map((name) => {
      const reason = unreached.find(({ filter }) => filter === name)?.reason ?? null
      return { filter: name, applied: reason === null, reason }
    })
    // Countries are on a map, the cities below them are not: another level is drawn from the same spec as bars.
    const isElsewhere = chart_type === 'choropleth' && opened.drills.some((asked) => asked.tile === tile.id && asked.level > 0)
    const facts = { ...shown, chart_type: isElsewhere ? ('bar' as const) : chart_type, filters, drill: paths }
    const waiting = opened.active.waiting.find((filter) => isInScope(filter, tile.id))
    if (waiting) return { ...facts, error: { code: 'filter_required', message: `choose a value of "${waiting.label || waiting.id}"` } }
    const [missed] = unreached
    if (missed) return { ...facts, error: { code: 'filter_not_applied', message: `the filter "${missed.filter}" does not reach this chart: ${missed.reason}` } }
    const right = found.sourceSeen ? null : found.seen ? found.chart.id : lendersOfChart(found.chart)
    const key = JSON.stringify([found.chart.datasource_id, right, query, narrowed])
    const data = opened.running.get(key) ?? runChart(ctx, found, { query, narrowed, isAnew: opened.isAnew })
    opened.running.set(key, data)
    const read = { ...(await data), chart_id: tile.chart_id }
    return { ...facts, data: read, picture: await pictureOf(ctx, opened, tile, facts, read), error: null }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { ...shown, error: { code: error.code, message: error.message } }
  }
}

/** A tile's chart as SVG; what cannot be drawn is shown by the page in another way. */
async function pictureOf(
  ctx: Context,
  { pictures: { pictures: mode, width = 1200, locale } }: Opened,
  tile: ChartTile,
  chart: Pick<DashboardTileData, 'spec'> & { chart_type: ChartType },
  data: ChartData,
): Promise<string | null> {
  if (mode === undefined) return null
  const size = { width: Math.max(80, Math.round((width * Math.min(tile.w, 12)) / 12) - TILE_EDGE.x), height: Math.max(60, tile.h * ROW_PIXELS - TILE_EDGE.y) }
  const options = await pictureOptions(ctx, { format: 'svg', theme: mode, scale: 1, title: 'false', locale, ...size }, null)
  try {
    const { bytes } = await ctx.ports.charts.draw(drawableOf(chart, data), options, await digestOf([chart, data.columns, data.rows, options]))
    return new TextDecoder().decode(bytes)
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}

type Question = Narrowed & { names: string[]; paths: DrillPath[] }

/** What a tile asks now: its chart's query at the level and under the conditions that are in force for it. */
export async function questionOf(ctx: Context, opened: Opened, tile: ChartTile & { id: string }, found: ReachedChart): Promise<Question> {
  const stored = found.chart.query as ChartQuery as DataQuery
  const drills = opened.drills.filter((asked) => asked.tile === tile.id)
  const conditions = opened.active.conditions.filter(({ reaches }) => reaches(tile.id))
  const names = [...new Set(conditions.map(({ name }) => name))]
  if (!mayAskMore(found)) {
    if (drills.length > 0) throw new Failure('forbidden', 'drilling needs view on the data source of the chart', { param: 'drill' })
    const reason = 'only its own question is open to you, not its data source'
    return { query: stored, narrowed: [], unreached: names.map((filter) => ({ filter, reason })), names, paths: [] }
  }
  const layer = await layerOf(ctx, opened, found.chart.datasource_id)
  if (!layer) return { query: stored, narrowed: [], unreached: [], names: [], paths: [] }
  const { query, paths } = atLevel(layer, stored, drills)
  return { ...narrow(layer, query, conditions), names, paths }
}

/** A query whose members are gone has no levels; why it fails is told when it runs. */
function atLevel(layer: Layer, query: DataQuery, drills: Drill[]): { query: DataQuery; paths: DrillPath[] } {
  try {
    return drill(layer, query, drills)
  } catch (error) {
    if (error instanceof Failure && error.code !== 'invalid') return { query, paths: [] }
    throw error
  }
}

async function markedOn(ctx: Context, opened: Opened, mark: Mark): Promise<ActiveCondition[]> {
  const tile = opened.tiles.find(({ id }) => id === mark.tile)
  const found = tile && opened.found.get(tile.chart_id)
  const layer = found && isReached(found) ? await layerOf(ctx, opened, found.chart.datasource_id) : null
  if (!tile || !found || !layer) throw new Failure('invalid', `the tile "${mark.tile}" shows nothing to choose from`, { param: 'filters' })
  // What was clicked at one level is chosen at that level, whatever level is shown now; a tile that went on to another level is cut by it too.
  const shown = opened.drills.filter((asked) => asked.tile === mark.tile)
  const wentOn = mark.level !== undefined && shown.some(({ column, level }) => column === mark.column && level !== mark.level)
  const drills = mark.level === undefined ? shown : [{ tile: tile.id, column: mark.column, level: mark.level }]
  const conditions = conditionsOfMark(layer, atLevel(layer, found.chart.query as DataQuery, drills).query, mark)
  return wentOn ? conditions.map((condition) => ({ ...condition, reaches: () => true })) : conditions
}

/** The layer of a data source as the caller may see it; `null` when the source is gone. */
export function layerOf(ctx: Context, opened: Opened, datasourceId: string): Promise<Layer | null> {
  const known = opened.layers.get(datasourceId) ?? findDatasource(ctx, datasourceId).then((source) => (source ? loadLayer(ctx, source) : null))
  opened.layers.set(datasourceId, known)
  return known
}
