import type { Context as Call } from 'hono'
import { z } from 'zod'
import { DashboardPictureQuery, renderDashboard } from '#domain/charts/dashboard-picture.ts'
import { ChartPreview, PreviewRequest, previewChart } from '#domain/charts/preview.ts'
import { ChartPictureQuery, type Rendered, renderChart } from '#domain/charts/render.ts'
import type { Env } from '#http/inbound.ts'
import { headersFor, json } from '#http/reply.ts'
import { body, createRouter, idParam, onObject, reply, route } from '#http/router.ts'
import { QUERY_FAILURES, TRIED_FAILURES } from './query-failures.ts'

const params = idParam('chart_id', 'cht')
const binary = z.string().meta({ format: 'binary' })

/** Charts as pictures. */
export const pictures = createRouter()
  .openapi(
    route({
      method: 'get',
      path: '/charts/{chart_id}/render',
      operationId: 'renderChart',
      summary: 'Draw a chart over the rows its viewer may see',
      description:
        'The `ETag` is that of all the picture shows. A chart that cannot be drawn is answered by a picture that says why, under `X-Chart-Error`; ' +
        'who accepts `application/json` gets it as an error 422.',
      access: onObject('chart', 'view', 'chart_id', 'path', { guest: true }),
      request: { params, query: ChartPictureQuery },
      responses: {
        200: { description: 'The picture', content: { 'image/svg+xml': { schema: z.string() }, 'image/png': { schema: binary } } },
        304: { description: 'The picture is still the one of `If-None-Match`' },
      },
      fails: [...QUERY_FAILURES, 'chart_not_drawable'],
    }),
    async (c) => {
      const accepted = c.req.header('accept') ?? ''
      const query = c.req.valid('query')
      const format = formatOf(c, query.format)
      const rendered = await renderChart(c.var.ctx, c.req.valid('param').chart_id, { ...query, format }, tagsOf(c.req.header('if-none-match')))
      if (rendered.error && /application\/json/.test(accepted)) throw rendered.error
      return pictureReply(c, rendered)
    },
  )
  .openapi(
    route({
      method: 'get',
      path: '/dashboards/{dashboard_id}/render',
      operationId: 'renderDashboard',
      summary: 'Draw a whole dashboard over the rows its viewer may see',
      description:
        'Its tiles stand where the layout has them, under the filters that are asked for, which are told in words. A tile without rows says why in its place. The `ETag` is that of all the picture shows.',
      access: onObject('dashboard', 'view', 'dashboard_id', 'path', { guest: true }),
      request: { params: idParam('dashboard_id', 'dsh'), query: DashboardPictureQuery },
      responses: {
        200: { description: 'The picture', content: { 'image/svg+xml': { schema: z.string() }, 'image/png': { schema: binary } } },
        304: { description: 'The picture is still the one of `If-None-Match`' },
      },
      fails: ['resource_disabled', 'source_unavailable_here'],
    }),
    async (c) => {
      const query = c.req.valid('query')
      const format = formatOf(c, query.format)
      return pictureReply(c, await renderDashboard(c.var.ctx, c.req.valid('param').dashboard_id, { ...query, format }, tagsOf(c.req.header('if-none-match'))))
    },
  )
  .openapi(
    route({
      method: 'post',
      path: '/charts/preview',
      operationId: 'previewChart',
      summary: 'Try a chart: its data and picture, of which nothing is stored',
      access: onObject('datasource', 'view', 'datasource_id', 'body'),
      request: { body: body(PreviewRequest) },
      responses: { 200: reply(ChartPreview, 'The chart, its rows and its picture') },
      fails: TRIED_FAILURES,
    }),
    async (c) => json(c, await previewChart(c.var.ctx, c.req.valid('json')), 200),
  )

/** The format a request names, else the one it accepts. */
function formatOf(c: Call<Env>, named: 'svg' | 'png' | undefined): 'svg' | 'png' {
  const accepted = c.req.header('accept') ?? ''
  return named ?? (/image\/png/.test(accepted) && !/image\/svg/.test(accepted) ? 'png' : 'svg')
}

const tagsOf = (header: string | undefined): string[] => [...(header ?? '').matchAll(/"([^"]*)"/g)].map(([, tag = '']) => tag)

function pictureReply(c: Call<Env>, { etag, picture, error, cacheSeconds }: Rendered): Response {
  const headers: Record<string, string> = {
    vary: 'Authorization, Accept',
    'cache-control': error ? 'no-store' : cacheSeconds > 0 ? `private, max-age=${cacheSeconds}` : 'private, no-cache',
    ...(error ? { 'x-chart-error': error.code } : { etag: `"${etag}"` }),
  }
  if (!picture) return new Response(null, { status: 304, headers: headersFor(c.env.trace, headers) })
  if (picture.notes.length > 0) headers['x-chart-notes'] = encodeURIComponent(picture.notes.join('; ')).slice(0, 1000)
  headers['content-type'] = picture.type === 'image/png' ? picture.type : `${picture.type}; charset=utf-8`
  return new Response(picture.bytes as Uint8Array<ArrayBuffer>, { status: 200, headers: headersFor(c.env.trace, headers) })
}
