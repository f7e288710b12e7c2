import { z } from 'zod'
import { CloneRequest } from '#domain/charts/charts.ts'
import { DashboardData, DashboardTileData, openDashboard, readDashboardData, tilesAsReady } from '#domain/charts/dashboard-data.ts'
import { Dashboard, DashboardChange, NewDashboard } from '#domain/charts/dashboard-shape.ts'
import { cloneDashboard, createDashboard, dashboardQueries, deleteDashboard, getDashboard, listDashboards, updateDashboard } from '#domain/charts/dashboards.ts'
import { DRILL_PARAMETER } from '#domain/charts/filters/drill.ts'
import { OfferedValues, readOfferedValues } from '#domain/charts/filters/offered-values.ts'
import { FILTERS_PARAMETER } from '#domain/charts/filters/selection.ts'
import { RenderQuery } from '#domain/charts/render.ts'
import { readTileRows, TileRows } from '#domain/charts/tile-rows.ts'
import { pageOf } from '#domain/pagination.ts'
import { json, resource } from '#http/reply.ts'
import { resourceRoutes } from '#http/resource-routes.ts'
import { body, createRouter, eventContent, idParam, onObject, reply, route } from '#http/router.ts'
import { QUERY_FAILURES } from './query-failures.ts'
import { tileEvents, tileLines } from './tile-stream.ts'

const params = idParam('dashboard_id', 'dsh')
const guest = { guest: true } as const
const chosen = { filters: FILTERS_PARAMETER, drill: DRILL_PARAMETER }
const drawn = {
  pictures: z.enum(['light', 'dark']).optional().meta({ description: 'Draws each tile too, as SVG in this theme' }),
  width: z.coerce.number().int().min(200).max(4000).optional().meta({ type: 'integer', description: 'Pixels of the grid the pictures are drawn for' }),
  locale: RenderQuery.shape.locale,
}
const limitOf = (most: number) => z.coerce.number().int().min(1).max(most).optional().meta({ type: 'integer' })

export const dashboards = createRouter()
  .openapi(
    route({
      method: 'get',
      path: '/dashboards/search',
      operationId: 'searchDashboards',
      summary: 'Find dashboards by words of their title or description',
      access: { who: 'user' },
      request: { query: dashboardQueries.page.required({ q: true }) },
      responses: { 200: reply(pageOf(Dashboard, 'DashboardPage'), 'A page') },
    }),
    async (c) => json(c, await listDashboards(c.var.ctx, c.req.valid('query')), 200),
  )
  .openapi(
    route({
      method: 'get',
      path: '/dashboards/{dashboard_id}/data',
      operationId: 'getDashboardData',
      summary: 'Run the queries of all charts of a dashboard under its filters',
      description:
        'As one JSON, or with `Accept: application/x-ndjson` or `text/event-stream` each tile as it is ready. A tile that fails says why and no other fails with it; one that a filter cannot reach has no data.',
      access: onObject('dashboard', 'view', 'dashboard_id', 'path', guest),
      request: { params, query: z.object({ ...chosen, ...drawn }) },
      responses: {
        200: {
          description: 'The rows of each chart, or why it has none',
          content: {
            'application/json': { schema: DashboardData },
            'application/x-ndjson': { schema: DashboardTileData },
            ...eventContent('`tile` with a DashboardTileData, last `done`'),
          },
        },
      },
      fails: ['resource_disabled'],
    }),
    async (c) => {
      const { ctx } = c.var
      const id = c.req.valid('param').dashboard_id
      const accepted = c.req.header('accept') ?? ''
      if (/application\/x-ndjson/.test(accepted)) return tileLines(c, tilesAsReady(ctx, await openDashboard(ctx, id, c.req.valid('query'))))
      if (/text\/event-stream/.test(accepted)) return tileEvents(c, tilesAsReady(ctx, await openDashboard(ctx, id, c.req.valid('query'))))
      return json(c, await readDashboardData(ctx, id, c.req.valid('query')), 200)
    },
  )
  .openapi(
    route({
      method: 'get',
      path: '/dashboards/{dashboard_id}/filters/{filter}/values',
      operationId: 'listFilterValues',
      summary: 'What a viewer may choose in a filter, of the rows he may see',
      access: onObject('dashboard', 'view', 'dashboard_id', 'path', guest),
      request: {
        params: params.extend({ filter: z.string().min(1).max(64).meta({ description: 'Its id, or its place counted from 0', example: 'filter_1' }) }),
        query: z.object({ ...chosen, q: z.string().max(200).optional(), limit: limitOf(500) }).omit({ drill: true }),
      },
      responses: { 200: reply(OfferedValues, 'The values') },
      fails: QUERY_FAILURES,
    }),
    async (c) => json(c, await readOfferedValues(c.var.ctx, c.req.valid('param').dashboard_id, c.req.valid('param').filter, c.req.valid('query')), 200),
  )
  .openapi(
    route({
      method: 'get',
      path: '/dashboards/{dashboard_id}/tiles/{tile}/rows',
      operationId: 'listTileRows',
      summary: 'The rows behind a tile, or behind a mark of it',
      access: onObject('dashboard', 'view', 'dashboard_id'),
      request: {
        params: params.extend({ tile: z.string().min(1).max(64).meta({ example: 'tile_1' }) }),
        query: z.object({ ...chosen, limit: limitOf(1000) }),
      },
      responses: { 200: reply(TileRows, 'Rows of the table it counts') },
      fails: QUERY_FAILURES,
    }),
    async (c) => json(c, await readTileRows(c.var.ctx, c.req.valid('param').dashboard_id, c.req.valid('param').tile, c.req.valid('query')), 200),
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
    query: dashboardQueries.list,
    page: dashboardQueries.page,
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
