import { asc } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { auditLogs } from '#db/schema/catalog.ts'
import { type ChartServer, chartServer, spec, sql } from '#test/fixtures/chart-server.ts'

let server: ChartServer
beforeEach(async () => {
  server = await chartServer()
})
afterEach(() => server.close())

const auditTypes = async () => (await server.db.select({ type: auditLogs.type }).from(auditLogs).orderBy(asc(auditLogs.position))).map(({ type }) => type)
const asOwner = (line: string, body?: unknown) => server.request(line, { as: server.owner.key, ...(body === undefined ? {} : { body }) })

test('a chart is stored, read, changed at its revision, and deleted, each leaving one audit entry', async () => {
  const made = await asOwner('POST /analytics/charts', { title: 'Revenue', datasource_id: server.datasourceId, query: { sql }, spec })
  expect(made.status).toBe(201)
  expect(made.headers.get('etag')).toBe('"1"')
  expect(made.body).toMatchObject({
    chart_id: made.body.id,
    chart_type: 'bar',
    query: { sql },
    is_locked: false,
    is_hidden: false,
    is_enabled: true,
    dashboard_ids: [],
    owner_id: server.owner.id,
  })
  const path = `/analytics/charts/${made.body.id}`
  const { suggested_types, ...stored } = made.body
  expect(suggested_types).toEqual(['bar', 'table', 'line', 'area', 'pie', 'funnel', 'waterfall'])
  expect((await asOwner(`GET ${path}`)).body).toEqual(stored)
  const changed = await server.request(`PUT ${path}`, { as: server.owner.key, body: { title: 'Turnover', tags: ['weekly'] }, headers: { 'if-match': '"1"' } })
  expect(changed.body).toMatchObject({ title: 'Turnover', tags: ['weekly'], revision: 2, query: { sql } })
  expect((await server.request(`PATCH ${path}`, { as: server.owner.key, body: { title: 'Lost' }, headers: { 'if-match': '"1"' } })).status).toBe(412)
  expect((await asOwner(`DELETE ${path}`)).status).toBe(204)
  expect((await asOwner(`GET ${path}`)).status).toBe(404)
  expect((await auditTypes()).filter((type) => type.startsWith('chart.'))).toEqual(['chart.created', 'chart.updated', 'chart.deleted'])
})

test.each([
  ['a spec that loads data', { spec: { ...spec, data: { url: 'http://169.254.169.254/' } } }],
  ['a link in a mark', { spec: { ...spec, mark: { type: 'bar', href: 'javascript:alert(1)' } } }],
  ['SQL and a semantic query at once', { query: { sql, semantic_query: {} } }],
  ['no query', { query: {} }],
  ['an unknown field', { colour: 'red' }],
  ['a state that has its own operation', { is_locked: true }],
])('%s is refused', async (_what, facts) => {
  const reply = await asOwner('POST /analytics/charts', { title: 'Revenue', datasource_id: server.datasourceId, query: { sql }, spec, ...facts })
  expect(reply.status).toBe(422)
})

test('a chart needs a data source its author may see, and so does a change of what it asks', async () => {
  const other = await server.account()
  const stranger = await server.request('POST /analytics/charts', { as: other.key, body: { title: 'x', datasource_id: server.datasourceId, query: { sql } } })
  expect([stranger.status, stranger.body.error.param]).toEqual([404, 'datasource_id'])
  const id = await server.chart()
  await asOwner(`POST /analytics/charts/${id}/share/user`, { user_id: other.id, level: 'edit' })
  const change = (body: unknown) => server.request(`PUT /analytics/charts/${id}`, { as: other.key, body })
  expect((await change({ title: 'Mine now' })).status).toBe(200)
  expect((await change({ query: { sql: 'select * from salaries' } })).body.error).toMatchObject({ code: 'forbidden', param: 'query' })
  expect((await change({ datasource_id: server.datasourceId })).body.error).toMatchObject({ code: 'not_found', param: 'datasource_id' })
})

test('a semantic query is stored in full form and read back', async () => {
  const semantic_query = { measures: [{ aggregate: 'sum', table: 'orders', column: 'total' }], dimensions: [{ table: 'orders', column: 'region' }] }
  const id = await server.chart({ query: { semantic_query }, spec: null })
  const { body } = await asOwner(`GET /analytics/charts/${id}`)
  expect(body.query.semantic_query).toMatchObject(semantic_query)
  expect([body.chart_type, body.spec]).toEqual(['table', null])
})

test('a share opens a chart for reading at once, its end closes it at once', async () => {
  const other = await server.account()
  const id = await server.chart()
  const read = (path = '') => server.request(`GET /analytics/charts/${id}${path}`, { as: other.key })
  expect((await read()).status).toBe(404)
  const share = () => asOwner(`POST /analytics/charts/${id}/share/user`, { user_id: other.id })
  const [first, again] = [await share(), await share()]
  expect([first.status, again.status]).toEqual([201, 200])
  expect(first.body).toMatchObject({ resource_type: 'chart', resource_id: id, principal_id: other.id, level: 'view' })
  expect((await read()).status).toBe(200)
  expect((await read('/data')).body).toMatchObject({
    row_count: 2,
    rows: [
      ['north', 12.5],
      ['south', 7],
    ],
    tables: [],
  })
  expect((await server.request(`PUT /analytics/charts/${id}`, { as: other.key, body: { title: 'x' } })).status).toBe(403)
  expect((await server.request(`DELETE /analytics/charts/${id}`, { as: other.key })).status).toBe(403)
  expect((await server.request(`POST /analytics/charts/${id}/lock`, { as: other.key })).status).toBe(403)
  expect((await server.request(`POST /analytics/charts/${id}/share/user`, { as: other.key, body: { user_id: other.id } })).status).toBe(403)
  expect((await asOwner(`DELETE /analytics/charts/${id}/share/user?user_id=${other.id}`)).status).toBe(204)
  expect((await read('/data')).status).toBe(404)
  expect((await asOwner(`DELETE /analytics/charts/${id}/share/user?user_id=${other.id}`)).status).toBe(404)
  expect((await asOwner(`POST /analytics/charts/${id}/share/group`, { group_id: 'grp_none' })).body.error).toMatchObject({ param: 'group_id' })
  expect((await auditTypes()).filter((type) => type.startsWith('chart.'))).toEqual(['chart.created', 'chart.shared', 'chart.unshared'])
})

test('charts and dashboards tell each caller what he may do with them', async () => {
  const [chart, other, member] = [await server.chart(), await server.account(), await server.account()]
  const { body: group } = await server.request('POST /core/groups', { body: { name: 'Sales' } })
  const dashboard = await server.dashboard([chart])
  const levels = async (as?: string) => {
    const at = as === undefined ? {} : { as }
    const replies = [
      await server.request(`GET /analytics/charts/${chart}`, at),
      await server.request(`GET /analytics/dashboards/${dashboard}`, at),
      await server.request('GET /analytics/charts', at),
      await server.request('GET /analytics/dashboards', at),
    ]
    return replies.map(({ body }) => (Array.isArray(body) ? body[0]?.level : body.level))
  }
  for (const kind of [`charts/${chart}`, `dashboards/${dashboard}`]) {
    await asOwner(`POST /analytics/${kind}/share/user`, { user_id: other.id, level: 'view' })
    await asOwner(`POST /analytics/${kind}/share/group`, { group_id: group.id, level: 'edit' })
  }
  expect(await levels(other.key)).toEqual(['view', 'view', 'view', 'view'])
  await server.request('POST /core/usergroups', { body: { user_id: other.id, group_id: group.id } })
  expect(await levels(other.key)).toEqual(['edit', 'edit', 'edit', 'edit'])
  expect(await levels(server.owner.key)).toEqual(['own', 'own', 'own', 'own'])
  expect(await levels()).toEqual(['own', 'own', 'own', 'own'])
  expect(await levels(member.key)).toEqual([undefined, undefined, undefined, undefined])
})

test('a group share reaches its members', async () => {
  const member = await server.account()
  const { body: group } = await server.request('POST /core/groups', { body: { name: 'Sales' } })
  await server.request('POST /core/usergroups', { body: { user_id: member.id, group_id: group.id } })
  const id = await server.chart()
  await asOwner(`POST /analytics/charts/${id}/share/group`, { group_id: group.id, level: 'edit' })
  expect((await server.request(`PUT /analytics/charts/${id}`, { as: member.key, body: { title: 'Ours' } })).status).toBe(200)
  await asOwner(`DELETE /analytics/charts/${id}/share/group?group_id=${group.id}`)
  expect((await server.request(`GET /analytics/charts/${id}`, { as: member.key })).status).toBe(404)
})

test('a shared chart runs for its viewer as long as its owner may see the data source', async () => {
  const [author, viewer] = [await server.account(), await server.account()]
  const share = { datasource_id: server.datasourceId, user_id: author.id }
  await asOwner('POST /semantic/datasourceusers', share)
  const id = await server.chart({}, author.key)
  await server.request(`POST /analytics/charts/${id}/share/user`, { as: author.key, body: { user_id: viewer.id } })
  const data = () => server.request(`GET /analytics/charts/${id}/data`, { as: viewer.key })
  expect((await data()).status).toBe(200)
  const copy = await server.request(`POST /analytics/charts/${id}/clone`, { as: viewer.key })
  expect(copy.body).toMatchObject({ title: 'Revenue by region (copy)', owner_id: viewer.id, revision: 1 })
  expect((await server.request(`GET /analytics/charts/${copy.body.id}/data`, { as: viewer.key })).status).toBe(403)
  await asOwner(`DELETE /semantic/datasourceusers?datasource_id=${share.datasource_id}&user_id=${share.user_id}`)
  expect((await data()).body.error.code).toBe('forbidden')
  expect((await server.request(`GET /analytics/charts/${id}/data`)).status).toBe(200)
})

test('stored SQL runs as a stranger wrote it: through the guard, on the tables of its source', async () => {
  const id = await server.chart({ query: { sql: 'drop table orders' } })
  await asOwner(`GET /analytics/charts/${id}/data`)
  server.statements.splice(0, 1)
  expect(server.statements).toMatchObject([{ sql: 'drop table orders', origin: 'untrusted', tables: ['orders'] }])
})

test('locked: changes are refused, hiding and disabling are not, and its owner unlocks', async () => {
  const editor = await server.account()
  const id = await server.chart()
  await asOwner(`POST /analytics/charts/${id}/share/user`, { user_id: editor.id, level: 'edit' })
  const locked = await asOwner(`POST /analytics/charts/${id}/lock`)
  expect(locked.body).toMatchObject({ is_locked: true, revision: 2 })
  expect((await asOwner(`POST /analytics/charts/${id}/lock`)).body.revision).toBe(2)
  const refused = await Promise.all([
    asOwner(`PUT /analytics/charts/${id}`, { title: 'x' }),
    asOwner(`PATCH /analytics/charts/${id}`, { title: 'x' }),
    asOwner(`DELETE /analytics/charts/${id}`),
  ])
  expect(refused.map(({ status }) => status)).toEqual([423, 423, 423])
  expect((await asOwner(`POST /analytics/charts/${id}/hide`)).body).toMatchObject({ is_locked: true, is_hidden: true })
  expect((await asOwner(`POST /analytics/charts/${id}/disable`)).body).toMatchObject({ is_locked: true, is_enabled: false })
  expect((await asOwner(`POST /analytics/charts/${id}/enable`)).body).toMatchObject({ is_locked: true, is_enabled: true })
  expect((await server.request(`POST /analytics/charts/${id}/unlock`, { as: editor.key })).status).toBe(403)
  expect((await asOwner(`GET /analytics/charts/${id}/data`)).status).toBe(200)
  expect((await server.request(`POST /analytics/charts/${id}/unlock`)).body.is_locked).toBe(false)
  expect((await server.request(`PUT /analytics/charts/${id}`, { as: editor.key, body: { title: 'x' } })).status).toBe(200)
  expect((await auditTypes()).filter((type) => type.endsWith('locked'))).toEqual(['chart.locked', 'chart.unlocked'])
})

test('hidden: out of lists unless asked for, still reachable by id', async () => {
  const id = await server.chart()
  expect((await asOwner(`POST /analytics/charts/${id}/hide`)).body.is_hidden).toBe(true)
  expect((await asOwner('GET /analytics/charts')).body).toEqual([])
  expect((await asOwner('GET /analytics/charts/paginated')).body.total).toBe(0)
  expect((await asOwner('GET /analytics/charts?include_hidden=true')).body).toMatchObject([{ id }])
  expect((await asOwner(`GET /analytics/charts/${id}/data`)).status).toBe(200)
  await asOwner(`POST /analytics/charts/${id}/show`)
  expect((await asOwner('GET /analytics/charts')).body).toMatchObject([{ id }])
})

test('disabled: no data, no new shares, and a copy is disabled too', async () => {
  const other = await server.account()
  const id = await server.chart()
  expect((await asOwner(`POST /analytics/charts/${id}/disable`)).body.is_enabled).toBe(false)
  expect((await asOwner(`GET /analytics/charts/${id}`)).status).toBe(200)
  const refused = [await asOwner(`GET /analytics/charts/${id}/data`), await asOwner(`POST /analytics/charts/${id}/share/user`, { user_id: other.id })]
  expect(refused.map(({ body }) => body.error.code)).toEqual(['resource_disabled', 'resource_disabled'])
  const copy = await asOwner(`POST /analytics/charts/${id}/clone`, { title: 'Second' })
  expect(copy.body).toMatchObject({ title: 'Second', is_enabled: false, is_locked: false })
  await asOwner(`POST /analytics/charts/${id}/enable`)
  expect((await asOwner(`GET /analytics/charts/${id}/data`)).status).toBe(200)
})

test('lists hold what the caller may see, filtered by words and owner', async () => {
  const [other, id] = [await server.account(), await server.chart()]
  await server.chart({ title: 'Orders by month', tags: ['quarterly'] })
  expect((await server.request('GET /analytics/charts', { as: other.key })).body).toEqual([])
  await asOwner(`POST /analytics/charts/${id}/share/user`, { user_id: other.id })
  const page = await server.request('GET /analytics/charts/paginated?page=1&page_size=10', { as: other.key })
  expect(page.body).toMatchObject({ total: 1, items: [{ id }] })
  expect((await asOwner('GET /analytics/charts/search?q=quarterly')).body.total).toBe(1)
  expect((await asOwner('GET /analytics/charts/search')).status).toBe(422)
  expect((await asOwner('GET /analytics/charts?model_id=mdl_none')).body).toEqual([])
  expect((await asOwner(`GET /analytics/charts?owner_id=${server.owner.id}&sort=title`)).body).toMatchObject([{ title: 'Orders by month' }, { id }])
})

test('a chart names the dashboards it is on, of those the caller may see, and leaves them when deleted', async () => {
  const [other, id, kept] = [await server.account(), await server.chart(), await server.chart()]
  const [first, second] = [await server.dashboard([id, kept]), await server.dashboard([id])]
  expect((await asOwner(`GET /analytics/charts/${id}`)).body.dashboard_ids).toEqual([first, second])
  await asOwner(`POST /analytics/charts/${id}/share/user`, { user_id: other.id })
  await asOwner(`POST /analytics/dashboards/${second}/share/user`, { user_id: other.id })
  expect((await server.request(`GET /analytics/charts/${id}`, { as: other.key })).body.dashboard_ids).toEqual([second])
  await asOwner(`DELETE /analytics/charts/${id}`)
  expect((await asOwner(`GET /analytics/dashboards/${first}`)).body).toMatchObject({ layout: [{ chart_id: kept, x: 0, y: 4, w: 6, h: 4 }], revision: 2 })
  expect((await asOwner(`GET /analytics/dashboards/${second}`)).body.layout).toEqual([])
})

const store = (facts: Record<string, unknown>) =>
  asOwner('POST /analytics/charts', { title: 'Revenue', datasource_id: server.datasourceId, query: { sql }, ...facts })

test('a chart is tried before it is stored: its query, its fields, its type', async () => {
  const faults = [
    await store({ query: { sql: 'select broken from orders' } }),
    await store({ spec: { ...spec, encoding: { ...spec.encoding, x: { field: 'regoin', type: 'nominal' } } } }),
    await store({ spec, chart_type: 'pie' }),
    await store({ chart_type: 'gauge' }),
    await store({ spec: { mark: 'image', encoding: {} } }),
  ]
  expect(faults.map(({ status, body }) => [status, body.error.param])).toEqual([
    [422, 'query'],
    [422, 'spec.encoding.x.field'],
    [422, 'chart_type'],
    [422, 'chart_type'],
    [422, 'spec.mark'],
  ])
  expect(faults[1]?.body.error.message).toContain('has no column "regoin"; it has "region", "revenue"')
  expect(faults[3]?.body.error.hint).toBe('this result can be drawn as: bar, table, line, area, pie, funnel, waterfall')
  expect((await asOwner('GET /analytics/charts')).body).toEqual([])
})

test('without a spec one is chosen, and a new type draws the chart anew', async () => {
  const made = await store({})
  expect(made.body).toMatchObject({ chart_type: 'bar', spec: { mark: { type: 'bar' }, encoding: { x: { field: 'region' }, y: { field: 'revenue' } } } })
  const path = `/analytics/charts/${made.body.id}`
  const pie = await asOwner(`PATCH ${path}`, { chart_type: 'pie' })
  expect(pie.body).toMatchObject({ chart_type: 'pie', spec: { mark: { type: 'arc' } }, revision: 2 })
  expect((await asOwner(`PATCH ${path}`, { chart_type: 'boxplot' })).body.error).toMatchObject({ param: 'chart_type' })
  expect((await asOwner(`PATCH ${path}`, { chart_type: 'table' })).body).toMatchObject({ chart_type: 'table', spec: null })
  expect((await asOwner(`PATCH ${path}`, { spec: { mark: 'bar', encoding: { x: { field: 'region' }, y: { field: 'revenue' } } } })).body.chart_type).toBe('bar')
  expect((await asOwner(`PATCH ${path}`, { query: { sql: 'select broken' } })).body.error.param).toBe('query')
})

test('a preview is the chart with its data and picture, and stores nothing', async () => {
  const preview = (facts: Record<string, unknown>) =>
    asOwner('POST /analytics/charts/preview', { datasource_id: server.datasourceId, query: { sql }, ...facts })
  const { status, body } = await preview({ title: 'Turnover', theme: 'dark' })
  expect([status, body.chart_type, body.suggested_types[0], body.data.rows.length]).toEqual([200, 'bar', 'bar', 2])
  expect(body.svg).toMatch(/^<svg.*Turnover/s)
  expect((await preview({ spec: { mark: 'bar', encoding: { x: { field: 'nothing' } } } })).body.error.param).toBe('spec.encoding.x.field')
  expect((await asOwner('GET /analytics/charts')).body).toEqual([])
  const stranger = await server.account()
  const refused = await server.request('POST /analytics/charts/preview', { as: stranger.key, body: { datasource_id: server.datasourceId, query: { sql } } })
  expect(refused.status).toBe(404)
})

test('charts that answers drew stay out of lists until they are kept', async () => {
  const id = await server.staleChart({ origin: 'answer' })
  const ids = async (query: string) => (await asOwner(`GET /analytics/charts?${query}`)).body.map((chart: { id: string }) => chart.id)
  expect([await ids(''), await ids('origin=answer'), await ids('origin=all')]).toEqual([[], [id], [id]])
  const [kept, again] = [await asOwner(`POST /analytics/charts/${id}/save`), await asOwner(`POST /analytics/charts/${id}/save`)]
  expect([kept.body.origin, kept.body.revision, again.body.revision]).toEqual(['saved', 2, 2])
  expect(await ids('')).toEqual([id])
  expect((await auditTypes()).filter((type) => type === 'chart.saved')).toHaveLength(1)
})
