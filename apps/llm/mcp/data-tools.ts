import { z } from 'zod'
import { listModels } from '#domain/catalog/models.ts'
import { Failure } from '#domain/failure.ts'
import { QueryColumn, QueryOutcome } from '#domain/query/query-outcome.ts'
import { runDataQuery } from '#domain/query/run-query.ts'
import { loadLayer } from '#domain/semantics/layer/load-layer.ts'
import { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { listDatasources, requireDatasource } from '#domain/semantics/sources/datasources.ts'
import { compactTable } from './compact-table.ts'
import { DescribedTable, describeTable, findTable, joinsOf, TableName, tablesOf } from './described.ts'
import { tool } from './tool.ts'

export const MOST_LISTED = 500
const MOST_ROWS = 1_000

export const id = z.string().min(1).max(64)
export const limit = z.int().min(1).max(MOST_ROWS).default(100).describe('Rows at most')
export const Column = QueryColumn.pick({ name: true, label: true, type: true, unit: true, aggregate: true })
export const plainColumn = ({ name, label, type, unit, aggregate }: QueryColumn): z.infer<typeof Column> => ({
  name,
  label,
  type,
  unit,
  aggregate,
})

const list_models = tool({
  scope: 'core:read',
  title: 'List models',
  description: 'The models one can ask, by the names `ask` takes. A custom model with data sources answers from data.',
  input: z.strictObject({}),
  output: z.object({
    models: z.array(z.object({ name: z.string(), description: z.string(), type: z.string(), datasource_ids: z.array(z.string()) })),
  }),
  isReadOnly: true,
  run: async ({ ctx }) => {
    const { items } = await listModels(ctx, { page: 1, page_size: MOST_LISTED })
    const models = items.filter((model) => model.is_enabled).map(({ name, description, type, datasource_ids }) => ({ name, description, type, datasource_ids }))
    const rows = models.map(({ name, description, type, datasource_ids }) => [name, type, description, datasource_ids])
    return { result: { models }, text: compactTable(['name', 'type', 'description', 'datasource_ids'], rows) }
  },
})

const SOURCE_FACTS = ['datasource_id', 'name', 'description', 'type', 'status', 'extraction_status', 'tables_count'] as const

const list_datasources = tool({
  scope: 'semantic:read',
  title: 'List data sources',
  description: 'The data sources the caller may query.',
  input: z.strictObject({}),
  output: z.object({
    datasources: z.array(
      z.object({
        datasource_id: z.string(),
        name: z.string(),
        description: z.string(),
        type: z.string(),
        status: z.string(),
        extraction_status: z.string(),
        tables_count: z.int().nullable(),
      }),
    ),
  }),
  isReadOnly: true,
  run: async ({ ctx }) => {
    const { items } = await listDatasources(ctx, { page: 1, page_size: MOST_LISTED })
    const datasources = items.map((item) => Object.fromEntries(SOURCE_FACTS.map((name) => [name, item[name]])))
    const rows = datasources.map((source) => SOURCE_FACTS.map((name) => source[name]))
    return { result: { datasources }, text: compactTable(SOURCE_FACTS, rows) }
  },
})

const describe_table = tool({
  scope: 'semantic:read',
  title: 'Describe a table',
  description: 'What a table of a data source and its columns mean, and what it joins to. Without a table: the tables there are.',
  input: z.strictObject({ datasource_id: id, table: z.string().min(1).max(256).optional() }),
  output: DescribedTable.partial().extend({ tables: z.array(TableName).optional() }),
  isReadOnly: true,
  run: async ({ ctx, input: { datasource_id, table: wanted } }) => {
    const layer = await loadLayer(ctx, await requireDatasource(ctx, datasource_id, 'view', 'datasource_id'))
    const objects = { datasource_id, ...(wanted === undefined ? {} : { table: wanted.slice(0, 256) }) }
    if (wanted === undefined) {
      const tables = tablesOf(layer)
      const text = compactTable(
        ['table', 'label', 'rows', 'description'],
        tables.map(({ name, label, rows, description }) => [name, label, rows, description]),
      )
      return { result: { tables }, text, seen: { objects } }
    }
    const table = findTable(layer, wanted)
    if (!table) throw new Failure('not_found', 'no such table', { param: 'table', hint: 'leave out table for those there are' })
    const described = describeTable(table, joinsOf(layer, table))
    return { result: described, text: textOf(described), seen: { objects } }
  },
})

function textOf({ name, label, description, rows, primary_key, columns, joins }: z.infer<typeof DescribedTable>): string {
  const head = `${name}${label && label !== name ? ` (${label})` : ''}${description ? `: ${description}` : ''}`
  const facts = [rows === null ? null : `${rows} rows`, primary_key.length ? `primary key ${primary_key.join(', ')}` : null].filter(Boolean).join('; ')
  const table = compactTable(
    ['column', 'type', 'label', 'unit', 'description', 'samples'],
    columns.map((column) => [column.name, column.type, column.label, column.unit, column.description, column.sample_values.slice(0, 3)]),
  )
  const paths = joins.map((join) => `${join.fromTable}.${join.fromColumns} → ${join.toTable}.${join.toColumns} (${join.cardinality})`)
  return [head, facts, table, ...(paths.length ? ['Joins:', ...paths] : [])].filter(Boolean).join('\n')
}

const run_semantic_query = tool({
  scope: 'semantic:write',
  title: 'Run a semantic query',
  description: 'Runs measures, dimensions, filters and order over the described tables of a data source; joins and SQL are made for it.',
  input: z.strictObject({ datasource_id: id, query: SemanticQuery, row_limit: limit }),
  output: z.object({
    sql: z.string(),
    columns: z.array(Column),
    ...QueryOutcome.pick({ rows: true, row_count: true, truncated: true, row_filters_applied: true }).shape,
  }),
  isReadOnly: true,
  run: async ({ ctx, input: { datasource_id, query, row_limit } }) => {
    const { sql, columns, rows, row_count, truncated, row_filters_applied } = await runDataQuery(
      ctx,
      datasource_id,
      { semantic_query: query },
      { rowLimit: row_limit, authority: 'caller' },
    )
    const table = compactTable(
      columns.map(({ name }) => name),
      rows,
      { total: row_count, isCut: truncated },
    )
    return {
      result: { sql, columns: columns.map(plainColumn), rows, row_count, truncated, row_filters_applied },
      text: `${table}\n\nSQL: ${sql}`,
      seen: { objects: { datasource_id }, statements: [sql] },
    }
  },
})

export const dataTools = { list_models, list_datasources, describe_table, run_semantic_query }
