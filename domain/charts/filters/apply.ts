import { Failure } from '../../failure.ts'
import { hasOuterJoin, isNamed, namesIn } from '../../query/named-identifiers.ts'
import type { DataQuery } from '../../query/run-query.ts'
import { withFilters } from '../../query/with-filters.ts'
import { compileQuery } from '../../semantics/compile/compile.ts'
import { compileCondition } from '../../semantics/compile/compile-condition.ts'
import type { Layer, LayerColumn, LayerTable } from '../../semantics/layer.ts'
import { columnOf } from '../../semantics/row-filters/restrict-layer.ts'
import type { FilterCondition, SemanticQuery } from '../../semantics/semantic-query.ts'
import type { ActiveCondition } from './selection.ts'

/** What does not reach a query, and why. */
export type Unreached = { filter: string; reason: string }
/** A query as a dashboard's conditions leave it: itself with more filters, and for SQL the conditions on the tables it reads. */
export type Narrowed = { query: DataQuery; narrowed: FilterCondition[]; unreached: Unreached[] }
export type Condition = Pick<ActiveCondition, 'name' | 'datasourceId' | 'member' | 'operator' | 'values' | 'grain'>

/** The visible column a member names. */
export function memberOf(layer: Layer, member: string): { table: LayerTable; column: LayerColumn } | null {
  for (const table of layer.tables) {
    const column = table.isHidden ? null : columnOf(table, member)
    if (column && !column.isHidden) return { table, column }
  }
  return null
}

/**
 * Puts conditions on a query: on a semantic one through the joins of its layer, on hand-written SQL where it names table and column. What cannot be reached is
 * told: the query's figures are then not those that were asked for. Fails with `invalid` for values that do not fit.
 */
export function narrow(layer: Layer, query: DataQuery, conditions: readonly Condition[]): Narrowed {
  const unreached: Unreached[] = []
  const reached: FilterCondition[] = []
  for (const condition of conditions) {
    const found = conditionOn(layer, condition)
    const reason = found === null ? `its data source has no "${condition.member}"` : whyNot(layer, query, found)
    if (found && reason === null) reached.push(found)
    else unreached.push({ filter: condition.name, reason: reason ?? '' })
  }
  if ('sql' in query) return { query, narrowed: reached, unreached }
  return { query: { semantic_query: withFilters(query.semantic_query, reached) }, narrowed: [], unreached }
}

function conditionOn(layer: Layer, { name, datasourceId, member, operator, values, grain }: Condition): FilterCondition | null {
  const target = datasourceId === null || datasourceId === layer.datasourceId ? memberOf(layer, member) : null
  if (!target) return null
  const part = grain === undefined ? {} : { grain }
  try {
    compileCondition({ operator, values, ...part }, target.table, target.column, layer.dialect)
  } catch (error) {
    if (error instanceof Failure) throw new Failure('invalid', `${name}: ${error.message}`, { param: 'filters', hint: error.details.hint ?? '' })
    throw error
  }
  return { table: target.table.name, column: target.column.name, operator, values, ...part }
}

function whyNot(layer: Layer, query: DataQuery, condition: FilterCondition): string | null {
  if ('sql' in query) return whyNotInSql(query.sql, condition)
  const failed = failureOf(layer, withFilters(query.semantic_query, [condition]))
  return failed && failureOf(layer, query.semantic_query) === null ? failed.message : null
}

function failureOf(layer: Layer, query: SemanticQuery): Failure | null {
  try {
    compileQuery(layer, query)
    return null
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}

function whyNotInSql(query: string, { table, column }: FilterCondition): string | null {
  const names = namesIn(query)
  const bareTable = table.split('.').at(-1) ?? table
  if (!isNamed(names, table) && !isNamed(names, bareTable)) return `its SQL does not read "${table}"`
  if (!isNamed(names, column)) return `its SQL does not name "${column}"`
  // Rows without a partner would stay, as if they met the condition.
  return hasOuterJoin(query) ? 'its SQL keeps rows without a match by an outer join' : null
}
