import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { DashboardTileData } from '#web/api/analytics.gen.ts'
import { queryOf } from '#web/api/queries.ts'
import { text } from '#web/text/dashboards.ts'
import { IconButton } from '#web/ui/button.tsx'
import { labelOf, type Tile } from './board.ts'
import { ChartTile } from './chart-tile.tsx'
import { EditableGrid, type TileEdits } from './editable-grid.tsx'
import { fitted, freshId, idsIn, withoutTile, withPlace } from './layout.ts'
import { TabsTile } from './tabs-tile.tsx'
import { TextTile } from './text-tile.tsx'
import type { Draft } from './use-draft.ts'
import type { Tiles } from './use-tiles.ts'

type EditTilesProps = {
  draft: Draft
  tiles: Tiles
  tabs: string[]
  onTabs: (tabs: string[]) => void
  onEdit: (tile: Tile) => void
  say: (words: string) => void
}

/** The tiles of a dashboard as they are arranged. */
export function EditTiles({ draft: { board, change }, tiles, tabs, onTabs, onEdit, say }: EditTilesProps) {
  const nameOf = (tile: Tile): string => {
    if (tile.type === 'text') return text.kinds.text
    if (tile.type === 'tabs') return text.kinds.tabs
    const filter = board.filters.find(({ id }) => id === tile.filter)
    if (filter) return labelOf(filter)
    return tile.title ?? tiles.data.get(tile.id)?.title ?? text.kinds.chart
  }
  const edits: TileEdits = {
    nameOf,
    say,
    onEdit,
    onPlace: (id, place) => change({ layout: fitted(withPlace(board.layout, id, place)) }),
    onRemove: (tile) => {
      change({ layout: withoutTile(board.layout, tile.id) })
      say(text.removed(nameOf(tile)))
    },
  }
  function show(tile: Tile) {
    if (tile.type === 'text') return <TextTile text={tile.text ?? ''} />
    if (tile.type === 'filter') return <FilterPlace label={nameOf(tile)} />
    if (tile.type === 'tabs') {
      const active = tile.tabs?.find(({ id }) => tabs.includes(id))?.id ?? tile.tabs?.[0]?.id
      const others = tabs.filter((tab) => !tile.tabs?.some(({ id }) => id === tab))
      const addTab = () => {
        const id = freshId('tab', idsIn(board.layout))
        const added = [...(tile.tabs ?? []), { id, title: text.newTab((tile.tabs?.length ?? 0) + 1) }]
        change({ layout: board.layout.map((one) => (one.id === tile.id ? { ...one, tabs: added } : one)) })
        onTabs([...others, id])
      }
      const inside = board.layout.filter(({ tab }) => tab === active)
      return (
        <div className="relative">
          <TabsTile tile={tile} active={active} label={text.tabs} onOpen={(tab) => onTabs([...others, tab])}>
            {() => (
              <>
                {inside.length === 0 && <p className="py-4 text-center text-sm text-muted">{text.emptyTab}</p>}
                <EditableGrid {...edits} tiles={inside}>
                  {show}
                </EditableGrid>
              </>
            )}
          </TabsTile>
          <div className="absolute top-1 right-24">
            <IconButton label={text.addTab} onClick={addTab}>
              <Plus size={14} />
            </IconButton>
          </div>
        </div>
      )
    }
    const data = tiles.data.get(tile.id)
    return data && data.chart_id === tile.chart_id ? <ChartTile tile={tile} data={data} isOld={false} /> : <NewChartTile tile={tile} />
  }
  return (
    <div className="board">
      <EditableGrid {...edits} tiles={board.layout.filter(({ tab }) => tab === undefined)}>
        {show}
      </EditableGrid>
    </div>
  )
}

const FilterPlace = ({ label }: { label: string }) => (
  <div className="grid gap-1">
    <span className="text-xs text-muted">{label}</span>
    <span className="control flex w-44 items-center text-muted">{text.all}</span>
  </div>
)

/** A chart that is not stored on the dashboard yet, as its own page shows it. */
function NewChartTile({ tile }: { tile: Tile }) {
  const path = { chart_id: tile.chart_id ?? '' }
  const { data: chart } = useQuery(queryOf('chart', 'GET /analytics/charts/{chart_id}', { path }))
  const rows = useQuery({ ...queryOf('chart', 'GET /analytics/charts/{chart_id}/data', { path }), retry: false })
  const failed = rows.error instanceof Error ? { code: 'failed', message: rows.error.message } : null
  const data: DashboardTileData | undefined =
    chart && (rows.data || failed)
      ? {
          tile: tile.id,
          chart_id: chart.id,
          title: chart.title,
          description: chart.description,
          chart_type: tile.type === 'kpi' ? 'kpi' : chart.chart_type,
          spec: chart.spec as DashboardTileData['spec'],
          data: rows.data ?? null,
          picture: null,
          filters: [],
          drill: [],
          error: failed,
        }
      : undefined
  return <ChartTile tile={tile} data={data} isOld={false} />
}
