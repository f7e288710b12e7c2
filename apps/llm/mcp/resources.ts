import { type McpServer, ProtocolError, ProtocolErrorCode, ResourceTemplate } from '@modelcontextprotocol/server'
import { grantsScope } from '#domain/access/scopes.ts'
import { readDashboardData } from '#domain/charts/dashboard-data.ts'
import { dashboardQueries, getDashboard, listDashboards } from '#domain/charts/dashboards.ts'
import type { Context } from '#domain/context.ts'
import { Failure } from '#domain/failure.ts'
import { loadLayer } from '#domain/semantics/layer/load-layer.ts'
import { getDatasource, listDatasources, requireDatasource } from '#domain/semantics/sources/datasources.ts'
import { audited, type Seen } from './audit.ts'
import { compactTable } from './compact-table.ts'
import { MOST_LISTED } from './data-tools.ts'
import { describeTable, findTable, joinsOf, tablesOf } from './described.ts'

const JSON_TYPE = 'application/json'
const TEXT_TYPE = 'text/plain'
const MOST_TABLES = 500
const MOST_COMPLETED = 100

const sourceUri = (id: string): string => `querent://datasources/${id}`
const tableUri = (id: string, table: string): string => `${sourceUri(id)}/tables/${encodeURIComponent(table)}`
const dashboardUri = (id: string): string => `querent://dashboards/${id}`

/** Data sources, their tables and dashboards as resources, each list with what the caller may see. */
export function registerResources(server: McpServer, ctx: Context, scopes: readonly string[]): void {
  if (grantsScope(scopes, 'semantic:read')) registerData(server, ctx)
  if (grantsScope(scopes, 'analytics:read')) registerDashboards(server, ctx)
}

function registerData(server: McpServer, ctx: Context): void {
  const sources = async () => (await listDatasources(ctx, { page: 1, page_size: MOST_LISTED })).items
  const completeSource = async (begun: string) =>
    (await sources())
      .map(({ datasource_id }) => datasource_id)
      .filter((id) => id.startsWith(begun))
      .slice(0, MOST_COMPLETED)
  const layerOf = async (id: string) => loadLayer(ctx, await requireDatasource(ctx, id, 'view'))

  server.registerResource(
    'datasource',
    new ResourceTemplate(sourceUri('{datasource_id}'), {
      list: async () => ({
        resources: (await sources()).map(({ datasource_id, name, description }) => ({
          uri: sourceUri(datasource_id),
          name,
          mimeType: JSON_TYPE,
          ...(description ? { description } : {}),
        })),
      }),
      complete: { datasource_id: completeSource },
    }),
    { title: 'Data source', description: 'A data source and its tables', mimeType: JSON_TYPE },
    (uri, variables) => {
      const datasource_id = one(variables.datasource_id)
      return read(ctx, uri, async () => {
        const { name, description, type, status, extraction_status } = await getDatasource(ctx, datasource_id)
        const tables = tablesOf(await layerOf(datasource_id)).map((table) => ({ ...table, uri: tableUri(datasource_id, table.name) }))
        const text = JSON.stringify({ datasource_id, name, description, type, status, extraction_status, tables })
        return { text, mimeType: JSON_TYPE, seen: { objects: { datasource_id } } }
      })
    },
  )

  server.registerResource(
    'table',
    new ResourceTemplate(`${sourceUri('{datasource_id}')}/tables/{table}`, {
      list: async () => {
        const resources: { uri: string; name: string; mimeType: string; description?: string }[] = []
        for (const { datasource_id, name: source } of await sources()) {
          if (resources.length >= MOST_TABLES) break
          for (const { name, description } of tablesOf(await layerOf(datasource_id))) {
            resources.push({ uri: tableUri(datasource_id, name), name: `${source}: ${name}`, mimeType: JSON_TYPE, ...(description ? { description } : {}) })
          }
        }
        return { resources: resources.slice(0, MOST_TABLES) }
      },
      complete: {
        datasource_id: completeSource,
        table: async (begun, context) => {
          const id = context?.arguments?.datasource_id
          const tables = id ? tablesOf(await layerOf(id)) : []
          return tables
            .map(({ name }) => name)
            .filter((name) => name.toLowerCase().startsWith(begun.toLowerCase()))
            .slice(0, MOST_COMPLETED)
        },
      },
    }),
    { title: 'Table', description: 'What a table and its columns mean, and what it joins to', mimeType: JSON_TYPE },
    (uri, variables) => {
      const [datasource_id, wanted] = [one(variables.datasource_id), decoded(one(variables.table))]
      return read(ctx, uri, async () => {
        const layer = await layerOf(datasource_id)
        const table = findTable(layer, wanted)
        if (!table) throw new Failure('not_found', 'no such table')
        return {
          text: JSON.stringify(describeTable(table, joinsOf(layer, table))),
          mimeType: JSON_TYPE,
          seen: { objects: { datasource_id, table: table.name } },
        }
      })
    },
  )
}

function registerDashboards(server: McpServer, ctx: Context): void {
  const list = async () => (await listDashboards(ctx, dashboardQueries.page.parse({ page_size: 100 }))).items
  server.registerResource(
    'dashboard',
    new ResourceTemplate(dashboardUri('{dashboard_id}'), {
      list: async () => ({
        resources: (await list()).map(({ dashboard_id, title, description }) => ({
          uri: dashboardUri(dashboard_id),
          name: title,
          mimeType: TEXT_TYPE,
          ...(description ? { description } : {}),
        })),
      }),
      complete: { dashboard_id: async (begun) => (await list()).map(({ dashboard_id }) => dashboard_id).filter((id) => id.startsWith(begun)) },
    }),
    { title: 'Dashboard', description: 'A dashboard: each of its charts with the rows it shows now', mimeType: TEXT_TYPE },
    (uri, variables) => {
      const dashboard_id = one(variables.dashboard_id)
      return read(ctx, uri, async () => {
        const { title, description } = await getDashboard(ctx, dashboard_id)
        const { charts } = await readDashboardData(ctx, dashboard_id)
        const tiles = charts.map((tile) => {
          const head = `## ${tile.title ?? tile.tile} (chart ${tile.chart_id})`
          if (!tile.data) return `${head}\n${tile.error?.message ?? 'no data'}`
          const { columns, rows, row_count, truncated } = tile.data
          const names = columns.map(({ name }) => name)
          return `${head}\n${compactTable(names, rows.slice(0, TILE_ROWS), { total: row_count, isCut: truncated })}`
        })
        const statements = charts.flatMap(({ data }) => (data?.sql ? [data.sql] : []))
        return {
          text: [`# ${title}`, description, ...tiles].filter(Boolean).join('\n\n'),
          mimeType: TEXT_TYPE,
          seen: { objects: { dashboard_id }, statements },
        }
      })
    },
  )
}

/** Rows of a tile; `get_chart` has the rest. */
const TILE_ROWS = 50

/** What a resource holds; its failures in the words of the protocol, which knows one for what is not there (SEP-973: -32602 as of 2026-07-28). */
function read(ctx: Context, uri: URL, work: () => Promise<{ text: string; mimeType: string; seen: Seen }>) {
  return audited(ctx, { method: 'resources/read', name: uri.href.slice(0, 300) }, async () => {
    const { text, mimeType, seen } = await work()
    return { answer: { contents: [{ uri: uri.href, mimeType, text }] }, seen }
  }).catch((error) => {
    if (!(error instanceof Failure)) throw error
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${error.code}: ${error.message}`, { uri: uri.href })
  })
}

const one = (value: string | string[] | undefined): string => (Array.isArray(value) ? (value[0] ?? '') : (value ?? ''))

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
