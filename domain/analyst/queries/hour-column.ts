import { wordsOf } from '#domain/analyst/grammar/facts.ts'
import { hourLabels } from '#domain/analyst/lexicon/english/times/date-labels.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import type { Layer, LayerColumn } from '#domain/semantics/layer.ts'
import type { Filter, FilterCondition, SemanticQuery } from '#domain/semantics/semantic-query.ts'

const lastHour = 23

/** The hours of days are told by the column of hours beside them: a date alone has none. A query of any other kind stays as it is. */
export function withHourColumn(layer: Layer, query: SemanticQuery): SemanticQuery {
  const hourOf = (name: string, column: string, grain: string | undefined): LayerColumn | undefined => {
    const table = grain === 'hour_of_day' ? layer.tables.find((one) => one.name === name) : undefined
    const isDay = table?.columns.find((one) => one.name === column)?.type === 'date'
    return isDay ? table?.columns.find(isHour) : undefined
  }
  const dimensions = query.dimensions.map((item) => {
    const hour = hourOf(item.table, item.column, item.grain)
    if (!hour) return item
    const { grain: _, ...rest } = item
    return { ...rest, column: hour.name }
  })
  const told = (filter: Filter): Filter => {
    if ('and' in filter) return { and: filter.and.map(told) }
    if ('or' in filter) return { or: filter.or.map(told) }
    if ('not' in filter) return { not: told(filter.not) }
    const hour = 'column' in filter ? hourOf(filter.table, filter.column, filter.grain) : undefined
    if (!hour || !('column' in filter)) return filter
    const { grain: _, ...rest } = filter
    return { ...rest, column: hour.name }
  }
  return { ...query, dimensions, ...(query.filters ? { filters: told(query.filters) } : {}) }
}

/** Whether hours are read of days where no column tells them: all of them would be midnight. */
export function isHourOfDay({ table: name, column, grain }: Pick<FilterCondition, 'table' | 'column' | 'grain'>, { tables }: Layer): boolean {
  if (grain !== 'hour_of_day' && grain !== 'hour') return false
  const table = tables.find((one) => one.name === name)
  return table?.columns.find((one) => one.name === column)?.type === 'date' && !table.columns.some(isHour)
}

const isHour = (column: LayerColumn): boolean =>
  !column.isHidden &&
  isNumericType(column) &&
  Number(column.min) >= 0 &&
  Number(column.max) <= lastHour &&
  wordsOf(column.label).some((word) => hourLabels.has(word))
