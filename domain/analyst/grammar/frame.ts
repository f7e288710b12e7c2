import { shownOf } from '#domain/analyst/grammar/shown.ts'
import type { Condition, Figure, Fragment, Group } from './terms.ts'

/** All that the fragments of a question say, merged. */
export type Frame = {
  figures: Figure[]
  groups: Group[]
  conditions: Condition[]
  rank: NonNullable<Fragment['rank']> | null
  having: NonNullable<Fragment['having']>[]
  derive: Fragment['derive'] | null
  compared: Condition[]
  part: NonNullable<Fragment['part']> | null
  portion: Figure | null
  absent: NonNullable<Fragment['absent']> | null
  lacking: NonNullable<Fragment['lacking']> | null
  aggregate: Fragment['aggregate'] | null
  step: number | null
  by: Fragment['by'] | null
  also: NonNullable<Fragment['also']>
  first: number | null
  sorted: Fragment['sorted'] | null
  judged: boolean
  shapes: Set<NonNullable<Fragment['shape']>>
}

/** Null when fragments contradict each other: two ranks, two parts. */
export function frameOf(fragments: Fragment[]): Frame | null {
  const all = merged(fragments)
  if (!all) return null
  const frame = { ...all, conditions: lateNow(all.conditions) }
  // "By the artist AC/DC" names a row, not a split by artist; of several that are named each is told.
  const told = frame.conditions.flatMap((condition) =>
    condition.kind === 'filter' && 'column' in condition.filter && condition.filter.operator === 'equals'
      ? [`${condition.filter.table}.${condition.filter.column}`]
      : [],
  )
  const named = new Set(told.filter((key) => told.indexOf(key) === told.lastIndexOf(key)))
  const isNamed = (group: Group) => {
    const shown = group.kind === 'column' ? [group.ref] : group.kind === 'rows' ? shownOf(group.table) : []
    return shown.some(({ table, column }) => named.has(`${table.name}.${column.name}`))
  }
  // "How has it developed by quarter": the quarters are said.
  const isPaced = frame.groups.some((group) => group.kind === 'time' && !group.isTrend)
  const isPassed = (group: Group) => isNamed(group) || (isPaced && group.kind === 'time' && group.isTrend === true)
  return frame.compared.length > 0 ? frame : { ...frame, groups: frame.groups.filter((group) => !isPassed(group)) }
}

/** "Late right now": not done with, though its day has passed. */
function lateNow(conditions: Condition[]): Condition[] {
  const isOpen = conditions.some(({ kind }) => kind === 'open')
  if (!isOpen || !conditions.some(({ kind }) => kind === 'late')) return conditions
  return conditions.flatMap((condition): Condition[] => {
    if (condition.kind === 'open') return []
    return condition.kind === 'late' && condition.late.state === 'late' ? [{ ...condition, late: { ...condition.late, state: 'open' } }] : [condition]
  })
}

function merged(fragments: Fragment[]): Frame | null {
  const frame: Frame = {
    figures: [],
    groups: [],
    conditions: [],
    rank: null,
    having: [],
    derive: null,
    compared: [],
    part: null,
    portion: null,
    absent: null,
    lacking: null,
    aggregate: null,
    step: null,
    by: null,
    also: [],
    first: null,
    sorted: null,
    judged: false,
    shapes: new Set(),
  }
  for (const item of fragments) {
    if (
      (item.rank && frame.rank) ||
      (item.part && frame.part) ||
      (item.absent && frame.absent) ||
      (item.lacking && frame.lacking) ||
      (item.compared && frame.compared.length > 0)
    )
      return null
    frame.figures.push(...(item.figures ?? []))
    frame.groups.push(...(item.groups ?? []))
    frame.conditions.push(...(item.conditions ?? []))
    frame.having.push(...(item.having ? [item.having] : []))
    frame.compared.push(...(item.compared ?? []))
    frame.rank ??= item.rank ?? null
    frame.derive ??= item.derive ?? null
    frame.part ??= item.part ?? null
    frame.portion ??= item.portion ?? null
    frame.absent ??= item.absent ?? null
    frame.lacking ??= item.lacking ?? null
    frame.aggregate ??= item.aggregate ?? null
    frame.step = item.step === undefined ? frame.step : Math.max(frame.step ?? 0, item.step)
    frame.also.push(...(item.also ?? []))
    frame.by ??= item.by ?? null
    frame.first ??= item.first ?? null
    frame.sorted ??= item.sorted ?? null
    frame.judged ||= item.judged ?? false
    if (item.shape) frame.shapes.add(item.shape)
    if (item.shape === 'people') frame.shapes.add('who').add('count')
  }
  return frame
}
