import type { Condition, Ref, Sight } from '#domain/analyst/grammar/terms.ts'
import { endingColumn } from '#domain/analyst/lexicon/ending-date.ts'
import { endedValues } from '#domain/analyst/lexicon/english/meanings/leaving.ts'

/** The date on which what is cancelled, or who left, came to its end: who cancelled in May did so then, and did not join then. */
export function endedOn(conditions: Condition[], { layer }: Sight): Ref | null {
  for (const condition of conditions) {
    if (condition.kind !== 'filter' || !('column' in condition.filter) || condition.filter.operator !== 'equals') continue
    const { values, table: name } = condition.filter
    const table = layer.tables.find((one) => one.name === name)
    if (!table || !values.every((value) => endedValues.has(String(value).trim().toLowerCase()))) continue
    const end = endingColumn(table)
    if (end) return { table, column: end }
  }
  return null
}
