import { isNumericType } from '../compile/column-storage.ts'
import type { Layer, LayerColumn } from '../layer.ts'
import type { SemanticQuery } from '../semantic-query.ts'

/** What the two ends of a column's values are called, and how rows run from one to the other. */
export type Ends = { low: string; high: string; rising: string; falling: string }

const ofNumbers: Ends = { low: 'lowest', high: 'highest', rising: ', lowest first', falling: ', highest first' }
const ofTime: Ends = { low: 'earliest', high: 'latest', rising: ', earliest first', falling: ', latest first' }
const ofText: Ends = { low: 'first', high: 'last', rising: ' from A to Z', falling: ' from Z to A' }

/** Dates are early or late, texts run from A to Z, numbers are low or high. */
export function endsOfColumn(column: LayerColumn | null): Ends {
  if (column?.semanticType === 'time') return ofTime
  return column === null || isNumericType(column) || column.semanticType === 'measure' || column.type === 'boolean' ? ofNumbers : ofText
}

export function endsOf(layer: Layer, table: string, column: string | undefined): Ends {
  return endsOfColumn(layer.tables.find(({ name }) => name === table)?.columns.find(({ name }) => name === column) ?? null)
}

/** The same of an output of a query. */
export function outputEnds(layer: Layer, { dimensions, measures }: SemanticQuery, name: string): Ends {
  const dimension = dimensions.find((item) => item.name === name)
  if (dimension)
    return dimension.grain !== undefined ? (dimension.grain.includes('_of_') ? ofNumbers : ofTime) : endsOf(layer, dimension.table, dimension.column)
  const measure = measures.find((item) => item.name === name)
  return measure && 'aggregate' in measure && (measure.aggregate === 'min' || measure.aggregate === 'max')
    ? endsOf(layer, measure.table, measure.column)
    : ofNumbers
}
