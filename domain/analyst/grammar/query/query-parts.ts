import { shownOf } from '#domain/analyst/grammar/shown.ts'
import type { Figure, Group, Ref } from '#domain/analyst/grammar/terms.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import type { AggregateMeasure, Filter, NamedMeasure, QueryDimension, QueryMeasure } from '#domain/semantics/semantic-query.ts'
import { dateFor, fail, type State } from './query-state.ts'

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

/** Years from the first to the last date of a column, as far as an extraction knows. */
function spanYears({ column }: Ref): number {
  const years = [column.min, column.max].map((text) => Number(/\b(\d{4})\b/.exec(text ?? '')?.[1] ?? Number.NaN))
  const [from = Number.NaN, to = Number.NaN] = years
  return Number.isNaN(to - from) ? 0 : to - from
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
    return [{ table: group.ref.table.name, column: group.ref.column.name, bin: { width: group.width ?? (state.step || suitedWidth(group.ref)) } }]
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
  // "How did it develop quarter by quarter": the steps that are said are those of the trend.
  const isStepSaid = groups.some((group) => group.kind === 'time' && !group.isTrend)
  return groups.filter((group) => {
    if (group.kind === 'time' && group.isTrend && isStepSaid) return false
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

/** What a figure counts: rows of a table, or different values of a column. */
export function rowsOf(figure: Figure): Group[] {
  if (figure.kind === 'rows') return [{ kind: 'rows', table: figure.table }]
  return figure.kind === 'column' && figure.aggregate === 'count_distinct' ? [{ kind: 'column', ref: figure.ref }] : []
}
