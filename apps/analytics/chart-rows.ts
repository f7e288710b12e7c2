import type { Context as Call } from 'hono'
import { z } from 'zod'
import { ChartData, ChartDataQuery, getChart, pageOfRows, readChartData } from '#domain/charts/chart-data.ts'
import { type ChartFile, ExportQuery, exportChart } from '#domain/charts/chart-files.ts'
import { TABLE_FORMATS, TABLE_TYPES, type TableFormat } from '#domain/query/table-file.ts'
import { attachment, byteStream } from '#http/byte-stream.ts'
import type { Env } from '#http/inbound.ts'
import { json } from '#http/reply.ts'
import { createRouter, idParam, onObject, reply, route } from '#http/router.ts'
import { QUERY_FAILURES } from './query-failures.ts'

const params = idParam('chart_id', 'cht')
const access = onObject('chart', 'view', 'chart_id', 'path', { guest: true })
const mediaType = (format: TableFormat): string => TABLE_TYPES[format].split(';')[0] ?? ''
const files = Object.fromEntries(TABLE_FORMATS.map((format) => [mediaType(format), { schema: z.string().meta({ format: 'binary' }) }]))

/** The rows of charts. */
export const chartRows = createRouter()
  .openapi(
    route({
      method: 'get',
      path: '/charts/{chart_id}/data',
      operationId: 'getChartData',
      summary: 'Run the query of a chart',
      description: 'Answers JSON, in pages where `page_size` is given, or a file of all rows that is streamed. Guests need `can_export` for files.',
      access,
      request: { params, query: ChartDataQuery },
      responses: { 200: { ...reply(ChartData, 'Its rows now'), content: { 'application/json': { schema: ChartData }, ...files } } },
      fails: QUERY_FAILURES,
    }),
    async (c) => {
      const { chart_id } = c.req.valid('param')
      const query = c.req.valid('query')
      const format = query.format ?? acceptedFormat(c.req.header('accept'))
      if (format !== 'json') return fileReply(c, await exportChart(c.var.ctx, chart_id, format, query), false)
      const { cache_seconds } = await getChart(c.var.ctx, chart_id)
      const data = await readChartData(c.var.ctx, chart_id, query)
      const left = cache_seconds - Math.floor((c.var.ctx.now().getTime() - Date.parse(data.as_of)) / 1000)
      const caching = cache_seconds > 0 ? `private, max-age=${Math.max(0, left)}` : 'no-store'
      return json(c, pageOfRows(data, query), 200, { 'cache-control': caching, vary: 'Authorization, Accept' })
    },
  )
  .openapi(
    route({
      method: 'get',
      path: '/charts/{chart_id}/export',
      operationId: 'exportChart',
      summary: 'Save the rows of a chart as a file',
      description: "All rows up to the operator's limit, streamed. Cells that a spreadsheet would take for formulas are defused. Guests need `can_export`.",
      access,
      request: { params, query: ExportQuery },
      responses: { 200: { description: 'The file', content: { ...files, 'application/json': { schema: z.array(z.record(z.string(), z.unknown())) } } } },
      fails: QUERY_FAILURES,
    }),
    async (c) => {
      const { format, ...asked } = c.req.valid('query')
      return fileReply(c, await exportChart(c.var.ctx, c.req.valid('param').chart_id, format, asked), true)
    },
  )

/** The first format `Accept` names of those there are. */
function acceptedFormat(accept = ''): TableFormat | 'json' {
  for (const wanted of accept.split(',').map((part) => part.split(';')[0]?.trim() ?? '')) {
    const format = TABLE_FORMATS.find((known) => mediaType(known) === wanted)
    if (format) return format
    if (wanted === 'application/json') return 'json'
  }
  return 'json'
}

/** The types of routes tell of JSON alone. */
const fileReply = (c: Call<Env>, { bytes, type, filename }: ChartFile, isSaved: boolean): never =>
  byteStream(c, bytes, { 'content-type': type, ...(isSaved ? { 'content-disposition': attachment(filename) } : {}), vary: 'Authorization, Accept' }) as never
