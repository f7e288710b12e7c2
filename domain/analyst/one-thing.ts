import type { Filter } from '#domain/semantics/semantic-query.ts'
import { displayColumns } from './display.ts'
import type { ColumnReference, Draft } from './reading.ts'
import { superlatives } from './words.ts'

/** What is asked of one thing that several rows tell of (`how long is the Danube`, a row per country) is told once and never added up. */
export function withOneThing(draft: Draft): Draft {
  const named = draft.filters.flatMap((filter) => nameOf(draft, filter) ?? [])
  const isPlain = draft.groups.length === 0 && draft.superlative === null && draft.having.length === 0 && draft.share === null && draft.ratio === null
  if (named.length === 0 || !isPlain) return draft
  const depends = (reference: ColumnReference) => named.some((name) => belongsTo(reference, name))
  const [measure, ...others] = draft.measures
  if (!measure) return draft.selects.length > 0 && draft.selects.every(depends) ? { ...draft, distinct: true } : draft
  const { aggregate, table, column } = measure
  if (others.length > 0 || draft.selects.length > 0 || !column || aggregate !== 'sum' || !depends({ table, column })) return draft
  return { ...draft, measures: [], selects: [{ table, column }], distinct: true }
}

/** The name that a condition fixes to one value, where several rows may bear it. */
function nameOf({ selects, measures, focus }: Draft, filter: Filter): ColumnReference | null {
  if (!('column' in filter) || filter.operator !== 'equals' || (filter.values.length !== 1 && filter.values_from === undefined)) return null
  const table = [...selects, ...measures, ...(focus ? [{ table: focus }] : [])].find((item) => item.table.name === filter.table)?.table
  const column = table && displayColumns(table).find((item) => item.name === filter.column)
  return table && column && (column.distinct ?? 0) < (table.rows ?? 0) ? { table, column } : null
}

/** Whether rows of one name seem to share the value: there are no more values than names. */
function belongsTo({ table, column }: ColumnReference, name: ColumnReference): boolean {
  return table === name.table && column !== name.column && column.distinct !== null && column.distinct <= (name.column.distinct ?? 0)
}

/** "Highest elevation", as a column is called: of several rows its highest is meant. */
export function extremeOf(label: string): 'max' | 'min' | null {
  const direction = superlatives.get(label.toLowerCase().split(' ')[0] ?? '')
  return direction === undefined ? null : direction === 'desc' ? 'max' : 'min'
}
