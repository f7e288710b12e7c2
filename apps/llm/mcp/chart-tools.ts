import { z } from 'zod'
import { getChart, readChartData } from '#domain/charts/chart-data.ts'
import { ChartListQuery, listCharts } from '#domain/charts/charts.ts'
import { QueryOutcome } from '#domain/query/query-outcome.ts'
import { CHART_PAGE } from './chart-page.ts'
import { compactTable } from './compact-table.ts'
import { Column, id, limit, plainColumn } from './data-tools.ts'
import { tool } from './tool.ts'

const ChartName = z.object({
  chart_id: z.string(),
  title: z.string(),
  description: z.string(),
  chart_type: z.string(),
  datasource_id: z.string(),
  updated_at: z.string(),
})

const list_charts = tool({
  scope: 'analytics:read',
  title: 'List charts',
  description: 'The charts the caller may see, newest first.',
  input: z.strictObject({ q: z.string().max(200).optional().describe('Words of the title'), page: z.int().min(1).max(1_000_000).default(1) }),
  output: z.object({ total: z.int(), charts: z.array(ChartName) }),
  isReadOnly: true,
  run: async ({ ctx, input }) => {
    const { items, total } = await listCharts(ctx, ChartListQuery.parse({ ...input, origin: 'all', page_size: 50 }))
    const charts = items.map(({ chart_id, title, description, chart_type, datasource_id, updated_at }) => ({
      chart_id,
      title,
      description,
      chart_type,
      datasource_id,
      updated_at,
    }))
    const rows = charts.map(({ chart_id, title, chart_type, description }) => [chart_id, title, chart_type, description])
    return { result: { total, charts }, text: `${compactTable(['chart_id', 'title', 'chart_type', 'description'], rows)}\n${total} in all` }
  },
})

const get_chart = tool({
  scope: 'analytics:read',
  title: 'Get a chart',
  description: 'A chart, how it is drawn, and the rows it shows now.',
  input: z.strictObject({ chart_id: id, row_limit: limit }),
  output: z.object({
    ...ChartName.pick({ chart_id: true, title: true, description: true, chart_type: true }).shape,
    spec: z.looseObject({}).nullable().describe('Vega-Lite without data; null for a table'),
    data: z.object({ columns: z.array(Column), ...QueryOutcome.pick({ rows: true, row_count: true, truncated: true }).shape }),
  }),
  isReadOnly: true,
  page: CHART_PAGE,
  run: async ({ ctx, input: { chart_id, row_limit } }) => {
    const { title, description, chart_type, spec, datasource_id } = await getChart(ctx, chart_id)
    const { columns, rows, row_count, truncated, sql } = await readChartData(ctx, chart_id)
    const data = { columns: columns.map(plainColumn), rows: rows.slice(0, row_limit), row_count, truncated }
    const table = compactTable(
      columns.map(({ name }) => name),
      data.rows,
      { total: row_count, isCut: truncated },
    )
    return {
      result: { chart_id, title, description, chart_type, spec, data },
      text: `${title} (${chart_type})${description ? `: ${description}` : ''}\n${table}`,
      seen: { objects: { chart_id, datasource_id }, statements: sql === null ? [] : [sql] },
    }
  },
})

export const chartTools = { list_charts, get_chart }
