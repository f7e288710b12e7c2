import { Failure } from '#domain/failure.ts'
import { holdsNumbersAsText, isNumericType, timeStorageOf } from './column-storage.ts'
import type { Layer, LayerColumn, LayerTable } from './layer.ts'
import { requireColumn, requireMeasure, requireTable } from './members.ts'
import type { Aggregate, AggregateMeasure, Filter, Grain, QueryDimension, QueryMeasure, SemanticQuery } from './semantic-query.ts'
import type { ColumnType, Dialect } from './source.ts'
import type { Expression } from './sql-tree.ts'

export type DimensionOutput = {
  role: 'dimension'
  name: string
  label: string
  hidden: boolean
  table: LayerTable
  column: LayerColumn
  grain: Grain | null
  type: ColumnType
  unit: string | null
  value: Expression
}

export type MeasureOutput = {
  role: 'measure'
  name: string
  label: string
  hidden: boolean
  table: LayerTable
  column: LayerColumn | null
  aggregate: Aggregate
  filters: Filter | null
  type: ColumnType
  unit: string | null
}

/** The query's dimensions and measures with their members found and every output named once. */
export function resolveOutputs(layer: Layer, query: SemanticQuery, dialect: Dialect): { dimensions: DimensionOutput[]; measures: MeasureOutput[] } {
  const taken = new Set<string>()
  for (const { name } of [...query.dimensions, ...query.measures]) {
    if (name === undefined) continue
    if (taken.has(name.toLowerCase())) throw new Failure('query_invalid', `two columns of the result are named "${name}"`)
    taken.add(name.toLowerCase())
  }
  const free = (wanted: string, table: string): string => {
    const candidates = [wanted, `${snakeCase(table)}_${wanted}`]
    for (let number = 2; ; number++) {
      const name = candidates.shift() ?? `${wanted}_${number}`
      if (taken.has(name)) continue
      taken.add(name)
      return name
    }
  }
  return {
    dimensions: query.dimensions.map((dimension) => dimensionOutput(layer, dimension, dialect, free)),
    measures: query.measures.map((measure) => measureOutput(layer, measure, free)),
  }
}

function dimensionOutput(layer: Layer, dimension: QueryDimension, dialect: Dialect, free: (wanted: string, table: string) => string): DimensionOutput {
  const table = requireTable(layer, dimension.table)
  const column = requireColumn(table, dimension.column)
  const grain = dimension.grain ?? null
  const of: Expression = { kind: 'column', source: table.name, column: column.name }
  const base = { role: 'dimension' as const, hidden: dimension.hidden ?? false, table, column, grain, unit: column.unit }
  const wanted = grain === null ? snakeCase(column.name) : `${snakeCase(column.name)}_${grain}`
  const name = dimension.name ?? free(wanted, table.name)
  if (grain === null) return { ...base, name, label: sentence(column.label), type: column.type, value: of }
  const storage = timeStorageOf(column, dialect)
  if (storage === null) throw new Failure('query_invalid', `"${column.name}" in "${table.name}" holds no dates that can be grouped by ${grain}`)
  const yearly = storage === 'year_number' || storage === 'year_text'
  if (yearly && grain !== 'year')
    throw new Failure('query_invalid', `"${column.name}" in "${table.name}" holds years only, so it cannot be grouped by ${grain}`)
  const label = yearly ? sentence(column.label) : `${sentence(column.label)} (${grain})`
  return { ...base, name, label, type: 'text', unit: null, value: { kind: 'period', of, storage, grain } }
}

function measureOutput(layer: Layer, measure: QueryMeasure, free: (wanted: string, table: string) => string): MeasureOutput {
  const hidden = measure.hidden ?? false
  if ('measure' in measure) {
    const { name, label, table: tableName, aggregate, column, unit } = requireMeasure(layer, measure.measure)
    const definition: AggregateMeasure = { aggregate, table: tableName, ...(column === null ? {} : { column }) }
    const resolved = aggregateOutput(layer, definition, () => measure.name ?? free(snakeCase(name), tableName))
    return { ...resolved, label: sentence(label), hidden, unit: unit ?? resolved.unit }
  }
  if (!('aggregate' in measure)) throw new Failure('query_invalid', 'ratios and derived measures need their parts')
  return { ...aggregateOutput(layer, measure, (wanted, table) => measure.name ?? free(wanted, table)), hidden }
}

function aggregateOutput(layer: Layer, measure: AggregateMeasure, nameOf: (wanted: string, table: string) => string): MeasureOutput {
  const { aggregate } = measure
  const table = requireTable(layer, measure.table)
  const column = measure.column === undefined ? null : requireColumn(table, measure.column)
  if (column === null && aggregate !== 'count') throw new Failure('query_invalid', `"${aggregate}" needs a column of "${table.name}"`)
  if (column !== null && (aggregate === 'sum' || aggregate === 'avg') && !isSummable(column)) {
    throw new Failure('query_invalid', `"${column.name}" in "${table.name}" holds no numbers, so "${aggregate}" cannot be taken of it`)
  }
  const counted = aggregate === 'count' || aggregate === 'count_distinct'
  return {
    role: 'measure',
    name: nameOf(snakeCase(`${aggregate}_${column?.name ?? table.name}`), table.name),
    label: measureLabel(aggregate, table, column),
    hidden: false,
    table,
    column,
    aggregate,
    filters: measure.filters ?? null,
    type: counted ? 'integer' : aggregate === 'avg' || column === null || holdsNumbersAsText(column) ? 'number' : column.type,
    unit: counted ? null : (column?.unit ?? null),
  }
}

function isSummable(column: LayerColumn): boolean {
  return isNumericType(column) || column.type === 'boolean' || holdsNumbersAsText(column)
}

function measureLabel(aggregate: Aggregate, table: LayerTable, column: LayerColumn | null): string {
  if (aggregate === 'count') return column === null ? `${sentence(table.label)} count` : `${sentence(column.label)} count`
  const words = { count_distinct: 'Distinct', sum: 'Total', avg: 'Average', min: 'Lowest', max: 'Highest' }
  const label = (column?.label ?? table.label).toLowerCase()
  return aggregate === 'sum' && label.startsWith('total') ? sentence(label) : `${words[aggregate]} ${label}`
}

function sentence(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1)
}

/** `InvoiceDate` and `Invoice date` become `invoice_date`; always a valid output name. */
export function snakeCase(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60)
  return /^[a-z]/.test(words) ? words : `_${words}`
}
