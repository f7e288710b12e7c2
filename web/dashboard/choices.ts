import type { Selected } from '#charts/browser.ts'

export type Value = string | number | boolean
export type ChosenValues = { filter: string; values: Value[]; operator?: string }
export type ChosenMark = { tile: string; column: string; values: (Value | null)[]; level?: number }
/** What a viewer chose: values of filters, and marks of tiles. */
export type Chosen = ChosenValues | ChosenMark
/** Where a column of a tile stands on its hierarchy. */
export type Path = { column: string; at: number }
export type Drill = { tile: string; column: string; level: number }

export const isMark = (one: Chosen): one is ChosenMark => 'tile' in one
/** How often a filter may be told, in words the service reads. */
export const RELATIVE_DATES = [
  'today',
  'yesterday',
  'last 7 days',
  'last 30 days',
  'last 90 days',
  'this month',
  'previous month',
  'this year',
  'previous year',
  'year to date',
] as const

/** The values of a filter in the place of those it had. */
export const withValues = (chosen: readonly Chosen[], values: ChosenValues): Chosen[] => [
  ...chosen.filter((one) => isMark(one) || one.filter !== values.filter),
  values,
]

/** What a filter holds now; `null` when nobody chose anything in it. */
export const valuesIn = (chosen: readonly Chosen[], filter: string): Value[] | null =>
  chosen.findLast((one): one is ChosenValues => !isMark(one) && one.filter === filter)?.values ?? null

/**
 * What is chosen after a click on a tile, whose columns stand at the levels of `paths`: the mark that was met, nothing of the tile when the same was met again or none was. `null` when that changes nothing.
 */
export function withMark(chosen: readonly Chosen[], tile: string, selected: Selected, paths: readonly Path[]): Chosen[] | null {
  const marks = selected.flatMap((one): ChosenMark[] => {
    if (!('value' in one) || (typeof one.value === 'object' && one.value !== null)) return []
    // A value belongs to its level: chosen without one it would be sought at the level shown later.
    const path = paths.find(({ column }) => column === one.column)
    return [{ tile, column: one.column, values: [one.value], ...(path ? { level: path.at } : {}) }]
  })
  const others = chosen.filter((one) => !isMark(one) || one.tile !== tile)
  const before = chosen.filter((one) => isMark(one) && one.tile === tile)
  if (marks.length === 0 && before.length === 0) return null
  return JSON.stringify(before) === JSON.stringify(marks) ? others : [...others, ...marks]
}

/** A tile at another level of a hierarchy. */
export const withDrill = (drills: readonly Drill[], to: Drill): Drill[] => [
  ...drills.filter((drill) => drill.tile !== to.tile || drill.column !== to.column),
  to,
]
