import { filterConditions } from '#domain/semantics/layer/filter-conditions.ts'
import type { FilterCondition, SemanticQuery } from '#domain/semantics/semantic-query.ts'

/** Words of a label in small letters. */
export const wordsOfLabel = (label: string): string[] =>
  label
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** All conditions of a query, those of its measures among them. */
export function conditionsIn({ filters, measures }: SemanticQuery): FilterCondition[] {
  const own = measures.flatMap((measure) =>
    'ratio' in measure
      ? [measure.ratio.numerator, measure.ratio.denominator].flatMap((part) => ('filters' in part && part.filters ? [part.filters] : []))
      : 'filters' in measure && measure.filters
        ? [measure.filters]
        : [],
  )
  return [...(filters ? [filters] : []), ...own].flatMap(filterConditions)
}
