import type { Layer } from '../layer.ts'

/** The layer as if its data source had no other tables than these. What people wrote of the source as a whole, and queries they vouched for, are left out: they may tell of others. */
export function withinTables(layer: Layer, tables: ReadonlySet<string>): Layer {
  const has = (...names: string[]): boolean => names.every((name) => tables.has(name))
  return {
    ...layer,
    description: '',
    version: `${layer.version}:within ${JSON.stringify([...tables].toSorted())}`,
    tables: layer.tables.filter(({ name }) => tables.has(name)),
    relationships: layer.relationships.filter(({ fromTable, toTable }) => has(fromTable, toTable)),
    measures: layer.measures.filter(({ table }) => tables.has(table)),
    hierarchies: layer.hierarchies.filter(({ levels }) => has(...levels.map(({ table }) => table))),
    verifiedQueries: [],
  }
}
