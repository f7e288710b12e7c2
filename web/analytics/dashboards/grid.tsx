import type { ReactNode } from 'react'
import type { Tile } from './board.ts'

export const COLUMNS = 12
/** The height of a row in pixels, as the embedded page and the service's pictures have it. */
export const ROW = 80

type GridProps = { tiles: readonly Tile[]; children: (tile: Tile) => ReactNode; className?: string }

/** Tiles on their places in twelve columns; below each other where the page is narrow. */
export const Grid = ({ tiles, children, className = '' }: GridProps) => (
  <div className={`board-grid ${className}`}>
    {tiles
      .toSorted((a, b) => a.y - b.y || a.x - b.x)
      .map((tile) => (
        <div
          key={tile.id}
          className="board-cell"
          data-type={tile.type}
          style={{ gridColumn: `${tile.x + 1} / span ${tile.w}`, gridRow: `${tile.y + 1} / span ${tile.h}`, '--h': tile.h } as never}
        >
          {children(tile)}
        </div>
      ))}
  </div>
)
