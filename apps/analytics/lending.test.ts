import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, type TestServer, testServer } from '#test/harness.ts'
import { connectFiles, extract, realSources } from '#test/ports.ts'

const orders = 'id,region,customer\n1,EU,ada\n2,EU,bob\n3,US,carol\n4,US,dan\n'
const everything = 'select id, region, customer from orders order by id'

let server: TestServer
let source = ''
let europe = ''
/** In the filtered group, with `view` on the source; with `edit` on it; without anything. */
let [viewer, editor, stranger]: Account[] = []

const account = (which: Account | undefined): Account => which as Account
const request = (line: string, as: Account | string | undefined, body?: unknown) =>
  server.request(line, { as: typeof as === 'string' ? as : account(as).key, ...(body === undefined ? {} : { body }) })
const made = async (line: string, as: Account | undefined, body: unknown): Promise<string> => (await request(line, as, body)).body.id

const chartBy = (as: Account | undefined, sql = everything) => made('POST /analytics/charts', as, { title: 'Orders', datasource_id: source, query: { sql } })
const dashboardBy = (as: Account | undefined, chart: string) =>
  made('POST /analytics/dashboards', as, { title: 'Sales', layout: [{ chart_id: chart, x: 0, y: 0, w: 6, h: 4 }] })
const idsOf = async (chart: string, as: Account | string | undefined): Promise<unknown> => {
  const { body } = await request(`GET /analytics/charts/${chart}/data`, as)
  return body.rows?.map(([id]: unknown[]) => id) ?? body.error.code
}
const tileOf = async (dashboard: string, as: Account | string | undefined): Promise<unknown> => {
  const [tile] = (await request(`GET /analytics/dashboards/${dashboard}/data`, as)).body.charts
  return tile.data?.rows.map(([id]: unknown[]) => id) ?? tile.error.code
}

beforeAll(async () => {
  server = await testServer({ ports: realSources() })
  source = await connectFiles(server, { 'orders.csv': orders })
  await extract(server, source)
  ;[viewer, editor, stranger] = [await server.account(), await server.account(), await server.account()]
  europe = (await server.request('POST /core/groups', { body: { name: 'Europe' } })).body.id
  for (const [user, level] of [
    [viewer, 'view'],
    [editor, 'edit'],
  ] as const) {
    await server.request('POST /core/usergroups', { body: { user_id: account(user).id, group_id: europe } })
    await server.request(`POST /semantic/datasources/${source}/share/user`, { body: { user_id: account(user).id, level } })
  }
  const condition = { member: 'region', operator: 'equals', values: ['EU'] }
  await server.request('POST /semantic/filters', { body: { datasource_id: source, table_name: 'orders', condition, applies_to: { groups: [europe] } } })
}, 60_000)
afterAll(() => server.close())

test('a chart lends at most what its owner sees, and ends with his right', async () => {
  const lender = await server.account()
  await server.request('POST /core/usergroups', { body: { user_id: lender.id, group_id: europe } })
  await server.request(`POST /semantic/datasources/${source}/share/user`, { body: { user_id: lender.id } })
  const chart = await chartBy(lender)
  await request(`POST /analytics/charts/${chart}/share/user`, lender, { user_id: account(stranger).id })
  expect([await idsOf(chart, lender), await idsOf(chart, stranger)]).toEqual([
    [1, 2],
    [1, 2],
  ])
  await server.request(`DELETE /semantic/datasources/${source}/share/user?user_id=${lender.id}`)
  expect(await idsOf(chart, stranger)).toBe('forbidden')
})

test('who may query the source sees his own rows of a chart, whoever made it', async () => {
  const chart = await chartBy(viewer)
  expect(await idsOf(chart, server.adminKey)).toEqual([1, 2, 3, 4])
})

test('a person with `view` alone neither mints tokens nor shows a chart to third persons', async () => {
  const own = await chartBy(viewer)
  const ownBoard = await dashboardBy(viewer, own)
  expect((await request('POST /analytics/auth/guest-token', viewer, { dashboard_id: ownBoard })).body.error.code).toBe('forbidden')
  await request(`POST /analytics/dashboards/${ownBoard}/share/user`, viewer, { user_id: account(stranger).id })
  expect(await tileOf(ownBoard, stranger)).toBe('not_found')

  const body = { title: 'All', datasource_id: source, query: { sql: everything } }
  const admins = (await server.request('POST /analytics/charts', { body })).body.id
  await server.request(`POST /analytics/charts/${admins}/share/user`, { body: { user_id: account(stranger).id } })
  const board = await dashboardBy(stranger, admins)
  expect((await request('POST /analytics/auth/guest-token', stranger, { dashboard_id: board })).body.error.code).toBe('forbidden')
  const third = await server.account()
  await request(`POST /analytics/dashboards/${board}/share/user`, stranger, { user_id: third.id })
  expect(await tileOf(board, third)).toBe('not_found')
})

test.each([
  ['is_not_empty', []],
  ['not_equals', [-1]],
  ['greater_than', [0]],
] as const)('a token whose own filter is "%s" still shows only what its maker sees', async (operator, values) => {
  const board = await dashboardBy(editor, await chartBy(editor))
  const [tile] = (await request(`GET /analytics/dashboards/${board}`, editor)).body.layout
  const minted = await request('POST /analytics/auth/guest-token', editor, { dashboard_id: board, filters: [{ member: 'orders.id', operator, values }] })
  expect(await idsOf(tile.chart_id, minted.body.token)).toEqual([1, 2])
  expect(await tileOf(board, minted.body.token)).toEqual([1, 2])
})

test("an administrator's token for the dashboard of a filtered author shows what both see", async () => {
  const board = await dashboardBy(editor, await chartBy(editor))
  const filters = [{ member: 'orders.id', operator: 'greater_than', values: [1] }]
  const { body } = await server.request('POST /analytics/auth/guest-token', { body: { dashboard_id: board, filters } })
  expect(await tileOf(board, body.token)).toEqual([2])
})

test('a token ends when its maker loses his right on the dashboard', async () => {
  const chart = await chartBy(editor)
  const board = await dashboardBy(editor, chart)
  const helper = await server.account()
  for (const path of [`analytics/dashboards/${board}`, `analytics/charts/${chart}`, `semantic/datasources/${source}`])
    await server.request(`POST /${path}/share/user`, { body: { user_id: helper.id, level: 'edit' } })
  const { token } = (
    await request('POST /analytics/auth/guest-token', helper, {
      dashboard_id: board,
      filters: [{ member: 'orders.id', operator: 'greater_than', values: [0] }],
    })
  ).body
  expect(await tileOf(board, token)).toEqual([1, 2])
  await server.request(`DELETE /analytics/dashboards/${board}/share/user?user_id=${helper.id}`)
  expect((await request(`GET /analytics/dashboards/${board}/data`, token)).status).toBe(401)
})

test('who was given a chart or a dashboard to share on lends at most what he sees, for as long as he may share it', async () => {
  const [middle, last] = [await server.account(), await server.account()]
  await server.request('POST /core/usergroups', { body: { user_id: middle.id, group_id: europe } })
  const body = { title: 'All', datasource_id: source, query: { sql: everything } }
  const chart = (await server.request('POST /analytics/charts', { body })).body.id
  const layout = [{ chart_id: chart, x: 0, y: 0, w: 6, h: 4 }]
  const board = (await server.request('POST /analytics/dashboards', { body: { title: 'All', layout } })).body.id
  const path = `analytics/dashboards/${board}`
  await server.request(`POST /${path}/share/user`, { body: { user_id: middle.id, level: 'own' } })
  await request(`POST /${path}/share/user`, middle, { user_id: last.id })
  expect([await tileOf(board, middle), await tileOf(board, last)]).toEqual([
    [1, 2],
    [1, 2],
  ])
  await server.request(`DELETE /${path}/share/user?user_id=${middle.id}`)
  expect(await tileOf(board, last)).toBe('forbidden')

  await server.request(`POST /analytics/charts/${chart}/share/user`, { body: { user_id: middle.id, level: 'own' } })
  await request(`POST /analytics/charts/${chart}/share/user`, middle, { user_id: last.id })
  expect(await idsOf(chart, last)).toEqual([1, 2])
  await server.request(`DELETE /analytics/charts/${chart}/share/user?user_id=${middle.id}`)
  expect(await idsOf(chart, last)).toBe('forbidden')
})

test('a sharer who is deleted lends nothing any more, until the owner shares again', async () => {
  const [middle, last, seer] = [await server.account(), await server.account(), await server.account()]
  await server.request('POST /core/usergroups', { body: { user_id: middle.id, group_id: europe } })
  await server.request(`POST /semantic/datasources/${source}/share/user`, { body: { user_id: seer.id } })
  const body = { title: 'All', datasource_id: source, query: { sql: everything } }
  const chart = (await server.request('POST /analytics/charts', { body })).body.id
  await server.request(`POST /analytics/charts/${chart}/share/user`, { body: { user_id: middle.id, level: 'own' } })
  for (const { id } of [last, seer]) await request(`POST /analytics/charts/${chart}/share/user`, middle, { user_id: id })
  expect([await idsOf(chart, last), await idsOf(chart, seer)]).toEqual([
    [1, 2],
    [1, 2, 3, 4],
  ])
  await server.request(`DELETE /core/users/${middle.id}`)
  expect([await idsOf(chart, last), await idsOf(chart, seer)]).toEqual(['forbidden', [1, 2, 3, 4]])
  expect((await server.request(`POST /analytics/charts/${chart}/share/user`, { body: { user_id: last.id } })).status).toBe(200)
  expect(await idsOf(chart, last)).toEqual([1, 2, 3, 4])
})

test('what a deleted user owned is lent by his heir, under his filters', async () => {
  const [leaver, heir, last] = [await server.account(), await server.account(), await server.account()]
  for (const { id } of [leaver, heir]) await server.request(`POST /semantic/datasources/${source}/share/user`, { body: { user_id: id, level: 'edit' } })
  await server.request('POST /core/usergroups', { body: { user_id: heir.id, group_id: europe } })
  const chart = await chartBy(leaver)
  const board = await dashboardBy(leaver, chart)
  for (const path of [`charts/${chart}`, `dashboards/${board}`]) await request(`POST /analytics/${path}/share/user`, leaver, { user_id: last.id })
  const { token } = (await request('POST /analytics/auth/guest-token', leaver, { dashboard_id: board })).body
  expect([await idsOf(chart, last), await tileOf(board, last)]).toEqual([
    [1, 2, 3, 4],
    [1, 2, 3, 4],
  ])
  // A chart of the heir's that the leaver had shared on is no inheritance: the leaver's part in it ends.
  const heirs = await chartBy(heir)
  await request(`POST /analytics/charts/${heirs}/share/user`, heir, { user_id: leaver.id, level: 'own' })
  await request(`POST /analytics/charts/${heirs}/share/user`, leaver, { user_id: last.id })
  expect(await idsOf(heirs, last)).toEqual([1, 2])
  await server.request(`DELETE /core/users/${leaver.id}?reassign_to=${heir.id}`)
  expect([await idsOf(chart, last), await tileOf(board, last), await idsOf(heirs, last)]).toEqual([[1, 2], [1, 2], 'forbidden'])
  expect((await request(`GET /analytics/dashboards/${board}/data`, token)).status).toBe(401)
})

test('an administrator who is disabled lends nothing; one who is deleted passes his shares to another', async () => {
  const [first, second] = [await server.account({ role: 'admin' }), await server.account({ role: 'admin' })]
  const last = await server.account()
  const lender = await server.account()
  await server.request(`POST /semantic/datasources/${source}/share/user`, { body: { user_id: lender.id } })
  const chart = await chartBy(lender)
  await request(`POST /analytics/charts/${chart}/share/user`, first, { user_id: last.id })
  await server.request(`PUT /core/users/${first.id}`, { body: { status: 'disabled' } })
  expect(await idsOf(chart, last)).toBe('forbidden')
  await server.request(`DELETE /core/users/${first.id}?reassign_to=${second.id}`)
  expect(await idsOf(chart, last)).toEqual([1, 2, 3, 4])
})
