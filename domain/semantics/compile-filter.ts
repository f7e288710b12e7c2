import { compileCondition } from './compile-condition.ts'
import type { JoinStep } from './join-path.ts'
import type { Layer, LayerTable } from './layer.ts'
import { requireColumn, requireTable } from './members.ts'
import type { Filter, FilterCondition } from './semantic-query.ts'
import type { Dialect } from './source.ts'
import { allOf, type Expression, type Join, selectFrom } from './sql-tree.ts'

/** What a statement has joined, and the steps of its join tree that it has not. */
export type Scope = { layer: Layer; dialect: Dialect; joined: Set<string>; steps: JoinStep[] }

/** Every table a filter names, as the layer spells them. */
export function tablesOfFilter(layer: Layer, filter: Filter): string[] {
  return conditionsOf(filter).map((condition) => requireTable(layer, condition.table).name)
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
  const table = requireTable(scope.layer, filter.table)
  return compileCondition(filter, table, requireColumn(table, filter.column), scope.dialect)
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

export function sourceOf(table: LayerTable) {
  return { kind: 'table' as const, schema: table.schema, table: table.name, alias: table.name }
}

function joinCondition(step: JoinStep): Expression {
  const pairs = step.on.map(
    (pair): Expression => ({
      kind: 'compare',
      operator: '=',
      left: { kind: 'column', source: step.child, column: pair.child },
      right: { kind: 'column', source: step.parent, column: pair.parent },
    }),
  )
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
  const inner: Scope = { ...scope, joined }
  const where = [joinCondition(step), ...filters.map((filter) => compileFilter(filter, inner))]
  const select = selectFrom(sourceOf(tableNamed(scope.layer, step.child)), { joins: safe.map((item) => joinOf(scope.layer, item)), where: allOf(where) })
  return { kind: 'exists', select }
}

/** The one step to many rows behind which everything in the filter lies, if there is one. */
function sharedBranch(filter: Filter, scope: Scope): JoinStep | null {
  const branches = new Set(conditionsOf(filter).map((condition) => branchOf(condition, scope)))
  const [only] = branches
  return branches.size === 1 && only ? only : null
}

function branchOf(condition: FilterCondition, scope: Scope): JoinStep | null {
  let table = requireTable(scope.layer, condition.table).name
  let step: JoinStep | null = null
  while (!scope.joined.has(table)) {
    const next = scope.steps.find((item) => item.child === table)
    if (!next) return null
    step = next
    table = next.parent
  }
  return step
}

function conditionsOf(filter: Filter): FilterCondition[] {
  if ('and' in filter) return filter.and.flatMap(conditionsOf)
  if ('or' in filter) return filter.or.flatMap(conditionsOf)
  return 'not' in filter ? conditionsOf(filter.not) : [filter]
}

// Tables on the way of a join may be hidden from questions.
function tableNamed(layer: Layer, name: string): LayerTable {
  return layer.tables.find((table) => table.name === name) ?? requireTable(layer, name)
}
