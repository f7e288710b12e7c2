import { Failure } from '../../failure.ts'
import type { NamedTile } from './tile.ts'

export const GRID_COLUMNS = 12

/**
 * Holds that tiles have names of their own, lie inside the grid and on nothing else, and that tabs and filters they name are there.
 * Fails with `invalid`, naming the first tile that does not.
 */
export function requireSoundLayout(layout: NamedTile[], filterIds: string[]): void {
  const tabs = new Map<string, NamedTile>()
  for (const tile of layout) if (tile.type === 'tabs') for (const { id } of tile.tabs) tabs.set(id, tile)
  const grids = new Map<string, { tile: NamedTile; index: number }[]>()
  const names = new Set<string>()
  layout.forEach((tile, index) => {
    const wrong = (member: string, message: string): never => {
      const param = `layout.${index}${member && `.${member}`}`
      throw new Failure('invalid', `the tile "${tile.id}" ${message}`, { param, details: [{ path: param, message: `the tile "${tile.id}" ${message}` }] })
    }
    if (names.has(tile.id)) wrong('id', 'has the name of another')
    names.add(tile.id)
    if (tile.x + tile.w > GRID_COLUMNS) wrong(tile.x >= GRID_COLUMNS ? 'x' : 'w', `reaches column ${tile.x + tile.w} of a grid of ${GRID_COLUMNS}`)
    if (tile.tab !== undefined && !tabs.has(tile.tab)) wrong('tab', `lies on a tab "${tile.tab}" that is not there`)
    if (tile.type === 'tabs' && tile.tab !== undefined) wrong('tab', 'holds tabs, which do not stand inside a tab')
    if (tile.type === 'tabs' && tile.tabs.some(({ id }, at) => tabs.get(id) !== tile || tile.tabs.findIndex((other) => other.id === id) !== at))
      wrong('tabs', 'has a tab of the name of another')
    if (tile.type === 'filter' && !filterIds.includes(tile.filter)) wrong('filter', `shows a filter "${tile.filter}" that is not there`)
    const grid = grids.get(tile.tab ?? '') ?? []
    const under = grid.find(({ tile: other }) => overlap(tile, other))
    if (under) wrong('', `overlaps the tile "${under.tile.id}"`)
    grids.set(tile.tab ?? '', [...grid, { tile, index }])
  })
}

const overlap = (a: NamedTile, b: NamedTile): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
