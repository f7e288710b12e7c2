import { happens, wordsOf } from '#domain/analyst/grammar/facts.ts'
import type { Edge } from '#domain/analyst/grammar/terms.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { isPastForm } from '#domain/analyst/lexicon/english/forms/word-forms.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'

const sureOfDeed = 0.85

/** Mentions of tables by what happens in them, and by the pairs of names that only link two of them. */
export const withTablesMeant = (edges: Edge[], layer: Layer): Edge[] => edges.map((edge) => ofDeed(ofPair(edge, layer), layer))

/** "Rented" is what the rows of a table of rentals tell of, before any of its columns that are called after it. */
function ofDeed(edge: Edge, layer: Layer): Edge {
  if (edge.payload.is !== 'table' || edge.link >= sureOfDeed || edge.to - edge.from > 1 || !isPastForm(edge.text.toLowerCase())) return edge
  const [noun, ...more] = wordsOf(edge.payload.table.label)
  const isIt = noun !== undefined && more.length === 0 && familyOf(noun) === familyOf(edge.text.toLowerCase())
  return isIt && happens(layer, edge.payload.table) ? { ...edge, weight: sureOfDeed, link: sureOfDeed } : edge
}

/** A "film category" that only says which film has which category is a category. */
function ofPair(edge: Edge, layer: Layer): Edge {
  if (edge.payload.is !== 'table') return edge
  const { table } = edge.payload
  const ends = linkedBy(table, layer)
  const [one, other] = ends ?? []
  if (!one || !other) return edge
  const said = wordsOf(table.label).join(' ')
  const last = [one, other].find((end) => said.endsWith(` ${wordsOf(end.label).join(' ')}`) && said.startsWith(wordsOf((end === one ? other : one).label).join(' ')))
  return last ? { ...edge, payload: { is: 'table', table: last } } : edge
}

/** The two tables whose rows a table pairs and does nothing else; null where it tells more of them. */
function linkedBy({ name, columns }: LayerTable, { tables, relationships }: Layer): LayerTable[] | null {
  const own = relationships.filter(({ fromTable, fromColumns }) => fromTable === name && fromColumns.length === 1)
  const keys = new Set(own.flatMap(({ fromColumns }) => fromColumns))
  if (own.length !== 2 || columns.some((column) => !keys.has(column.name) && column.semanticType !== 'time')) return null
  return own.flatMap(({ toTable }) => tables.find((table) => table.name === toTable && !table.isHidden) ?? [])
}
