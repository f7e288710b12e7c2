import type { TimeMention } from '#domain/analyst/language/time.ts'
import type { Filter, Grain, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { SemanticQuery as Query } from '#domain/semantics/semantic-query.ts'
import type { Frame } from './frame.ts'
import {
  dateFor,
  dimensionsOf,
  fail,
  figuresIn,
  filtersOf,
  joined,
  keyOf,
  measureOf,
  type State,
  settle,
  tableOf,
  Unresolved,
  uniqueGroups,
} from './query-parts.ts'
import { rankedQuery } from './ranked-query.ts'
import type { Figure, Group, Sight } from './terms.ts'

export type Resolved = { query: SemanticQuery; notes: string[]; guesses: number }

/** The query a frame asks for; null when it does not make one. */
export function resolve(frame: Frame, sight: Sight): Resolved | null {
  try {
    const state: State = { sight, notes: [], guesses: 0 }
    return { query: Query.parse(built(frame, state)), notes: state.notes, guesses: state.guesses }
  } catch (error) {
    if (error instanceof Unresolved) return null
    throw error
  }
}

function built(frame: Frame, state: State): Partial<SemanticQuery> {
  if (frame.absent) return absentQuery(frame, state)
  if (frame.part) return partQuery(frame, state)
  if (frame.rank) return rankedQuery(frame, state)
  if (frame.compared.length > 0) return comparedQuery(frame, state)
  return plainQuery(frame, state)
}

/** Rows of a table of which each has so much of something: they are listed, or counted. */
function boundRows(frame: Frame, state: State): Partial<SemanticQuery> | null {
  const [limit, ...more] = frame.having
  const [asked, ...others] = uniqueGroups([
    ...frame.groups,
    ...frame.figures.flatMap((figure): Group[] =>
      figure.kind === 'rows'
        ? [{ kind: 'rows', table: figure.table }]
        : figure.kind === 'column' && figure.aggregate === 'count_distinct'
          ? [{ kind: 'column', ref: figure.ref }]
          : [],
    ),
  ])
  if (!limit || more.length > 0 || !asked || others.length > 0) return null
  if (frame.figures.some((figure) => figure.kind !== 'rows' && !(figure.kind === 'column' && figure.aggregate === 'count_distinct'))) return null
  const figure = settle(limit.figure, frame, state)
  if (figure.kind === 'rows' && asked.kind === 'rows' && figure.table === asked.table) return null
  const table = tableOf(figure)
  const filters = joined(filtersOf(frame.conditions, table, state))
  const bound = {
    measures: [measureOf(figure, 'bound', true)],
    having: [{ by: 'bound', operator: limit.bound.operator, values: [limit.bound.value] }],
    ...(filters ? { filters } : {}),
  }
  if (!frame.shapes.has('count')) return { ...bound, dimensions: dimensionsOf(asked, table, state) }
  const key = asked.kind === 'column' ? asked.ref : asked.kind === 'rows' ? keyOf(asked.table) : null
  if (!key) return null
  const member = { table: key.table.name, column: key.column.name }
  return {
    measures: [
      asked.kind === 'column' ? { aggregate: 'count_distinct', ...member, name: 'figure_1' } : { aggregate: 'count', table: key.table.name, name: 'figure_1' },
    ],
    filters: { ...member, operator: 'equals', values: [], values_from: { query: Query.parse({ ...bound, dimensions: [member] }) } },
  }
}

function plainQuery(frame: Frame, state: State): Partial<SemanticQuery> {
  const bound = frame.having.length > 0 ? boundRows(frame, state) : null
  if (bound) return bound
  if (frame.having.length > 0 && frame.groups.length === 0) return fail()
  const figures = figuresIn(frame, state)
  if (figures.length === 0 || figures.length > 4) return fail()
  const table = tableOf(figures[0] as Figure)
  const groups = uniqueGroups(frame.groups)
  const dimensions = groups.flatMap((group) => dimensionsOf(group, table, state))
  const measures = figures.map((figure, index) => measureOf(figure, `figure_${index + 1}`))
  const filters = joined(filtersOf(frame.conditions, table, state))
  const having = frame.having.map(({ figure, bound }, index) => {
    measures.push(measureOf(settle(figure, frame, state), `bound_${index + 1}`, true))
    return { by: `bound_${index + 1}`, operator: bound.operator, values: [bound.value] }
  })
  const time = groups.find((group) => group.kind === 'time')
  if (frame.derive && dimensions.length === 0) return fail()
  if (frame.derive === 'share') measures.push({ derive: 'share_of_total', of: 'figure_1', percent: true, name: 'share' })
  if (frame.derive === 'running') {
    if (!time) return fail()
    measures.push({ derive: 'running_total', of: 'figure_1', name: 'running' })
  }
  if (frame.derive === 'change') {
    if (!time) return fail()
    measures.push({ derive: 'percent_change', of: 'figure_1', name: 'change' })
  }
  const order = time ? [{ by: 'period', direction: 'asc' as const }] : []
  return { measures, dimensions, ...(filters ? { filters } : {}), having, order }
}

function comparedQuery(frame: Frame, state: State): Partial<SemanticQuery> {
  const figures = figuresIn(frame, state)
  const figure = figures[0] ?? fail()
  const table = tableOf(figure)
  const filters = filtersOf(frame.conditions, table, state)
  const [one, other] = frame.compared
  if (!one || !other) return fail()
  const measures = [measureOf(figure, 'figure_1')]
  if (one.kind === 'period' && other.kind === 'period') {
    const date = dateFor(table, state)
    const grain = grainOf(one.time)
    if (grain === null || grain !== grainOf(other.time)) return fail()
    const values = [...other.time.values, ...one.time.values]
    const filter: Filter = { table: date.table.name, column: date.column.name, operator: 'equals', values }
    if (frame.derive === 'change') measures.push({ derive: 'percent_change', of: 'figure_1', name: 'change' })
    return {
      measures,
      dimensions: [{ table: date.table.name, column: date.column.name, grain, name: 'period' }],
      filters: joined([...filters, filter]) as Filter,
      order: [{ by: 'period', direction: 'asc' }],
    }
  }
  if (one.kind !== 'filter' || other.kind !== 'filter' || !('column' in one.filter) || !('column' in other.filter)) return fail()
  if (one.filter.column !== other.filter.column || one.filter.table !== other.filter.table) return fail()
  const filter: Filter = { ...one.filter, values: [...new Set([...one.filter.values, ...other.filter.values])] }
  return { measures, dimensions: [{ table: one.filter.table, column: one.filter.column }], filters: joined([...filters, filter]) as Filter }
}

/** The unit a period is one of. */
function grainOf({ operator, values }: TimeMention): Grain | null {
  const [value = ''] = values
  if (operator !== 'equals' || values.length !== 1) return null
  return /^\d{4}$/.test(value)
    ? 'year'
    : /^\d{4}-Q/.test(value)
      ? 'quarter'
      : /^\d{4}-\d{2}$/.test(value)
        ? 'month'
        : /^\d{4}-\d{2}-\d{2}$/.test(value)
          ? 'day'
          : null
}

function partQuery(frame: Frame, state: State): Partial<SemanticQuery> {
  const part = frame.part ?? fail()
  const figure = settle(part.figure, frame, state)
  const table = tableOf(figure)
  const inside = filtersOf(part.conditions, table, state)
  const filters = joined(filtersOf(frame.conditions, table, state))
  const dimensions = uniqueGroups(frame.groups).flatMap((group) => dimensionsOf(group, table, state))
  const numerator: Figure = { ...figure, filters: inside }
  return { measures: [measureOf({ kind: 'ratio', numerator, denominator: figure, percent: true }, 'share')], dimensions, ...(filters ? { filters } : {}) }
}

function absentQuery(frame: Frame, state: State): Partial<SemanticQuery> {
  const { of, without } = frame.absent ?? fail()
  const [key] = without.primaryKey
  if (key === undefined) return fail()
  const exists: Filter = { table: without.name, column: key, operator: 'is_not_empty', values: [] }
  const filters = filtersOf(frame.conditions, without, state)
  const none: Filter = { not: filters.length > 0 ? { and: [exists, ...filters] } : exists }
  const isCounted = frame.figures.some((figure) => figure.kind === 'rows' && figure.table === of)
  if (isCounted) return { measures: [{ aggregate: 'count', table: of.name, name: 'figure_1' }], filters: none }
  return { dimensions: dimensionsOf({ kind: 'rows', table: of }, of, state), filters: none }
}
