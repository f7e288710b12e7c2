import { refersTo, tablesOf, timeColumns, visible, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { endingColumn, goesOn } from '#domain/analyst/lexicon/ending-date.ts'
import { recurringLabels } from '#domain/analyst/lexicon/english/meanings/assumed.ts'
import type { Layer, LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { Filter, SemanticQuery } from '#domain/semantics/semantic-query.ts'

/** Money that comes again each month or year until it ends: its column and the date of its end. */
type Recurring = { table: LayerTable; column: LayerColumn; end: LayerColumn }

export function recurringIn(layer: Layer): Recurring[] {
  return tablesOf(layer).flatMap((table) => {
    const end = endingColumn(table)
    const paid = visible(table).filter(({ label }) => wordsOf(label).some((word) => recurringLabels.has(word)))
    return end ? paid.map((column) => ({ table, column, end })) : []
  })
}

/** Those of a table who have something that is paid for again and again and has not ended; null where its rows say themselves how it stands with them. */
export function payingOnly(layer: Layer, of: LayerTable): Filter | null {
  const [found] = recurringIn(layer).filter(({ table }) => refersTo(layer, table).includes(of))
  if (!found) return null
  const { table, column } = found
  const running = goesOn(table)
  return {
    and: [{ table: table.name, column: column.name, operator: 'is_not_empty', values: [] }, ...(running ? [running] : [])],
  }
}

/** Whether money that comes again is told of a time by when it began: that leaves out what had begun before. */
export function timesRecurring({ measures, dimensions, filters }: SemanticQuery, layer: Layer): boolean {
  const text = JSON.stringify(measures)
  return recurringIn(layer).some(({ table, column }) => {
    const isSummed = text.includes(`"table":${JSON.stringify(table.name)},"column":${JSON.stringify(column.name)}`)
    const dates = timeColumns(table).map(({ name }) => name)
    const isDated = dimensions.some((item) => item.table === table.name && item.grain !== undefined && dates.includes(item.column))
    return isSummed && (isDated || dates.some((name) => isLimited(filters, table.name, name)))
  })
}

function isLimited(filter: Filter | undefined, table: string, column: string): boolean {
  if (!filter) return false
  if ('and' in filter) return filter.and.some((item) => isLimited(item, table, column))
  if ('or' in filter) return filter.or.some((item) => isLimited(item, table, column))
  if ('not' in filter) return isLimited(filter.not, table, column)
  return filter.table === table && filter.column === column && !filter.operator.startsWith('is_')
}
