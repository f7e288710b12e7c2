import { isFigure, naturalAggregate } from '#domain/analyst/grammar/facts.ts'
import type { Condition, Edge, Figure, Group } from '#domain/analyst/grammar/terms.ts'
import { askingCues, countingCues, nameFillers, splitCues } from '#domain/analyst/lexicon/english/sentences/figure-cues.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'

/** A name of the data that a question says, and what for. `others` are further things of the data it may stand for. */
export type Named = {
  role: 'figure' | 'group' | 'asked' | 'target' | 'topic'
  table: LayerTable
  group: Group | null
  figure: Figure | null
  others: Omit<Named, 'others'>[]
}

export type Said = { condition: Condition; tables: LayerTable[]; others: Omit<Said, 'others'>[] }

const leastNamed = 0.45

const leastMeant = 0.55

const mostOthers = 3

export const isName = ({ category, link }: Edge) => (category === 'table' || category === 'column') && link >= leastNamed

export const isSaid = ({ payload, link }: Edge) => payload.is === 'condition' && link >= leastMeant

/** What stands before a name, past articles, numbers and superlatives, tells what it is said for. */
export function roleAt(words: string[], from: number, ranked: number): Named['role'] {
  let at = from - 1
  let isRanked = false
  while (at >= 0 && (at === ranked || nameFillers.has(words[at] ?? '') || /^\d+$/.test(words[at] ?? ''))) {
    isRanked ||= at === ranked
    at--
  }
  if (isRanked) return 'target'
  const before = words[at] ?? ''
  return splitCues.has(before) ? 'group' : askingCues.has(before) ? 'asked' : countingCues.has(before) ? 'figure' : 'topic'
}

export function namedIn(edges: Edge[], role: Named['role']): Named[] {
  const [first, ...others] = edges
    .filter(isName)
    .slice(0, mostOthers)
    .map((edge) => nameOf(edge, role))
  return first ? [{ ...first, others }] : []
}

function nameOf({ payload }: Edge, role: Named['role']): Omit<Named, 'others'> {
  if (payload.is === 'table')
    return { role, table: payload.table, group: { kind: 'rows', table: payload.table }, figure: { kind: 'rows', table: payload.table } }
  if (payload.is !== 'column') throw new TypeError('only tables and columns are names')
  const { ref } = payload
  if (isFigure(ref.column) && role !== 'group')
    return { role: 'figure', table: ref.table, group: null, figure: { kind: 'column', ref, aggregate: role === 'figure' ? naturalAggregate(ref) : null } }
  const isTime = ref.column.semanticType === 'time'
  return {
    role,
    table: ref.table,
    group: isTime ? { kind: 'time', grain: 'day', ref } : { kind: 'column', ref },
    figure: isTime ? null : { kind: 'column', ref, aggregate: 'count_distinct' },
  }
}

export function saidIn(edges: Edge[], layer: Layer): Said[] {
  const [first, ...others] = edges.flatMap(({ payload }): Omit<Said, 'others'>[] => {
    if (payload.is !== 'condition') return []
    const { condition } = payload
    const tables = condition.kind === 'filter' ? condition.tables.flatMap((name) => layer.tables.find((table) => table.name === name) ?? []) : []
    return [{ condition, tables }]
  })
  return first ? [{ ...first, others: others.slice(0, mostOthers - 1) }] : []
}
