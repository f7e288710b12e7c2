import { useNavigate } from '@tanstack/react-router'
import { MoreHorizontal } from 'lucide-react'
import type { DashboardTileData } from '#web/api/analytics.gen.ts'
import { saveCsv } from '#web/dashboard/csv.ts'
import { text } from '#web/text/dashboards.ts'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import type { Tile } from './board.ts'

export type TileMenuProps = { tile: Tile; data: DashboardTileData; onRows: () => void; onSql: () => void; onAsk: () => void }

/** What can be done with one tile of a dashboard. */
export function TileMenu({ tile, data, onRows, onSql, onAsk }: TileMenuProps) {
  const navigate = useNavigate()
  const title = tile.title ?? data.title ?? ''
  const rows = data.data
  const fill = () =>
    void document
      .querySelector(`[data-tile="${tile.id}"]`)
      ?.requestFullscreen?.()
      .catch(() => undefined)
  return (
    <Menu
      align="end"
      label={text.tileMenu(title)}
      trigger={
        <button
          type="button"
          aria-label={text.tileMenu(title)}
          className="no-print grid size-7 shrink-0 place-items-center rounded-md text-muted hover:bg-selected hover:text-text"
        >
          <MoreHorizontal size={16} />
        </button>
      }
    >
      <MenuItem onSelect={onRows} disabled={!rows}>
        {text.viewRows}
      </MenuItem>
      <MenuItem onSelect={onSql} disabled={!rows?.sql}>
        {text.viewSql}
      </MenuItem>
      <MenuItem onSelect={() => rows && saveCsv({ columns: rows.columns, rows: rows.rows as string[][] }, title)} disabled={!rows}>
        {text.saveCsv}
      </MenuItem>
      <MenuItem onSelect={fill}>{text.fullScreen}</MenuItem>
      <MenuLine />
      <MenuItem onSelect={onAsk}>{text.ask}</MenuItem>
      {data.chart_type !== null && (
        <MenuItem onSelect={() => void navigate({ to: '/analytics/charts/$chartId', params: { chartId: data.chart_id } })}>{text.openChart}</MenuItem>
      )}
    </Menu>
  )
}
