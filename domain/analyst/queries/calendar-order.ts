import { periodLabelsOf } from '#domain/analyst/lexicon/as-read/period-labels.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'

const name = 'calendar_order'
/** A calculation has no more branches. */
const mostLabels = 20

/** What a further question goes on from: the order is found anew. */
export function withoutCalendarOrder(query: SemanticQuery): SemanticQuery {
  const { measures, order } = query
  const isPlaced = measures.some((measure) => measure.name === name && measure.hidden)
  return isPlaced ? { ...query, measures: measures.filter((measure) => measure.name !== name), order: order.filter(({ by }) => by !== name) } : query
}

/** A query whose groups are months, weekdays, semesters or the like by name runs along the calendar and not along the alphabet, where it is not sorted by anything else. */
export function withCalendarOrder(query: SemanticQuery, layer: Layer): SemanticQuery {
  const { measures, dimensions, order } = query
  if (query.compare || query.combine || measures.length === 0) return query
  for (const { table, column, grain, name: output } of dimensions) {
    const labels = layer.tables.find((item) => item.name === table)?.columns.find((item) => item.name === column)
    const values = labels && grain === undefined ? periodLabelsOf(labels) : null
    const [sorted] = order
    if (!values || values.length > mostLabels || (sorted && sorted.by !== (output ?? column))) continue
    if (measures.some((measure) => 'measure' in measure || ('table' in measure && measure.table !== table))) continue
    const branches = values.map(({ value }, index) => ({ when: { column, operator: 'equals' as const, values: [value] }, value: { number: index } }))
    const place = { aggregate: 'min' as const, table, expression: { case: branches }, name, hidden: true }
    return { ...query, measures: [...measures, place], order: [{ by: name, direction: sorted?.direction ?? 'asc' }, ...order.slice(1)] }
  }
  return query
}
