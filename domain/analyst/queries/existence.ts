import { tablesIn } from '#domain/analyst/conditions/filter-parts.ts'
import { displayColumns } from '#domain/analyst/lexicon/display.ts'
import type { Draft } from '#domain/analyst/reading/draft.ts'
import { mayBeMissing } from '#domain/semantics/compile/column-storage.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import type { Filter } from '#domain/semantics/semantic-query.ts'

/** The conditions that a table has a row, where the question relates to it and nothing else uses it: "customers who have an invoice". */
export function partners(draft: Draft): Filter[] {
  const ranked = draft.superlative && 'column' in draft.superlative.by ? [draft.superlative.by.column.table] : []
  const grouped = draft.groups.map((group) => ('entity' in group ? group.entity : group.table))
  const spoken = new Set([...measuredTables(draft), ...draft.selects.map((item) => item.table), ...grouped, ...ranked].map((table) => table.name))
  for (const filter of draft.filters) for (const name of tablesIn(filter)) spoken.add(name)
  return draft.related.flatMap((table) => {
    const key = table.primaryKey[0] ?? table.columns[0]?.name
    return spoken.has(table.name) || key === undefined ? [] : [{ table: table.name, column: key, operator: 'is_not_empty' as const, values: [] }]
  })
}

/** The conditions that a group exists, so that rows without one are no group: "for each store". */
export function groupMembers(draft: Draft): Filter[] {
  const measured = measuredTables(draft)
  if (measured.length === 0) return []
  const groups = draft.groups.map((group) =>
    'entity' in group ? { table: group.entity, name: group.entity.primaryKey[0] } : { table: group.table, name: group.column.name },
  )
  const isRanked = draft.superlative !== null || draft.having.length > 0
  const shown = draft.selects.map(({ table, column }) => ({ table, name: table.primaryKey[0] ?? column.name }))
  const focus = draft.focus && draft.selects.length + draft.groups.length + draft.measures.length === 0 ? keysOf(draft.focus) : []
  const split = draft.selects.map(({ table, column }) => ({ table, name: column.name }))
  const asked = isRanked ? [...groups, ...shown, ...focus] : draft.measures.length > 0 ? [...groups, ...split] : []
  // "Which brand has the most": rows without a brand are left out.
  const [only, ...more] = [...draft.groups.flatMap((group) => ('entity' in group ? [] : [group])), ...draft.selects]
  const isOne = draft.superlative?.limit === 1 && 'measure' in draft.superlative.by && draft.measures.length === 0 && more.length === 0
  const named = isOne && only && mayBeMissing(only.column) ? [{ table: only.table.name, column: only.column.name }] : []
  const present = named.map((column): Filter => ({ ...column, operator: 'is_not_empty', values: [] }))
  return asked
    .flatMap(({ table, name }, at): Filter[] => {
      const isKnown = asked.findIndex((other) => other.table === table && other.name === name) < at
      return isKnown || measured.includes(table) || name === undefined ? [] : [{ table: table.name, column: name, operator: 'is_not_empty', values: [] }]
    })
    .concat(present)
}

function keysOf(table: LayerTable): { table: LayerTable; name: string | undefined }[] {
  return [{ table, name: table.primaryKey[0] ?? displayColumns(table)[0]?.name }]
}

function measuredTables({ measures, having, order, superlative }: Draft): LayerTable[] {
  return [
    ...measures,
    ...having.map((item) => item.measure),
    ...order.flatMap((item) => (typeof item.by !== 'string' && 'measure' in item.by ? [item.by.measure] : [])),
    ...(superlative && 'measure' in superlative.by ? [superlative.by.measure] : []),
  ].map((item) => item.table)
}
