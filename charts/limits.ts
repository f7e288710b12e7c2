import { numberFormat } from './figures/number-format.ts'
import type { Datum, Use } from './rows.ts'
import { chartWords } from './words.ts'

/** What a picture can carry: more is put together or left out, and said. */
export const MOST_MARKS = 5_000
export const MOST_CATEGORIES = 50
const MOST_FACETS = 24

export type Limited = { rows: Datum[]; notes: string[] }

/** A category axis or colour with more values than anyone can tell apart. */
export type Folding = {
  use: Use
  /** What ranks its values, and is added up. */
  measures: { use: Use; isAggregated: boolean }[]
  /** The other fields whose values keep rows apart. */
  keys: string[]
  /** Whether rows of one category may become one. */
  combines: boolean
  locale: string | undefined
  most?: number
}

/** Keeps the largest categories and puts the others together as one, named so in the reader's language, where their figures add up; else leaves them out and says so. */
export function foldCategories(rows: Datum[], { use, measures, keys, combines, locale, most = MOST_CATEGORIES }: Folding): Limited {
  const words = chartWords(locale)
  const { field } = use
  const [measure] = measures
  const totals = new Map<Datum[string], number>()
  for (const row of rows) {
    const weight = measure ? Math.abs(Number(row[measure.use.field] ?? 0)) : 1
    totals.set(row[field] ?? null, (totals.get(row[field] ?? null) ?? 0) + weight)
  }
  if (totals.size <= most) return { rows, notes: [] }
  const ranked = [...totals].sort((a, b) => b[1] - a[1])
  const kept = new Set(ranked.slice(0, most - 1).map(([value]) => value))
  const left = totals.size - kept.size
  const fixed = measures.filter(({ isAggregated }) => !isAggregated)
  if (combines && fixed.some(({ use: { column } }) => !addsUp(column.aggregate))) {
    const largest = new Set(ranked.slice(0, most).map(([value]) => value))
    return { rows: rows.filter((row) => largest.has(row[field] ?? null)), notes: [words.largest(String(most), counted(totals.size, locale))] }
  }
  const renamed = rows.map((row) => (kept.has(row[field] ?? null) ? row : { ...row, [field]: words.other }))
  const notes = [words.standsFor(counted(left, locale))]
  if (!combines || fixed.length === 0) return { rows: renamed, notes }
  return { rows: combined(renamed, [field, ...keys], fixed), notes }
}

const addsUp = (aggregate: string | null | undefined): boolean =>
  aggregate === undefined || aggregate === null || ['sum', 'count', 'min', 'max'].includes(aggregate)

function combined(rows: Datum[], keys: string[], measures: Folding['measures']): Datum[] {
  const groups = Map.groupBy(rows, (row) => JSON.stringify(keys.map((key) => row[key])))
  return [...groups.values()].map((group) => {
    const [first = {}] = group
    if (group.length === 1) return first
    const figures = measures.map(({ use }) => {
      const values = group.flatMap((row) => (typeof row[use.field] === 'number' ? [row[use.field] as number] : []))
      return [use.field, values.length === 0 ? null : summed(values, use.column.aggregate)]
    })
    return { ...first, ...Object.fromEntries(figures) }
  })
}

function summed(values: number[], aggregate: string | null | undefined): number {
  if (aggregate === 'min' || aggregate === 'max') return values.reduce((a, b) => (aggregate === 'min' ? Math.min(a, b) : Math.max(a, b)))
  return values.reduce((a, b) => a + b, 0)
}

/** Keeps the panels with the most rows. */
export function limitFacets(rows: Datum[], field: string, locale: string | undefined): Limited {
  const counts = new Map<Datum[string], number>()
  for (const row of rows) counts.set(row[field] ?? null, (counts.get(row[field] ?? null) ?? 0) + 1)
  if (counts.size <= MOST_FACETS) return { rows, notes: [] }
  const kept = new Set(
    [...counts]
      .sort((a, b) => b[1] - a[1])
      .map(([value]) => value)
      .slice(0, MOST_FACETS),
  )
  return { rows: rows.filter((row) => kept.has(row[field] ?? null)), notes: [chartWords(locale).panels(String(MOST_FACETS), counted(counts.size, locale))] }
}

/** Keeps the series with the highest sums: `most` of them, and those that share the last place. */
export function largestSeries(rows: Datum[], series: string, measure: string, most: number): Datum[] {
  const sums = new Map<Datum[string], number>()
  for (const row of rows) sums.set(row[series] ?? null, (sums.get(row[series] ?? null) ?? 0) + Number(row[measure] ?? 0))
  const ranks = [...new Set(sums.values())].sort((a, b) => b - a)
  const least = ranks[Math.min(most, ranks.length) - 1] ?? 0
  return rows.filter((row) => (sums.get(row[series] ?? null) ?? 0) >= least)
}

/** Evenly chosen rows where there is one mark for each; the highest and the lowest of `measure` stay. */
export function limitMarks(rows: Datum[], measure: string | undefined, locale: string | undefined): Limited {
  if (rows.length <= MOST_MARKS) return { rows, notes: [] }
  const chosen = new Set<number>()
  const step = (rows.length - 1) / (MOST_MARKS - 3)
  for (let at = 0; at <= MOST_MARKS - 3; at++) chosen.add(Math.round(at * step))
  if (measure) for (const index of extremes(rows, measure)) chosen.add(index)
  return { rows: rows.filter((_, index) => chosen.has(index)), notes: [chartWords(locale).marks(counted(chosen.size, locale), counted(rows.length, locale))] }
}

function extremes(rows: Datum[], field: string): number[] {
  let [low, high] = [-1, -1]
  for (const [index, row] of rows.entries()) {
    const value = row[field]
    if (typeof value !== 'number') continue
    if (low < 0 || value < Number(rows[low]?.[field])) low = index
    if (high < 0 || value > Number(rows[high]?.[field])) high = index
  }
  return [low, high].filter((index) => index >= 0)
}

const counted = (count: number, locale: string | undefined): string => numberFormat(',', locale)(count)
