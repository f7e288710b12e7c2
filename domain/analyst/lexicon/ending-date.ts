import { mayBeMissing } from '#domain/semantics/compile/column-storage.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { Filter } from '#domain/semantics/semantic-query.ts'
import { endingLabels, passingPhases } from './english/meanings/assumed.ts'

const wordsIn = (label: string): string[] => label.toLowerCase().split(/[^a-z]+/)

/** Whether a date is the end of a while within what a row tells of: a trial, a notice, a billing period. */
export const endsPhase = (label: string): boolean => wordsIn(label).some((word) => passingPhases.has(singular(word)))

/** The date on which what a row tells of came to its end, which those that go on have not. */
export const endingColumn = ({ columns }: LayerTable): LayerColumn | undefined =>
  columns.find(
    (column) =>
      !column.isHidden &&
      column.semanticType === 'time' &&
      mayBeMissing(column) &&
      wordsIn(column.label).some((word) => endingLabels.has(word)) &&
      !endsPhase(column.label),
  )

/** What goes on: by its state, else by its end that has not come; null where the data does not tell. */
export function goesOn(table: LayerTable): Filter | null {
  for (const { name, label, type, isHidden, sampleValues } of table.columns) {
    const active = isHidden || type !== 'text' || !stateLabel.test(label) ? undefined : sampleValues.find((value) => /^active$/i.test(value.trim()))
    if (active !== undefined) return { table: table.name, column: name, operator: 'equals', values: [active] }
  }
  const end = endingColumn(table)
  return end ? { table: table.name, column: end.name, operator: 'is_empty', values: [] } : null
}

const stateLabel = /\b(?:status|state)\b/i
