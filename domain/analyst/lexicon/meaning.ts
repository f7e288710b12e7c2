import type { Meaning } from './lexicon.ts'

/** How surely something is meant, by the surest of what words may mean. */
export function bestWeight({ tables, columns, measures }: Meaning): number {
  let best = 0
  for (const items of [tables, columns, measures]) for (const { weight } of items) if (weight > best) best = weight
  return best
}

/** The same, less surely meant. */
export function weakened({ tables, columns, measures }: Meaning, factor: number): Meaning {
  return {
    tables: tables.map((item) => ({ ...item, weight: item.weight * factor })),
    columns: columns.map((item) => ({ ...item, weight: item.weight * factor })),
    measures: measures.map((item) => ({ ...item, weight: item.weight * factor })),
  }
}
