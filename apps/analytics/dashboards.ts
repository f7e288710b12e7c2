import { DashboardData, readDashboardData } from '#domain/charts/chart-data.ts'
import { ChartListQuery, ChartPageQuery, CloneRequest } from '#domain/charts/charts.ts'
import { Dashboard, DashboardChange, NewDashboard } from '#domain/charts/dashboard-shape.ts'
import { cloneDashboard, createDashboard, deleteDashboard, getDashboard, listDashboards, updateDashboard } from '#domain/charts/dashboards.ts'
import { pageOf } from '#domain/pagination.ts'
import { json, resource } from '#http/reply.ts'
import { resourceRoutes } from '#http/resource-routes.ts'
import { body, createRouter, idParam, onObject, reply, route } from '#http/router.ts'

const params = idParam('dashboard_id', 'dsh')
const guest = { guest: true } as const
const listQuery = ChartListQuery.omit({ datasource_id: true })
const pageQuery = ChartPageQuery.omit({ datasource_id: true })

export const dashboards = createRouter()
  .openapi(
    route({
      method: 'get',
      path: '/dashboards/search',
      operationId: 'searchDashboards',
      summary: 'Find dashboards by words of their title or description',
      access: { who: 'user' },
      request: { query: pageQuery.required({ q: true }) },
      responses: { 200: reply(pageOf(Dashboard, 'DashboardPage'), 'A page') },
    }),
    async (c) => json(c, await listDashboards(c.var.ctx, c.req.valid('query')), 200),
  )
  .openapi(
    route({
      method: 'get',
      path: '/dashboards/{dashboard_id}/data',
      operationId: 'getDashboardData',
      summary: 'Run the queries of all charts of a dashboard',
      access: onObject('dashboard', 'view', 'dashboard_id', 'path', guest),
      request: { params },
      responses: { 200: reply(DashboardData, 'The rows of each chart, or why it has none') },
      fails: ['resource_disabled'],
    }),
    async (c) => json(c, await readDashboardData(c.var.ctx, c.req.valid('param').dashboard_id), 200),
  )
  .openapi(
    route({
      method: 'post',
      path: '/dashboards/{dashboard_id}/clone',
      operationId: 'cloneDashboard',
      summary: 'Copy a dashboard with the charts the caller may see',
      access: onObject('dashboard', 'view', 'dashboard_id'),
      request: { params, body: { ...body(CloneRequest), required: false } },
      responses: { 201: reply(Dashboard, 'The copy, owned by the caller') },
    }),
    async (c) => resource(c, await cloneDashboard(c.var.ctx, c.req.valid('param').dashboard_id, c.req.valid('json')), 201),
  )

resourceRoutes(dashboards, {
  path: '/dashboards',
  id: ['dashboard_id', 'dsh'],
  item: Dashboard,
  list: {
    of: 'dashboards',
    answers: 'The dashboards the caller may see',
    query: listQuery,
    page: pageQuery,
    run: listDashboards,
  },
  create: { summary: 'Create a dashboard of charts', access: { who: 'user' }, body: NewDashboard, fails: ['not_found'], run: createDashboard },
  read: { summary: 'Read a dashboard', access: onObject('dashboard', 'view', 'dashboard_id', 'path', guest), run: getDashboard },
  change: {
    summary: 'Change a dashboard',
    access: onObject('dashboard', 'edit', 'dashboard_id'),
    body: DashboardChange,
    fails: ['locked'],
    run: updateDashboard,
  },
  remove: { summary: 'Delete a dashboard; its charts stay', access: onObject('dashboard', 'own', 'dashboard_id'), fails: ['locked'], run: deleteDashboard },
})
