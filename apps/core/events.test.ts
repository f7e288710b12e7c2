import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChangeEvent } from '#domain/feed/follow.ts'
import { type Account, type TestServer, testServer } from '#test/harness.ts'

let server: TestServer
let ann: Account
let bob: Account
beforeAll(async () => {
  server = await testServer()
  ;[ann, bob] = await Promise.all([server.account(), server.account()])
})
afterAll(() => server.close())

/** A listener, past its first event. */
async function follow(as: string, { query = '', lastEventId = '' } = {}) {
  const leaving = new AbortController()
  const response = await server.open(`GET /core/events${query}`, { as, signal: leaving.signal, headers: lastEventId ? { 'last-event-id': lastEventId } : {} })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  const next = async (): Promise<ChangeEvent | null> => {
    for (;;) {
      const end = rest.indexOf('\n\n')
      if (end >= 0) {
        const [event, more] = [rest.slice(0, end), rest.slice(end + 2)]
        rest = more
        const data = /^data: (.*)$/m.exec(event)?.[1]
        if (data) return JSON.parse(data)
        continue
      }
      const read = await reader?.read()
      if (!read || read.done) return null
      rest += read.value
    }
  }
  const first = await next()
  return { response, first, next, end: () => reader?.cancel() }
}

const dashboard = async (as: string, title: string) => (await server.request('POST /analytics/dashboards', { as, body: { title } })).body.id as string
const share = (id: string, user: Account) => server.request(`POST /analytics/dashboards/${id}/share/user`, { as: ann.key, body: { user_id: user.id } })

test('what one may see is told as it happens, what one may not is not; never what it holds', async () => {
  const [hers, his, all] = [await follow(ann.key), await follow(bob.key), await follow(server.adminKey)]
  expect(hers.first).toMatchObject({ type: 'feed.ready', resource: { type: 'feed', id: null } })
  const id = await dashboard(ann.key, 'canary title')
  expect(await hers.next()).toMatchObject({ type: 'dashboard.created', resource: { type: 'dashboard', id }, revision: 1 })
  expect(await all.next()).toMatchObject({ resource: { id } })
  await server.request(`PUT /analytics/dashboards/${id}`, { as: ann.key, body: { title: 'canary other' } })
  const updated = await hers.next()
  expect(updated).toEqual({
    id: expect.stringMatching(/^\d+$/),
    type: 'dashboard.updated',
    resource: { type: 'dashboard', id },
    revision: 2,
    at: expect.any(String),
  })
  await share(id, bob)
  expect(await his.next()).toMatchObject({ type: 'dashboard.shared', resource: { id } })
  await server.request(`DELETE /analytics/dashboards/${id}/share/user?user_id=${bob.id}`, { as: ann.key })
  expect(await his.next()).toMatchObject({ type: 'dashboard.unshared', resource: { id } })
  await server.request(`PUT /analytics/dashboards/${id}`, { as: ann.key, body: { title: 'not his' } })
  const other = await dashboard(bob.key, 'His')
  expect(await his.next()).toMatchObject({ type: 'dashboard.created', resource: { id: other } })
  await Promise.all([hers.end(), his.end(), all.end()])
})

test('a deletion is told to those who saw the object, with no revision', async () => {
  const id = await dashboard(ann.key, 'Short-lived')
  await share(id, bob)
  const his = await follow(bob.key, { query: '?types=dashboard' })
  await server.request(`DELETE /analytics/dashboards/${id}`, { as: ann.key })
  expect(await his.next()).toMatchObject({ type: 'dashboard.deleted', resource: { id }, revision: null })
  await his.end()
})

test('who comes back is told what he missed, once; who comes back too late reads anew', async () => {
  const before = await follow(ann.key)
  const from = before.first?.id ?? ''
  await before.end()
  const missed = [await dashboard(ann.key, 'One'), await dashboard(ann.key, 'Two')]
  const back = await follow(ann.key, { lastEventId: from })
  const live = await dashboard(ann.key, 'Three')
  const told = [await back.next(), await back.next(), await back.next()]
  expect(told.map((event) => event?.resource.id)).toEqual([...missed, live])
  const middle = await follow(ann.key, { lastEventId: told[1]?.id ?? '' })
  expect((await middle.next())?.resource.id).toBe(live)
  const ahead = await follow(ann.key, { lastEventId: '999999999' })
  expect(ahead.first?.type).toBe('feed.reset')
  await Promise.all([back.end(), middle.end(), ahead.end()])
})

test('a member of a group hears of what it is given, and of what leaves it', async () => {
  const { body: group } = await server.request('POST /core/groups', { body: { name: 'Feed' } })
  const his = await follow(bob.key, { query: '?types=group,dashboard.shared' })
  await server.request('POST /core/usergroups', { body: { user_id: bob.id, group_id: group.id } })
  expect(await his.next()).toMatchObject({ type: 'group.member_added' })
  const id = await dashboard(ann.key, 'For the group')
  await server.request(`POST /analytics/dashboards/${id}/share/group`, { as: ann.key, body: { group_id: group.id } })
  expect(await his.next()).toMatchObject({ type: 'dashboard.shared', resource: { id } })
  await server.request(`DELETE /core/groups/${group.id}`)
  expect(await his.next()).toMatchObject({ type: 'group.deleted' })
  await his.end()
})

test('the credential’s end ends the stream; scopes and types bound it', async () => {
  const narrow = await server.account({ scopes: ['semantic:read'] })
  const hers = await follow(narrow.key)
  const signed = await server.account()
  const theirs = await follow(signed.key, { query: '?types=api_key,dashboard.deleted' })
  await dashboard(signed.key, 'Not asked for')
  const key = (await server.request('POST /core/auths/api-keys', { as: signed.key, body: { name: 'x' } })).body
  expect(await theirs.next()).toMatchObject({ type: 'api_key.created', resource: { id: key.id } })
  await server.request(`PUT /core/users/${narrow.id}`, { body: { status: 'disabled' } })
  expect(await hers.next()).toBeNull()
  await theirs.end()
  const refused = await server.request('GET /core/events?types=nothing.made', { as: ann.key })
  expect([refused.status, refused.body.error.param]).toEqual([422, 'types'])
  expect((await server.request('GET /core/events', { as: ann.key, headers: { 'last-event-id': 'x' } })).status).toBe(422)
})

test('with nobody listening nothing is read', async () => {
  const hers = await follow(ann.key)
  await hers.end()
  await server.querent.idle()
  await new Promise((resolve) => setTimeout(resolve, 250))
  const { $client } = server.db
  const execute = $client.batch
  let reads = 0
  $client.batch = (...args) => {
    reads += 1
    return execute.apply($client, args)
  }
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(reads).toBe(0)
  $client.batch = execute
})
