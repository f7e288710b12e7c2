import type { Layer } from '#domain/semantics/layer.ts'
import { namesIn } from '../analyst/asking.ts'

/** Whether a statement names the columns that one of the expected ones names, whatever it makes of them. Keys that only join count on neither side. */
export function isLinked(gold: readonly string[], sql: string | null, layer: Layer): boolean {
  if (sql === null) return false
  // Values stand behind the statement, and are no names.
  const given = namesIn(sql.split(' -- ')[0] ?? '', layer)
  return gold.some((one) => {
    const wanted = namesIn(one.replace(/'[^']*'/g, "''"), layer)
    return wanted.columns.size > 0 ? wanted.columns.symmetricDifference(given.columns).size === 0 : wanted.tables.isSubsetOf(given.tables)
  })
}
