import { fillers } from '#domain/analyst/lexicon/english/sentences/fillers.ts'
import { determiners } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { prefersValue, type Reading, skip, tableOf, wordAt } from '#domain/analyst/reading/reading.ts'
import type { AggregateMeasure, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { isMeasurable } from './measurable.ts'

/** A figure; `row` is the column it is of, where each row has its own. */
export type Part = { figure: AggregateMeasure; row?: string }

export function textOf({ items }: Reading, from: number, to: number): string {
  return items
    .slice(from, to)
    .map((item) => (item.kind === 'quoted' ? `"${item.text}"` : item.text))
    .join(' ')
}

/** What a stretch of the question measures: rows counted, an aggregate, or a column summed, of which the row's own is told too. */
export function partOf(reading: Reading, from: number, to: number): Part | null {
  const start = skip(reading, from)
  const column = onlyColumn(reading, start, to)
  if (column) return { figure: { aggregate: 'sum', table: column.table.name, column: column.column.name }, row: column.column.name }
  const text = textOf(reading, start, to).replace(/^(?:total )?(?:number|count) of (?:the )?/i, '')
  for (const question of [`How many ${text}?`, `What is the ${text}?`]) {
    const figure = onlyFigure(reading.ask(question))
    if (figure) return { figure }
  }
  return null
}

/** "Aircraft capacity", "its range in miles": one column, and nothing else but what it belongs to. */
function onlyColumn(reading: Reading, from: number, to: number): ColumnReference | null {
  let found: ColumnReference | null = null
  for (let at = from; at < to; at++) {
    const item = reading.items[at]
    const isPlain = item?.kind === 'word' && (fillers.has(item.lower) || determiners.has(item.lower) || wordAt(reading, at - 1) === 'in')
    if (isPlain || tableOf(item)) continue
    const column: ColumnReference | null =
      item?.kind === 'name' && !found && !prefersValue(reading, at) ? columnOf(reading, at, ({ column }) => isMeasurable(column, 'sum')) : null
    if (!column) return null
    found = column
  }
  return found
}

/** The measure of a query that shows nothing else, with its conditions. */
export function onlyFigure(query: SemanticQuery | null): AggregateMeasure | null {
  const [measure, ...others] = query?.measures.filter((item) => !item.hidden) ?? []
  if (!query || !measure || others.length > 0 || !('aggregate' in measure) || query.dimensions.some((item) => !item.hidden) || query.having.length > 0)
    return null
  if (query.limit !== undefined || query.combine) return null
  const { name: _, hidden: __, ...figure } = measure
  return query.filters ? { ...figure, filters: query.filters } : figure
}
