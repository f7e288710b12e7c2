import { z } from 'zod'
import { strict } from '../../strict.ts'

/** Names tiles, filters and tabs within one dashboard. */
export const PartId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'letters, digits, - and _, at most 64')

const place = {
  id: PartId.optional().meta({ description: 'Names the tile in scopes and in data; given on save when absent', example: 'tile_1' }),
  tab: PartId.optional().meta({ description: 'The tab it lies on, which has a grid of its own; absent = the dashboard itself' }),
  x: z.int().min(0).max(1000).meta({ description: 'Columns from the left; the grid has 12' }),
  y: z.int().min(0).max(10_000),
  w: z.int().min(1).max(1000),
  h: z.int().min(1).max(1000),
}

const ChartTile = strict({
  type: z.enum(['chart', 'kpi']).default('chart').meta({ description: 'kpi shows the first figure of the chart, large' }),
  chart_id: z.string().min(1).max(64),
  title: z.string().max(200).optional().meta({ description: "Instead of the chart's own" }),
  ...place,
}).meta({ id: 'ChartTile' })
const TextTile = strict({ type: z.literal('text'), text: z.string().max(20_000).meta({ description: 'Markdown' }), ...place }).meta({ id: 'TextTile' })
const FilterTile = strict({ type: z.literal('filter'), filter: PartId.meta({ description: 'The id of a filter of the dashboard' }), ...place }).meta({
  id: 'FilterTile',
})
const TabsTile = strict({
  type: z.literal('tabs'),
  tabs: z
    .array(strict({ id: PartId, title: z.string().trim().min(1).max(200) }))
    .min(1)
    .max(20),
  ...place,
}).meta({ id: 'TabsTile', description: 'Tabs; tiles lie on one by its id in `tab`' })

export const Tile = z
  .union([ChartTile, TextTile, FilterTile, TabsTile])
  .meta({ id: 'DashboardTile', description: 'A part of a dashboard and its place on a grid of 12 columns. Without a type it is a chart.' })
export type Tile = z.infer<typeof Tile>
export type ChartTile = z.infer<typeof ChartTile>
/** A tile as it is read: it has a name. */
export type NamedTile = Tile & { id: string }

/** A layout as it is stored, which may be older than what is a tile now. */
export type StoredTile = { id?: string; type?: string; chart_id?: string; x: number; y: number; w: number; h: number }

export const isChartTile = <T extends Tile>(tile: T): tile is T & ChartTile => tile.type === 'chart' || tile.type === 'kpi'

/** Every tile with its type and a name that no other has. */
export function namedTiles(layout: readonly (Tile | StoredTile)[]): NamedTile[] {
  const taken = new Set(layout.flatMap(({ id }) => (id === undefined ? [] : [id])))
  let number = 0
  const fresh = (): string => {
    do number++
    while (taken.has(`tile_${number}`))
    return `tile_${number}`
  }
  return layout.map((tile) => ({ ...tile, type: tile.type ?? 'chart', id: tile.id ?? fresh() }) as NamedTile)
}

/** The charts of a layout, each once. */
export const chartIdsOf = (layout: readonly (Tile | StoredTile)[]): string[] => [
  ...new Set(layout.flatMap((tile) => ('chart_id' in tile && tile.chart_id !== undefined ? [tile.chart_id] : []))),
]
