import { describeTable } from '#domain/semantics/describe/describe.ts'
import { declaredRelationships } from '#domain/semantics/extraction/extraction-result.ts'
import { inferRelationships } from '#domain/semantics/extraction/infer-relationships.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import type { Dialect, SourceTable, TableProfile } from '#domain/semantics/sources/source.ts'

/** The layer an extraction makes of tables and what is known of their values, before anybody has changed it. */
export function layerOfTables(dialect: Dialect, version: string, tables: SourceTable[], profiles: ReadonlyMap<string, TableProfile>): Layer {
  const joins = [...tables.flatMap((table) => declaredRelationships(table, tables)), ...inferRelationships(tables, new Map(profiles))]
  return {
    datasourceId: 'ds_bench',
    name: 'Bench',
    description: '',
    dialect,
    version,
    tables: tables.map((table): LayerTable => {
      const profile = profiles.get(table.name) ?? null
      const { columns, label, description, synonyms } = describeTable(table, profile, tables)
      return {
        name: table.name,
        schema: null,
        label,
        description,
        synonyms,
        rows: profile?.rows ?? null,
        primaryKey: table.primaryKey,
        isHidden: false,
        columns: columns.map((column, index) => {
          const facts = profile?.columns.find((entry) => entry.column === column.name)
          return {
            ...column,
            type: table.columns[index]?.type ?? 'other',
            sampleValues: facts?.topValues ?? [],
            distinct: facts?.distinct ?? null,
            nullFraction: facts?.nullFraction ?? null,
            min: facts?.min ?? null,
            max: facts?.max ?? null,
            isHidden: false,
          }
        }),
      }
    }),
    relationships: joins.map(({ evidence: _, ...relationship }) => relationship),
    measures: [],
    hierarchies: [],
    verifiedQueries: [],
  }
}
