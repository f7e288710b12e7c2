import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { auditLogs } from '#db/schema/catalog.ts'
import { type ChartServer, chartServer } from '#test/fixtures/chart-server.ts'

let server: ChartServer
let chart: string
let dashboard: string
beforeEach(async () => {
  server = await chartServer()
  chart = await server.chart()
  dashboard = await server.dashboard([chart])
})
afterEach(() => server.close())

const mint = (body: unknown, as = server.owner.key) => server.request('POST /analytics/auth/guest-token', { as, body })
const guest = async () => (await mint({ dashboard_id: dashboard })).body.token as string

test('a dashboard id is enough for a token, which says when it ends and is recorded without itself', async () => {
  const { status, body } = await mint({ dashboard_id: dashboard })
  expect([status, body.token_type, body.expires_at]).toEqual([200, 'guest', '2026-11-21T09:35:00.000Z'])
  const [entry] = await server.db.select().from(auditLogs).where(eq(auditLogs.type, 'guest_token.created'))
  expect(entry).toMatchObject({ resource_id: dashboard, actor_id: server.owner.id })
  expect(JSON.stringify(entry)).not.toContain(body.token)
})

test("Superset's form of the request gives the same token", async () => {
  const superset = { user: { username: 'customer-7', first_name: 'A', last_name: 'B' }, resources: [{ type: 'dashboard', id: dashboard }], rls: [] }
  const { status, body } = await mint(superset)
  expect(status).toBe(200)
  expect((await server.request(`GET /analytics/dashboards/${dashboard}`, { as: body.token })).status).toBe(200)
  expect((await mint({ ...superset, resources: [...superset.resources, { type: 'dashboard', id: 'dsh_2' }] })).body.error.param).toBe('dashboard_id')
  expect((await mint({ user: {} })).status).toBe(422)
})

test.each([
  ['rls.0.clause', { rls: [{ clause: "tenant = 'acme'" }] }],
  ['filters.0.member', { filters: [{ member: 'orders.region', operator: 'equals', values: ['north'] }] }],
])('%s that would not be enforced are refused', async (param, more) => {
  const { status, body } = await mint({ dashboard_id: dashboard, ...more })
  expect([status, body.error.code, body.error.param]).toEqual([422, 'invalid', param])
})

test('only who may edit the dashboard, with a key for embedding, makes tokens', async () => {
  const [viewer, editor, plain] = [await server.account(), await server.account(), await server.account({ scopes: ['analytics:write'] })]
  expect((await mint({ dashboard_id: dashboard }, viewer.key)).body.error).toMatchObject({ code: 'not_found', param: 'dashboard_id' })
  for (const [user, level] of [
    [viewer, 'view'],
    [editor, 'edit'],
    [plain, 'own'],
  ] as const) {
    await server.request(`POST /analytics/dashboards/${dashboard}/share/user`, { as: server.owner.key, body: { user_id: user.id, level } })
  }
  expect((await mint({ dashboard_id: dashboard }, viewer.key)).body.error.code).toBe('forbidden')
  expect((await mint({ dashboard_id: dashboard }, plain.key)).body.error.code).toBe('insufficient_scope')
  expect((await mint({ dashboard_id: dashboard }, editor.key)).body.error).toMatchObject({ code: 'forbidden', details: [{ path: 'dashboard_id' }] })
  const asOwner = { as: server.owner.key, body: { user_id: editor.id, level: 'edit' } }
  await server.request(`POST /analytics/charts/${chart}/share/user`, asOwner)
  expect((await mint({ dashboard_id: dashboard }, editor.key)).status).toBe(403)
  await server.request(`POST /semantic/datasources/${server.datasourceId}/share/user`, asOwner)
  expect((await mint({ dashboard_id: dashboard }, editor.key)).status).toBe(200)
  expect((await mint({ dashboard_id: dashboard }, await guest())).status).toBe(403)
})

test('a guest sees the dashboard, its charts and their data, without what they ask', async () => {
  const as = await guest()
  expect((await server.request(`GET /analytics/dashboards/${dashboard}`, { as })).body.id).toBe(dashboard)
  const data = await server.request(`GET /analytics/dashboards/${dashboard}/data`, { as })
  expect(data.body.charts).toMatchObject([{ chart_id: chart, data: { row_count: 2, sql: null, tables: [] } }])
  const seen = await server.request(`GET /analytics/charts/${chart}`, { as })
  expect(seen.body).toMatchObject({ query: null, session_id: null, dashboard_ids: [dashboard], spec: { mark: { type: 'bar' } } })
  expect((await server.request(`GET /analytics/charts/${chart}/data`, { as })).body).toMatchObject({ row_count: 2, sql: null })
})

test('a guest opens nothing else', async () => {
  const as = await guest()
  const elsewhere = await server.chart()
  const other = await server.dashboard([elsewhere])
  const absent = [`charts/${elsewhere}`, `charts/${elsewhere}/data`, `dashboards/${other}`, `dashboards/${other}/data`]
  for (const path of absent) expect([path, (await server.request(`GET /analytics/${path}`, { as })).status]).toEqual([path, 404])
  const guestRoutes = new Set(server.contracts.filter(({ access }) => access?.guest).map(({ method, path }) => `${method} ${path}`))
  expect([...guestRoutes].filter((line) => line.includes('/analytics/')).toSorted()).toEqual([
    'DELETE /api/v1/analytics/dashboards/{dashboard_id}/chat',
    'GET /api/v1/analytics/charts/{chart_id}',
    'GET /api/v1/analytics/charts/{chart_id}/data',
    'GET /api/v1/analytics/charts/{chart_id}/export',
    'GET /api/v1/analytics/charts/{chart_id}/render',
    'GET /api/v1/analytics/dashboards/{dashboard_id}',
    'GET /api/v1/analytics/dashboards/{dashboard_id}/chat',
    'GET /api/v1/analytics/dashboards/{dashboard_id}/data',
    'GET /api/v1/analytics/dashboards/{dashboard_id}/filters/{filter}/values',
    'GET /api/v1/analytics/dashboards/{dashboard_id}/render',
    'POST /api/v1/analytics/dashboards/{dashboard_id}/chat',
  ])
  for (const { method, path, access } of server.contracts) {
    if (access?.who === 'anyone' || guestRoutes.has(`${method} ${path}`) || path === '/health') continue
    const line = `${method} ${path
      .replace(/\{chart_id\}/, chart)
      .replace(/\{dashboard_id\}/, dashboard)
      .replace(/\{[^}]+\}/g, 'x')}`
    expect([line, (await server.open(line, { as, ...(method === 'GET' ? {} : { body: {} }) })).status]).toEqual([line, 403])
  }
})

test('a chart that leaves the dashboard is closed to its guests', async () => {
  const as = await guest()
  await server.request(`PUT /analytics/dashboards/${dashboard}`, { as: server.owner.key, body: { layout: [] } })
  expect((await server.request(`GET /analytics/charts/${chart}/data`, { as })).status).toBe(404)
})

test.each([
  ['the dashboard', 'POST', 'disable', 'enable', undefined, undefined],
  ['its embedding', 'PUT', '', '', { embedded: { enabled: false, allowed_domains: [] } }, { embedded: { enabled: true, allowed_domains: [] } }],
])('disabling %s ends its tokens for good and refuses new ones', async (_what, method, off, on, offBody, onBody) => {
  const as = await guest()
  const change = (path: string, body: unknown) =>
    server.request(`${method} /analytics/dashboards/${dashboard}${path && `/${path}`}`, { as: server.owner.key, ...(body ? { body } : {}) })
  expect((await change(off, offBody)).status).toBe(200)
  expect((await server.request(`GET /analytics/dashboards/${dashboard}`, { as })).status).toBe(401)
  expect((await mint({ dashboard_id: dashboard })).body.error.code).toBe('resource_disabled')
  expect((await change(on, onBody)).status).toBe(200)
  expect((await server.request(`GET /analytics/dashboards/${dashboard}`, { as })).status).toBe(401)
  expect((await server.request(`GET /analytics/dashboards/${dashboard}`, { as: await guest() })).status).toBe(200)
})

test('an expired token is refused like any other bad credential', async () => {
  const as = await guest()
  server.clock.now = new Date(server.clock.now.getTime() + 331_000)
  expect((await server.request(`GET /analytics/charts/${chart}/data`, { as })).status).toBe(401)
})

test("a token ends with its dashboard's owner", async () => {
  const token = await guest()
  await server.request(`PUT /core/users/${server.owner.id}`, { body: { status: 'disabled' } })
  expect((await server.request(`GET /analytics/dashboards/${dashboard}`, { as: token })).status).toBe(401)
})

test('a guest saves rows as files only with can_export', async () => {
  const save = async (permissions: Record<string, boolean>) => {
    const token = (await mint({ dashboard_id: dashboard, permissions })).body.token as string
    return [
      (await server.open(`GET /analytics/charts/${chart}/export`, { as: token })).status,
      (await server.open(`GET /analytics/charts/${chart}/data?format=csv`, { as: token })).status,
    ]
  }
  expect([await save({}), await save({ can_export: true })]).toEqual([
    [403, 403],
    [200, 200],
  ])
})
