import { z } from 'zod'
import { displayColumns } from '#domain/analyst/lexicon/display.ts'
import { capitalised } from '#domain/semantics/describe/english.ts'
import type { Layer, LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { ColumnType } from '#domain/semantics/sources/source.ts'

/** References followed from the table that is measured. */
const STEPS_AWAY = 3

/** A column to group by or to filter. */
export const ChoosableColumn = z.object({
  table: z.string(),
  column: z.string(),
  label: z.string(),
  type: ColumnType,
  is_time: z.boolean(),
  distinct: z.int().nullable(),
})
export type ChoosableColumn = z.infer<typeof ChoosableColumn>

/** The table whose rows are counted: of the first measure, else of the first column. */
export function baseOf(layer: Layer, { measures, dimensions }: SemanticQuery): LayerTable | undefined {
  const names = measures.flatMap((measure): string[] => {
    const one = 'ratio' in measure ? measure.ratio.numerator : measure
    if ('table' in one) return [one.table]
    return 'measure' in one ? layer.measures.filter(({ name }) => name === one.measure).map(({ table }) => table) : []
  })
  const name = names[0] ?? dimensions[0]?.table
  return layer.tables.find((table) => table.name === name)
}

/** A table and those it refers to, near ones first: none of them makes its rows more. */
export function referredTables({ tables, relationships }: Layer, base: LayerTable): LayerTable[] {
  const found = [base]
  let edge = [base]
  for (let step = 0; step < STEPS_AWAY; step++) {
    const names = new Set(edge.map(({ name }) => name))
    const next = relationships.flatMap(({ fromTable, toTable }) => (names.has(fromTable) ? [toTable] : []))
    edge = tables.filter((table) => next.includes(table.name) && !table.isHidden && !found.includes(table))
    found.push(...edge)
  }
  return found
}

const GROUPING = new Set(['category', 'geo', 'boolean', 'time'])

export function dimensionsOf(table: LayerTable, isBase: boolean): ChoosableColumn[] {
  const named = displayColumns(table)
  const isChoice = (column: LayerColumn) =>
    !column.isHidden && (GROUPING.has(column.semanticType) || (named.includes(column) && !table.primaryKey.includes(column.name)))
  return table.columns.filter(isChoice).map((column) => ({
    table: table.name,
    column: column.name,
    label: isBase ? capitalised(column.label) : capitalised(`${table.label.toLowerCase()} ${column.label.toLowerCase()}`),
    type: column.type,
    is_time: column.semanticType === 'time',
    distinct: column.distinct,
  }))
}
