import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AskedDashboard, askedDashboard, europe } from '#test/fixtures/asked-dashboard.ts'
import type { Account } from '#test/harness.ts'

let place: AskedDashboard
let host: Account
beforeAll(async () => {
  place = await askedDashboard()
  host = await place.server.account({ scopes: ['analytics:embed'] })
  const shared = { body: { user_id: host.id, level: 'edit' } }
  const { items } = (await place.server.request('GET /analytics/charts/paginated')).body
  for (const path of [
    `semantic/datasources/${place.source}`,
    `analytics/dashboards/${place.dashboard}`,
    ...items.map(({ id }: { id: string }) => `analytics/charts/${id}`),
  ])
    await place.server.request(`POST /${path}/share/user`, shared)
}, 60_000)
afterAll(() => place.server.close())

const PER_REGION = 'What is the total amount per region?'
const request = (line: string, as: string, body?: unknown) => place.server.request(line, { as, ...(body === undefined ? {} : { body }) })
async function asked(user: object | undefined, { as = host.key, question = PER_REGION, more = {} as object } = {}): Promise<any> {
  const body = { dashboard_id: place.dashboard, permissions: { can_chat: true }, ...(user ? { user } : {}), ...more }
  const { token } = (await request('POST /analytics/auth/guest-token', as, body)).body
  return (await request(`POST /analytics/dashboards/${place.dashboard}/chat`, token, { question })).body
}
const threads = async (as: string, query = '') => (await request(`GET /analytics/guest-threads${query}`, as)).body

test('a host lists, reads and erases what its guests asked, by its own user ids', async () => {
  const first = await asked({ id: 'a b/c' })
  await asked({ id: 'other' })
  await asked(undefined)
  const listed = await threads(host.key)
  expect(listed.map(({ user_id, title, turns_count }: any) => [user_id, title, turns_count])).toEqual([
    ['other', PER_REGION, 1],
    ['a b/c', PER_REGION, 1],
  ])
  const named = await threads(host.key, `?user_id=${encodeURIComponent('a b/c')}&dashboard_id=${place.dashboard}`)
  expect(named).toMatchObject([{ thread_id: first.thread_id, maker_id: host.id, dashboard_id: place.dashboard }])
  const { body: whole } = await request(`GET /analytics/guest-threads/${first.thread_id}`, host.key)
  expect(whole.turns).toMatchObject([{ question: PER_REGION, withheld: false }])
  expect(JSON.stringify(whole)).toContain('900')
  expect((await request(`DELETE /analytics/guest-threads/${first.thread_id}`, host.key)).status).toBe(204)
  expect((await request(`GET /analytics/guest-threads/${first.thread_id}`, host.key)).status).toBe(404)
  expect((await request('DELETE /analytics/guest-threads?user_id=other', host.key)).body).toEqual({ threads: 1 })
  expect((await request('DELETE /analytics/guest-threads?user_id=other', host.key)).body).toEqual({ threads: 0 })
  expect((await request('DELETE /analytics/guest-threads', host.key)).status).toBe(422)
  expect(await threads(host.key)).toEqual([])
})

test('nobody but the maker of the tokens and administrators knows of them', async () => {
  const { thread_id } = await asked({ id: 'mine' })
  const stranger = await place.server.account()
  for (const as of [stranger.key, place.maker.key]) {
    expect(await threads(as)).toEqual([])
    expect((await request(`GET /analytics/guest-threads/${thread_id}`, as)).status).toBe(404)
    expect((await request(`DELETE /analytics/guest-threads/${thread_id}`, as)).status).toBe(404)
    expect((await request('DELETE /analytics/guest-threads?user_id=mine', as)).body).toEqual({ threads: 0 })
  }
  const plain = await place.server.account({ scopes: ['analytics:write'] })
  expect((await request('GET /analytics/guest-threads', plain.key)).body.error.code).toBe('insufficient_scope')
  expect(await threads(place.server.adminKey)).toHaveLength(1)
  expect((await request('DELETE /analytics/guest-threads?user_id=mine', place.server.adminKey)).body).toEqual({ threads: 1 })
})

test('answers about rows that are not open any more are withheld from the guest, from what goes on, and from the host', async () => {
  const user = { id: 'later' }
  const { thread_id } = await asked(user)
  const filter = { datasource_id: place.source, name: 'Europe', table_name: 'orders', condition: europeOnly, applies_to: { everyone: true } }
  const { body: made, status, text } = await request('POST /semantic/filters', place.server.adminKey, filter)
  expect([status, text]).toEqual([201, expect.any(String)])
  const body = { dashboard_id: place.dashboard, permissions: { can_chat: true }, user }
  const { token } = (await request('POST /analytics/auth/guest-token', host.key, body)).body
  const chat = `/analytics/dashboards/${place.dashboard}/chat`
  expect((await request(`GET ${chat}`, token)).body).toMatchObject([{ question: PER_REGION, content: '', parts: [], withheld: true }])
  const next = await request(`POST ${chat}`, token, { question: PER_REGION, thread_id })
  expect([next.status, /900/.test(next.text)]).toEqual([200, false])
  expect((await request(`GET ${chat}`, token)).body.map(({ withheld }: any) => withheld)).toEqual([true, false])
  await place.server.request(`POST /semantic/datasources/${place.source}/share/user`, { body: { user_id: host.id, level: 'view' } })
  const { body: whole } = await request(`GET /analytics/guest-threads/${thread_id}`, host.key)
  expect(whole.turns.map(({ withheld }: any) => withheld)).toEqual([true, true])
  await request(`DELETE /semantic/filters/${made.id}`, place.server.adminKey)
  expect((await request(`GET ${chat}`, place.server.adminKey)).body).toEqual([])
})

const [{ operator, values }] = europe as [(typeof europe)[number]]
const europeOnly = { member: 'region', operator, values }
