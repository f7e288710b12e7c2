import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, type TestServer, testServer } from '#test/harness.ts'
import { connectFiles, extract, realSources } from '#test/ports.ts'

let server: TestServer
let source = ''
let team = ''
let [owner, member, last]: Account[] = []
const id = (of: Account | undefined) => (of as Account).id
const as = (of: Account | undefined) => ({ as: (of as Account).key })
const made = async (line: string, by: Account | undefined, body: unknown): Promise<string> => (await server.request(line, { ...as(by), body })).body.id

beforeAll(async () => {
  server = await testServer({ ports: realSources() })
  source = await connectFiles(server, { 'orders.csv': 'id,region\n1,EU\n2,US\n' })
  await extract(server, source)
  ;[owner, member, last] = [await server.account(), await server.account(), await server.account()]
  team = (await server.request('POST /core/groups', { body: { name: 'Team' } })).body.id
  await server.request('POST /core/usergroups', { body: { user_id: id(member), group_id: team } })
  await server.request(`POST /semantic/datasources/${source}/share/user`, { body: { user_id: id(owner), level: 'edit' } })
}, 60_000)
afterAll(() => server.close())

const waysTo = async (path: string, by?: Account) => {
  const { body } = await server.request(`GET /${path}/access`, by ? as(by) : {})
  return body.map((way: Record<string, string>) => [way.principal_type, way.principal_id, way.level, way.through, way.through_id])
}

test('who has access to a chart is told with level and way, to those who may share it', async () => {
  const chart = await made('POST /analytics/charts', owner, { title: 'Orders', datasource_id: source, query: { sql: 'select id from orders' } })
  await server.request(`POST /analytics/charts/${chart}/share/group`, { ...as(owner), body: { group_id: team, level: 'edit' } })
  await server.request(`POST /analytics/charts/${chart}/share/user`, { ...as(owner), body: { user_id: id(member) } })
  const layout = [{ chart_id: chart, x: 0, y: 0, w: 6, h: 4 }]
  const board = await made('POST /analytics/dashboards', owner, { title: 'Board', layout })
  await server.request(`POST /analytics/dashboards/${board}/share/user`, { ...as(owner), body: { user_id: id(last) } })
  expect(await waysTo(`analytics/charts/${chart}`, owner)).toEqual([
    ['user', id(owner), 'own', 'owner', null],
    ['group', team, 'edit', 'share', null],
    ['user', id(member), 'view', 'share', null],
    ['user', id(member), 'edit', 'group', team],
    ['user', id(last), 'view', 'dashboard', board],
  ])
  const { body, headers } = await server.request(`GET /analytics/charts/${chart}/access?user_id=${id(member)}&page_size=1&page=2`)
  expect([headers.get('x-total-count'), body]).toEqual(['2', [expect.objectContaining({ name: 'Someone', through_name: 'Team', is_active: true })]])
  for (const [reader, status] of [
    [member, 403],
    [last, 404],
  ] as const)
    expect((await server.request(`GET /analytics/charts/${chart}/access`, as(reader))).status).toBe(status)

  const shown = await waysTo(`semantic/datasources/${source}`)
  expect(shown.slice(1)).toEqual([
    ['user', id(owner), 'edit', 'share', null],
    ...[
      ['group', team, 'view', 'chart', chart],
      ['user', id(member), 'view', 'chart', chart],
      ['user', id(last), 'view', 'dashboard', board],
    ],
  ])
})

test('what is lent is listed for as long as it is lent', async () => {
  const [lender, viewer] = [await server.account(), await server.account()]
  await server.request(`POST /semantic/datasources/${source}/share/user`, { body: { user_id: lender.id } })
  const chart = await made('POST /analytics/charts', lender, { title: 'Mine', datasource_id: source, query: { sql: 'select id from orders' } })
  const board = await made('POST /analytics/dashboards', lender, { title: 'Mine', layout: [{ chart_id: chart, x: 0, y: 0, w: 6, h: 4 }] })
  await server.request(`POST /analytics/charts/${chart}/share/user`, { ...as(lender), body: { user_id: viewer.id } })
  await server.request(`POST /analytics/dashboards/${board}/share/user`, { ...as(lender), body: { user_id: id(last) } })
  const lent = async () => (await waysTo(`semantic/datasources/${source}`)).filter(([, , , , through]: string[]) => through === chart || through === board)
  // With `view` on the source he may share the chart, and publish nothing.
  expect(await lent()).toEqual([['user', viewer.id, 'view', 'chart', chart]])
  await server.request(`DELETE /semantic/datasources/${source}/share/user?user_id=${lender.id}`)
  expect(await lent()).toEqual([])
  await server.request(`PUT /core/users/${viewer.id}`, { body: { status: 'disabled' } })
  const { body } = await server.request(`GET /analytics/charts/${chart}/access?user_id=${viewer.id}`)
  expect(body).toMatchObject([{ through: 'share', is_active: false }])
})

test('a chart or dashboard the caller may not see is told by its id alone', async () => {
  const keeper = await server.account()
  await server.request(`POST /semantic/datasources/${source}/share/user`, { body: { user_id: keeper.id, level: 'own' } })
  const { body } = await server.request(`GET /semantic/datasources/${source}/access`, as(keeper))
  const lent = body.filter(({ through }: { through: string }) => through === 'chart')
  expect(lent.length).toBeGreaterThan(0)
  for (const way of lent) expect(way.through_name).toBeNull()
})

test.each([
  ['semantic/datasources', 'datasource'],
  ['core/prompts', 'prompt'],
  ['core/models', 'model'],
  ['llm/sessions', 'session'],
])('%s tell who has access', async (path, kind) => {
  const bodies: Record<string, unknown> = { prompt: { command: '/access', title: 'x', content: 'x' } }
  const found =
    kind === 'datasource'
      ? source
      : kind === 'model'
        ? null
        : (await server.request(`POST /${path}${kind === 'session' ? '/new' : ''}`, { body: bodies[kind] ?? {} })).body.id
  const object = found ?? (await server.request('GET /core/models')).body[0].id
  const first = (await server.request(`GET /${path}/${object}/access`)).body
  if (kind !== 'model') expect(first[0]).toMatchObject({ principal_type: 'user', level: 'own', through: 'owner', is_active: true })
  else expect(first).toBeInstanceOf(Array)
})
