import { nameBesideKey } from '#domain/analyst/lexicon/name-beside-key.ts'
import { nameKey } from '#domain/analyst/lexicon/phrases.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'

/** The query told by what things are called in place of their numbers, unless the question asks for the numbers. */
export function withNamedGroups({ tables, relationships }: Layer, query: SemanticQuery, question: string): SemanticQuery {
  if (query.combine) return query
  const said = new Set(nameKey(question).split(' '))
  const names = new Map<string, string>()
  const dimensions = query.dimensions.map((dimension) => {
    const table = tables.find(({ name }) => name === dimension.table)
    const column = table?.columns.find(({ name }) => name === dimension.column)
    const isPlain = !dimension.grain && !dimension.bin && !dimension.hidden
    const refers = relationships.some(({ fromTable, fromColumns }) => fromTable === table?.name && fromColumns.includes(column?.name ?? ''))
    const name = table && column && isPlain && !refers ? nameBesideKey(table, column) : null
    if (!name || !column || said.has(nameKey(column.label).split(' ').at(-1) ?? '')) return dimension
    names.set(dimension.name ?? column.name, dimension.name ?? name.name)
    return { ...dimension, column: name.name }
  })
  if (names.size === 0) return query
  const order = query.order.map((item) => ({ ...item, by: names.get(item.by) ?? item.by }))
  const each = query.limit_per && { ...query.limit_per, dimension: names.get(query.limit_per.dimension) ?? query.limit_per.dimension }
  return { ...query, dimensions, order, ...(each ? { limit_per: each } : {}) }
}
