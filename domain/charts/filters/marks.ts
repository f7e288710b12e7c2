import { Failure } from '../../failure.ts'
import { isNamed, namesIn } from '../../query/named-identifiers.ts'
import type { DataQuery } from '../../query/run-query.ts'
import { type DimensionOutput, resolveOutputs } from '../../semantics/compile/query-outputs.ts'
import type { Layer } from '../../semantics/layer.ts'
import { type FilterValue, isCyclic, type QueryDimension } from '../../semantics/semantic-query.ts'
import type { ActiveCondition, Mark } from './selection.ts'

/**
 * The conditions a clicked mark stands for: its rows are those of the same values, of the same period or bin. `query` is that of its tile, which `layer` is of.
 * Fails with `invalid` for a column that the tile does not show, or shows only as a figure.
 */
export function conditionsOfMark(layer: Layer, query: DataQuery, { tile, column, values }: Mark): ActiveCondition[] {
  const shown = 'sql' in query ? columnInSql(layer, query.sql, column) : dimensionNamed(layer, query, column)
  if (!shown) {
    throw new Failure('invalid', `"${tile}" shows no column "${column}" that its rows could be told apart by`, { param: 'filters' })
  }
  const of = (operator: ActiveCondition['operator'], values: FilterValue[], part: Pick<ActiveCondition, 'grain'> = {}): ActiveCondition => ({
    name: column,
    datasourceId: layer.datasourceId,
    member: shown.member,
    operator,
    values,
    ...part,
    reaches: (id) => id !== tile,
  })
  const given = values.filter((value) => value !== null)
  if (given.length < values.length) {
    if (given.length > 0) throw new Failure('invalid', 'an empty value is chosen alone', { param: 'filters' })
    return [of('is_empty', [])]
  }
  const { grain = null, bin } = shown.dimension ?? {}
  if (grain !== null && isCyclic(grain)) return [of('equals', given, { grain })]
  const stretch = grain === 'week' ? weekOf : grain === 'hour' ? hourOf : bin ? (value: FilterValue) => binOf(value, bin.width) : null
  if (stretch === null) return [of('equals', given)]
  const [only, ...more] = given
  if (only === undefined || more.length > 0) throw new Failure('invalid', 'weeks, hours and bins are chosen one at a time', { param: 'filters' })
  const [from, until] = stretch(only)
  return [of('greater_or_equal', [from]), of(grain === 'week' ? 'less_or_equal' : 'less_than', [until])]
}

type Shown = { member: string; dimension: QueryDimension | null }

function dimensionNamed(layer: Layer, query: Exclude<DataQuery, { sql: string }>, name: string): Shown | null {
  const { dimensions } = resolveOutputs(layer, query.semantic_query, layer.dialect)
  const index = dimensions.findIndex((dimension) => dimension.name === name && !dimension.hidden)
  const found: DimensionOutput | undefined = dimensions[index]
  return found ? { member: `${found.table.name}.${found.column.name}`, dimension: query.semantic_query.dimensions[index] ?? null } : null
}

/** The one column of the layer by the name of a result's column, where the statement reads its table. */
function columnInSql(layer: Layer, sql: string, name: string): Shown | null {
  const names = namesIn(sql)
  const found = layer.tables.flatMap((table) =>
    !table.isHidden && isNamed(names, table.name)
      ? table.columns
          .filter((column) => !column.isHidden && column.name.toLowerCase() === name.toLowerCase())
          .map((column) => ({ member: `${table.name}.${column.name}`, dimension: null }))
      : [],
  )
  return found.length === 1 ? (found[0] ?? null) : null
}

function weekOf(value: FilterValue): [string, string] {
  const monday = new Date(`${String(value)}T00:00:00Z`)
  if (Number.isNaN(monday.getTime())) throw new Failure('invalid', `"${value}" is no Monday`, { param: 'filters' })
  return [String(value), new Date(monday.getTime() + 6 * 86_400_000).toISOString().slice(0, 10)]
}

function hourOf(value: FilterValue): [string, string] {
  const begun = new Date(`${String(value).replace(' ', 'T')}Z`)
  if (Number.isNaN(begun.getTime())) throw new Failure('invalid', `"${value}" is no hour`, { param: 'filters' })
  return [String(value), new Date(begun.getTime() + 3_600_000).toISOString().slice(0, 16).replace('T', ' ')]
}

function binOf(value: FilterValue, width: number): [number, number] {
  const low = Number(value)
  if (!Number.isFinite(low)) throw new Failure('invalid', `"${value}" is no bin`, { param: 'filters' })
  return [low, low + width]
}
