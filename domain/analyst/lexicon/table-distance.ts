import type { Layer } from '#domain/semantics/layer.ts'

const known = new WeakMap<Layer['relationships'], Map<string, ReadonlyMap<string, number>>>()

/** Joins between a table and every table it can reach. */
export function tableDistances({ relationships }: Layer, from: string): ReadonlyMap<string, number> {
  const all = known.get(relationships) ?? new Map<string, ReadonlyMap<string, number>>()
  known.set(relationships, all)
  const found = all.get(from) ?? distancesFrom(relationships, from)
  all.set(from, found)
  return found
}

function distancesFrom(relationships: Layer['relationships'], from: string): Map<string, number> {
  const distances = new Map([[from, 0]])
  const queue = [from]
  for (let table = queue.shift(); table !== undefined; table = queue.shift()) {
    const next = (distances.get(table) ?? 0) + 1
    for (const { fromTable, toTable } of relationships) {
      const other = fromTable === table ? toTable : toTable === table ? fromTable : null
      if (other === null || distances.has(other)) continue
      distances.set(other, next)
      queue.push(other)
    }
  }
  return distances
}
