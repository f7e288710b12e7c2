import { z } from 'zod'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'

export const TableName = z.object({ name: z.string(), label: z.string(), description: z.string(), rows: z.number().nullable() })

const Join = z.object({
  fromTable: z.string(),
  fromColumns: z.array(z.string()),
  toTable: z.string(),
  toColumns: z.array(z.string()),
  cardinality: z.string(),
})

export const DescribedTable = z.object({
  name: z.string(),
  label: z.string(),
  description: z.string(),
  synonyms: z.array(z.string()),
  rows: z.number().nullable(),
  primary_key: z.array(z.string()),
  columns: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      description: z.string(),
      type: z.string(),
      semantic_type: z.string().nullable(),
      unit: z.string().nullable(),
      synonyms: z.array(z.string()),
      sample_values: z.array(z.unknown()),
    }),
  ),
  joins: z.array(Join),
})

const shown = ({ tables }: Layer): LayerTable[] => tables.filter((table) => !table.isHidden)

export const tablesOf = (layer: Layer): z.infer<typeof TableName>[] =>
  shown(layer).map(({ name, label, description, rows }) => ({ name, label, description, rows }))

export const findTable = (layer: Layer, wanted: string): LayerTable | undefined =>
  shown(layer).find(({ name }) => name === wanted) ?? shown(layer).find(({ name }) => name.toLowerCase() === wanted.toLowerCase())

export function joinsOf(layer: Layer, table: LayerTable): z.infer<typeof Join>[] {
  const names = new Set(shown(layer).map(({ name }) => name))
  return layer.relationships
    .filter(({ fromTable, toTable }) => (fromTable === table.name || toTable === table.name) && names.has(fromTable) && names.has(toTable))
    .map(({ fromTable, fromColumns, toTable, toColumns, cardinality }) => ({ fromTable, fromColumns, toTable, toColumns, cardinality }))
}

export const describeTable = (
  { name, label, description, synonyms, rows, primaryKey, columns }: LayerTable,
  joins: z.infer<typeof Join>[],
): z.infer<typeof DescribedTable> => ({
  name,
  label,
  description,
  synonyms,
  rows,
  primary_key: primaryKey,
  columns: columns
    .filter((column) => !column.isHidden)
    .map((column) => ({
      name: column.name,
      label: column.label,
      description: column.description,
      type: column.type,
      semantic_type: column.semanticType,
      unit: column.unit,
      synonyms: column.synonyms,
      sample_values: column.sampleValues.slice(0, 10),
    })),
  joins,
})
