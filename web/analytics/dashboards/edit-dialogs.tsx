import type { Filter, Tile } from './board.ts'
import { ChartDialog } from './chart-dialog.tsx'
import type { Asked } from './dashboard-edit.tsx'
import { FilterDialog } from './filter-dialog.tsx'
import { fitted, freshId, idsIn, withTab, withTile } from './layout.ts'
import { SettingsDialog } from './settings-dialog.tsx'
import { TileDialog } from './tile-dialog.tsx'
import type { Draft } from './use-draft.ts'

/** What is asked while a dashboard is edited. */
export function EditDialogs({ draft: { board, change }, asked, onClose }: { draft: Draft; asked: Asked; onClose: () => void }) {
  const { layout, filters } = board
  if (asked === null) return null
  if (asked === 'chart')
    return (
      <ChartDialog
        onClose={onClose}
        onPick={(chart) => {
          const isFigure = chart.chart_type === 'kpi' || chart.chart_type === 'big_number'
          const size = isFigure ? { w: 3, h: 2 } : { w: 6, h: 5 }
          change({ layout: withTile(layout, { id: freshId('tile', idsIn(layout)), type: 'chart', chart_id: chart.id, x: 0, ...size }) })
          onClose()
        }}
      />
    )
  if (asked === 'settings') return <SettingsDialog board={board} onClose={onClose} onSave={change} />
  if (asked === 'filter' || 'filter' in asked) {
    const filter = asked === 'filter' ? undefined : filters.find(({ id }) => id === asked.filter)
    return (
      <FilterDialog
        board={board}
        filter={filter}
        onClose={onClose}
        onSave={(saved: Filter, hasTile) => {
          const known = filters.some(({ id }) => id === saved.id)
          const placed = layout.some((tile) => tile.filter === saved.id)
          const tile = { id: freshId('tile', idsIn(layout)), type: 'filter' as const, filter: saved.id, x: 0, w: 3, h: 1 }
          change({
            filters: known ? filters.map((one) => (one.id === saved.id ? saved : one)) : [...filters, saved],
            layout: hasTile === placed ? layout : hasTile ? withTile(layout, tile) : fitted(layout.filter((one) => one.filter !== saved.id)),
          })
        }}
        onRemove={(id) =>
          change({
            filters: filters.filter((one) => one.id !== id).map((one) => ({ ...one, depends_on: one.depends_on.filter((other) => other !== id) })),
            layout: fitted(layout.filter((tile) => tile.filter !== id)),
          })
        }
      />
    )
  }
  if (asked.tile.filter !== undefined) {
    return <EditDialogs draft={{ board, change } as Draft} asked={{ filter: asked.tile.filter }} onClose={onClose} />
  }
  return (
    <TileDialog
      tile={layout.find(({ id }) => id === asked.tile.id) ?? asked.tile}
      layout={layout}
      onClose={onClose}
      onSave={(tile: Tile, tab) => {
        const changed = layout.map((one) => (one.id === tile.id ? tile : one))
        const left = tile.type === 'tabs' ? changed.filter((one) => !isOrphan(one, layout, tile)) : changed
        change({ layout: tab === tile.tab ? fitted(left) : withTab(left, tile.id, tab) })
      }}
    />
  )
}

/** Whether a tile lay on a tab that is no more. */
const isOrphan = ({ tab }: Tile, layout: readonly Tile[], after: Tile): boolean =>
  tab !== undefined && layout.find(({ id }) => id === after.id)?.tabs?.some(({ id }) => id === tab) === true && !after.tabs?.some(({ id }) => id === tab)
