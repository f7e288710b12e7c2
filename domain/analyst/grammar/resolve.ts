import type { TimeMention } from '#domain/analyst/language/time.ts'
import { defaultDate } from '#domain/analyst/lexicon/display.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import type { AggregateMeasure, Filter, Grain, NamedMeasure, QueryDimension, QueryMeasure, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { SemanticQuery as Query } from '#domain/semantics/semantic-query.ts'
import type { SuperlativeSense } from '../lexicon/english/superlatives.ts'
import { eventTables, figuresOfSense, isFigure, naturalAggregate, shownOf, timeColumns, wordsOf } from './facts.ts'
import type { Condition, Figure, Fragment, Group, Ref, Sight } from './terms.ts'

/** All that the fragments of a question say, merged. */
export type Frame = {
  figures: Figure[]
  groups: Group[]
  conditions: Condition[]
  rank: NonNullable<Fragment['rank']> | null
  having: NonNullable<Fragment['having']>[]
  derive: Fragment['derive'] | null
  compared: Condition[]
  part: NonNullable<Fragment['part']> | null
  absent: NonNullable<Fragment['absent']> | null
  aggregate: Fragment['aggregate'] | null
  shapes: Set<NonNullable<Fragment['shape']>>
}

/** Null when fragments contradict each other: two ranks, two parts. */
export function frameOf(fragments: Fragment[]): Frame | null {
  const frame = merged(fragments)
  if (!frame) return null
  // "By the artist AC/DC" names a row, not a split by artist.
  const named = new Set(
    frame.conditions.flatMap((condition) =>
      condition.kind === 'filter' && 'column' in condition.filter && condition.filter.operator === 'equals'
        ? [`${condition.filter.table}.${condition.filter.column}`]
        : [],
    ),
  )
  const isNamed = (group: Group) => {
    const shown = group.kind === 'column' ? [group.ref] : group.kind === 'rows' ? shownOf(group.table) : []
    return shown.some(({ table, column }) => named.has(`${table.name}.${column.name}`))
  }
  return frame.compared.length > 0 ? frame : { ...frame, groups: frame.groups.filter((group) => !isNamed(group)) }
}

function merged(fragments: Fragment[]): Frame | null {
  const frame: Frame = {
    figures: [],
    groups: [],
    conditions: [],
    rank: null,
    having: [],
    derive: null,
    compared: [],
    part: null,
    absent: null,
    aggregate: null,
    shapes: new Set(),
  }
  for (const item of fragments) {
    if ((item.rank && frame.rank) || (item.part && frame.part) || (item.absent && frame.absent) || (item.compared && frame.compared.length > 0)) return null
    frame.figures.push(...(item.figures ?? []))
    frame.groups.push(...(item.groups ?? []))
    frame.conditions.push(...(item.conditions ?? []))
    frame.having.push(...(item.having ? [item.having] : []))
    frame.compared.push(...(item.compared ?? []))
    frame.rank ??= item.rank ?? null
    frame.derive ??= item.derive ?? null
    frame.part ??= item.part ?? null
    frame.absent ??= item.absent ?? null
    frame.aggregate ??= item.aggregate ?? null
    if (item.shape) frame.shapes.add(item.shape)
  }
  return frame
}

export type Resolved = { query: SemanticQuery; notes: string[]; guesses: number }

/** Thrown where a frame says nothing this data can answer. */
class Unresolved extends Error {}
const fail = (): never => {
  throw new Unresolved()
}

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

type State = { sight: Sight; notes: string[]; guesses: number }

function built(frame: Frame, state: State): Partial<SemanticQuery> {
  if (frame.absent) return absentQuery(frame, state)
  if (frame.part) return partQuery(frame, state)
  if (frame.rank) return rankedQuery(frame, state)
  if (frame.compared.length > 0) return comparedQuery(frame, state)
  return plainQuery(frame, state)
}

/** The figures a frame asks for; what only names the rows of another figure is left out. */
function figuresIn(frame: Frame, state: State): Figure[] {
  const settled = frame.figures.map((figure) => settle(figure, frame, state))
  const strong = settled.filter((figure) => figure.kind !== 'rows')
  if (strong.length > 0 && settled.length > 1) return strong
  // Rows that only a condition speaks of are not counted beside others: "tracks of the media type AAC".
  const named = settled.filter((figure) => figure.kind !== 'rows' || !filteredTables(frame).has(figure.table.name))
  return settled.length > 1 ? (named.length > 0 ? named : settled).slice(0, 1) : settled
}

const filteredTables = ({ conditions }: Frame): Set<string> => new Set(conditions.flatMap((condition) => (condition.kind === 'filter' ? condition.tables : [])))

function settle(figure: Figure, frame: Frame, state: State): Figure {
  const { layer } = state.sight
  if (figure.kind === 'ratio') return { ...figure, numerator: settle(figure.numerator, frame, state), denominator: settle(figure.denominator, frame, state) }
  if (figure.kind === 'column' && figure.aggregate === null) return { ...figure, aggregate: frame.aggregate ?? naturalAggregate(figure.ref) }
  if (figure.kind !== 'sense') return figure
  const [best] = figuresOfSense(layer, figure.sense)
  if (!best) return fail()
  state.guesses++
  if (best.kind === 'column') return { ...best, aggregate: figure.aggregate ?? frame.aggregate ?? best.aggregate ?? naturalAggregate(best.ref) }
  return best.kind === 'formula' && figure.aggregate ? { ...best, aggregate: figure.aggregate } : best
}

export const tableOf = (figure: Figure): LayerTable | null =>
  figure.kind === 'rows' || figure.kind === 'formula'
    ? figure.table
    : figure.kind === 'column'
      ? figure.ref.table
      : figure.kind === 'ratio'
        ? tableOf(figure.numerator)
        : null

function measureOf(figure: Figure, name: string, hidden = false): QueryMeasure {
  const flag = hidden ? { hidden: true } : {}
  if (figure.kind === 'ratio')
    return {
      ratio: { numerator: simple(figure.numerator), denominator: simple(figure.denominator) },
      ...(figure.percent ? { percent: true } : {}),
      name,
      ...flag,
    }
  return { ...simple(figure), name, ...flag }
}

function simple(figure: Figure): AggregateMeasure | NamedMeasure {
  const filters = figure.filters && figure.filters.length > 0 ? { filters: allOf(figure.filters) } : {}
  if (figure.kind === 'named') return { measure: figure.measure.name }
  if (figure.kind === 'rows') return { aggregate: 'count', table: figure.table.name, ...filters }
  if (figure.kind === 'column') return { aggregate: figure.aggregate ?? 'sum', table: figure.ref.table.name, column: figure.ref.column.name, ...filters }
  if (figure.kind === 'formula') return { aggregate: figure.aggregate, table: figure.table.name, expression: figure.expression, ...filters }
  return fail()
}

const allOf = (filters: Filter[]): Filter => (filters.length === 1 && filters[0] ? filters[0] : { and: filters })

/** The date a question about a figure runs along: one of its table, else of a table that its rows refer to. */
function dateFor(table: LayerTable | null, state: State, grain: Grain | null = null): Ref {
  const { layer } = state.sight
  if (grain === 'hour_of_day' && table) {
    const clock = table.columns.find((column) => !column.isHidden && column.type === 'time')
    if (clock) return { table, column: clock }
  }
  const own = table ? defaultDate(table) : null
  if (table && own) return { table, column: own }
  const near = table
    ? layer.relationships.flatMap(({ fromTable, toTable }) => (fromTable === table.name ? layer.tables.filter(({ name }) => name === toTable) : []))
    : eventTables(layer)
  for (const other of near) {
    const column = timeColumns(other).length > 0 ? defaultDate(other) : null
    if (column) return { table: other, column }
  }
  return fail()
}

function periodFilter(time: TimeMention, date: Ref): Filter {
  return { table: date.table.name, column: date.column.name, operator: time.operator, values: time.values }
}

/** Years from the first to the last date of a column, as far as an extraction knows. */
function spanYears({ column }: Ref): number {
  const years = [column.min, column.max].map((text) => Number(/\b(\d{4})\b/.exec(text ?? '')?.[1] ?? Number.NaN))
  const [from = Number.NaN, to = Number.NaN] = years
  return Number.isNaN(to - from) ? 0 : to - from
}

function filtersOf(conditions: Condition[], table: LayerTable | null, state: State): Filter[] {
  return conditions.map((condition) => (condition.kind === 'filter' ? condition.filter : periodFilter(condition.time, dateFor(table, state))))
}

/** Conditions on one column met by any of their values. */
function joined(filters: Filter[]): Filter | undefined {
  const merged: Filter[] = []
  for (const filter of filters) {
    const same = merged.find(
      (other) =>
        'column' in other &&
        'column' in filter &&
        other.column === filter.column &&
        other.table === filter.table &&
        other.operator === 'equals' &&
        filter.operator === 'equals' &&
        !other.grain,
    )
    if (same && 'column' in same && 'column' in filter) same.values = [...new Set([...same.values, ...filter.values])]
    else merged.push('column' in filter ? { ...filter } : filter)
  }
  return merged.length === 0 ? undefined : allOf(merged)
}

function dimensionsOf(group: Group, table: LayerTable | null, state: State): QueryDimension[] {
  if (group.kind === 'time') {
    const date = group.ref ?? dateFor(table, state, group.grain)
    return [{ table: date.table.name, column: date.column.name, grain: group.isTrend && spanYears(date) > 4 ? 'year' : group.grain, name: 'period' }]
  }
  if (group.kind === 'bin') return [{ table: group.ref.table.name, column: group.ref.column.name, bin: { width: group.width } }]
  if (group.kind === 'column') return [{ table: group.ref.table.name, column: group.ref.column.name }]
  const shown = shownOf(group.table, state.sight.layer)
  if (shown.some(({ table: of }) => of !== group.table)) return shown.map(({ table: of, column }) => ({ table: of.name, column: column.name }))
  const [key, ...more] = group.table.primaryKey
  const isOwnKey = key !== undefined && shown.some(({ column }) => column.name === key)
  const isUnique = shown.length === 1 && shown[0]?.column.distinct !== null && shown[0]?.column.distinct === group.table.rows
  const hidden = key !== undefined && more.length === 0 && !isOwnKey && !isUnique ? [{ table: group.table.name, column: key, hidden: true }] : []
  return [...shown.map(({ table: of, column }) => ({ table: of.name, column: column.name })), ...hidden]
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

function keyOf(table: LayerTable): Ref | null {
  const [name, ...more] = table.primaryKey
  const column = table.columns.find((item) => item.name === name)
  return column && more.length === 0 ? { table, column } : null
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

function uniqueGroups(groups: Group[]): Group[] {
  const seen = new Set<string>()
  return groups.filter((group) => {
    const key =
      group.kind === 'column'
        ? `${group.ref.table.name}.${group.ref.column.name}`
        : group.kind === 'rows'
          ? group.table.name
          : group.kind === 'time'
            ? 'time'
            : 'bin'
    return seen.has(key) ? false : seen.add(key)
  })
}

/** The column a superlative speaks of, in the tables nearest to what is ranked. */
function columnFor(sense: SuperlativeSense, target: LayerTable | null, state: State): Ref | null {
  const tables = state.sight.layer.tables.filter(({ isHidden }) => !isHidden)
  const near = target ? [target, ...tables.filter((table) => table !== target)] : tables
  for (const label of sense.labels ?? [])
    for (const table of near) {
      const column = table.columns.find((item) => !item.isHidden && isFigure(item) && wordsOf(item.label).includes(label))
      if (column) return { table, column }
    }
  return null
}

function rankFigure(frame: Frame, target: Group | null, state: State): Figure {
  const rank = frame.rank ?? fail()
  const own = rank.figure ? settle(rank.figure, frame, state) : null
  if (own) return own
  const figures = figuresIn({ ...frame, figures: frame.figures }, state).filter(
    (figure) => !(figure.kind === 'rows' && target?.kind === 'rows' && figure.table === target.table),
  )
  if (figures[0]) return figures[0]
  const of = target?.kind === 'rows' ? target.table : target?.kind === 'column' ? target.ref.table : null
  if (rank.sense.of === 'labels') {
    const ref = columnFor(rank.sense, of, state) ?? fail()
    return { kind: 'column', ref, aggregate: 'avg' }
  }
  state.guesses++
  const [money] = figuresOfSense(state.sight.layer, 'money')
  if (rank.sense.of === 'worth' && money) return settle(money, frame, state)
  const [event] = eventTables(state.sight.layer).filter((table) => table !== of || target?.kind !== 'rows')
  return event ? { kind: 'rows', table: event } : fail()
}

/** Who is asked for where no noun says so: rows of the table whose figure is ranked, or of whom it refers to. */
function personGroup(frame: Frame, state: State): Group | null {
  const figure = frame.rank?.figure ?? frame.figures[0]
  const table = figure ? tableOf(settle(figure, frame, state)) : null
  const people = /customer|client|account|employee|agent|person|people|patient|user|member|player|student|staff|rep|scorer|author|artist|driver|team/i
  const column = table?.columns.find((item) => people.test(item.label) && !isFigure(item) && item.semanticType !== 'identifier' && item.semanticType !== 'time')
  const referred = table ? state.sight.layer.relationships.filter(({ fromTable }) => fromTable === table.name).map(({ toTable }) => toTable) : []
  const person = state.sight.layer.tables.find((item) => referred.includes(item.name) && people.test(item.label))
  if (table && people.test(table.label)) return { kind: 'rows', table }
  if (person) return { kind: 'rows', table: person }
  if (table && column) return { kind: 'column', ref: { table, column } }
  return table ? { kind: 'rows', table } : null
}

function rankedQuery(frame: Frame, state: State): Partial<SemanticQuery> {
  const rank = frame.rank ?? fail()
  const [first, ...others] = uniqueGroups(frame.groups)
  const isAsked = (frame.shapes.has('list') && first !== undefined) || frame.shapes.has('who')
  // "Which city has the fewest employees": what stands behind the superlative is what is counted.
  if (isAsked && rank.target && rank.count === null && rank.figure === null && !(first && sameGroup(first, rank.target))) {
    const counted = countOf(rank.target) ?? fail()
    return rankedQuery({ ...frame, rank: { ...rank, target: null, figure: counted }, figures: frame.figures.filter(({ kind }) => kind !== 'rows') }, state)
  }
  const asked: Group | null = frame.shapes.has('when') ? { kind: 'time', grain: 'day', ref: null } : frame.shapes.has('who') ? personGroup(frame, state) : null
  const target = rank.target ?? first ?? asked
  if (!target) return fail()
  const figure = rankFigure(frame, target, state)
  const direction = rank.sense.end === 'high' ? ('desc' as const) : ('asc' as const)
  const limit = rank.count ?? 1
  const table = tableOf(figure)
  const filters = joined(filtersOf(frame.conditions, table, state))
  const split = rank.target ? [first, ...others].filter((group): group is Group => group !== undefined && !sameGroup(group, target)) : others
  if (target.kind === 'rows' && figure.kind === 'column' && figure.ref.table === target.table && figure.aggregate !== 'count_distinct' && split.length === 0) {
    const by = { table: figure.ref.table.name, column: figure.ref.column.name, name: 'ranked_by' }
    const present: Filter = { table: by.table, column: by.column, operator: 'is_not_empty', values: [] }
    return {
      dimensions: [...dimensionsOf(target, table, state), by],
      filters: joined([...(filters ? [filters] : []), present]) as Filter,
      order: [{ by: 'ranked_by', direction }],
      limit,
    }
  }
  const dimensions = [...split.flatMap((group) => dimensionsOf(group, table, state)), ...dimensionsOf(target, table, state)]
  const measures = [measureOf(figure, 'figure_1')]
  if (split.length === 0) return { measures, dimensions, ...(filters ? { filters } : {}), order: [{ by: 'figure_1', direction }], limit }
  const [per] = dimensions
  const name = per?.name ?? 'part'
  return {
    measures,
    dimensions: dimensions.map((item, index) => (index === 0 ? { ...item, name } : item)),
    ...(filters ? { filters } : {}),
    order: [{ by: 'figure_1', direction }],
    limit_per: { dimension: name, limit },
  }
}

/** How many there are of what a group is of; a column of numbers is measured instead. */
function countOf(group: Group): Figure | null {
  if (group.kind === 'rows') return { kind: 'rows', table: group.table }
  if (group.kind !== 'column') return null
  const { ref } = group
  return isFigure(ref.column) ? { kind: 'column', ref, aggregate: naturalAggregate(ref) } : { kind: 'column', ref, aggregate: 'count_distinct' }
}

function sameGroup(one: Group, other: Group): boolean {
  return JSON.stringify(uniqueGroups([one, other]).length) === '1'
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
