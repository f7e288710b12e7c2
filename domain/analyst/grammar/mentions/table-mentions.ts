import { reaches } from '#domain/analyst/grammar/checks/vacuous.ts'
import { happens, wordsOf } from '#domain/analyst/grammar/facts.ts'
import type { Edge } from '#domain/analyst/grammar/terms.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { isPastForm } from '#domain/analyst/lexicon/english/forms/word-forms.ts'
import { partNouns } from '#domain/analyst/lexicon/english/sentences/naming.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'

const sureOfDeed = 0.85

/** Mentions of tables by what happens in them, and by the pairs of names that only link two of them. */
export function withTablesMeant(edges: Edge[], layer: Layer): Edge[] {
  const meant = edges.map((edge) => ofDeed(ofPair(edge, layer), layer))
  return [...meant, ...compounds(meant, layer)]
}

const sure = 0.75

/** "Product category", "class bookings": the noun before says of what the categories and bookings are. */
function compounds(edges: Edge[], layer: Layer): Edge[] {
  const named = edges.flatMap((edge) => (edge.payload.is === 'table' && edge.link >= sure ? [{ edge, table: edge.payload.table }] : []))
  return named.flatMap(({ edge: first, table }) =>
    named.flatMap(({ edge: head, table: kind }): Edge[] => {
      if (head.from !== first.to || !isSingular(first.text) || partNouns.has(singular(head.text.toLowerCase())) || !areRelated(table, kind, layer)) return []
      return [{ ...head, from: first.from, weight: first.weight + head.weight, link: Math.min(first.link, head.link), text: `${first.text} ${head.text}` }]
    }),
  )
}

const isSingular = (text: string): boolean => singular(text.toLowerCase()) === text.toLowerCase()

/** Whether rows of a table have rows of another: by references of either, or by a table of their pairs. */
const areRelated = (table: LayerTable, kind: LayerTable, layer: Layer): boolean =>
  table !== kind &&
  (reaches(layer, table, kind.name) ||
    reaches(layer, kind, table.name) ||
    layer.tables.some((pair) => linkedBy(pair, layer)?.includes(table) && linkedBy(pair, layer)?.includes(kind)))

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
  const last = [one, other].find(
    (end) => said.endsWith(` ${wordsOf(end.label).join(' ')}`) && said.startsWith(wordsOf((end === one ? other : one).label).join(' ')),
  )
  return last ? { ...edge, payload: { is: 'table', table: last } } : edge
}

/** The two tables whose rows a table pairs and does nothing else; null where it tells more of them. */
function linkedBy({ name, columns }: LayerTable, { tables, relationships }: Layer): LayerTable[] | null {
  const own = relationships.filter(({ fromTable, fromColumns }) => fromTable === name && fromColumns.length === 1)
  const keys = new Set(own.flatMap(({ fromColumns }) => fromColumns))
  if (own.length !== 2 || columns.some((column) => !keys.has(column.name) && column.semanticType !== 'time')) return null
  return own.flatMap(({ toTable }) => tables.find((table) => table.name === toTable && !table.isHidden) ?? [])
}

/** Whether rows are counted that only the first noun of a pair names: the classes of "class bookings". */
export function countsModifier(edges: Edge[], { measures }: SemanticQuery): boolean {
  const counted = measures.flatMap((measure) => ('aggregate' in measure && measure.aggregate === 'count' ? [measure.table] : []))
  const named = edges.flatMap(({ payload, from, to }) => (payload.is === 'table' ? [{ name: payload.table.name, from, to }] : []))
  return named.some((pair) => {
    if (pair.to - pair.from < 2 || counted.includes(pair.name)) return false
    const modifier = named.find(({ name, from, to }) => from === pair.from && to < pair.to && name !== pair.name && counted.includes(name))
    const isSaidApart = named.some(({ name, from, to }) => name === modifier?.name && (from >= pair.to || to <= pair.from))
    return modifier !== undefined && !isSaidApart
  })
}
