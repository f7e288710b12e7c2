import { isMeasurable } from '#domain/analyst/figures/measurable.ts'
import { labelWords } from '#domain/analyst/language/root.ts'
import type { Adjective } from '#domain/analyst/lexicon/english/meanings/adjectives.ts'
import { waitingLabels } from '#domain/analyst/lexicon/english/meanings/column-kinds.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'

/** The column of a table that an adjective is about, and which way to sort it. */
export function impliedColumn(
  table: LayerTable,
  { direction, columns, inverse = [] }: Adjective,
): { reference: ColumnReference; direction: 'asc' | 'desc' } | null {
  const opposite = direction === 'asc' ? 'desc' : 'asc'
  const isOpen = (column: LayerColumn) => !column.isHidden && isMeasurable(column, 'max') && column.semanticType !== 'identifier'
  // How long something takes is not how long it was waited for.
  const visible = table.columns.filter((column) => isOpen(column) && !labelWords(column.label).some((word) => waitingLabels.has(word)))
  for (const [words, way] of [
    [columns, direction],
    [inverse, opposite],
  ] as const) {
    for (const word of words) {
      const column = visible.find((item) => labelWords(item.label).includes(word))
      if (column) return { reference: { table, column }, direction: way }
    }
  }
  return null
}
