import { getChart } from '#domain/charts/chart-data.ts'
import { Chart, ChartChange, NewChart } from '#domain/charts/chart-shape.ts'
import {
  ChartListQuery,
  ChartPageQuery,
  CloneRequest,
  cloneChart,
  createChart,
  deleteChart,
  listCharts,
  saveChart,
  updateChart,
} from '#domain/charts/charts.ts'
import { pageOf } from '#domain/pagination.ts'
import { json, resource } from '#http/reply.ts'
import { resourceRoutes } from '#http/resource-routes.ts'
import { body, createRouter, idParam, onObject, reply, route } from '#http/router.ts'
import { TRIED_FAILURES } from './query-failures.ts'

const params = idParam('chart_id', 'cht')
const guest = { guest: true } as const

export const charts = createRouter()
  .openapi(
    route({
      method: 'get',
      path: '/charts/search',
      operationId: 'searchCharts',
      summary: 'Find charts by words of their title, description or tags',
      access: { who: 'user' },
      request: { query: ChartPageQuery.required({ q: true }) },
      responses: { 200: reply(pageOf(Chart, 'ChartPage'), 'A page') },
    }),
    async (c) => json(c, await listCharts(c.var.ctx, c.req.valid('query')), 200),
  )
  .openapi(
    route({
      method: 'post',
      path: '/charts/{chart_id}/clone',
      operationId: 'cloneChart',
      summary: 'Copy a chart',
      access: onObject('chart', 'view', 'chart_id'),
      request: { params, body: { ...body(CloneRequest), required: false } },
      responses: { 201: reply(Chart, 'The copy, owned by the caller') },
    }),
    async (c) => resource(c, await cloneChart(c.var.ctx, c.req.valid('param').chart_id, c.req.valid('json')), 201),
  )
  .openapi(
    route({
      method: 'post',
      path: '/charts/{chart_id}/save',
      operationId: 'saveChart',
      summary: 'Keep a chart that an answer drew, so that lists show it',
      access: onObject('chart', 'edit', 'chart_id'),
      request: { params },
      responses: { 200: reply(Chart, 'The chart') },
      fails: ['locked'],
    }),
    async (c) => resource(c, await saveChart(c.var.ctx, c.req.valid('param').chart_id), 200),
  )

resourceRoutes(charts, {
  path: '/charts',
  id: ['chart_id', 'cht'],
  item: Chart,
  list: { of: 'charts', answers: 'The charts the caller may see', query: ChartListQuery, page: ChartPageQuery, run: listCharts },
  create: {
    summary: 'Store a chart over a data source, after trying it',
    access: onObject('datasource', 'view', 'datasource_id', 'body'),
    body: NewChart,
    fails: TRIED_FAILURES,
    run: createChart,
  },
  read: { summary: 'Read a chart', access: onObject('chart', 'view', 'chart_id', 'path', guest), run: getChart },
  change: {
    summary: 'Change a chart',
    access: onObject('chart', 'edit', 'chart_id'),
    body: ChartChange,
    fails: ['locked', ...TRIED_FAILURES],
    run: updateChart,
  },
  remove: { summary: 'Delete a chart, on every dashboard too', access: onObject('chart', 'own', 'chart_id'), fails: ['locked'], run: deleteChart },
})
