import { Failure } from '#domain/failure.ts'
import { plural } from '../describe/english.ts'
import { unknownMember } from '../layer/members.ts'
import { isCyclic, type RatioMeasure } from '../semantic-query.ts'
import type { ColumnType } from '../sources/source.ts'
import type { DerivedMeasure } from './derived-measure.ts'
import type { OutputNames } from './output-names.ts'
import type { QueryComparison } from './query-comparison.ts'
import type { AnyMeasure, ComparedOutput, DerivedOutput, DimensionOutput, MeasureOutput, RatioOutput } from './query-outputs.ts'

export function ratioOutput(measure: RatioMeasure, numerator: MeasureOutput, denominator: MeasureOutput, names: OutputNames): RatioOutput {
  const percent = measure.percent ?? false
  const whole = denominator.label.toLowerCase()
  const summable = [numerator, denominator].every(({ type }) => type === 'integer' || type === 'number' || type === 'decimal')
  if (!summable) throw new Failure('query_invalid', 'both parts of a ratio must be numbers')
  return {
    role: 'measure',
    kind: 'ratio',
    name: measure.name ?? names.free(percent ? 'percent' : 'ratio', numerator.table.name),
    label:
      percent && numerator.label === denominator.label
        ? `Share of ${whole.replace(/^(.*) count$/, (_, noun: string) => plural(noun))}`
        : `${numerator.label} per ${whole}`,
    hidden: measure.hidden ?? false,
    table: numerator.table,
    column: null,
    aggregate: null,
    type: 'number',
    unit: percent ? '%' : null,
    numerator: numerator.name,
    denominator: denominator.name,
    percent,
  }
}

const derivedTypes: Partial<Record<DerivedMeasure['derive'], ColumnType>> = {
  share_of_total: 'number',
  percent_change: 'number',
  moving_average: 'number',
  rank: 'integer',
}

export function derivedOutput(measure: DerivedMeasure, measures: (AnyMeasure | undefined)[], dimensions: DimensionOutput[], names: OutputNames): DerivedOutput {
  const { derive, per, rows, hidden } = measure
  const known = measures.filter((item) => item?.kind === 'aggregate' || item?.kind === 'ratio').filter((item) => !item.name.startsWith('querent_'))
  const of = known.find((item) => item.name === measure.of)
  const knownNames = known.map((item) => item.name)
  if (!of) throw unknownMember(`measure "${measure.of}" in the query to derive from`, measure.of, knownNames)
  for (const name of per ?? []) {
    if (dimensions.some((dimension) => dimension.name === name)) continue
    const dimensionNames = dimensions.map((dimension) => dimension.name)
    throw unknownMember(`dimension "${name}" in the result`, name, dimensionNames)
  }
  if (dimensions.length === 0) throw new Failure('query_invalid', `"${derive}" needs a dimension: without one the result has a single row`)
  const isPercent = derive === 'percent_change' || (derive === 'share_of_total' && measure.percent === true)
  const hasUnit = derive === 'running_total' || derive === 'previous' || derive === 'change' || derive === 'moving_average'
  return {
    role: 'measure',
    kind: 'derived',
    name: measure.name ?? names.free(`${of.name}_${derive}`.slice(0, 64), of.table.name),
    label: `${of.label} (${derive.replaceAll('_', ' ')})`,
    hidden: hidden ?? false,
    table: of.table,
    column: null,
    aggregate: null,
    type: derivedTypes[derive] ?? of.type,
    unit: isPercent ? '%' : hasUnit ? of.unit : null,
    derive,
    of: of.name,
    per: per ?? null,
    rows: rows ?? null,
    percent: measure.percent ?? false,
  }
}

/** Three columns for each measure shown. Fails with `query_invalid` unless the dimension is one of periods. */
export function comparedOutputs(compare: QueryComparison, measures: AnyMeasure[], dimensions: DimensionOutput[], names: OutputNames): ComparedOutput[] {
  const dimension = dimensions.find((item) => item.name === compare.dimension)
  if (!dimension) {
    const dimensionNames = dimensions.map((item) => item.name)
    throw unknownMember(`dimension "${compare.dimension}" in the result`, compare.dimension, dimensionNames)
  }
  if (dimension.grain === null || isCyclic(dimension.grain))
    throw new Failure('query_invalid', `"${dimension.name}" has no periods to compare; give it a grain`)
  const compared = measures.filter((item) => !item.hidden && (item.kind === 'aggregate' || item.kind === 'ratio'))
  if (compared.length === 0) throw new Failure('query_invalid', '`compare` needs a measure that is shown')
  return compared.flatMap((of) =>
    (['previous', 'change', 'percent_change'] as const).map((as): ComparedOutput => {
      const isPercent = as === 'percent_change'
      return {
        role: 'measure',
        kind: 'compared',
        name: names.free(`${of.name.slice(0, 49)}_${as}`, of.table.name),
        label: `${of.label} (${as.replaceAll('_', ' ')})`,
        hidden: false,
        table: of.table,
        column: null,
        aggregate: null,
        type: isPercent ? 'number' : of.type,
        unit: isPercent ? '%' : of.unit,
        of: of.name,
        as,
      }
    }),
  )
}
