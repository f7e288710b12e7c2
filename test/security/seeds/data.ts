import type { Database } from '#db/client.ts'
import {
  datasources,
  descriptions,
  extractions,
  files,
  hierarchies,
  measures,
  relationships,
  rowFilters,
  unmatchedTerms,
  verifiedQueries,
} from '#db/schema/semantics.ts'
import { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { at, type Ids, id, stamps } from './ids.ts'

/** Files, a data source and what its semantic layer holds. */
export function dataSeeds(db: Database, ids: Ids) {
  const file = (fileId: string, key: string) => ({
    id: fileId,
    name: 'orders.csv',
    format: 'csv',
    size: 10,
    sha256: '0'.repeat(64),
    storage_key: key,
    tables: [],
    rejected_lines: 0,
    rejects: [],
    owner_id: ids.owner,
    ...stamps,
  })
  const described = {
    datasource_id: ids.datasource,
    schema_name: null,
    table_name: 'orders',
    position: 0,
    native_type: null,
    is_primary_key: false,
    description: 'Orders',
    generated_description: 'Orders',
    source: 'generated' as const,
    edited_fields: [],
    synonyms: [],
    sample_values: [],
    unit: null,
    is_hidden: false,
    statistics: { rows: 1, distinct: 1, null_fraction: 0, min: null, max: null },
    updated_by: null,
    ...stamps,
  }
  return [
    db.insert(files).values(file(ids.file, 'f-one')),
    db.insert(files).values(file(ids.spareFile, 'f-two')),
    db.insert(datasources).values({
      id: ids.datasource,
      name: 'Shop',
      description: '',
      type: 'file',
      connection: { file_ids: [ids.file] },
      tables: { include: ['*'], exclude: [] },
      status: 'connected',
      extraction_status: 'completed',
      tables_count: 1,
      owner_id: ids.owner,
      ...stamps,
    }),
    db.insert(extractions).values({
      id: ids.extraction,
      datasource_id: ids.datasource,
      run_id: id('run'),
      status: 'completed',
      stage: 'done',
      progress: { tables_total: 1, tables_done: 1, columns_total: 1, columns_done: 1 },
      include_samples: false,
      usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
      actor_id: ids.owner,
      ...stamps,
    }),
    db
      .insert(descriptions)
      .values({ ...described, id: ids.description, object_type: 'table', column_name: '', data_type: null, semantic_type: null, label: 'orders' }),
    db
      .insert(descriptions)
      .values({ ...described, id: ids.column, object_type: 'column', column_name: 'region', data_type: 'text', semantic_type: 'category', label: 'region' }),
    db.insert(hierarchies).values({
      id: ids.hierarchy,
      datasource_id: ids.datasource,
      name: 'place',
      title: 'Place',
      levels: [{ table_name: 'orders', column_name: 'region' }],
      ...stamps,
    }),
    db.insert(relationships).values({
      id: ids.relationship,
      datasource_id: ids.datasource,
      from_table: 'orders',
      from_columns: ['region'],
      to_table: 'orders',
      to_columns: ['region'],
      cardinality: 'many_to_one',
      source: 'manual',
      ...stamps,
    }),
    db.insert(measures).values({
      id: ids.measure,
      datasource_id: ids.datasource,
      name: 'orders_total',
      title: 'Orders',
      table_name: 'orders',
      aggregation: 'count',
      description: '',
      synonyms: [],
      ...stamps,
    }),
    db
      .insert(unmatchedTerms)
      .values({ datasource_id: ids.datasource, term: 'churned', times: 1, last_question: 'Who churned?', nearest: [], first_at: at, last_at: at }),
    db.insert(verifiedQueries).values({
      id: ids.verifiedQuery,
      datasource_id: ids.datasource,
      question: 'How many orders are there?',
      query: SemanticQuery.parse({ measures: [{ aggregate: 'count', table: 'orders' }] }),
      verified_by: ids.owner,
      verified_at: at,
      ...stamps,
    }),
    db.insert(rowFilters).values({
      id: ids.rowFilter,
      datasource_id: ids.datasource,
      name: 'nobody',
      table_name: 'orders',
      condition: { member: 'region', operator: 'equals', values: ['EU'] },
      applies_to: { users: [id('usr')] },
      is_enabled: true,
      ...stamps,
    }),
  ]
}
