import type { Layer, LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { Grain, QueryMeasure, SemanticQuery } from '#domain/semantics/semantic-query.ts'

/** Columns that tell only a part of a date, by their labels, and the most that they may hold. */
const parts: readonly (readonly [label: RegExp, grain: Grain, most: number])[] = [
  [/^(?:day|day of (?:the )?month)$/i, 'day', 31],
  [/^(?:month|month number)$/i, 'month', 12],
]

/** Days are counted by their dates, where a column beside the date holds only the day of the month: there were not 31 of them in two years. */
export function withWholeDays({ tables }: Layer, query: SemanticQuery): SemanticQuery {
  const told = (measure: QueryMeasure): QueryMeasure => {
    if (!('aggregate' in measure) || measure.aggregate !== 'count_distinct' || measure.column === undefined || measure.grain) return measure
    const table = tables.find(({ name }) => name === measure.table)
    const grain = table && partOfDate(table.columns.find(({ name }) => name === measure.column))
    const date = table && grain ? wholeDate(table) : undefined
    if (!date || !grain) return measure
    return { ...measure, column: date.name, ...(grain === 'day' && date.type === 'date' ? {} : { grain }) }
  }
  return { ...query, measures: query.measures.map(told) }
}

const weekday = /\b(?:week ?days?|days? of (?:the )?week)\b/i

/** Whether days of the week are asked for, and those of the month told. */
export const tellsMonthDays = ({ tables }: Layer, { dimensions }: SemanticQuery, question: string): boolean =>
  weekday.test(question) &&
  dimensions.some(({ table: of, column: named, grain, hidden }) => {
    const column = tables.find(({ name }) => name === of)?.columns.find(({ name }) => name === named)
    return !hidden && !grain && partOfDate(column) === 'day' && Number(column?.max) > 7
  })

function partOfDate(column: LayerColumn | undefined): Grain | null {
  const found = column && parts.find(([label, , most]) => label.test(column.label) && Number(column.max) <= most)
  return found?.[1] ?? null
}

/** The one date of a table. */
function wholeDate({ columns }: LayerTable): LayerColumn | undefined {
  const dates = columns.filter((column) => !column.isHidden && (column.type === 'date' || column.type === 'timestamp'))
  return dates.length === 1 ? dates[0] : undefined
}
