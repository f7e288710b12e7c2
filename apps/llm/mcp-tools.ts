import { type CallToolResult, McpServer, type StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { grantsScope } from '#domain/access/scopes.ts'
import { type Answering, beginCompletion, finishCompletion } from '#domain/agent/completions.ts'
import { argumentFaults } from '#domain/agent/tools.ts'
import { requireUser } from '#domain/allow.ts'
import { listModels } from '#domain/catalog/models.ts'
import { getChart, readChartData } from '#domain/charts/chart-data.ts'
import { ChartListQuery, listCharts } from '#domain/charts/charts.ts'
import type { Context } from '#domain/context.ts'
import { Failure } from '#domain/failure.ts'
import { runDataQuery } from '#domain/query/run-query.ts'
import { listDatasources, requireDatasource } from '#domain/semantics/datasources.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import { loadLayer } from '#domain/semantics/load-layer.ts'
import { SemanticQuery } from '#domain/semantics/semantic-query.ts'

const MOST_LISTED = 500
const MOST_ROWS = 1_000

const INSTRUCTIONS =
  'Querent answers questions about the data sources its user may see. Use ask for a question in plain words. To query yourself: list_datasources, describe_table, then run_semantic_query.'

const id = z.string().min(1).max(64)
const limit = z.int().min(1).max(MOST_ROWS).default(100).describe('Rows at most')

type Declared<Input extends z.ZodObject> = {
  /** The scope its route asks an API key for. */
  scope: string
  title: string
  description: string
  input: Input
  /** Whether it changes anything: asking stores the question and its answer. */
  isReadOnly: boolean
  run(ctx: Context, input: z.output<Input>, answering: Answering): Promise<{ text?: string; result: Record<string, unknown> }>
}

export type McpTool = Declared<z.ZodObject>

export const tool = <Input extends z.ZodObject>(declared: Declared<Input>) => declared as unknown as McpTool

const TOOLS: Record<string, McpTool> = {
  list_models: tool({
    scope: 'core:read',
    title: 'List models',
    description: 'The models one can ask, by the names `ask` takes. A custom model with data sources answers from data.',
    input: z.strictObject({}),
    isReadOnly: true,
    run: async (ctx) => {
      const { items } = await listModels(ctx, { page: 1, page_size: MOST_LISTED })
      const models = items
        .filter((model) => model.is_enabled)
        .map(({ name, description, type, datasource_ids }) => ({ name, description, type, datasource_ids }))
      return { result: { models } }
    },
  }),
  list_datasources: tool({
    scope: 'semantic:read',
    title: 'List data sources',
    description: 'The data sources the caller may query.',
    input: z.strictObject({}),
    isReadOnly: true,
    run: async (ctx) => {
      const { items } = await listDatasources(ctx, { page: 1, page_size: MOST_LISTED })
      const datasources = items.map(({ datasource_id, name, description, type, status, extraction_status, tables_count }) => ({
        datasource_id,
        name,
        description,
        type,
        status,
        extraction_status,
        tables_count,
      }))
      return { result: { datasources } }
    },
  }),
  describe_table: tool({
    scope: 'semantic:read',
    title: 'Describe a table',
    description: 'What a table of a data source and its columns mean, and what it joins to. Without a table: the tables there are.',
    input: z.strictObject({ datasource_id: id, table: z.string().min(1).max(256).optional() }),
    isReadOnly: true,
    run: async (ctx, { datasource_id, table: wanted }) => {
      const layer = await loadLayer(ctx, await requireDatasource(ctx, datasource_id, 'view', 'datasource_id'))
      const tables = layer.tables.filter((table) => !table.isHidden)
      if (wanted === undefined) return { result: { tables: tables.map(({ name, label, description, rows }) => ({ name, label, description, rows })) } }
      return { result: describe(layer, wanted) }
    },
  }),
  ask: tool({
    scope: 'llm:completions',
    title: 'Ask a question',
    description: 'Answers a question in plain words from data, with the query and the rows it was read from, and a chart. Pass session_id to go on.',
    input: z.strictObject({
      question: z.string().trim().min(1).max(20_000),
      model: z.string().min(1).max(200).optional().describe('A name of list_models; the first that has data sources when absent'),
      session_id: id.optional().describe('The session of an earlier answer'),
    }),
    isReadOnly: false,
    run: async (ctx, { question, model, session_id }, answering) => {
      const named = model ?? (session_id ? undefined : await firstModel(ctx))
      const messages = [{ role: 'user' as const, content: question }]
      const begun = await beginCompletion(ctx, answering, { messages, ...(named ? { model: named } : {}), ...(session_id ? { session_id } : {}) })
      const { id: completion_id, session_id: session, status, choices, ...rest } = await finishCompletion(begun)
      const { content = '', attachments = [] } = choices[0]?.message ?? {}
      return { text: content, result: { completion_id, session_id: session, model: rest.model, status, answer: content, attachments } }
    },
  }),
  run_semantic_query: tool({
    scope: 'semantic:write',
    title: 'Run a semantic query',
    description: 'Runs measures, dimensions, filters and order over the described tables of a data source; joins and SQL are made for it.',
    input: z.strictObject({ datasource_id: id, query: SemanticQuery, row_limit: limit }),
    isReadOnly: true,
    run: async (ctx, { datasource_id, query, row_limit }) => {
      const { sql, columns, rows, row_count, truncated, row_filters_applied } = await runDataQuery(
        ctx,
        datasource_id,
        { semantic_query: query },
        { rowLimit: row_limit, authority: 'caller' },
      )
      return {
        result: { sql, columns: columns.map(({ name, label, type, unit }) => ({ name, label, type, unit })), rows, row_count, truncated, row_filters_applied },
      }
    },
  }),
  list_charts: tool({
    scope: 'analytics:read',
    title: 'List charts',
    description: 'The charts the caller may see, newest first.',
    input: z.strictObject({ q: z.string().max(200).optional().describe('Words of the title'), page: z.int().min(1).max(1_000_000).default(1) }),
    isReadOnly: true,
    run: async (ctx, query) => {
      const { items, total } = await listCharts(ctx, ChartListQuery.parse({ ...query, origin: 'all', page_size: 50 }))
      const charts = items.map(({ chart_id, title, description, chart_type, datasource_id, updated_at }) => ({
        chart_id,
        title,
        description,
        chart_type,
        datasource_id,
        updated_at,
      }))
      return { result: { total, charts } }
    },
  }),
  get_chart: tool({
    scope: 'analytics:read',
    title: 'Get a chart',
    description: 'A chart, how it is drawn, and the rows it shows now.',
    input: z.strictObject({ chart_id: id, row_limit: limit }),
    isReadOnly: true,
    run: async (ctx, { chart_id, row_limit }) => {
      const { title, description, chart_type, spec } = await getChart(ctx, chart_id)
      const { columns, rows, row_count, truncated } = await readChartData(ctx, chart_id)
      const data = {
        columns: columns.map(({ name, label, type, unit }) => ({ name, label, type, unit })),
        rows: rows.slice(0, row_limit),
        row_count,
        truncated,
      }
      return { result: { chart_id, title, description, chart_type, spec, data } }
    },
  }),
}

/** A server for one message, with the tools the caller's key has the scopes for; what each may do is its verb's to say. */
export function mcpServer(ctx: Context, answering: Answering): McpServer {
  const { scopes } = requireUser(ctx)
  const server = serverOf(ctx, INSTRUCTIONS)
  for (const [name, declared] of Object.entries(TOOLS)) if (grantsScope(scopes, declared.scope)) register(server, ctx, answering, name, declared)
  return server
}

export const serverOf = (ctx: Context, instructions: string): McpServer =>
  new McpServer({ name: 'querent', title: 'Querent', version: ctx.settings.version }, { instructions })

export function register(server: McpServer, ctx: Context, answering: Answering, name: string, { title, description, input, isReadOnly, run }: McpTool): void {
  const annotations = { readOnlyHint: isReadOnly, destructiveHint: false, openWorldHint: false }
  server.registerTool(name, { title, description, inputSchema: toldPlainly(input), annotations }, async (given: unknown) => {
    try {
      return resultOf(await run(ctx, given as z.output<typeof input>, answering))
    } catch (error) {
      return faultOf(ctx, error)
    }
  })
}

/** The same schema, whose faults name the place of a mistake: those of a union say only that nothing fitted. */
function toldPlainly(input: z.ZodObject): StandardSchemaWithJSON {
  const standard = input['~standard']
  const validate = (given: unknown) => {
    const read = input.safeParse(given)
    return read.success ? { value: read.data } : { issues: argumentFaults(read.error).map((message) => ({ message })) }
  }
  return { '~standard': { ...standard, validate } } as StandardSchemaWithJSON
}

function resultOf({ text, result }: { text?: string; result: Record<string, unknown> }): CallToolResult {
  const plain = JSON.parse(JSON.stringify(result)) as Record<string, unknown>
  return { content: [{ type: 'text', text: text || JSON.stringify(plain) }], structuredContent: plain }
}

function faultOf(ctx: Context, error: unknown): CallToolResult {
  if (!(error instanceof Failure)) {
    const cause = error instanceof Error ? (error.stack ?? error.message) : String(error)
    ctx.ports.log({ level: 'error', message: 'mcp tool failed', request_id: ctx.request.id, cause })
    return { isError: true, content: [{ type: 'text', text: `internal: internal error (${ctx.request.id})` }] }
  }
  const { hint, retryAfter } = error.details
  const more = [hint, retryAfter === undefined ? undefined : `try again in ${retryAfter} seconds`].filter(Boolean).join('; ')
  return { isError: true, content: [{ type: 'text', text: `${error.code}: ${error.message}${more ? ` (${more})` : ''}` }] }
}

async function firstModel(ctx: Context): Promise<string> {
  const { items } = await listModels(ctx, { page: 1, page_size: MOST_LISTED })
  const usable = items.filter((model) => model.is_enabled)
  const found = usable.find((model) => model.datasource_ids.length > 0) ?? usable[0]
  if (!found) throw new Failure('not_found', 'there is no model to ask', { param: 'model' })
  return found.name
}

/** A table that is not hidden, with its columns and joins. Fails with `not_found`. */
export function describe(layer: Layer, wanted: string): Record<string, unknown> {
  const tables = layer.tables.filter((table) => !table.isHidden)
  const table = tables.find(({ name }) => name === wanted) ?? tables.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  if (!table) throw new Failure('not_found', 'no such table', { param: 'table', hint: 'leave out table for those there are' })
  const shown = new Set(tables.map(({ name }) => name))
  const joins = layer.relationships
    .filter(({ fromTable, toTable }) => (fromTable === table.name || toTable === table.name) && shown.has(fromTable) && shown.has(toTable))
    .map(({ fromTable, fromColumns, toTable, toColumns, cardinality }) => ({ fromTable, fromColumns, toTable, toColumns, cardinality }))
  return { ...tableTold(table), joins }
}

const tableTold = ({ name, label, description, synonyms, rows, primaryKey, columns }: LayerTable) => ({
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
})
