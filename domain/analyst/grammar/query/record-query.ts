import { isFigure, refersTo } from '#domain/analyst/grammar/facts.ts'
import type { Frame } from '#domain/analyst/grammar/frame.ts'
import { startOf } from '#domain/analyst/grammar/happenings/moments.ts'
import { placeOf } from '#domain/analyst/grammar/places.ts'
import type { Also, Figure, Ref } from '#domain/analyst/grammar/terms.ts'
import type { Filter, QueryDimension, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { people, personGroup } from './person-group.ts'
import { filtersOf } from './query-filters.ts'
import { dimensionsOf, joined } from './query-parts.ts'
import { dateFor, fail, type State } from './query-state.ts'
import { columnFor } from './ranked-column.ts'

/** The row in which a column has its highest or lowest value, with what else is asked of it: the strongest gust, when and where it was. */
export function recordQuery(frame: Frame, state: State): Partial<SemanticQuery> {
  const rank = frame.rank ?? fail()
  const by = rankedBy(frame, state)
  const { table } = by
  const wanted: Also[] = [...(frame.shapes.has('when') || rank.target?.kind === 'time' ? (['when'] as const) : []), ...frame.also]
  const isNamed = rank.target && rank.target.kind !== 'time' && !(rank.target.kind === 'column' && rank.target.ref.column === by.column)
  const named = isNamed && rank.target ? dimensionsOf(rank.target, table, state) : []
  const told = wanted.flatMap((one): QueryDimension[] => (one === 'much' ? [] : dimensionsFor(one, by, frame, state)))
  // The value alone was asked for, and it is not all of what was.
  if (named.length + told.length === 0) return fail()
  const value: QueryDimension = {
    table: table.name,
    column: by.column.name,
    name: 'ranked_by',
    ...(by.column.semanticType === 'time' && by.column.type === 'text' ? { grain: 'day' } : {}),
  }
  const present: Filter = { table: table.name, column: by.column.name, operator: 'is_not_empty', values: [] }
  const dimensions = [...new Map([...named, ...told, value].map((one) => [`${one.table}.${one.column}`, one])).values()]
  return {
    dimensions: dimensions.some(({ name }) => name === 'ranked_by') ? dimensions : [...dimensions, value],
    filters: joined([...filtersOf(frame.conditions, table, state), present]) as Filter,
    order: [{ by: 'ranked_by', direction: rank.sense.end === 'high' ? 'desc' : 'asc' }],
    limit: rank.count ?? 1,
  }
}

/** The column whose end is asked for: of a figure that is named, by the superlative alone, or by when it was. */
function rankedBy(frame: Frame, state: State): Ref {
  const rank = frame.rank ?? fail()
  const named = [rank.figure, ...frame.figures].find((figure): figure is Extract<Figure, { kind: 'column' }> => figure?.kind === 'column')
  if (named && isFigure(named.ref.column)) return named.ref
  const { target } = rank
  const table = target?.kind === 'rows' ? target.table : target?.kind === 'column' ? target.ref.table : null
  if (rank.sense.of === 'time' && table) return startOf(table) ?? dateFor(table, state)
  if (target?.kind === 'column' && isFigure(target.ref.column)) return target.ref
  return columnFor(rank.sense, table, state, null) ?? fail()
}

function dimensionsFor(what: Exclude<Also, 'much'>, by: Ref, frame: Frame, state: State): QueryDimension[] {
  if (what === 'when') return dimensionsOf({ kind: 'time', grain: 'day', ref: dateFor(by.table, state, 'day') }, by.table, state)
  if (what === 'where') return dimensionsOf(placeOf(by.table, state.sight.layer) ?? fail(), by.table, state)
  if (what === 'who') {
    // Of who brought it in and who did it one is meant.
    if (refersTo(state.sight.layer, by.table).filter(({ label, isHidden }) => !isHidden && people.test(label)).length > 1) return fail()
    return dimensionsOf(personGroup({ ...frame, rank: null, figures: [{ kind: 'rows', table: by.table }] }, state) ?? fail(), by.table, state)
  }
  return [{ table: what.table.name, column: what.column.name }]
}
