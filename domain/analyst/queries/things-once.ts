import { lineThings } from '#domain/analyst/lexicon/line-things.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'

/** A list of what has several lines in a sheet tells each of it once: an order, not each of its lines. */
export function withThingsOnce(layer: Layer, query: SemanticQuery): SemanticQuery {
  if (query.measures.length > 0 || query.distinct) return query
  const isLine = query.dimensions.some((item) => lineThings(layer).some(({ table, column }) => table.name === item.table && column.name === item.column))
  return isLine ? { ...query, distinct: true } : query
}
