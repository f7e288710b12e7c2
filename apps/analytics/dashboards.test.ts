import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dashboards } from '#db/schema/analytics.ts'
import { models } from '#db/schema/catalog.ts'
import { type ChartServer, chartServer, sql } from '#test/fixtures/chart-server.ts'

let server: ChartServer
beforeEach(async () => {
  server = await chartServer()
})
afterEach(() => server.close())

const asOwner = (line: string, body?: unknown) => server.request(line, { as: server.owner.key, ...(body === undefined ? {} : { body }) })
const tile = (chart_id: string) => ({ chart_id, x: 0, y: 0, w: 6, h: 4 })

test('a dashboard is made, read, changed, cloned and deleted', async () => {
  const chart = await server.chart()
  const made = await asOwner('POST /analytics/dashboards', { title: 'Sales', layout: [tile(chart)] })
  expect([made.status, made.headers.get('etag')]).toEqual([201, '"1"'])
  expect(made.body).toMatchObject({ dashboard_id: made.body.id, layout: [tile(chart)], embedded: { enabled: true, allowed_domains: [] }, is_enabled: true })
  const path = `/analytics/dashboards/${made.body.id}`
  const change = { embedded: { enabled: true, allowed_domains: ['https://app.example.com'] }, refresh_seconds: 60 }
  expect((await asOwner(`PUT ${path}`, change)).body).toMatchObject({ ...change, title: 'Sales', revision: 2 })
  expect((await asOwner(`PATCH ${path}`, { embedded: { enabled: true, allowed_domains: ["https://x.example 'unsafe'"] } })).status).toBe(422)
  const everySite = await asOwner(`PATCH ${path}`, { embedded: { enabled: true, allowed_domains: ['https://*.com'] } })
  expect(everySite.status).toBe(422)
  const copy = await asOwner(`POST ${path}/clone`)
  expect(copy.body).toMatchObject({ title: 'Sales (copy)', layout: [tile(chart)], revision: 1, ...change })
  expect((await asOwner(`DELETE ${path}`)).status).toBe(204)
  expect((await asOwner('GET /analytics/dashboards')).body).toMatchObject([{ id: copy.body.id }])
  expect((await asOwner(`GET /analytics/charts/${chart}`)).status).toBe(200)
})

const frames = (domain: string) =>
  asOwner('POST /analytics/dashboards', { title: 'Sales', embedded: { enabled: true, allowed_domains: ['https://a.example.com', domain] } })

test.each([
  'https://*.com',
  'https://*.co.uk',
  'https://*.CO.UK:8443',
  'https://*.github.io',
  'http://*.kawasaki.jp',
  'https://*.anything.ck',
  'https://*.s3.amazonaws.com',
])('%s is refused: below it everybody may have a site', async (domain) => {
  const { status, body } = await frames(domain)
  expect([status, body.error.param]).toEqual([422, 'embedded.allowed_domains.1'])
})

test.each([
  'https://*.example.com',
  'https://*.shop.co.uk',
  'https://*.acme.github.io',
  'https://*.portal.intranet:8443',
  'https://github.io',
  'https://*.www.ck',
])('%s may frame a dashboard', async (domain) => {
  expect((await frames(domain)).status).toBe(201)
})

test('a layout holds charts its author may see', async () => {
  const [other, chart] = [await server.account(), await server.chart()]
  const theirs = await server.request('POST /analytics/dashboards', { as: other.key, body: { title: 'x', layout: [tile(chart)] } })
  expect([theirs.status, theirs.body.error.param]).toEqual([404, 'layout.0.chart_id'])
  const id = await server.dashboard([chart])
  const change = (layout: unknown) => asOwner(`PUT /analytics/dashboards/${id}`, { layout })
  expect((await change([tile(chart), { ...tile('cht_none'), x: 6 }])).body.error.param).toBe('layout.1.chart_id')
  await asOwner(`POST /analytics/dashboards/${id}/share/user`, { user_id: other.id, level: 'edit' })
  const moved = await server.request(`PUT /analytics/dashboards/${id}`, { as: other.key, body: { layout: [{ ...tile(chart), x: 6 }] } })
  expect(moved.body.layout).toMatchObject([{ x: 6 }])
})

test('its viewers read the data of its charts through it, and only through it', async () => {
  const [viewer, chart, broken] = [await server.account(), await server.chart(), await server.staleChart({ query: { sql: 'select broken from orders' } })]
  const id = await server.dashboard([chart, broken, chart])
  const data = () => server.request(`GET /analytics/dashboards/${id}/data`, { as: viewer.key })
  expect((await data()).status).toBe(404)
  await asOwner(`POST /analytics/dashboards/${id}/share/user`, { user_id: viewer.id })
  server.statements.splice(0)
  const { body } = await data()
  expect(body.charts).toMatchObject([
    { chart_id: chart, title: 'Revenue by region', chart_type: 'bar', spec: { mark: { type: 'bar' } }, data: { row_count: 2 }, error: null },
    { chart_id: broken, data: null, error: { code: 'query_invalid' } },
    { tile: 'tile_3', chart_id: chart, data: { row_count: 2 } },
  ])
  expect(server.statements.filter(({ sql: asked }) => asked === sql)).toHaveLength(1)
  expect((await server.request(`GET /analytics/charts/${chart}`, { as: viewer.key })).status).toBe(404)
  expect((await server.request(`GET /analytics/charts/${chart}/data`, { as: viewer.key })).status).toBe(404)
  expect((await server.request(`POST /analytics/dashboards/${id}/clone`, { as: viewer.key })).body.layout).toEqual([])
})

test('a dashboard lends what its owner may see: an end of his share is an end for its viewers', async () => {
  const [author, viewer, chart] = [await server.account(), await server.account(), await server.chart()]
  await asOwner(`POST /analytics/charts/${chart}/share/user`, { user_id: author.id, level: 'edit' })
  await asOwner(`POST /semantic/datasources/${server.datasourceId}/share/user`, { user_id: author.id, level: 'edit' })
  const made = await server.request('POST /analytics/dashboards', { as: author.key, body: { title: 'Mine', layout: [tile(chart)] } })
  await server.request(`POST /analytics/dashboards/${made.body.id}/share/user`, { as: author.key, body: { user_id: viewer.id } })
  const first = async () => (await server.request(`GET /analytics/dashboards/${made.body.id}/data`, { as: viewer.key })).body.charts[0]
  expect(await first()).toMatchObject({ data: { row_count: 2 } })
  await asOwner(`DELETE /analytics/charts/${chart}/share/user?user_id=${author.id}`)
  expect(await first()).toMatchObject({ title: null, data: null, error: { code: 'not_found' } })
})

test('locked, hidden and disabled do not depend on each other', async () => {
  const [viewer, chart] = [await server.account(), await server.chart()]
  const id = await server.dashboard([chart])
  await asOwner(`POST /analytics/dashboards/${id}/share/user`, { user_id: viewer.id })
  const asViewer = (line: string) => server.request(line, { as: viewer.key })
  for (const operation of ['lock', 'unlock', 'hide', 'show', 'enable', 'disable']) {
    const needs = (await asViewer(`POST /analytics/dashboards/${id}/${operation}`)).status
    expect([operation, needs]).toEqual([operation, 403])
  }
  await asOwner(`POST /analytics/dashboards/${id}/hide`)
  await asOwner(`POST /analytics/dashboards/${id}/disable`)
  const locked = await asOwner(`POST /analytics/dashboards/${id}/lock`)
  expect(locked.body).toMatchObject({ is_locked: true, is_hidden: true, is_enabled: false })
  expect((await asOwner(`PUT /analytics/dashboards/${id}`, { title: 'x' })).status).toBe(423)
  expect((await asOwner(`POST /analytics/dashboards/${id}/enable`)).body).toMatchObject({ is_locked: true, is_enabled: true })
  expect((await asOwner(`POST /analytics/dashboards/${id}/disable`)).body).toMatchObject({ is_locked: true, is_enabled: false })
  expect((await asOwner(`DELETE /analytics/dashboards/${id}`)).status).toBe(423)
  expect((await asViewer('GET /analytics/dashboards')).body).toEqual([])
  expect((await asViewer(`GET /analytics/dashboards/${id}`)).status).toBe(200)
  expect((await asViewer(`GET /analytics/dashboards/${id}/data`)).body.error.code).toBe('resource_disabled')
  expect((await asOwner(`POST /analytics/dashboards/${id}/share/user`, { user_id: viewer.id })).body.error.code).toBe('resource_disabled')
  expect((await asOwner(`POST /analytics/dashboards/${id}/unlock`)).body).toMatchObject({ is_locked: false, is_hidden: true, is_enabled: false })
})

test('pages are filtered by the model of a chart on the dashboard', async () => {
  const at = server.clock.now.toISOString()
  const capabilities = { tools: true, vision: false, transcription: false }
  await server.db.insert(models).values({
    id: 'mdl_shop',
    name: 'shop',
    description: '',
    type: 'custom',
    params: {},
    capabilities,
    is_enabled: true,
    owner_id: server.owner.id,
    created_at: at,
    updated_at: at,
  })
  const id = await server.dashboard([await server.chart({ model_id: 'mdl_shop' })])
  await server.dashboard([await server.chart()])
  expect((await asOwner('GET /analytics/dashboards/paginated?model_id=mdl_shop')).body).toMatchObject({ total: 1, items: [{ id }] })
  expect((await asOwner('GET /analytics/charts/paginated?model_id=mdl_shop')).body.total).toBe(1)
  expect((await asOwner('GET /analytics/dashboards/search?q=sal')).body.total).toBe(2)
  await asOwner('DELETE /core/models/mdl_shop')
  expect((await asOwner('GET /analytics/charts?model_id=mdl_shop')).body).toEqual([])
  const { layout } = (await asOwner(`GET /analytics/dashboards/${id}`)).body
  expect((await asOwner(`GET /analytics/charts/${layout[0].chart_id}`)).body.model_id).toBeNull()
})

test('a layout lies on a grid of twelve columns, and an older one stays as it is', async () => {
  const chart = await server.chart()
  const save = async (layout: unknown, filters: unknown = []) => {
    const reply = await asOwner('POST /analytics/dashboards', { title: 'x', layout, filters })
    return reply.status === 201 ? reply.body.layout : [reply.status, reply.body.error.param, reply.body.error.message]
  }
  const at = (x: number, y: number, w: number, h: number, more: object = {}) => ({ type: 'text', text: '*hi*', x, y, w, h, ...more })
  expect(await save([at(0, 0, 6, 2), { ...tile(chart), y: 1 }])).toEqual([422, 'layout.1', 'the tile "tile_2" overlaps the tile "tile_1"'])
  expect(await save([at(8, 0, 6, 2, { id: 'side' })])).toEqual([422, 'layout.0.w', 'the tile "side" reaches column 14 of a grid of 12'])
  expect(await save([at(0, 0, 1, 1, { tab: 'none' })])).toMatchObject([422, 'layout.0.tab', expect.any(String)])
  expect(await save([{ type: 'filter', filter: 'f', x: 0, y: 0, w: 3, h: 1 }])).toMatchObject([422, 'layout.0.filter', expect.any(String)])
  expect(await save([{ type: 'text', chart_id: chart, x: 0, y: 0, w: 1, h: 1 }])).toMatchObject([422, expect.any(String), expect.any(String)])
  const tabs = {
    type: 'tabs',
    tabs: [
      { id: 'a', title: 'A' },
      { id: 'b', title: 'B' },
    ],
    x: 0,
    y: 2,
    w: 12,
    h: 6,
  }
  const kept = await save([at(0, 0, 12, 2), tabs, { ...tile(chart), type: 'kpi', tab: 'a' }, { ...tile(chart), tab: 'b' }])
  expect(kept).toMatchObject([{ id: 'tile_1' }, { id: 'tile_2', type: 'tabs' }, { type: 'kpi', tab: 'a' }, { id: 'tile_4', type: 'chart', tab: 'b' }])

  const id = await server.dashboard([chart])
  const older = [{ ...tile(chart), x: 20, w: 40 }, tile(chart)] as never
  await server.db.update(dashboards).set({ layout: older }).where(eq(dashboards.id, id))
  expect((await asOwner(`GET /analytics/dashboards/${id}`)).body.layout).toMatchObject([{ id: 'tile_1', type: 'chart', x: 20 }, { id: 'tile_2' }])
  expect((await asOwner(`PATCH /analytics/dashboards/${id}`, { title: 'New' })).status).toBe(200)
  expect((await asOwner(`GET /analytics/dashboards/${id}/data`)).body.charts).toHaveLength(2)
})

test('a deleted chart leaves its dashboards, and nothing else does', async () => {
  const chart = await server.chart()
  const text = { type: 'text', text: '', x: 6, y: 0, w: 6, h: 4 }
  const made = await asOwner('POST /analytics/dashboards', { title: 'x', layout: [tile(chart), text] })
  await asOwner(`DELETE /analytics/charts/${chart}`)
  expect((await asOwner(`GET /analytics/dashboards/${made.body.id}`)).body.layout).toMatchObject([{ id: 'tile_2', ...text }])
})
