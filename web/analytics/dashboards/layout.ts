import type { Tile } from './board.ts'

const COLUMNS = 12
export type Place = Pick<Tile, 'x' | 'y' | 'w' | 'h'>

const overlap = (a: Place, b: Place): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
const sameGrid = (a: Tile, b: Tile): boolean => a.tab === b.tab

/** A place that lies within the grid, as near as can be to the one asked for. */
export function within({ x, y, w, h }: Place): Place {
  const width = Math.min(Math.max(1, w), COLUMNS)
  return { x: Math.min(Math.max(0, x), COLUMNS - width), y: Math.max(0, y), w: width, h: Math.max(1, h) }
}

/** The layout with a tile at another place; what lies there moves down, and what lies below that. */
export function withPlace(layout: readonly Tile[], id: string, place: Place): Tile[] {
  const moved = layout.map((tile) => (tile.id === id ? { ...tile, ...within(place) } : tile))
  return settled(moved, id)
}

/** No tile lies on another: the one named stays, the others give way downwards, the upper ones first. */
function settled(layout: readonly Tile[], first?: string): Tile[] {
  const result = new Map(layout.map((tile) => [tile.id, tile]))
  const order = layout.toSorted((a, b) => Number(b.id === first) - Number(a.id === first) || a.y - b.y || a.x - b.x)
  const standing: Tile[] = []
  for (const tile of order) {
    let free = tile
    for (let under = standing.find((other) => sameGrid(other, free) && overlap(other, free)); under; ) {
      free = { ...free, y: under.y + under.h }
      under = standing.find((other) => sameGrid(other, free) && overlap(other, free))
    }
    standing.push(free)
    result.set(free.id, free)
  }
  return layout.map(({ id }) => result.get(id) as Tile)
}

const depthOf = (layout: readonly Tile[], tab: string | undefined): number => Math.max(0, ...layout.filter((tile) => tile.tab === tab).map(({ y, h }) => y + h))

/** Tabs are as high as the highest of what they hold, and their own line. */
export function fitted(layout: readonly Tile[]): Tile[] {
  const high = layout.map((tile) => (tile.type === 'tabs' ? { ...tile, h: Math.max(2, ...(tile.tabs ?? []).map(({ id }) => depthOf(layout, id) + 1)) } : tile))
  return settled(high)
}

/** The layout with another tile below all that stands in its grid. */
export const withTile = (layout: readonly Tile[], tile: Omit<Tile, 'y'>): Tile[] => fitted([...layout, { ...tile, y: depthOf(layout, tile.tab) }])

/** The layout without a tile, and without what lies on its tabs. */
export function withoutTile(layout: readonly Tile[], id: string): Tile[] {
  const gone = new Set(layout.find((tile) => tile.id === id)?.tabs?.map((tab) => tab.id))
  return fitted(layout.filter((tile) => tile.id !== id && !(tile.tab !== undefined && gone.has(tile.tab))))
}

/** The layout with a tile on another tab, or on none. */
export function withTab(layout: readonly Tile[], id: string, tab: string | undefined): Tile[] {
  const tile = layout.find((one) => one.id === id)
  if (!tile) return [...layout]
  const { tab: _, ...rest } = tile
  return withTile(
    layout.filter((one) => one.id !== id),
    { ...rest, x: 0, ...(tab === undefined ? {} : { tab }) },
  )
}

/** A name that nothing of the dashboard has. */
export function freshId(kind: string, taken: Iterable<string>): string {
  const known = new Set(taken)
  for (let number = 1; ; number += 1) if (!known.has(`${kind}_${number}`)) return `${kind}_${number}`
}

export const idsIn = (layout: readonly Tile[]): string[] => layout.flatMap((tile) => [tile.id, ...(tile.tabs ?? []).map(({ id }) => id)])
