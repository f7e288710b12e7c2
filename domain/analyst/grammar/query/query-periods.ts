import { eventTables, isAdditive } from '#domain/analyst/grammar/facts.ts'
import type { Frame } from '#domain/analyst/grammar/frame.ts'
import type { Condition, Figure, Ref } from '#domain/analyst/grammar/terms.ts'
import type { Filter, Grain, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { SemanticQuery as Query } from '#domain/semantics/semantic-query.ts'
import { settle } from './query-figures.ts'
import { filtersOf } from './query-filters.ts'
import { joined, measureOf, tableOf } from './query-parts.ts'
import { dateFor, fail, type State } from './query-state.ts'

/** The stretch of time a question asks about as such: "on how many days", "which months"; null where it asks about none, or about other things too. */
function askedGrain({ figures, groups, shapes }: Frame): Grain | null {
  const [figure, ...more] = figures.filter(({ kind }) => kind !== 'rows')
  if (more.length > 0) return null
  if (figure) return figure.kind === 'periods' && groups.every(({ kind }) => kind === 'time') ? figure.grain : null
  const [group, ...others] = groups
  const isAsked = shapes.has('list') || shapes.has('plural')
  return group?.kind === 'time' && others.length === 0 && isAsked && !group.isTrend && !group.grain.includes('_of_') ? group.grain : null
}

/** Periods in which nothing of a kind happened, of those the data has: counted, or listed. "How many days had no returns", "which months had no sales in Canada". */
export function periodsWithout(frame: Frame, state: State): Partial<SemanticQuery> | null {
  const grain = askedGrain(frame)
  const { lacking } = frame
  if (!lacking || grain === null) return null
  const [of = null] = lacking.filter ? state.sight.layer.tables.filter(({ name }) => tableNamesOf(lacking.filter).includes(name)) : []
  const table = lacking.of ?? of ?? eventTables(state.sight.layer)[0] ?? fail()
  const date = dateFor(table, state, grain)
  const isPeriod = (condition: Condition) => condition.kind === 'period' || condition.kind === 'cyclic'
  const whole = filtersOf(frame.conditions.filter(isPeriod), table, state)
  const such = [
    ...filtersOf(
      frame.conditions.filter((condition) => !isPeriod(condition)),
      table,
      state,
    ),
    ...(lacking.filter ? [lacking.filter] : []),
  ]
  // Of days on which nothing at all happened the data has no rows.
  if (such.length === 0) return fail()
  const rows = joined([...whole, ...such])
  const query = Query.parse({ dimensions: [periodOf(date, grain)], ...(rows ? { filters: rows } : {}) })
  return told(frame, date, grain, [...whole, { ...within(date, grain, query), operator: 'not_equals' }])
}

/** How many periods have so much of a figure: "on how many days did we use more than 5,000 kWh". */
export function periodsBound(frame: Frame, state: State): Partial<SemanticQuery> | null {
  const grain = askedGrain(frame)
  if (grain === null || !frame.figures.some(({ kind }) => kind === 'periods')) return null
  const [limit, ...more] = [...frame.having, ...frame.conditions.flatMap((condition) => amountOf(condition, state))]
  if (!limit || more.length > 0) return fail()
  const figure = settle(limit.figure, frame, state)
  const table = tableOf(figure)
  const date = dateFor(table, state, grain)
  const filters = filtersOf(
    frame.conditions.filter((condition) => amountOf(condition, state).length === 0),
    table,
    state,
  )
  const rows = joined(filters)
  const query = Query.parse({
    measures: [measureOf(figure, 'bound', true)],
    dimensions: [periodOf(date, grain)],
    ...(rows ? { filters: rows } : {}),
    having: [{ by: 'bound', operator: limit.bound.operator, values: [limit.bound.value] }],
  })
  return told(frame, date, grain, [within(date, grain, query)])
}

function told(frame: Frame, date: Ref, grain: Grain, all: Filter[]): Partial<SemanticQuery> {
  const filters = joined(all) as Filter
  const of = { table: date.table.name, column: date.column.name }
  return frame.figures.some(({ kind }) => kind === 'periods') || frame.shapes.has('count')
    ? { measures: [{ aggregate: 'count_distinct', ...of, grain, name: 'figure_1' }], filters }
    : { dimensions: [{ ...of, grain, name: 'period' }], distinct: true, filters, order: [{ by: 'period', direction: 'asc' }] }
}

const periodOf = ({ table, column }: Ref, grain: Grain) => ({ table: table.name, column: column.name, grain, name: 'period' })

const within = ({ table, column }: Ref, grain: Grain, query: SemanticQuery): Filter => ({
  table: table.name,
  column: column.name,
  grain,
  operator: 'equals',
  values: [],
  values_from: { query },
})

/** A bound of an amount that can be added up: days on which more than so much was used have it together, and not in one of their rows. */
export function amountOf(condition: Condition, { sight }: Pick<State, 'sight'>): NonNullable<Frame['having'][number]>[] {
  if (condition.kind !== 'filter' || !('column' in condition.filter)) return []
  const { operator, values, table: name, column: named, grain } = condition.filter
  const table = sight.layer.tables.find((one) => one.name === name)
  const column = table?.columns.find((one) => one.name === named)
  const [value] = values
  if (!table || !column || grain || typeof value !== 'number' || !isBounding(operator) || !isAdditive({ table, column })) return []
  const figure: Figure = { kind: 'column', ref: { table, column }, aggregate: 'sum' }
  return [{ figure, bound: { operator, value } }]
}

const bounding = ['greater_than', 'greater_or_equal', 'less_than', 'less_or_equal'] as const
const isBounding = (operator: string): operator is (typeof bounding)[number] => (bounding as readonly string[]).includes(operator)

function tableNamesOf(filter: Filter | null): string[] {
  if (filter === null) return []
  if ('and' in filter) return filter.and.flatMap(tableNamesOf)
  if ('or' in filter) return filter.or.flatMap(tableNamesOf)
  return 'not' in filter ? tableNamesOf(filter.not) : [filter.table]
}
