import { sheetCountLabels } from '#domain/analyst/lexicon/english/meanings/column-labels.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import type { Layer, LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import { labelWords } from '../language/root.ts'

/** The column of a sheet that tells how many there were of what its rows sum up: the "cnt" of hours; null where the rows are the things themselves. */
export function sheetCountOf({ tables }: Layer): { table: LayerTable; column: LayerColumn } | null {
  const [table, ...others] = tables.filter(({ isHidden }) => !isHidden)
  if (!table || others.length > 0) return null
  const [column, ...more] = table.columns.filter((item) => !item.isHidden && isCount(item))
  return column && more.length === 0 ? { table, column } : null
}

const isCount = (column: LayerColumn): boolean =>
  isNumericType(column) &&
  column.semanticType === 'measure' &&
  (column.distinct ?? 0) > 2 &&
  labelWords(column.label).every((word) => sheetCountLabels.has(word))
