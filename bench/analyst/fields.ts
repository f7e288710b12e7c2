import type { Layer } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'

const functions: Record<string, string> = { avg: 'avg', sum: 'sum', count: 'count', min: 'min', max: 'max' }

/** Whether a query shows the columns that the expected SQL shows, folded the same way. Counting rows names no column. */
export function hasFields(query: SemanticQuery, gold: string, layer: Layer): boolean {
  const shown = query.dimensions.filter((item) => !item.hidden).map((item) => item.column)
  const measured = query.measures.flatMap((item) => ('aggregate' in item && !item.hidden ? [item] : []))
  const given = [...shown, ...measured.flatMap((item) => (item.column === undefined || item.aggregate.startsWith('count') ? [] : [item.column]))]
  const select = gold.slice(0, gold.search(/\bfrom\b/i))
  const columns = layer.tables.flatMap((table) => table.columns.map((column) => column.name))
  const wanted = columns.filter((name) => select.includes(`"${name}"`) && !new RegExp(`count\\("${name}"\\)`, 'i').test(select))
  const folds = [...select.matchAll(/\b(avg|sum|count|min|max)\s*\(/gi)].map((match) => functions[match[1]?.toLowerCase() ?? ''] ?? '')
  const same = (a: string[], b: string[]) => [...new Set(a)].sort().join() === [...new Set(b)].sort().join()
  return (
    same(given, wanted) &&
    same(
      measured.map((item) => (item.aggregate === 'count_distinct' ? 'count' : item.aggregate)),
      folds,
    )
  )
}
