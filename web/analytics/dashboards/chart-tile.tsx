import { useMemo } from 'react'
import type { Selected } from '#charts/browser.ts'
import type { Cell, Drawable } from '#charts/chart.ts'
import type { DashboardTileData } from '#web/api/analytics.gen.ts'
import type { Drill } from '#web/dashboard/choices.ts'
import { text } from '#web/text/dashboards.ts'
import { classNames } from '#web/ui/class-names.ts'
import { DrawnChart } from '#web/ui/drawn-chart.tsx'
import { Skeleton } from '#web/ui/page.tsx'
import type { Tile } from './board.ts'
import { TileMenu, type TileMenuProps } from './tile-menu.tsx'

type ChartTileProps = {
  tile: Tile
  data: DashboardTileData | undefined
  /** Its rows are on their way: what is shown is of before. */
  isOld: boolean
  isNarrow?: boolean
  onSelect?: (selected: Selected) => void
  onDrill?: (to: Drill) => void
  menu?: Omit<TileMenuProps, 'tile' | 'data'>
}

/** A chart on a dashboard; where it fails it says why, and no other does with it. */
export function ChartTile({ tile, data, isOld, onSelect, onDrill, menu }: ChartTileProps) {
  const title = tile.title ?? data?.title ?? ''
  const drawable = useMemo(
    (): Drawable | null =>
      data?.data
        ? {
            chart_type: data.chart_type ?? 'table',
            spec: data.spec as Drawable['spec'],
            columns: data.data.columns,
            rows: data.data.rows as Cell[][],
            truncated: data.data.truncated,
          }
        : null,
    [data],
  )
  return (
    <section
      aria-label={title}
      aria-busy={isOld}
      data-tile={tile.id}
      className="group flex h-full flex-col overflow-hidden rounded-lg border border-line bg-surface"
    >
      <header className="flex min-h-9 items-center gap-2 pr-1.5 pl-3">
        <h2 title={data?.description || title} className="min-w-0 flex-1 truncate text-sm font-semibold">
          {title}
        </h2>
        {onDrill && data?.drill.map((path) => <Levels key={path.column} tile={tile.id} path={path} onDrill={onDrill} />)}
        {menu && data && <TileMenu tile={tile} data={data} {...menu} />}
      </header>
      <div className={classNames('relative min-h-0 flex-1 px-3 pb-2 transition-opacity duration-150', isOld && data && 'opacity-50')}>
        {!data && <Skeleton className="size-full" />}
        {data?.error && <Notice message={data.error.message} isQuiet={data.error.code === 'filter_required' || data.error.code === 'filter_not_applied'} />}
        {drawable && <DrawnChart chart={drawable} label={title} className="size-full" onSelect={onSelect} />}
      </div>
    </section>
  )
}

const Notice = ({ message, isQuiet }: { message: string; isQuiet: boolean }) => (
  <p className={classNames('grid h-full place-items-center overflow-auto text-center text-sm', isQuiet ? 'text-muted' : 'text-bad')}>{message}</p>
)

const Levels = ({ tile, path, onDrill }: { tile: string; path: DashboardTileData['drill'][number]; onDrill: (to: Drill) => void }) => (
  <fieldset className="no-print flex shrink-0 items-center gap-0.5 text-xs">
    <legend className="sr-only">{text.levelsOf(path.title)}</legend>
    {path.levels.map((level, at) => (
      <button
        key={level}
        type="button"
        aria-pressed={at === path.at}
        onClick={() => onDrill({ tile, column: path.column, level: at })}
        className="rounded px-1.5 py-0.5 text-muted first-letter:uppercase hover:bg-selected aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent"
      >
        {level}
      </button>
    ))}
  </fieldset>
)
