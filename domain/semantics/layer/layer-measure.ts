import type { measures } from '#db/schema/semantics.ts'
import type { LayerMeasure } from '../layer.ts'
import type { Aggregate, Arithmetic, Filter } from '../semantic-query.ts'

type Row = Omit<typeof measures.$inferSelect, 'id' | 'revision' | 'created_at' | 'updated_at' | 'datasource_id' | 'expression' | 'is_suggested' | 'is_orphaned'>

/** A stored measure as the layer holds it: a bare column is told apart from a calculation. */
export function layerMeasure(row: Row): LayerMeasure {
  const tree = row.expression_tree as Arithmetic | null | undefined
  const isColumn = tree !== null && tree !== undefined && 'column' in tree
  return {
    name: row.name,
    label: row.title,
    table: row.table_name,
    aggregate: row.aggregation as Aggregate,
    column: isColumn ? tree.column : null,
    ...(tree && !isColumn ? { expression: tree } : {}),
    ...(row.filters ? { filters: row.filters as Filter } : {}),
    description: row.description,
    synonyms: row.synonyms,
    unit: row.unit,
    ...(row.format ? { format: row.format } : {}),
  }
}
