import { Failure } from '#domain/failure.ts'
import { withAggregateWord } from '../describe/aggregate-in-words.ts'
import { endsOfColumn } from '../describe/ends-in-words.ts'
import { isRevenue } from '../describe/revenue.ts'
import { requireColumn, requireMeasure, requireTable } from '../layer/members.ts'
import type { Layer, LayerColumn, LayerTable } from '../layer.ts'
import type { Aggregate, AggregateMeasure, CorrelationMeasure, Filter, Grain, NamedMeasure, QueryDimension, SemanticQuery } from '../semantic-query.ts'
import type { ColumnType, Dialect } from '../sources/source.ts'
import type { Expression } from '../sql/sql-tree.ts'
import { asNumber, holdsNumbersAsText, hourStorageOf, isNumericType, timeStorageOf } from './column-storage.ts'
import { compileArithmetic, otherTables } from './compile-arithmetic.ts'
import { columnValue } from './composed-dates.ts'
import { comparedOutputs, derivedOutput, ratioOutput } from './computed-outputs.ts'
import type { Derivation } from './derived-measure.ts'
import { type OutputNames, outputNames, sentence, snakeCase } from './output-names.ts'

type Output = { name: string; label: string; hidden: boolean; table: LayerTable; column: LayerColumn | null; type: ColumnType; unit: string | null }

export type DimensionOutput = Output & { role: 'dimension'; column: LayerColumn; grain: Grain | null; value: Expression }
/** An aggregate of rows. `value` is what is aggregated; null counts the rows. `others` are the tables it takes columns of beside its own. */
export type MeasureOutput = Output & {
  role: 'measure'
  kind: 'aggregate'
  aggregate: Aggregate | 'correlation'
  filters: Filter | null
  value: Expression | null
  /** The other number of a correlation. */
  paired: Expression | null
  others: string[]
}
/** Computed from other measures, which it names. */
export type RatioOutput = Output & { role: 'measure'; kind: 'ratio'; aggregate: null; numerator: string; denominator: string; percent: boolean }
export type ComparedOutput = Output & { role: 'measure'; kind: 'compared'; aggregate: null; of: string; as: 'previous' | 'change' | 'percent_change' }
/** Computed from the other rows of the result. */
export type DerivedOutput = Output & {
  role: 'measure'
  kind: 'derived'
  aggregate: null
  derive: Derivation
  of: string
  per: string[] | null
  rows: number | null
  percent: boolean
}
export type AnyMeasure = MeasureOutput | RatioOutput | ComparedOutput | DerivedOutput
export type QueryOutput = DimensionOutput | AnyMeasure

/** The query's dimensions and measures with their members found and every output named once; the parts of a ratio stand among the measures, hidden. */
export function resolveOutputs(layer: Layer, query: SemanticQuery, dialect: Dialect): { dimensions: DimensionOutput[]; measures: AnyMeasure[] } {
  const names = outputNames(query)
  const dimensions = query.dimensions.map((dimension) => dimensionOutput(layer, dimension, dialect, names))
  const measures: AnyMeasure[] = []
  // What is derived may stand before what it is derived from.
  const later: (() => void)[] = []
  query.measures.forEach((measure, index) => {
    if ('derive' in measure) {
      measures.push(undefined as never)
      const at = measures.length - 1
      later.push(() => {
        measures[at] = derivedOutput(measure, measures, dimensions, names)
      })
    } else if ('ratio' in measure) {
      const part = (of: NamedMeasure | AggregateMeasure, word: string) =>
        measureOutput(layer, { ...of, name: undefined, hidden: true }, dialect, names, `querent_${word}_${index}`)
      const [numerator, denominator] = [part(measure.ratio.numerator, 'numerator'), part(measure.ratio.denominator, 'denominator')]
      measures.push(numerator, denominator, ratioOutput(measure, numerator, denominator, names))
    } else if ('correlation' in measure) measures.push(correlationOutput(layer, measure, names))
    else measures.push(measureOutput(layer, measure, dialect, names))
  })
  for (const resolve of later) resolve()
  if (query.compare) measures.push(...comparedOutputs(query.compare, measures, dimensions, names))
  return { dimensions, measures }
}

function dimensionOutput(layer: Layer, dimension: QueryDimension, dialect: Dialect, names: OutputNames): DimensionOutput {
  const table = requireTable(layer, dimension.table)
  const column = requireColumn(table, dimension.column)
  const grain = dimension.grain ?? null
  const member = `"${column.name}" in "${table.name}"`
  const of: Expression = columnValue(table, column)
  const base = { role: 'dimension' as const, hidden: dimension.hidden ?? false, table, column, grain, unit: column.unit }
  const suffix = grain ?? (dimension.bin ? 'bin' : null)
  const name = dimension.name ?? names.free(suffix === null ? snakeCase(column.name) : `${snakeCase(column.name)}_${suffix}`, table.name)
  if (dimension.bin) {
    if (grain !== null) throw new Failure('query_invalid', `${member} is grouped by grain or by bin, not by both`)
    if (!isNumericType(column) && !holdsNumbersAsText(column)) throw new Failure('query_invalid', `${member} holds no numbers that can be put into bins`)
    const value: Expression = { kind: 'bin', of: isNumericType(column) ? of : asNumber(column, of), width: dimension.bin.width }
    return { ...base, name, label: sentence(column.label), type: 'number', value }
  }
  if (grain === null) return { ...base, name, label: sentence(column.label), type: column.type, value: of }
  const storage = grain === 'hour_of_day' ? hourStorageOf(column, dialect) : timeStorageOf(column, dialect)
  if (storage === null) throw new Failure('query_invalid', `${member} holds no dates that can be grouped by ${grain}`)
  const yearly = storage === 'year_number' || storage === 'year_text'
  if (yearly && grain !== 'year') throw new Failure('query_invalid', `${member} holds years only, so it cannot be grouped by ${grain}`)
  const label = yearly ? sentence(column.label) : `${sentence(column.label)} (${grain.replaceAll('_', ' ')})`
  return { ...base, name, label, type: grain.includes('_of_') ? 'integer' : 'text', unit: null, value: { kind: 'period', of, storage, grain } }
}

function measureOutput(layer: Layer, measure: NamedMeasure | AggregateMeasure, dialect: Dialect, names: OutputNames, given?: string): MeasureOutput {
  const hidden = measure.hidden ?? false
  if (!('measure' in measure)) {
    return { ...aggregateOutput(layer, measure, dialect, (wanted, table) => given ?? measure.name ?? names.free(wanted, table)), hidden }
  }
  const { name, label, table, aggregate, column, expression, filters, unit } = requireMeasure(layer, measure.measure)
  const definition: AggregateMeasure = {
    aggregate,
    table,
    ...(column === null ? {} : { column }),
    ...(expression === undefined ? {} : { expression }),
    ...(filters === undefined ? {} : { filters }),
  }
  const resolved = aggregateOutput(layer, definition, dialect, () => given ?? measure.name ?? names.free(snakeCase(name), table))
  return { ...resolved, label: sentence(label), hidden, unit: unit ?? resolved.unit }
}

function aggregateOutput(layer: Layer, measure: AggregateMeasure, dialect: Dialect, nameOf: (wanted: string, table: string) => string): MeasureOutput {
  const { aggregate, expression, grain } = measure
  const table = requireTable(layer, measure.table)
  const column = measure.column === undefined ? null : requireColumn(table, measure.column)
  if (column !== null && expression !== undefined)
    throw new Failure('query_invalid', `"${aggregate}" takes a column of "${table.name}" or an expression, not both`)
  if (column === null && expression === undefined && aggregate !== 'count')
    throw new Failure('query_invalid', `"${aggregate}" needs a column of "${table.name}"`)
  const isSum = aggregate === 'sum' || aggregate === 'avg' || aggregate === 'median'
  if (column !== null && isSum && !isNumericType(column) && column.type !== 'boolean' && !holdsNumbersAsText(column)) {
    throw new Failure('query_invalid', `"${column.name}" in "${table.name}" holds no numbers, so "${aggregate}" cannot be taken of it`)
  }
  const counted = aggregate === 'count' || aggregate === 'count_distinct'
  const whole = expression ? compileArithmetic(expression, table, layer, dialect) : column && measuredColumn(table, column, counted)
  const value = grain === undefined ? whole : periodsOf(measure, table, column, grain, dialect)
  return {
    role: 'measure',
    kind: 'aggregate',
    name: nameOf(snakeCase(`${aggregate}_${column?.name ?? (expression ? 'expression' : table.name)}`), table.name),
    label:
      aggregate === 'sum' && expression && isRevenue(layer, table.name, expression)
        ? 'Revenue'
        : measureLabel(aggregate, table, column, expression !== undefined),
    hidden: false,
    table,
    column,
    aggregate,
    filters: measure.filters ?? null,
    type: typeOf(aggregate, column),
    unit: counted ? null : (column?.unit ?? null),
    value,
    paired: null,
    others: expression ? otherTables(expression, table.name) : [],
  }
}

function correlationOutput(layer: Layer, { correlation, filters, name, hidden }: CorrelationMeasure, names: OutputNames): MeasureOutput {
  const table = requireTable(layer, correlation.table)
  const [first, second] = correlation.columns.map((wanted) => requireColumn(table, wanted)) as [LayerColumn, LayerColumn]
  for (const column of [first, second]) {
    if (isNumericType(column) || column.type === 'boolean' || holdsNumbersAsText(column)) continue
    throw new Failure('query_invalid', `"${column.name}" in "${table.name}" holds no numbers, so it has no correlation`)
  }
  return {
    role: 'measure',
    kind: 'aggregate',
    name: name ?? names.free('correlation', table.name),
    label: `Correlation of ${first.label.toLowerCase()} and ${second.label.toLowerCase()}`,
    hidden: hidden ?? false,
    table,
    column: null,
    aggregate: 'correlation',
    filters: filters ?? null,
    type: 'number',
    unit: null,
    value: measuredColumn(table, first, false),
    paired: measuredColumn(table, second, false),
    others: [],
  }
}

/** The periods that are counted in the place of dates. */
function periodsOf({ aggregate }: AggregateMeasure, table: LayerTable, column: LayerColumn | null, grain: Grain, dialect: Dialect): Expression {
  const storage = column && (grain === 'hour_of_day' ? hourStorageOf(column, dialect) : timeStorageOf(column, dialect))
  if (aggregate !== 'count_distinct' || !column || !storage)
    throw new Failure('query_invalid', 'A grain of a measure is for count_distinct of a column of dates')
  if ((storage === 'year_number' || storage === 'year_text') && grain !== 'year')
    throw new Failure('query_invalid', `"${column.name}" in "${table.name}" holds years only, so no ${grain.replaceAll('_', ' ')} can be counted`)
  return { kind: 'period', of: columnValue(table, column), storage, grain }
}

function measuredColumn(table: LayerTable, column: LayerColumn, counted: boolean): Expression {
  const of: Expression = columnValue(table, column)
  if (counted) return of
  if (column.type === 'boolean') return { kind: 'as_flag', of }
  return holdsNumbersAsText(column) ? asNumber(column, of) : of
}

function typeOf(aggregate: Aggregate, column: LayerColumn | null): ColumnType {
  if (aggregate === 'count' || aggregate === 'count_distinct') return 'integer'
  if (aggregate === 'avg' || aggregate === 'median' || column === null || holdsNumbersAsText(column)) return 'number'
  return column.type === 'boolean' ? 'integer' : column.type
}

function measureLabel(aggregate: Aggregate, table: LayerTable, column: LayerColumn | null, isCalculated: boolean): string {
  if (aggregate === 'count' && !isCalculated) return column === null ? `${sentence(table.label)} count` : `${sentence(column.label)} count`
  const { low, high } = endsOfColumn(isCalculated ? null : column)
  const words = { count: 'Count of', count_distinct: 'Distinct', sum: 'Total', avg: 'Average', median: 'Median', min: sentence(low), max: sentence(high) }
  const label = (column?.label ?? table.label).toLowerCase()
  return sentence(withAggregateWord(aggregate, words[aggregate], label))
}
