import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'

/** A ranking with the figure it is ranked by beside the names: who asks which country sells most is told how much. */
export function withFigure(query: SemanticQuery): SemanticQuery {
  const [first] = query.order
  // Of several that come last, words that tell of the highest would mislead.
  const isTold = query.limit === 1 || first?.direction === 'desc'
  const isRanked = query.limit !== undefined && isTold && query.dimensions.length > 0 && !query.combine && first !== undefined
  if (!isRanked || !query.measures.some((measure) => measure.hidden && measure.name === first.by)) return query
  const measures = query.measures.map((measure) => {
    if (measure.name !== first.by) return measure
    const { hidden: _, ...shown } = measure
    return shown as typeof measure
  })
  return { ...query, measures }
}
