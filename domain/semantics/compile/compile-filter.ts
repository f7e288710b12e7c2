import { Failure } from '#domain/failure.ts'
import { filterConditions } from '#domain/semantics/layer/filter-conditions.ts'
import { requireColumn, requireTable } from '../layer/members.ts'
import type { Layer, LayerTable } from '../layer.ts'
import { type Filter, type FilterCondition, isCyclic, type SemanticQuery } from '../semantic-query.ts'
import type { Dialect } from '../sources/source.ts'
import { allOf, type Expression, type Join, type Source, selectFrom } from '../sql/sql-tree.ts'
import { compileCondition } from './compile-condition.ts'
import { columnCondition, figureCondition, periodCondition, type SubQuery, sinceCondition, subqueryCondition } from './compile-reference.ts'
import type { JoinStep } from './join-path.ts'
import type { TimeShift } from './time-shift.ts'

/** What a statement has joined, what stands around it, and the steps of its join tree that it has not joined. */
export type Scope = {
  layer: Layer
  dialect: Dialect
  joined: Set<string>
  outside: Set<string>
  steps: JoinStep[]
  shift: TimeShift | null
  subQuery(query: SemanticQuery): SubQuery
}

/** Every table a filter names, as the layer spells them. */
export function tablesOfFilter(layer: Layer, filter: Filter): string[] {
  return filterConditions(filter).flatMap((condition) => [condition.table, ...otherTables(condition)].map((name) => requireTable(layer, name).name))
}

/**
 * A filter as a condition of the statement. What lies behind a step to many rows becomes EXISTS, so that no row of the
 * statement is multiplied; parts of one `and` behind the same step share one EXISTS and so speak of the same row.
 */
export function compileFilter(filter: Filter, scope: Scope): Expression {
  if ('or' in filter) return { kind: 'any', of: filter.or.map((item) => compileFilter(item, scope)) }
  if ('not' in filter) return { kind: 'not', of: compileFilter(filter.not, scope) }
  if ('and' in filter) return compileAll(filter.and, scope)
  const branch = branchOf(filter, scope)
  if (branch) return existsBehind(branch, [filter], scope)
  return conditionHere(filter, scope)
}

function conditionHere(condition: FilterCondition, scope: Scope): Expression {
  const { layer, dialect, shift } = scope
  const table = requireTable(layer, condition.table)
  const column = requireColumn(table, condition.column)
  const { than, column_value: other, values_from: from, since, grain } = condition
  const part = from !== undefined && grain !== undefined && !isCyclic(grain) ? undefined : grain
  if ([than, since ?? other, from, part].filter((item) => item !== undefined).length > 1)
    throw new Failure('query_invalid', `"${column.name}" in "${table.name}" is compared by one of grain, since, than, column_value and values_from`)
  if (than !== undefined) return figureCondition(condition, { table, column }, sourceOf(table))
  if (from !== undefined && grain !== undefined) return periodCondition(condition, { table, column }, grain, scope.subQuery(from.query), dialect)
  if (from !== undefined) return subqueryCondition(condition, { table, column }, scope.subQuery(from.query))
  const member = (of: { table: string; column: string }) => {
    const home = requireTable(layer, of.table)
    return { table: home, column: requireColumn(home, of.column) }
  }
  if (since !== undefined) return sinceCondition(condition, { table, column }, member(since), since.unit, dialect, other ? member(other) : null)
  if (other !== undefined) return columnCondition(condition, { table, column }, member(other), dialect)
  return compileCondition(condition, table, column, dialect, shift?.table === table.name && shift.column === column.name ? shift : null)
}

/** Adds the steps that keep one row per row, as far as they go from what is joined. */
export function joinSafeSteps(joined: Set<string>, steps: JoinStep[]): JoinStep[] {
  const taken: JoinStep[] = []
  for (const step of steps) {
    if (!joined.has(step.parent) || joined.has(step.child) || step.fansOut) continue
    joined.add(step.child)
    taken.push(step)
  }
  return taken
}

export function joinOf(layer: Layer, step: JoinStep): Join {
  return { source: sourceOf(tableNamed(layer, step.child)), on: joinCondition(step) }
}

/** A table as a statement reads it: those of its rows that may be seen. Every read of a table is made here. */
export function sourceOf(table: LayerTable): Source {
  const whole = { kind: 'table' as const, schema: table.schema, table: table.name, alias: table.name }
  return table.rowFilter ? { kind: 'select', select: selectFrom(whole, { all: true, where: table.rowFilter, isBarrier: true }), alias: table.name } : whole
}

function keysOf(step: JoinStep): { outer: Expression; inner: Expression }[] {
  return step.on.map((pair) => ({
    inner: { kind: 'column', source: step.child, column: pair.child },
    outer: { kind: 'column', source: step.parent, column: pair.parent },
  }))
}

function joinCondition(step: JoinStep): Expression {
  const pairs = keysOf(step).map(({ inner, outer }): Expression => ({ kind: 'compare', operator: '=', left: inner, right: outer }))
  return allOf(pairs) ?? { kind: 'all', of: [] }
}

function compileAll(items: Filter[], scope: Scope): Expression {
  const groups = new Map<JoinStep, Filter[]>()
  const parts: Expression[] = []
  for (const item of items) {
    const branch = 'not' in item ? null : sharedBranch(item, scope)
    if (branch) groups.set(branch, [...(groups.get(branch) ?? []), item])
    else parts.push(compileFilter(item, scope))
  }
  for (const [step, filters] of groups) parts.push(existsBehind(step, filters, scope))
  return { kind: 'all', of: parts }
}

function existsBehind(step: JoinStep, filters: Filter[], scope: Scope): Expression {
  const joined = new Set([step.child])
  const safe = joinSafeSteps(joined, scope.steps)
  const outside = new Set([...scope.joined, ...scope.outside])
  const inner: Scope = { ...scope, joined, outside }
  const [only, ...more] = filters
  const where = only && more.length === 0 ? compileFilter(only, inner) : compileAll(filters, inner)
  const select = selectFrom(sourceOf(tableNamed(scope.layer, step.child)), { joins: safe.map((item) => joinOf(scope.layer, item)), where })
  const isCorrelated = filters.flatMap(filterConditions).some((condition) => {
    const others = otherTables(condition)
    return others.length > 0 && [condition.table, ...others].some((name) => outside.has(requireTable(scope.layer, name).name))
  })
  return { kind: 'exists', keys: keysOf(step), select, isCorrelated }
}

/** The one step to many rows behind which everything in the filter lies, if there is one. */
function sharedBranch(filter: Filter, scope: Scope): JoinStep | null {
  const branches = new Set(filterConditions(filter).map((condition) => branchOf(condition, scope)))
  const [only] = branches
  return branches.size === 1 && only ? only : null
}

function branchOf(condition: FilterCondition, scope: Scope): JoinStep | null {
  const named = [condition.table, ...otherTables(condition)]
  const steps = new Set<JoinStep>()
  for (const name of named) {
    const step = branchOfTable(requireTable(scope.layer, name).name, scope)
    if (step) steps.add(step)
  }
  const [first, second] = steps
  if (first && second) throw new Failure('query_invalid', `${named.map((name) => `"${name}"`).join(' and ')} have no row in common to compare`)
  return first ?? null
}

function branchOfTable(name: string, scope: Scope): JoinStep | null {
  if (scope.outside.has(name)) return null
  let table = name
  let step: JoinStep | null = null
  while (!scope.joined.has(table)) {
    const next = scope.steps.find((item) => item.child === table)
    if (!next) return null
    step = next
    table = next.parent
  }
  return step
}

/** The tables of what a column is compared with. */
function otherTables({ column_value: other, since }: FilterCondition): string[] {
  return [other, since].flatMap((item) => (item ? [item.table] : []))
}

// Tables on the way of a join may be hidden from questions.
function tableNamed(layer: Layer, name: string): LayerTable {
  return layer.tables.find((table) => table.name === name) ?? requireTable(layer, name)
}
