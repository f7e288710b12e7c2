import type { Layer } from '#domain/semantics/layer.ts'

/** Joins between a table and every table it can reach. */
export function tableDistances(layer: Layer, from: string): Map<string, number> {
  const distances = new Map([[from, 0]])
  const queue = [from]
  for (let table = queue.shift(); table !== undefined; table = queue.shift()) {
    const next = (distances.get(table) ?? 0) + 1
    for (const { fromTable, toTable } of layer.relationships) {
      const other = fromTable === table ? toTable : toTable === table ? fromTable : null
      if (other === null || distances.has(other)) continue
      distances.set(other, next)
      queue.push(other)
    }
  }
  return distances
}
