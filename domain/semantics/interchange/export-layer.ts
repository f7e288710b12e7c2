import { and, asc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { descriptions, hierarchies, measures, relationships, verifiedQueries } from '#db/schema/semantics.ts'
import type { Context } from '../../context.ts'
import type { Aggregate, Filter } from '../semantic-query.ts'
import { SemanticQuery } from '../semantic-query.ts'
import type { DatasourceRow } from '../sources/datasource.ts'
import { requireDatasource } from '../sources/datasources.ts'
import { DOCUMENT_VERSION, type LayerDocument, type Loss } from './layer-document.ts'
import { osiOf, type TableFacts } from './osi-export.ts'

export const LayerFormat = z.enum(['yaml', 'osi']).meta({
  id: 'LayerFormat',
  description: "yaml is Querent's own form, which says everything; osi is Open Semantic Interchange (Apache Ossie) 0.2.0.dev0, for other tools",
})
export type LayerFormat = z.infer<typeof LayerFormat>

export type ExportedLayer = { format: LayerFormat; document: unknown; losses: Loss[] }

/** The semantic layer of a data source as a document of the format, and what the format cannot say. Needs `edit`: verified queries may hold values. */
export async function exportLayer(ctx: Context, id: string, format: LayerFormat): Promise<ExportedLayer> {
  const source = await requireDatasource(ctx, id, 'edit')
  const { document, facts } = await readDocument(ctx, source)
  return format === 'yaml' ? { format, document, losses: [] } : { format, ...osiOf(document, facts) }
}

/** What is stored of a layer, whoever asks, and facts of its tables that a person does not write. */
export async function readDocument(ctx: Context, source: DatasourceRow): Promise<{ document: LayerDocument; facts: TableFacts }> {
  const { id } = source
  const [described, joins, paths, named, verified] = await ctx.db.batch([
    ctx.db.select().from(descriptions).where(eq(descriptions.datasource_id, id)).orderBy(asc(descriptions.position), asc(descriptions.id)),
    ctx.db
      .select()
      .from(relationships)
      .where(and(eq(relationships.datasource_id, id), eq(relationships.is_rejected, false)))
      .orderBy(asc(relationships.id)),
    ctx.db
      .select()
      .from(hierarchies)
      .where(and(eq(hierarchies.datasource_id, id), eq(hierarchies.is_suggested, false)))
      .orderBy(asc(hierarchies.id)),
    ctx.db
      .select()
      .from(measures)
      .where(and(eq(measures.datasource_id, id), eq(measures.is_suggested, false)))
      .orderBy(asc(measures.id)),
    ctx.db.select().from(verifiedQueries).where(eq(verifiedQueries.datasource_id, id)).orderBy(asc(verifiedQueries.id)),
  ])
  const columns = Map.groupBy(
    described.filter((row) => row.object_type === 'column'),
    (row) => row.table_name,
  )
  const tables = described.filter((row) => row.object_type === 'table')
  const facts: TableFacts = new Map(
    tables.map((row) => [
      row.table_name,
      {
        schema: row.schema_name,
        primaryKey: (columns.get(row.table_name) ?? []).filter((column) => column.is_primary_key).map((column) => column.column_name),
        types: new Map((columns.get(row.table_name) ?? []).map((column) => [column.column_name, column.data_type])),
      },
    ]),
  )
  const document: LayerDocument = {
    querent: DOCUMENT_VERSION,
    name: source.name,
    description: source.description,
    tables: tables.map((row) => ({
      name: row.table_name,
      ...wordsOf(row),
      columns: (columns.get(row.table_name) ?? []).map((column) => ({
        name: column.column_name,
        ...wordsOf(column),
        ...(column.semantic_type ? { semantic_type: column.semantic_type } : {}),
        unit: column.unit,
      })),
    })),
    relationships: joins.map(({ from_table, from_columns, to_table, to_columns, cardinality }) => ({
      from_table,
      from_columns,
      to_table,
      to_columns,
      cardinality,
    })),
    hierarchies: paths.map(({ name, title, levels }) => ({ name, title, levels })),
    measures: named.map(({ name, title, table_name, aggregation, expression, filters, format, unit, description, synonyms }) => ({
      name,
      title,
      table_name,
      aggregation: aggregation as Aggregate,
      expression,
      filters: (filters as Filter | null) ?? null,
      format,
      unit,
      description,
      synonyms,
    })),
    verified_queries: verified.map(({ question, sql, query }) => ({ question, ...(query ? { query: SemanticQuery.parse(query) } : { sql: sql ?? '' }) })),
  }
  return { document, facts }
}

function wordsOf({ label, description, synonyms, is_hidden: hidden }: typeof descriptions.$inferSelect) {
  return { label, description, synonyms, hidden }
}
