import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Answering } from '#domain/agent/completions/completions.ts'
import { queryOnDashboard, readAskedLayers } from '#domain/agent/dashboard-chat/asked-sources.ts'
import { beginChat } from '#domain/agent/dashboard-chat/chat.ts'
import { ChatQuestion } from '#domain/agent/dashboard-chat/chat-shape.ts'
import { openDashboard, tilesAsReady } from '#domain/charts/dashboard-data.ts'
import { getDashboard } from '#domain/charts/dashboards.ts'
import { OfferedValues, readOfferedValues } from '#domain/charts/filters/offered-values.ts'
import { isChartTile } from '#domain/charts/layout/tile.ts'
import { isReached } from '#domain/charts/reached-charts.ts'
import type { Context } from '#domain/context.ts'
import { Failure } from '#domain/failure.ts'
import { QueryOutcome } from '#domain/query/query-outcome.ts'
import { FilterOperator, FilterValue, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { compactTable } from './compact-table.ts'
import { Column, plainColumn } from './data-tools.ts'
import { DescribedTable, describeTable, findTable, joinsOf } from './described.ts'
import { registerTool, serverOf } from './server.ts'
import { type Tool, tool } from './tool.ts'

const INSTRUCTIONS =
  'One dashboard of Querent, as its guest sees it. Begin with get_dashboard; read_tile tells the rows of a tile. Where they are offered, ask answers a question in plain words, and list_datasources, describe_table and run_semantic_query query what the dashboard is made of. Pass `filters` for what is chosen on the dashboard.'

const id = z.string().min(1).max(64)
const limit = z.int().min(1).max(1_000).default(100).describe('Rows at most')
const filters = z
  .array(z.strictObject({ filter: id.describe('Its id in get_dashboard'), values: z.array(FilterValue).max(1_000), operator: FilterOperator.optional() }))
  .max(50)
  .optional()
  .describe("What is chosen in the dashboard's filters; their own values when absent")
const chosen = (given: z.output<typeof filters>): { filters: string | undefined } => ({ filters: given && JSON.stringify(given) })

/** The one dashboard a token opens. */
function dashboardOf({ actor }: Context): string {
  if (actor.type !== 'guest') throw new Failure('forbidden', 'this credential cannot be used here')
  return actor.claims.dashboardId
}

const Rows = z.object({ columns: z.array(Column), ...QueryOutcome.pick({ rows: true, row_count: true, truncated: true }).shape })
const Part = z.looseObject({}).describe('As in the replies of the HTTP API')

const tableOf = ({ columns, rows, row_count, truncated }: z.output<typeof Rows>): string =>
  compactTable(
    columns.map(({ name }) => name),
    rows,
    { total: row_count, isCut: truncated },
  )

const LOOKING: Record<string, Tool> = {
  get_dashboard: tool({
    scope: 'none',
    title: 'Get the dashboard',
    description: 'Its title, its tiles, and the filters it offers.',
    input: z.strictObject({}),
    output: z.object({ dashboard_id: z.string(), title: z.string(), description: z.string(), tiles: z.array(Part), filters: z.array(Part) }),
    isReadOnly: true,
    run: async ({ ctx }) => {
      const { dashboard, found } = await openDashboard(ctx, dashboardOf(ctx), {})
      const { title, description, layout, filters: offered } = await getDashboard(ctx, dashboard.id)
      const tiles = layout.flatMap((tile): Record<string, unknown>[] => {
        if (tile.type === 'text') return [{ tile: tile.id, type: tile.type, text: tile.text }]
        const reached = isChartTile(tile) ? found.get(tile.chart_id) : undefined
        // A chart that may not be shown is no more named than in the data.
        if (!isChartTile(tile) || !reached || !isReached(reached)) return []
        return [{ tile: tile.id, type: tile.type, title: tile.title ?? reached.chart.title, chart_type: reached.chart.chart_type }]
      })
      const told = offered.map(({ id: filter, label, type, operator, values, required }) => ({ filter, label, type, operator, values, required }))
      return { result: { dashboard_id: dashboard.id, title, description, tiles, filters: told } }
    },
  }),
  read_tile: tool({
    scope: 'none',
    title: 'Read a tile',
    description: 'The rows a tile of the dashboard shows.',
    input: z.strictObject({ tile: id.describe('Its id in get_dashboard'), filters, row_limit: limit }),
    output: z.object({
      tile: z.string(),
      title: z.string().nullable(),
      chart_type: z.string().nullable(),
      filters: z.array(Part),
      data: Rows.extend({ as_of: z.string() }),
    }),
    isReadOnly: true,
    run: async ({ ctx, input: { tile: wanted, filters: given, row_limit } }) => {
      const opened = await openDashboard(ctx, dashboardOf(ctx), chosen(given))
      const tiles = opened.tiles.filter((tile) => tile.id === wanted)
      for await (const { title, chart_type, data, filters: inForce, error } of tilesAsReady(ctx, { ...opened, tiles })) {
        if (!data) throw new Failure('invalid', error?.message ?? 'the tile has no rows', { param: 'tile' })
        const { columns, rows, row_count, truncated, as_of } = data
        const told = { columns: columns.map(plainColumn), rows: rows.slice(0, row_limit), row_count, truncated, as_of }
        return { result: { tile: wanted, title, chart_type, filters: inForce, data: told }, text: tableOf(told), seen: { objects: { tile: wanted } } }
      }
      throw new Failure('not_found', 'no such tile with a chart', { param: 'tile', hint: 'get_dashboard lists them' })
    },
  }),
  list_filter_values: tool({
    scope: 'none',
    title: 'List the values of a filter',
    description: 'What may be chosen in a filter of the dashboard.',
    input: z.strictObject({ filter: id, q: z.string().max(200).optional().describe('Part of the value'), filters }),
    output: OfferedValues,
    isReadOnly: true,
    run: async ({ ctx, input: { filter, q, filters: given } }) => ({ result: await readOfferedValues(ctx, dashboardOf(ctx), filter, { q, ...chosen(given) }) }),
  }),
}

const ASKING: Record<string, Tool> = {
  ask: tool({
    scope: 'none',
    title: 'Ask a question',
    description: 'Answers a question in plain words about what the dashboard shows, with rows and a chart. Pass thread_id to go on.',
    input: z.strictObject({ question: ChatQuestion.shape.question, thread_id: id.optional().describe('The thread of an earlier answer'), filters }),
    output: z.object({ thread_id: z.string(), status: z.string(), answer: z.string(), parts: z.array(Part) }),
    isReadOnly: false,
    run: async ({ ctx, answering, input: { question, thread_id, filters: given } }) => {
      const begun = await beginChat(ctx, answering, dashboardOf(ctx), { question, thread_id, ...chosen(given) })
      for await (const event of begun.events) {
        if (event.type !== 'end') continue
        const { thread_id: thread, status, content, parts } = event.turn
        return { ...(content ? { text: content } : {}), result: { thread_id: thread, status, answer: content, parts } }
      }
      throw new Failure('provider_failed', 'the client went away')
    },
  }),
  list_datasources: tool({
    scope: 'none',
    title: 'List data sources',
    description: 'The data sources of the dashboard, with the tables it is made of.',
    input: z.strictObject({}),
    output: z.object({ datasources: z.array(z.object({ datasource_id: z.string(), name: z.string(), tables: z.array(z.string()) })) }),
    isReadOnly: true,
    run: async ({ ctx }) => {
      const layers = await readAskedLayers(ctx, dashboardOf(ctx))
      const datasources = layers.map(({ datasourceId, name, tables }) => ({
        datasource_id: datasourceId,
        name,
        tables: tables
          .filter((table) => !table.isHidden)
          .map((table) => table.name)
          .toSorted(),
      }))
      return { result: { datasources } }
    },
  }),
  describe_table: tool({
    scope: 'none',
    title: 'Describe a table',
    description: 'What a table and its columns mean.',
    input: z.strictObject({ datasource_id: id, table: z.string().min(1).max(256) }),
    output: DescribedTable,
    isReadOnly: true,
    run: async ({ ctx, input: { datasource_id, table: wanted } }) => {
      const layer = (await readAskedLayers(ctx, dashboardOf(ctx))).find(({ datasourceId }) => datasourceId === datasource_id)
      if (!layer) throw new Failure('not_found', 'no such data source', { param: 'datasource_id' })
      const table = findTable(layer, wanted)
      if (!table) throw new Failure('not_found', 'no such table', { param: 'table', hint: 'list_datasources names them' })
      return { result: describeTable(table, joinsOf(layer, table)), seen: { objects: { datasource_id, table: table.name } } }
    },
  }),
  run_semantic_query: tool({
    scope: 'none',
    title: 'Run a semantic query',
    description: 'Runs measures, dimensions, filters and order over the tables of the dashboard; joins and SQL are made for it.',
    input: z.strictObject({ datasource_id: id, query: SemanticQuery, filters, row_limit: limit }),
    output: Rows,
    isReadOnly: true,
    run: async ({ ctx, input: { datasource_id, query, filters: given, row_limit } }) => {
      const asked = { datasourceId: datasource_id, query, rowLimit: row_limit, ...chosen(given) }
      const { columns, rows, row_count, truncated } = await queryOnDashboard(ctx, dashboardOf(ctx), asked)
      const told = { columns: columns.map(plainColumn), rows, row_count, truncated }
      return { result: told, text: tableOf(told), seen: { objects: { datasource_id } } }
    },
  }),
}

/** A server for one message of a guest: his one dashboard, and with `can_chat` questions about what it is made of. */
export async function guestMcpServer(ctx: Context, answering: Answering): Promise<McpServer> {
  if (ctx.actor.type !== 'guest') throw new Failure('forbidden', 'this credential cannot be used here')
  const server = await serverOf(ctx, INSTRUCTIONS)
  const open = ctx.actor.claims.permissions.can_chat ? { ...LOOKING, ...ASKING } : LOOKING
  for (const [name, declared] of Object.entries(open)) registerTool(server, ctx, answering, name, declared)
  return server
}
