import { tablesOfKind } from '#domain/analyst/lexicon/english/business/kinds.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'

type Named = {
  names: ReadonlyMap<string, { tables: { table: LayerTable; weight: number }[] }>
  values: { has(phrase: string): boolean }
  words: { has(phrase: string): boolean }
}
const leastNamed = 0.7

/** The one table whose rows are of a kind that a word says: vehicles of vans. A value that is called so says it better. */
export function tableOfKind(phrase: string, { names, values, words }: Named): LayerTable | null {
  if (values.has(phrase) || words.has(phrase)) return null
  const named = (tablesOfKind.get(phrase) ?? []).flatMap((name) => names.get(name)?.tables ?? [])
  const [only, ...others] = new Set(named.flatMap(({ table, weight }) => (weight >= leastNamed ? [table] : [])))
  return only && others.length === 0 ? only : null
}
