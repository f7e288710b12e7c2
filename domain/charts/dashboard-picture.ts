import { z } from 'zod'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { type Chosen, type DashboardTileData, type Opened, openDashboard, tilesAsReady } from './dashboard-data.ts'
import { partsOf } from './dashboards.ts'
import type { Page, PagePart } from './drawer.ts'
import { DRILL_PARAMETER } from './filters/drill.ts'
import type { NamedFilter } from './filters/filter.ts'
import { FILTERS_PARAMETER } from './filters/selection.ts'
import { filterInWords, filterWords } from './filters/words.ts'
import { GRID_COLUMNS } from './layout/check-layout.ts'
import { isChartTile, type NamedTile } from './layout/tile.ts'
import { digestOf, drawableOf, ENGINE, MOST_PIXELS, pictureOptions, type Rendered, RenderQuery } from './render.ts'

/** The height of a row of the grid and the space between tiles, in pixels, as pages show them. */
const ROW = 80
const GAP = 12
const EDGE = 16
const TABS = 40

export const DashboardPictureQuery = RenderQuery.omit({ height: true, title: true }).extend({
  width: z.coerce.number().int().min(320).max(4000).default(1200).meta({ description: 'Pixels; the height follows from the layout' }),
  filters: FILTERS_PARAMETER,
  drill: DRILL_PARAMETER,
  tabs: z
    .string()
    .max(2000)
    .optional()
    .meta({ description: 'Ids of the tabs that are open, separated by commas; the first of each tabs tile when absent', example: 'tab_2' }),
})
export type DashboardPictureQuery = z.infer<typeof DashboardPictureQuery>

/**
 * The picture of a whole dashboard: its tiles where the layout has them, over the rows its viewer may see, with the filters in force in words. A tile that has
 * no rows says why in its place. Fails as `openDashboard` does, and with `invalid` for more pixels than are drawn.
 */
export async function renderDashboard(
  ctx: Context,
  id: string,
  query: DashboardPictureQuery & { format: 'svg' | 'png' } & Chosen,
  known: readonly string[],
): Promise<Rendered> {
  const opened = await openDashboard(ctx, id, query)
  const parts = partsOf(opened.dashboard)
  const place = placed(parts.layout, query)
  const visible = new Set(place.tiles.map(({ tile }) => tile.id))
  opened.tiles = opened.tiles.filter((tile) => visible.has(tile.id))
  const lines = wordsOfFilters(parts.filters, opened, query.locale)
  const { title, description } = opened.dashboard
  const head = headOf(lines.length + (description ? 1 : 0))
  const height = head + place.height + EDGE
  const pixels = query.width * height * (query.format === 'png' ? query.scale ** 2 : 1)
  if (pixels > MOST_PIXELS) {
    throw new Failure('invalid', `a picture has at most ${MOST_PIXELS} pixels, and this one would have ${Math.round(pixels)}`, {
      param: 'width',
      hint: 'ask for a smaller width or scale',
    })
  }
  const read = new Map<string, DashboardTileData>()
  for await (const tile of tilesAsReady(ctx, opened)) read.set(tile.tile, tile)
  const page: Page = {
    title,
    lines: [...(description ? [description] : []), ...lines],
    width: query.width,
    height,
    parts: place.tiles.map((one) => partOf(one, { head, read, filters: parts.filters, opened, locale: query.locale })),
  }
  const { width: _width, height: _height, title: _title, ...options } = await pictureOptions(ctx, { ...query, title: 'false', height: 0 }, null)
  const etag = await digestOf([ENGINE, page, options])
  const tiles = [...read.values()]
  const kept = tiles.map(({ chart_id }) => opened.found.get(chart_id)?.chart.cache_seconds ?? 0)
  const cacheSeconds = tiles.some(({ error }) => error) ? 0 : Math.min(...kept, Number.MAX_SAFE_INTEGER) % Number.MAX_SAFE_INTEGER
  if (known.includes(etag)) return { etag, picture: null, error: null, cacheSeconds }
  return { etag, picture: await ctx.ports.charts.drawPage(page, options, etag), error: null, cacheSeconds }
}

/** How tall the title and so many lines below it are. */
const headOf = (lines: number): number => 52 + (lines > 0 ? lines * 18 + 8 : 0)

type Placed = { tile: NamedTile; x: number; y: number; width: number; height: number; open: number }

/** Where each visible tile stands below the head of the page, and how tall all of them are. What opens in a tabs tile pushes down what is below it. */
function placed(layout: NamedTile[], { width, tabs = '' }: DashboardPictureQuery): { tiles: Placed[]; height: number } {
  const asked = new Set(tabs.split(','))
  const lay = (tiles: NamedTile[], left: number, top: number, across: number): { tiles: Placed[]; bottom: number } => {
    const column = (across + GAP) / GRID_COLUMNS
    const shown: Placed[] = []
    const pushes: { from: number; by: number }[] = []
    let bottom = top
    for (const tile of tiles.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
      const pushed = pushes.reduce((sum, { from, by }) => sum + (tile.y >= from ? by : 0), 0)
      const box = { x: left + tile.x * column, y: top + tile.y * ROW + pushed, width: tile.w * column - GAP, height: tile.h * ROW - GAP }
      let end = box.y + box.height
      if (tile.type === 'tabs') {
        const at = tile.tabs.findIndex(({ id }) => asked.has(id))
        const open = Math.max(0, at)
        const inside = lay(
          layout.filter(({ tab }) => tab !== undefined && tab === tile.tabs[open]?.id),
          box.x,
          box.y + TABS,
          box.width,
        )
        pushes.push({ from: tile.y + tile.h, by: Math.max(0, inside.bottom - end) })
        end = Math.max(end, inside.bottom)
        shown.push({ tile, ...box, open }, ...inside.tiles)
      } else shown.push({ tile, ...box, open: 0 })
      bottom = Math.max(bottom, end)
    }
    return { tiles: shown, bottom }
  }
  const { tiles, bottom } = lay(
    layout.filter(({ tab }) => tab === undefined),
    EDGE,
    0,
    width - 2 * EDGE,
  )
  return { tiles, height: bottom }
}

function partOf(
  { tile, open, x, y, width, height }: Placed,
  {
    head,
    read,
    filters,
    opened,
    locale,
  }: { head: number; read: Map<string, DashboardTileData>; filters: NamedFilter[]; opened: Opened; locale: string | undefined },
): PagePart {
  const box = { x, y: y + head, width, height }
  if (tile.type === 'text') return { ...box, kind: 'markdown', text: tile.text }
  if (tile.type === 'tabs') return { ...box, kind: 'tabs', titles: tile.tabs.map(({ title }) => title), open }
  if (!isChartTile(tile)) {
    const filter = filters.find(({ id }) => id === tile.filter)
    const condition = opened.active.conditions.find(({ name }) => name === tile.filter)
    return { ...box, kind: 'words', lines: [{ text: filter ? filterInWords(filter, condition, locale) : '' }] }
  }
  const data = read.get(tile.id)
  const title = data?.title ?? ''
  if (!data?.data || !data.chart_type) return { ...box, kind: 'message', title, message: data?.error?.message ?? filterWords(locale).noRows }
  return { ...box, kind: 'chart', title, chart: drawableOf({ chart_type: data.chart_type, spec: data.spec }, data.data) }
}

/** What is in force, a line for each filter that stands on no tile. */
function wordsOfFilters(filters: NamedFilter[], { active }: Opened, locale: string | undefined): string[] {
  const told = active.conditions.map((condition) => {
    const filter = filters.find(({ id }) => id === condition.name)
    return filterInWords(filter ?? { label: condition.member, member: condition.member }, condition, locale)
  })
  return told.length > 0 ? [told.join('  ·  ')] : []
}
