import type { LayerTable } from '#domain/semantics/layer.ts'
import { isMeasurable } from './clause-measure.ts'
import type { ColumnReference } from './reading.ts'
import { labelWords } from './root.ts'
import type { Adjective } from './words.ts'

/** The column of a table that an adjective is about, and which way to sort it. */
export function impliedColumn(
  table: LayerTable,
  { direction, columns, inverse = [] }: Adjective,
): { reference: ColumnReference; direction: 'asc' | 'desc' } | null {
  const opposite = direction === 'asc' ? 'desc' : 'asc'
  const visible = table.columns.filter((column) => !column.isHidden && isMeasurable(column, 'max') && column.semanticType !== 'identifier')
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
