import type { SemanticQuery } from '../semantic-query.ts'

/** Equals run the way all figures do: what is sorted from the highest figure down goes on with its names, from the last to the first. */
export function sortEquals({ order, dimensions, measures }: SemanticQuery): void {
  const [only, ...others] = order
  if (only?.direction !== 'desc' || others.length > 0 || !measures.some(({ name }) => name === only.by)) return
  for (const { name, hidden } of dimensions) if (name !== undefined && !hidden) order.push({ by: name, direction: 'desc' })
}

/** Whether an entry of the order only settles what is equal in the one before. */
export function settlesEquals({ order, dimensions, measures }: SemanticQuery, at: number): boolean {
  const [first] = order
  const entry = order[at]
  const isFigure = measures.some(({ name }) => name === first?.by)
  return at > 0 && isFigure && entry?.direction === 'desc' && first?.direction === 'desc' && dimensions.some(({ name }) => name === entry.by)
}

/** Whether an entry of the order goes without saying: it settles what is equal, or puts names in an order of their own, as months in that of the calendar. */
export function goesWithoutSaying(query: SemanticQuery, at: number): boolean {
  const by = query.order[at]?.by
  const isPlace = query.measures.some(
    (item) => item.name === by && item.hidden === true && 'expression' in item && item.expression && 'case' in item.expression,
  )
  return isPlace || settlesEquals(query, at)
}
