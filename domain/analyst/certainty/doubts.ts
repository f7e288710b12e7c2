import type { Messages } from '#domain/analyst/language/messages.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { Filter, FilterCondition, SemanticQuery } from '#domain/semantics/semantic-query.ts'

/** Why a query cannot be what was meant, or null: conditions that no row can meet at once. */
export function contradictionIn(layer: Layer, query: SemanticQuery, say: Messages): string | null {
  const [first] = query.order
  const ranked = query.dimensions.find((item) => item.name === first?.by)
  const denied = query.filters ? deniedTables(query.filters) : []
  if (query.limit !== undefined && ranked && denied.includes(ranked.table)) return say.deniesRanked
  const conditions = conjuncts(query.filters)
  for (const [index, first] of conditions.entries()) {
    for (const second of conditions.slice(index + 1)) {
      if (first.table !== second.table || first.column !== second.column || !excludes(first, second)) continue
      const label = layer.tables.find((table) => table.name === first.table)?.columns.find((column) => column.name === first.column)?.label ?? first.column
      return say.excluded(label, [first.values, second.values])
    }
  }
  return null
}

function deniedTables(filter: Filter): string[] {
  if ('and' in filter) return filter.and.flatMap(deniedTables)
  if ('or' in filter) return filter.or.flatMap(deniedTables)
  return 'not' in filter && 'column' in filter.not && filter.not.operator === 'is_not_empty' ? [filter.not.table] : []
}

function conjuncts(filter: Filter | undefined): FilterCondition[] {
  if (!filter) return []
  if ('and' in filter) return filter.and.flatMap(conjuncts)
  return 'column' in filter ? [filter] : []
}

/** Whether no row can meet both conditions of one column. */
export function excludes(first: FilterCondition, second: FilterCondition): boolean {
  if ([first, second].some((item) => item.than !== undefined || item.values_from !== undefined || item.column_value !== undefined)) return false
  if (first.operator === 'equals' && second.operator === 'equals')
    return !first.values.some((value) => second.values.some((other) => String(other).toLowerCase() === String(value).toLowerCase()))
  const [low, high] = first.operator.startsWith('greater') ? [first, second] : [second, first]
  if (!low.operator.startsWith('greater') || !high.operator.startsWith('less')) return false
  const [from, to] = [Number(low.values[0]), Number(high.values[0])]
  return Number.isFinite(from) && Number.isFinite(to) && from >= to
}
