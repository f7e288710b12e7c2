import { z } from 'zod'
import type { FailureCode } from '#domain/failure.ts'
import { QueryOutcome } from '#domain/query/query-outcome.ts'
import { DataQueryRequest, runDataQuery } from '#domain/query/run-query.ts'
import { RelatedTable } from '#domain/semantics/row-filters/related-tables.ts'
import { listRelatedTables } from '#domain/semantics/row-filters/row-filters.ts'
import { listTables, PreviewQuery, previewTable, TablePreview, TableSchema } from '#domain/semantics/sources/browse-datasource.ts'
import { previewTableAs } from '#domain/semantics/sources/preview-as.ts'
import { UnsavedDatasource, Validation, validateDatasource, validateUnsaved } from '#domain/semantics/sources/validate-datasource.ts'
import { json } from '#http/reply.ts'
import { body, createRouter, onObject, reply, route } from '#http/router.ts'
import { datasourceParams } from './datasources.ts'
import { jsonReply, linesReply, type RunQuery, wantsLines } from './query-reply.ts'

const reaching: FailureCode[] = [
  'resource_disabled',
  'datasource_unreachable',
  'source_unavailable_here',
  'query_failed',
  'query_timeout',
  'query_memory_exceeded',
]
export const asking: FailureCode[] = [
  ...reaching,
  'extraction_required',
  'statement_not_allowed',
  'function_not_allowed',
  'table_not_allowed',
  'query_invalid',
  'ambiguous_join',
]

const tableParams = datasourceParams.extend({
  table: z
    .string()
    .min(1)
    .max(256)
    .meta({ param: { name: 'table', in: 'path' }, example: 'Customer' }),
})

/** What goes to the data itself: trying a connection, looking at tables, asking. */
export const datasourceData = createRouter()
  .openapi(
    route({
      method: 'post',
      path: '/datasources/validate',
      operationId: 'validateUnsavedDatasource',
      summary: 'Try a connection before saving it',
      access: { who: 'user', permission: 'create_datasources' },
      request: { body: body(UnsavedDatasource) },
      responses: { 200: reply(Validation, 'What was tried') },
      fails: ['not_found', ...reaching],
    }),
    async (c) => json(c, await validateUnsaved(c.var.ctx, c.req.valid('json')), 200),
  )
  .openapi(
    route({
      method: 'post',
      path: '/datasources/{datasource_id}/validate',
      operationId: 'validateDatasource',
      summary: 'Try a data source and note how it stands',
      access: onObject('datasource', 'edit', 'datasource_id'),
      request: { params: datasourceParams },
      responses: { 200: reply(Validation, 'What was tried') },
      fails: ['precondition_failed', ...reaching],
    }),
    async (c) => json(c, await validateDatasource(c.var.ctx, c.req.valid('param').datasource_id), 200),
  )
  .openapi(
    route({
      method: 'get',
      path: '/datasources/{datasource_id}/tables',
      operationId: 'listDatasourceTables',
      summary: 'List the tables of a data source as they are now',
      access: onObject('datasource', 'view', 'datasource_id'),
      request: { params: datasourceParams },
      responses: { 200: reply(z.array(TableSchema), 'Tables with columns, keys and row estimates') },
      fails: reaching,
    }),
    async (c) => json(c, await listTables(c.var.ctx, c.req.valid('param').datasource_id), 200),
  )
  .openapi(
    route({
      method: 'get',
      path: '/datasources/{datasource_id}/tables/{table}/preview',
      operationId: 'previewDatasourceTable',
      summary: 'Read the first rows of a table',
      description:
        'Hidden columns are left out, and rows that row filters keep from the caller. Who owns the source reads it as others would: one of `user_id` and `group_id`.',
      access: onObject('datasource', 'view', 'datasource_id'),
      request: { params: tableParams, query: PreviewQuery },
      responses: { 200: reply(TablePreview, 'Rows') },
      fails: [...reaching, 'query_invalid'],
    }),
    async (c) => {
      const { datasource_id: id, table } = c.req.valid('param')
      const { limit, ...viewer } = c.req.valid('query')
      const isAs = viewer.user_id !== undefined || viewer.group_id !== undefined
      return json(c, await (isAs ? previewTableAs(c.var.ctx, id, table, limit, viewer) : previewTable(c.var.ctx, id, table, limit)), 200)
    },
  )
  .openapi(
    route({
      method: 'get',
      path: '/datasources/{datasource_id}/tables/{table}/related',
      operationId: 'listRelatedTables',
      summary: 'List the tables whose rows belong to rows of a table',
      description:
        'By the joins of the semantic layer: what a row filter of the table also cuts with the reach `related`, and leaves open with `table`. Stores nothing.',
      access: onObject('datasource', 'edit', 'datasource_id'),
      request: { params: tableParams },
      responses: { 200: reply(z.array(RelatedTable), 'The tables, each with the paths of joins that lead to the named one') },
      fails: [],
    }),
    async (c) => {
      const { datasource_id: id, table } = c.req.valid('param')
      return json(c, await listRelatedTables(c.var.ctx, id, table), 200)
    },
  )
  .openapi(
    route({
      method: 'post',
      path: '/datasources/{datasource_id}/query',
      operationId: 'queryDatasource',
      summary: 'Ask a data source: a semantic query, or one guarded SELECT',
      access: onObject('datasource', 'view', 'datasource_id'),
      request: { params: datasourceParams, body: body(DataQueryRequest) },
      description:
        'With `Accept: application/x-ndjson` the answer is lines, sent while the rows are read: {"columns":[…]}, each row as an array, last what else is known of the result, or {"error":{…}} when it broke off.',
      responses: {
        200: {
          description: 'The rows',
          content: { 'application/json': { schema: QueryOutcome }, 'application/x-ndjson': { schema: z.string() } },
        },
      },
      fails: asking,
    }),
    async (c) => {
      const { ctx } = c.var
      const { sql, semantic_query: semantic, row_limit: rowLimit } = c.req.valid('json')
      const query = semantic ? { semantic_query: semantic } : { sql: sql ?? '' }
      const gone = new AbortController()
      const options = { authority: 'caller' as const, signal: gone.signal, ...(rowLimit ? { rowLimit } : {}) }
      const run: RunQuery = (sink) => runDataQuery(ctx, c.req.valid('param').datasource_id, query, { ...options, sink })
      return (wantsLines(c) ? linesReply(c, run, () => gone.abort()) : jsonReply(c, run)) as never
    },
  )
