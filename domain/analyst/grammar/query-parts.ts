import { dayBack } from '#domain/analyst/language/calendar.ts'
import type { TimeMention } from '#domain/analyst/language/time.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import type { AggregateMeasure, Filter, Grain, NamedMeasure, QueryDimension, QueryMeasure } from '#domain/semantics/semantic-query.ts'
import { eventTables, figureFor, figuresOfSense, naturalAggregate, refersTo, shownOf } from './facts.ts'
import type { Frame } from './frame.ts'
import { keyOf as meaningOf } from './keys.ts'
import { ageOf, dateOf, durationOf, empty, endOf, present, startOf } from './moments.ts'
import type { Condition, Figure, Group, Ref, Sight } from './terms.ts'

/** Thrown where a frame says nothing this data can answer. */
export class Unresolved extends Error {}

const unresolved = new Unresolved()
export const fail = (): never => {
  throw unresolved
}

/** `figure` is what is measured, and `dated` the date that a word of the question names. */
export type State = { sight: Sight; notes: string[]; guesses: number; figure: Figure | null; dated: Ref | null; step: number | null }

/** The figures a frame asks for; what only names the rows of another figure is left out. */
export function figuresIn(frame: Frame, state: State): Figure[] {
  const figures = chosenFigures(frame, state)
  state.figure = figures[0] ?? state.figure
  return figures
}

function chosenFigures(frame: Frame, state: State): Figure[] {
  const sold = frame.shapes.has('sold') ? figuresOfSense(state.sight.layer, 'pieces')[0] : undefined
  const isSold = (figure: Figure) => figure.kind === 'rows' && sold?.kind === 'column' && refersTo(state.sight.layer, sold.ref.table).includes(figure.table)
  const said = frame.figures.length === 0 && state.dated ? [{ kind: 'rows' as const, table: state.dated.table }] : frame.figures
  // Of things that lines of orders refer to, what was sold is told by their quantities.
  const settled = distinct(said.map((figure) => (sold && isSold(figure) ? sold : settle(figure, frame, state))))
  // "Number of orders" asks for them beside other figures too; "orders" alone only says of what those are.
  const isCounted = (figure: Figure) =>
    figure.kind === 'rows' && !figure.isBare && said.some((other) => other.kind === 'rows' && other.isCounted && other.table === figure.table)
  const strong = settled.filter((figure) => isCounted(figure) || (figure.kind !== 'rows' && !isSaidAgain(figure, said)))
  if (strong.some(({ kind }) => kind !== 'rows') && settled.length > 1) return strong
  // Rows that only a condition speaks of are not counted beside others: "tracks of the media type AAC".
  const named = settled.filter((figure) => figure.kind !== 'rows' || !filteredTables(frame).has(figure.table.name))
  return settled.length > 1 ? (named.length > 0 ? named : settled).slice(0, 1) : settled
}

/** A column named once alone and once with how it is put together is one figure. */
const isSaidAgain = (figure: Figure, said: Figure[]): boolean => {
  if (figure.kind !== 'column') return false
  const own = said.filter((other) => other.kind === 'column' && other.ref.column === figure.ref.column)
  return (
    own.some((other) => other.kind === 'column' && other.aggregate === null) &&
    own.some((other) => other.kind === 'column' && other.aggregate !== null && other.aggregate !== figure.aggregate)
  )
}

const distinct = (figures: Figure[]): Figure[] => [...new Map(figures.map((figure) => [meaningOf(figure), figure])).values()]

const filteredTables = ({ conditions }: Frame): Set<string> => new Set(conditions.flatMap((condition) => (condition.kind === 'filter' ? condition.tables : [])))

export function settle(figure: Figure, frame: Frame, state: State): Figure {
  const { layer } = state.sight
  if (figure.kind === 'ratio') {
    const [above, below] = [settle(figure.numerator, frame, state), settle(figure.denominator, frame, state)]
    const isOwn =
      above.kind === 'column' &&
      above.aggregate === 'sum' &&
      below.kind === 'rows' &&
      above.ref.table === below.table &&
      !below.filters &&
      (!above.filters || figure.numerator.kind === 'sense')
    // Rows without a value do not lower what the others have on average.
    if (isOwn) return { ...above, aggregate: 'avg' }
    return { ...figure, numerator: soldIn(above, below, state), denominator: below }
  }
  if (figure.kind === 'column' && figure.aggregate === 'count_distinct' && figure.ref.column.distinct === figure.ref.table.rows && !figure.filters)
    return { kind: 'rows', table: figure.ref.table }
  if (figure.kind === 'column' && figure.aggregate === null) return { ...figure, aggregate: frame.aggregate ?? naturalAggregate(figure.ref) }
  if (figure.kind === 'periods') {
    const date = dateFor(nearTable(frame, state), state, figure.grain)
    return { kind: 'column', ref: date, aggregate: 'count_distinct', ...(isDay(date, figure.grain) ? {} : { grain: figure.grain }) }
  }
  if (figure.kind === 'duration' || figure.kind === 'age') {
    const near = nearTable(frame, state)
    const found = figure.kind === 'age' ? ageOf(state.sight, near) : near && durationOf(near)
    return found?.kind === 'formula' ? { ...found, aggregate: figure.aggregate ?? frame.aggregate ?? 'avg' } : fail()
  }
  if (figure.kind !== 'sense') return figure
  const best = figureFor(layer, figure.sense, splitTables(frame, state))
  if (!best) return fail()
  state.guesses++
  const won = wonOnly(best, frame)
  if (won) return { ...best, ...(best.kind === 'column' ? { aggregate: figure.aggregate ?? frame.aggregate ?? best.aggregate } : {}), filters: [won] } as Figure
  if (best.kind === 'column') return { ...best, aggregate: figure.aggregate ?? frame.aggregate ?? best.aggregate ?? naturalAggregate(best.ref) }
  return best.kind === 'formula' && figure.aggregate ? { ...best, aggregate: figure.aggregate } : best
}

/** The tables by whose columns and rows a question splits a figure, or limits it. */
function splitTables(frame: Frame, { sight }: State): LayerTable[] {
  const limiting = filteredTables(frame)
  const split = frame.groups.flatMap((group) => (group.kind === 'rows' ? [group.table] : group.ref ? [group.ref.table] : []))
  return [...split, ...sight.layer.tables.filter(({ name }) => limiting.has(name))]
}

const wonValue = /^(?:closed[ -])?won$/i

/** What was sold and earned is what was won, where rows also tell of what was lost or is still open, and nothing is said of that. */
function wonOnly(figure: Figure, frame: Frame): Filter | null {
  const table = figure.kind === 'column' ? figure.ref.table : figure.kind === 'rows' ? figure.table : null
  const column = table?.columns.find((item) => !item.isHidden && item.sampleValues.some((value) => wonValue.test(value.trim())))
  const value = column?.sampleValues.find((item) => wonValue.test(item.trim()))
  if (!table || !column || value === undefined) return null
  const all = [...frame.conditions, ...frame.compared, ...(frame.part?.conditions ?? [])]
  const isTold = all.some((condition) => condition.kind === 'filter' && 'column' in condition.filter && condition.filter.column === column.name)
  return isTold ? null : { table: table.name, column: column.name, operator: 'equals', values: [value] }
}

/** Whether each value of a column is one period already. */
const isDay = ({ column }: Ref, grain: Grain): boolean => grain === 'day' && column.type === 'date'

/** Things counted in orders of several of them each: their pieces. */
export function soldIn(figure: Figure, of: Figure, { sight }: State): Figure {
  if (figure.kind !== 'rows' || of.kind !== 'rows') return figure
  const [pieces] = figuresOfSense(sight.layer, 'pieces')
  if (pieces?.kind !== 'column') return figure
  const near = refersTo(sight.layer, pieces.ref.table)
  return near.includes(figure.table) && near.includes(of.table) ? pieces : figure
}

/** The table whose rows a question is about: the one it names or has a condition on, else that of what happens. */
function nearTable(frame: Frame, { sight }: State): LayerTable | null {
  const named = frame.figures.flatMap((figure) => (figure.kind === 'rows' ? [figure.table] : []))
  const groups = frame.groups.flatMap((group) => (group.kind === 'rows' ? [group.table] : []))
  const filtered = [...filteredTables(frame)].flatMap((name) => sight.layer.tables.find((table) => table.name === name) ?? [])
  const dated = frame.conditions.flatMap((condition) => (condition.kind === 'event' ? [condition.ref.table] : []))
  return [...dated, ...named, ...filtered, ...groups][0] ?? eventTables(sight.layer)[0] ?? null
}

export const tableOf = (figure: Figure): LayerTable | null =>
  figure.kind === 'rows' || figure.kind === 'formula'
    ? figure.table
    : figure.kind === 'column'
      ? figure.ref.table
      : figure.kind === 'ratio'
        ? tableOf(figure.numerator)
        : null

export function measureOf(figure: Figure, name: string, hidden = false): QueryMeasure {
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
  if (figure.kind === 'column')
    return {
      aggregate: figure.aggregate ?? 'sum',
      table: figure.ref.table.name,
      column: figure.ref.column.name,
      ...(figure.grain ? { grain: figure.grain } : {}),
      ...filters,
    }
  if (figure.kind === 'formula') return { aggregate: figure.aggregate, table: figure.table.name, expression: figure.expression, ...filters }
  return fail()
}

const allOf = (filters: Filter[]): Filter => (filters.length === 1 && filters[0] ? filters[0] : { and: filters })

/** The date a question about a figure runs along. */
export function dateFor(table: LayerTable | null, state: State, grain: Grain | null = null): Ref {
  if (state.dated && (table === null || state.dated.table === table)) return state.dated
  return dateOf(state.sight, state.figure, table, grain) ?? fail()
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

export function filtersOf(conditions: Condition[], table: LayerTable | null, state: State): Filter[] {
  return conditions.flatMap((condition): Filter[] => {
    if (condition.kind === 'filter') return [condition.filter]
    if (condition.kind === 'period') return [periodFilter(condition.time, dateFor(table, state))]
    if (condition.kind === 'event') return (condition.ref.column.nullFraction ?? 0) > 0 ? [present(condition.ref)] : []
    if (condition.kind === 'cyclic') return [recurringFilter(condition, dateFor(table, state, condition.grain))]
    const end = table && endOf(table)
    if (condition.kind === 'since') return [sinceFilter(condition, table, state), ...(end ? [empty(end)] : [])]
    return end ? [empty(end)] : condition.isLoose ? [] : fail()
  })
}

/** Hours of the night are those late and those early. */
function recurringFilter({ grain, from, to }: Extract<Condition, { kind: 'cyclic' }>, { table, column }: Ref): Filter {
  const on = { table: table.name, column: column.name, grain }
  if (from === to) return { ...on, operator: 'equals', values: [from] }
  if (from < to) return { ...on, operator: 'between', values: [from, to] }
  return {
    or: [
      { ...on, operator: 'greater_or_equal', values: [from] },
      { ...on, operator: 'less_or_equal', values: [to] },
    ],
  }
}

function sinceFilter({ isLonger, count, unit }: Extract<Condition, { kind: 'since' }>, table: LayerTable | null, state: State): Filter {
  const [year = 0, month = 0, day = 0] = (state.sight.today ?? fail()).split('-').map(Number)
  const date = (table && startOf(table)) ?? dateFor(table, state)
  return {
    table: date.table.name,
    column: date.column.name,
    operator: isLonger ? 'less_than' : 'greater_than',
    values: [dayBack(unit, count, { year, month, day })],
  }
}

/** Conditions on one column met by any of their values. */
export function joined(filters: Filter[]): Filter | undefined {
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

export function dimensionsOf(group: Group, table: LayerTable | null, state: State): QueryDimension[] {
  if (group.kind === 'time') {
    const date = group.ref ?? dateFor(table, state, group.grain)
    return [{ table: date.table.name, column: date.column.name, grain: group.isTrend && spanYears(date) > 4 ? 'year' : group.grain, name: 'period' }]
  }
  if (group.kind === 'bin')
    return [{ table: group.ref.table.name, column: group.ref.column.name, bin: { width: group.width ?? state.step ?? suitedWidth(group.ref) } }]
  if (group.kind === 'column') return [{ table: group.ref.table.name, column: group.ref.column.name }]
  const shown = shownOf(group.table, state.sight.layer)
  if (shown.some(({ table: of }) => of !== group.table)) return shown.map(({ table: of, column }) => ({ table: of.name, column: column.name }))
  const [key, ...more] = group.table.primaryKey
  const isOwnKey = key !== undefined && shown.some(({ column }) => column.name === key)
  const isUnique = shown.length === 1 && shown[0]?.column.distinct !== null && shown[0]?.column.distinct === group.table.rows
  const hidden = key !== undefined && more.length === 0 && !isOwnKey && !isUnique ? [{ table: group.table.name, column: key, hidden: true }] : []
  return [...shown.map(({ table: of, column }) => ({ table: of.name, column: column.name })), ...hidden]
}

const mostBins = 10

/** The width that makes about ten bins of a column's numbers: 1, 2 or 5 of some power of ten. */
function suitedWidth({ column }: Ref): number {
  const span = Number(column.max) - Number(column.min)
  if (!Number.isFinite(span) || span <= 0) return fail()
  const power = 10 ** Math.floor(Math.log10(span / mostBins))
  return ([1, 2, 5].find((step) => step * power * mostBins >= span) ?? 10) * power
}

export function keyOf(table: LayerTable): Ref | null {
  const [name, ...more] = table.primaryKey
  const column = table.columns.find((item) => item.name === name)
  return column && more.length === 0 ? { table, column } : null
}

export function uniqueGroups(groups: Group[]): Group[] {
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
