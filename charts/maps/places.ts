import { type Cell, DrawingError } from '../chart.ts'

/** Outlines by all names and codes of their places, in whole steps from the upper left; `[x, y]` where a place is too small for one. */
export type MapOfPlaces = {
  width: number
  /** The first step that holds anything. */
  top: number
  height: number
  places: [names: string, outline: string | [x: number, y: number]][]
}

/** Which row stands at which place, and what the rows name that is on no map. */
export type Matched = { map: MapOfPlaces; rowOf: Map<number, number[]>; unmatched: string[] }

/** A name without what it may be written with or without. */
function plain(text: string): string {
  const words = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('&', ' and ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  // AND is Andorra.
  return (words.length > 1 ? words.filter((word) => !SMALL.has(word)) : words).join(' ')
}

const SMALL = new Set(['the', 'of', 'and'])

const indexes = new WeakMap<MapOfPlaces, Map<string, number>>()

function indexOf(map: MapOfPlaces): Map<string, number> {
  const known = indexes.get(map) ?? new Map<string, number>()
  if (known.size > 0) return known
  for (const [at, [names]] of map.places.entries()) for (const name of names.split('|')) if (!known.has(plain(name))) known.set(plain(name), at)
  indexes.set(map, known)
  return known
}

/** ISO's numbers of countries lose their zeros where they are read as numbers. */
const nameOf = (cell: Cell): string => (typeof cell === 'number' ? String(cell).padStart(3, '0') : plain(String(cell ?? '')))

/** The cells held against each map; the one that knows most of them is drawn. Fails with `DrawingError` where neither knows any. */
export function matchPlaces(maps: readonly MapOfPlaces[], cells: readonly Cell[], { title, empty }: { title: string; empty: string }): Matched {
  const tried = maps.map((map): Matched => {
    const index = indexOf(map)
    const rowOf = new Map<number, number[]>()
    const unmatched = new Set<string>()
    for (const [row, cell] of cells.entries()) {
      const at = index.get(nameOf(cell))
      if (at !== undefined) rowOf.set(at, [...(rowOf.get(at) ?? []), row])
      else unmatched.add(cell === null || cell === '' ? empty : String(cell))
    }
    return { map, rowOf, unmatched: [...unmatched] }
  })
  const best = tried.reduce((one, other) => (other.unmatched.length < one.unmatched.length ? other : one))
  if (best.rowOf.size === 0 && cells.length > 0)
    throw new DrawingError(`no value of "${title}" is a country or a state of the USA, by its name or its ISO code`)
  return best
}
