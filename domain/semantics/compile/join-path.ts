import { Failure } from '#domain/failure.ts'
import type { Layer, LayerRelationship } from '../layer.ts'
import type { QueryJoin } from '../semantic-query.ts'

/** One join, seen from the table nearer the root. `fansOut`: a parent row may meet several child rows. */
export type JoinStep = { parent: string; child: string; on: { parent: string; child: string }[]; fansOut: boolean; relationship: LayerRelationship }
/** Steps stand parents first. */
export type JoinTree = { root: string; steps: JoinStep[] }

type Arc = JoinStep & { cost: number; id: number }
type Candidate = { cost: number; trees: Arc[][] }

// Up to a shared parent and down to its other children pairs rows that have nothing to do with each other.
const chasmCost = 2
const otherWayCost = 4
const mostTerminals = 8
const mostAlternatives = 3

/** Trees found before; what a question filters by does not change them. */
const known = new WeakMap<LayerRelationship[], Map<string, JoinTree>>()
const mostKnown = 2000

/** The cheapest join tree over `tables`; its root is `root`, or the table that reaches the others with the least fan-out. Fails with `query_invalid`. */
export function findJoinTree(layer: Layer, tables: string[], root: string | null, preferred: QueryJoin[]): JoinTree {
  const terminals = [...new Set(root === null ? tables : [root, ...tables])]
  const [only] = terminals
  if (only !== undefined && terminals.length === 1) return { root: only, steps: [] }
  const kept = known.get(layer.relationships) ?? new Map<string, JoinTree>()
  known.set(layer.relationships, kept)
  const key = JSON.stringify([root, terminals, preferred])
  const found = kept.get(key)
  if (found) return found
  const trees = searchJoinTrees(layer, terminals, root, preferred)
  const [best, ...others] = trees
  const names = listed(terminals)
  if (best === undefined) {
    throw new Failure('query_invalid', `no relationship connects ${names}`, {
      hint: 'Define a relationship between the tables, or ask about them one at a time.',
    })
  }
  if (others.length > 0) {
    const choices = trees.map((tree) => describeDifference(tree, trees))
    throw new Failure('ambiguous_join', `${names} can be joined in more than one way: ${choices.join('; or ')}`, {
      hint: 'Name the join to take in `joins`.',
      details: choices.map((message) => ({ path: 'joins', message })),
    })
  }
  if (kept.size >= mostKnown) kept.clear()
  kept.set(key, best)
  return best
}

/**
 * All cheapest join trees, at most three: the minimal directed Steiner tree by dynamic programming over subsets of terminals
 * (Dreyfus and Wagner 1971). Steps cost 1 towards the one side, 1.5 towards the many side, 2 more when inferred
 * or when they go up to a parent only to come down to its other children, 4 more when another way to their table was named.
 */
export function searchJoinTrees(layer: Layer, terminals: string[], root: string | null, preferred: QueryJoin[]): JoinTree[] {
  if (terminals.length > mostTerminals)
    throw new Failure('query_invalid', `a question may touch at most ${mostTerminals} tables, this one touches ${terminals.length}`)
  const arcs = arcsOf(layer, preferred)
  const into = new Map<string, Arc[]>()
  for (const arc of arcs) into.set(arc.child, [...(into.get(arc.child) ?? []), arc])
  const full = (1 << terminals.length) - 1
  const best: Map<string, Candidate>[] = []
  terminals.forEach((terminal, index) => {
    const states = new Map<string, Candidate>([[terminal, { cost: 0, trees: [[]] }]])
    best[1 << index] = states
    spread(states, into, Number.POSITIVE_INFINITY)
  })
  const limit = costOfPaths(terminals, root, best)
  for (let mask = 1; mask <= full; mask++) {
    if (best[mask]) continue
    const states = new Map<string, Candidate>()
    best[mask] = states
    for (let part = (mask - 1) & mask; part > 0; part = (part - 1) & mask) {
      if (part < (mask ^ part)) continue
      for (const [table, left] of best[part] ?? []) {
        const right = best[mask ^ part]?.get(table)
        if (right && left.cost + right.cost <= limit) offer(states, table, left.cost + right.cost, combine(left.trees, right.trees))
      }
    }
    spread(states, into, limit)
  }
  return finished(best[full] ?? new Map(), terminals, root)
}

/** What the paths to all terminals cost together from the best table: no part of the cheapest tree costs more. */
function costOfPaths(terminals: string[], root: string | null, best: Map<string, Candidate>[]): number {
  const tables = root === null ? [...(best[1]?.keys() ?? [])] : [root]
  const costs = tables.map((table) => terminals.reduce((sum, _, index) => sum + (best[1 << index]?.get(table)?.cost ?? Number.POSITIVE_INFINITY), 0))
  return Math.min(...costs) + 1e-9
}

/** Moves every state one arc towards the root until nothing gets cheaper; what costs more than `limit` is dropped. */
function spread(states: Map<string, Candidate>, into: Map<string, Arc[]>, limit: number): void {
  const queue = [...states.keys()]
  for (let table = queue.shift(); table !== undefined; table = queue.shift()) {
    const state = states.get(table)
    if (!state) continue
    for (const arc of into.get(table) ?? []) {
      for (const tree of state.trees) {
        if (tree.some((other) => other.child === arc.parent || other.parent === arc.parent)) continue
        const chasm = !arc.fansOut && tree.some((other) => other.parent === arc.child && other.fansOut) ? chasmCost : 0
        if (state.cost + arc.cost + chasm <= limit && offer(states, arc.parent, state.cost + arc.cost + chasm, [[...tree, arc]])) queue.push(arc.parent)
      }
    }
  }
}

function offer(states: Map<string, Candidate>, table: string, cost: number, trees: Arc[][]): boolean {
  const known = states.get(table)
  if (known === undefined || cost < known.cost - 1e-9) {
    states.set(table, { cost, trees: unique(trees) })
    return true
  }
  if (cost > known.cost + 1e-9) return false
  const merged = unique([...known.trees, ...trees])
  if (merged.length === known.trees.length) return false
  states.set(table, { cost, trees: merged })
  return true
}

function combine(left: Arc[][], right: Arc[][]): Arc[][] {
  return left.flatMap((some) => right.map((others) => [...some, ...others.filter((arc) => !some.includes(arc))]))
}

function unique(trees: Arc[][]): Arc[][] {
  return [...new Map(trees.map((tree) => [treeKey(tree), tree])).values()].slice(0, mostAlternatives)
}

function treeKey(tree: Arc[]): string {
  return tree
    .map((arc) => arc.id)
    .sort((a, b) => a - b)
    .join(',')
}

function finished(states: Map<string, Candidate>, terminals: string[], root: string | null): JoinTree[] {
  const order = (table: string) => (terminals.includes(table) ? terminals.indexOf(table) : terminals.length)
  const roots = root === null ? [...states.keys()].sort((a, b) => order(a) - order(b) || (a < b ? -1 : 1)) : [root]
  const lowest = Math.min(...roots.map((table) => states.get(table)?.cost ?? Number.POSITIVE_INFINITY))
  const found = new Map<string, JoinTree>()
  for (const table of roots) {
    const state = states.get(table)
    if (!state || state.cost > lowest + 1e-9) continue
    for (const tree of state.trees) {
      const key = treeKey(tree)
      if (!found.has(key)) found.set(key, { root: table, steps: parentsFirst(table, tree) })
    }
  }
  return [...found.values()].slice(0, mostAlternatives)
}

function parentsFirst(root: string, tree: Arc[]): JoinStep[] {
  const steps: JoinStep[] = []
  const reached = [root]
  for (const table of reached) {
    for (const { cost: _cost, id: _id, ...step } of tree.filter((arc) => arc.parent === table)) {
      steps.push(step)
      reached.push(step.child)
    }
  }
  return steps
}

function arcsOf(layer: Layer, preferred: QueryJoin[]): Arc[] {
  return layer.relationships.flatMap((relationship, id) => {
    const { fromTable, fromColumns, toTable, toColumns, cardinality } = relationship
    if (fromTable === toTable) return []
    const wanted = preferred.some((join) => join.from_table === fromTable && fromColumns.includes(join.from_column) && join.to_table === toTable)
    // Who names a way to a table does not want another.
    const unwanted = !wanted && preferred.some((join) => join.to_table === toTable) ? otherWayCost : 0
    const towardsOne = cardinality === 'many_to_one' || cardinality === 'one_to_one'
    const towardsMany = cardinality === 'many_to_one' || cardinality === 'many_to_many'
    const price = (fansOut: boolean) =>
      ((fansOut ? 1.5 : 1) + (relationship.source === 'inferred' ? 2 : 0) - (isPlainReference(relationship) ? 0.01 : 0)) * (wanted ? 0.25 : 1) + unwanted
    const pairs = fromColumns.map((column, index) => ({ from: column, to: toColumns[index] ?? column }))
    const forward = {
      parent: fromTable,
      child: toTable,
      on: pairs.map((pair) => ({ parent: pair.from, child: pair.to })),
      fansOut: !towardsOne,
      relationship,
      id,
    }
    const backward = {
      parent: toTable,
      child: fromTable,
      on: pairs.map((pair) => ({ parent: pair.to, child: pair.from })),
      fansOut: towardsMany,
      relationship,
      id,
    }
    return [
      { ...forward, cost: price(forward.fansOut) },
      { ...backward, cost: price(backward.fansOut) },
    ]
  })
}

// Of several references to one table, the one named like its key (`customer_id`) is meant unless another (`referrer_id`) is named.
function isPlainReference({ fromColumns, toTable, toColumns }: LayerRelationship): boolean {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')
  const from = fromColumns.map(plain).join()
  const target = plain(toTable).replace(/s$/, '')
  return from === toColumns.map(plain).join() || from === `${target}id` || from === target
}

/** What sets one alternative apart from the others, as `flights.source → airports.code`. */
function describeDifference(tree: JoinTree, all: JoinTree[]): string {
  const others = all.filter((other) => other !== tree)
  const own = tree.steps.filter((step) => !others.every((other) => other.steps.some((candidate) => candidate.relationship === step.relationship)))
  return own.map(({ relationship: r }) => `${r.fromTable}.${r.fromColumns.join('+')} → ${r.toTable}.${r.toColumns.join('+')}`).join(', ')
}

function listed(names: string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
