import './board.css'
import { useState } from 'react'
import type { DashboardTileData } from '#web/api/analytics.gen.ts'
import { type Chosen, type Drill, withDrill, withMark, withValues } from '#web/dashboard/choices.ts'
import { text } from '#web/text/dashboards.ts'
import { CodeLine } from '#web/ui/copy.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useAskAbout } from '../ask-about.ts'
import type { Board, Tile } from './board.ts'
import { ChartTile } from './chart-tile.tsx'
import { FilterBar } from './filter-bar.tsx'
import { FilterControl } from './filter-control.tsx'
import { Grid } from './grid.tsx'
import { RowsDialog } from './rows-dialog.tsx'
import { TabsTile } from './tabs-tile.tsx'
import { TextTile } from './text-tile.tsx'
import type { Tiles } from './use-tiles.ts'

export type Place = { chosen: Chosen[]; drill: Drill[]; tabs: string[] }
type DashboardViewProps = {
  id: string
  board: Board
  place: Place
  onPlace: (change: Partial<Place>) => void
  tiles: Tiles
}

/** A dashboard as its viewers see it. */
export function DashboardView({ id, board, place, onPlace, tiles }: DashboardViewProps) {
  const [asked, setAsked] = useState<{ what: 'rows' | 'sql'; data: DashboardTileData } | null>(null)
  const { chosen, drill } = place
  const askAbout = useAskAbout()
  const placed = new Set(board.layout.map(({ filter }) => filter))
  const choose = (next: Chosen[]) => onPlace({ chosen: next })

  function show(tile: Tile) {
    if (tile.type === 'text') return <TextTile text={tile.text ?? ''} />
    if (tile.type === 'filter') {
      const filter = board.filters.find((one) => one.id === tile.filter)
      return filter && <FilterControl dashboardId={id} filter={filter} chosen={chosen} onChoose={(values) => choose(withValues(chosen, values))} />
    }
    if (tile.type === 'tabs') {
      const active = tile.tabs?.find((tab) => place.tabs.includes(tab.id))?.id ?? tile.tabs?.[0]?.id
      const others = place.tabs.filter((tab) => !tile.tabs?.some((one) => one.id === tab))
      return (
        <TabsTile tile={tile} active={active} label={text.tabs} onOpen={(tab) => onPlace({ tabs: [...others, tab] })} drawsAll>
          {(open) => <Grid tiles={board.layout.filter(({ tab }) => tab === open)}>{show}</Grid>}
        </TabsTile>
      )
    }
    const data = tiles.data.get(tile.id)
    return (
      <ChartTile
        tile={tile}
        data={data}
        isOld={tiles.isReading && !tiles.fresh.has(tile.id)}
        onSelect={(selected) => {
          const next = withMark(chosen, tile.id, selected, data?.drill ?? [])
          if (next) choose(next)
        }}
        onDrill={(to) => onPlace({ drill: withDrill(drill, to) })}
        menu={{
          onRows: () => data && setAsked({ what: 'rows', data }),
          onSql: () => data && setAsked({ what: 'sql', data }),
          onAsk: () =>
            askAbout({ dashboard_id: id, tile: tile.id, filters: JSON.stringify(chosen), drill: JSON.stringify(drill) }, tile.title ?? data?.title ?? ''),
        }}
      />
    )
  }

  return (
    <div className="board grid content-start gap-4">
      <FilterBar dashboardId={id} filters={board.filters.filter((filter) => !placed.has(filter.id))} chosen={chosen} onChoose={choose} />
      <Grid tiles={board.layout.filter(({ tab }) => tab === undefined)}>{show}</Grid>
      {asked?.what === 'rows' && (
        <RowsDialog dashboardId={id} tile={asked.data.tile} title={asked.data.title ?? ''} chosen={chosen} drill={drill} onClose={() => setAsked(null)} />
      )}
      {asked?.what === 'sql' && (
        <Dialog isOpen onClose={() => setAsked(null)} title={text.sqlOf(asked.data.title ?? '')} width="wide">
          <CodeLine text={asked.data.data?.sql ?? ''} />
        </Dialog>
      )}
    </div>
  )
}
