import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, type TestServer, testServer } from '#test/harness.ts'
import { connectFiles, extract, realSources } from '#test/ports.ts'

let server: TestServer
let source = ''
let viewer: Account

beforeAll(async () => {
  server = await testServer({ ports: realSources() })
  source = await connectFiles(server, { 'customers.csv': 'id,country\n1,France\n' })
  await extract(server, source)
  viewer = await server.account()
}, 60_000)
afterAll(() => server.close())

const made = async (line: string, body: unknown): Promise<string> => (await server.request(line, { body })).body.id
const chart = () => made('POST /analytics/charts', { title: 'Customers', datasource_id: source, query: { sql: 'select country from customers' } })
const ids = async (line: string, as?: string) => (await server.request(line, as ? { as } : {})).body.map(({ id }: { id: string }) => id)

test.each(['charts', 'dashboards'])('favourites among %s are each one’s own, and no change of the object', async (kind) => {
  const make = kind === 'charts' ? chart : () => made('POST /analytics/dashboards', { title: 'Sales' })
  const [one, two] = [await make(), await make()]
  await server.request(`POST /analytics/${kind}/${one}/share/user`, { body: { user_id: viewer.id } })
  const marked = await server.request(`POST /analytics/${kind}/${one}/favourite`, { as: viewer.key })
  expect(marked.body).toMatchObject({ id: one, is_favourite: true, revision: 1 })
  await server.request(`POST /analytics/${kind}/${one}/favourite`, { as: viewer.key })
  expect(await ids(`GET /analytics/${kind}?is_favourite=true`, viewer.key)).toEqual([one])
  expect(await ids(`GET /analytics/${kind}?is_favourite=true`)).toEqual([])
  expect(await ids(`GET /analytics/${kind}?is_favourite=false`)).toEqual(expect.arrayContaining([one, two]))
  expect((await server.request(`GET /analytics/${kind}/${one}`)).body.is_favourite).toBe(false)
  const noted = (await server.request(`GET /core/audit-logs?resource_id=${one}&page_size=50`)).body.map(({ type }: { type: string }) => type)
  expect(noted.filter((type: string) => type.endsWith('favourite_added'))).toHaveLength(1)
  expect((await server.request(`POST /analytics/${kind}/${two}/favourite`, { as: viewer.key })).status).toBe(404)
  await server.request(`DELETE /analytics/${kind}/${one}/share/user?user_id=${viewer.id}`)
  expect(await ids(`GET /analytics/${kind}?is_favourite=true`, viewer.key)).toEqual([])
  await server.request(`POST /analytics/${kind}/${two}/favourite`)
  expect((await server.request(`POST /analytics/${kind}/${two}/unfavourite`)).body.is_favourite).toBe(false)
  await server.request(`POST /analytics/${kind}/${two}/favourite`)
  expect((await server.request(`DELETE /analytics/${kind}/${two}`)).status).toBe(204)
})

test('dashboards bear tags, are found by them, and keep them in copies and revisions', async () => {
  const id = await made('POST /analytics/dashboards', { title: 'Sales', tags: ['weekly', 'sales'] })
  await made('POST /analytics/dashboards', { title: 'Other', tags: ['daily'] })
  expect(await ids('GET /analytics/dashboards?tag=weekly')).toEqual([id])
  expect(await ids('GET /analytics/dashboards?q=weekly')).toEqual([id])
  expect((await server.request(`POST /analytics/dashboards/${id}/clone`)).body.tags).toEqual(['weekly', 'sales'])
  await server.request(`PUT /analytics/dashboards/${id}`, { body: { tags: [] } })
  const [now] = (await server.request(`GET /analytics/dashboards/${id}/history`)).body
  expect(now.changed).toEqual(['tags'])
  expect((await server.request(`POST /analytics/dashboards/${id}/restore`, { body: { revision: 1 } })).body.tags).toEqual(['weekly', 'sales'])
})
