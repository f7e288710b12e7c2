import type { Layer } from '#domain/semantics/layer.ts'
import type { Words } from './described.ts'

const none = (name: string) => ({ label: name, description: '', synonyms: [] })

/** The layer as its source names things, without a word about them. */
export const withoutWords = (layer: Layer): Layer => ({
  ...layer,
  version: `${layer.version}, names alone`,
  tables: layer.tables.map((table) => ({ ...table, ...none(table.name), columns: table.columns.map((column) => ({ ...column, ...none(column.name) })) })),
})

/** The layer in other words. */
export function withWords(layer: Layer, words: readonly Words[]): Layer {
  const of = (table: string, column: string | null) => {
    const found = words.find(({ table_name, column_name }) => table_name === table && column_name === column)
    return found ? { label: found.label, description: found.description, synonyms: found.synonyms } : {}
  }
  return {
    ...layer,
    version: `${layer.version}, in other words`,
    tables: layer.tables.map((table) => ({
      ...table,
      ...of(table.name, null),
      columns: table.columns.map((column) => ({ ...column, ...of(table.name, column.name) })),
    })),
  }
}
