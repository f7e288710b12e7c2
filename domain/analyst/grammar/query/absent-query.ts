import { eventTables, timeColumns } from '#domain/analyst/grammar/facts.ts'
import type { Frame } from '#domain/analyst/grammar/frame.ts'
import { partnersDoing } from '#domain/analyst/grammar/happenings/deeds.ts'
import type { Condition } from '#domain/analyst/grammar/terms.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import { type Filter, SemanticQuery as Query, type SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { filtersOf } from './query-filters.ts'
import { dimensionsOf, joined, measureOf, rowsOf, uniqueGroups } from './query-parts.ts'
import { fail, type State } from './query-state.ts'

/** Rows that have none of another table, listed or counted. */
export function absentQuery(frame: Frame, of: LayerTable, without: LayerTable, such: Filter | null, state: State): Partial<SemanticQuery> {
  const { relationships } = state.sight.layer
  const column =
    without.primaryKey[0] ?? relationships.find(({ fromTable, toTable }) => fromTable === without.name && toTable === of.name)?.fromColumns[0] ?? fail()
  const exists: Filter = { table: without.name, column, operator: 'is_not_empty', values: [] }
  // Customers in Germany who bought nothing: where they are is told of them.
  const isOwn = (condition: Condition) => condition.kind === 'filter' && condition.tables.every((name) => name === of.name)
  const own = filtersOf(frame.conditions.filter(isOwn), of, state)
  const inner = filtersOf(
    frame.conditions.filter((condition) => !isOwn(condition)),
    without,
    state,
  )
  const filters = [...inner, ...(such ? [such] : [])]
  const none: Filter = { not: filters.length > 0 ? { and: such ? filters : [exists, ...filters] } : exists }
  const all = joined([...own, none]) as Filter
  // "What percent of members never came": of all that the other conditions leave.
  if (frame.portion || frame.derive === 'share') {
    const rows = { kind: 'rows' as const, table: of }
    const whole = joined(own)
    return {
      measures: [measureOf({ kind: 'ratio', numerator: { ...rows, filters: [none] }, denominator: rows, percent: true }, 'share')],
      ...(whole ? { filters: whole } : {}),
    }
  }
  if (frame.shapes.has('count')) return { measures: [{ aggregate: 'count', table: of.name, name: 'figure_1' }], filters: all }
  return { dimensions: dimensionsOf({ kind: 'rows', table: of }, of, state), filters: all }
}

/** Those of a sheet of whom no row is so: customers, told by their name in each of their rows, who never returned anything. */
function deniedQuery(frame: Frame, such: Filter | null, state: State): Partial<SemanticQuery> | null {
  const [asked, ...others] = uniqueGroups([...frame.groups, ...frame.figures.flatMap(rowsOf)])
  if (asked?.kind !== 'column' || others.length > 0 || (such && (!('column' in such) || such.table !== asked.ref.table.name))) return null
  const { table, column } = asked.ref
  if (column.distinct === null || table.rows === null || column.distinct === table.rows) return null
  const member = { table: table.name, column: column.name }
  const periods = frame.conditions.filter(({ kind }) => kind === 'period')
  if (!such && (periods.length === 0 || eventTables(state.sight.layer)[0] !== table)) return null
  const own = filtersOf(
    frame.conditions.filter((condition) => !periods.includes(condition)),
    table,
    state,
  )
  // What no name is known of is none of them.
  const named: Filter[] = (column.nullFraction ?? 0) > 0 ? [{ ...member, operator: 'is_not_empty', values: [] }] : []
  const inner = Query.parse({ dimensions: [member], filters: joined([...(such ? [such] : []), ...named, ...filtersOf(periods, table, state)]) })
  const filters = joined([...own, ...named, { not: { ...member, operator: 'equals', values: [], values_from: { query: inner } } }]) as Filter
  return frame.shapes.has('count')
    ? { measures: [{ aggregate: 'count_distinct', ...member, name: 'figure_1' }], filters }
    : { dimensions: [member], distinct: true, filters }
}

export function lackingQuery(frame: Frame, state: State): Partial<SemanticQuery> {
  const { layer } = state.sight
  const lacking = frame.lacking ?? fail()
  const [group] = frame.groups
  // Places of a sheet of tickets that never had an urgent one.
  const isOfSheet = lacking.of === null || (lacking.filter !== null && group?.kind === 'column' && group.ref.table === lacking.of)
  const denied = isOfSheet ? deniedQuery(frame, lacking.filter, state) : null
  if (denied) return denied
  const tables = [...frame.groups, ...frame.figures, ...(frame.portion ? [frame.portion] : [])].flatMap((item) => (item.kind === 'rows' ? [item.table] : []))
  const of = tables.find((table) => table !== lacking.of) ?? fail()
  const without = lacking.of ?? partnersDoing(lacking.said ?? '', of, layer) ?? fail()
  // Lines of an order are what it is of: an order that was not paid has them all the same.
  if (lacking.of === null && timeColumns(of).length > 0 && timeColumns(without).length === 0 && eventTables(layer)[0] === of) return fail()
  return absentQuery(frame, of, without, lacking.filter, state)
}
