import { refersTo } from '#domain/analyst/grammar/facts.ts'
import { supplierLabel } from '#domain/analyst/grammar/label-patterns.ts'
import { isBoughtIn } from '#domain/analyst/transactions/bought-tables.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'

/** Whom something was bought from is told by its order, and not by who supplies the goods: the way to a supplier where there are both. */
export function withWayToSupplier(query: SemanticQuery, layer: Layer): SemanticQuery {
  const [measure] = query.measures
  const lines = measure && 'aggregate' in measure && measure.expression ? layer.tables.find(({ name }) => name === measure.table) : undefined
  if (!lines || query.joins.length > 0 || !isBoughtIn(layer, lines)) return query
  const text = JSON.stringify(query)
  const supplier = layer.tables.find(({ name, label }) => supplierLabel.test(label) && text.includes(`"table":${JSON.stringify(name)}`))
  if (!supplier || refersTo(layer, lines).includes(supplier)) return query
  const [own, ...others] = refersTo(layer, lines).filter((head) => refersTo(layer, head).includes(supplier))
  const heads = [own, ...others].filter((head) => head && isBoughtIn(layer, head))
  const way = layer.relationships.find(({ fromTable, toTable }) => fromTable === heads[0]?.name && toTable === supplier.name)
  const [column] = way?.fromColumns ?? []
  if (heads.length !== 1 || !way || column === undefined) return query
  return { ...query, joins: [{ from_table: way.fromTable, from_column: column, to_table: supplier.name }] }
}
