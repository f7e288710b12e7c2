import { expect, test } from 'vitest'
import { prompts } from '#db/schema/catalog.ts'
import { type TestServer, testServer } from '#test/harness.ts'

const group = async (server: TestServer, name = 'Sales') => (await server.request('POST /core/groups', { body: { name } })).body.id as string

async function promptOf(server: TestServer, owner: string) {
  const at = server.clock.now.toISOString()
  const id = `prm_${owner.slice(4)}`
  const facts = { command: `/${owner}`, title: 'Weekly', content: 'How was {{week}}?', is_enabled: true, version: 1 }
  await server.db.insert(prompts).values({ id, ...facts, owner_id: owner, created_at: at, updated_at: at })
  return id
}

test('an assignment is made once, answered again, listed by either side and ended by its pair', async () => {
  const server = await testServer()
  const [user, group_id] = [await server.account(), await group(server)]
  const pair = { user_id: user.id, group_id }
  const first = await server.request('POST /core/usergroups', { body: pair })
  const again = await server.request('POST /core/usergroups', { body: pair })
  expect([first.status, again.status, again.body]).toEqual([201, 200, first.body])
  expect(first.body).toMatchObject({ ...pair, role: 'member' })
  for (const filter of ['', `user_id=${user.id}`, `group_id=${group_id}`]) {
    expect((await server.request(`GET /core/usergroups?${filter}`)).body).toEqual([first.body])
  }
  expect((await server.request('GET /core/usergroups?user_id=usr_other')).body).toEqual([])
  expect((await server.request(`DELETE /core/usergroups?user_id=${user.id}&group_id=${group_id}`)).status).toBe(204)
  expect((await server.request(`DELETE /core/usergroups?user_id=${user.id}&group_id=${group_id}`)).status).toBe(404)
  expect((await server.request(`GET /core/groups/${group_id}`)).body.member_count).toBe(0)
  await server.close()
})

test('a repeated assignment without a role keeps it, with one changes it', async () => {
  const server = await testServer()
  const pair = { user_id: (await server.account()).id, group_id: await group(server) }
  await server.request('POST /core/usergroups', { body: { ...pair, role: 'manager' } })
  expect((await server.request('POST /core/usergroups', { body: pair })).body.role).toBe('manager')
  const demoted = await server.request('POST /core/usergroups', { body: { ...pair, role: 'member' } })
  expect([demoted.status, demoted.body.role]).toEqual([200, 'member'])
  await server.close()
})

test('managers of a group choose its members, members do not, and others see no group', async () => {
  const server = await testServer()
  const group_id = await group(server)
  const [manager, member, outsider] = [await server.account(), await server.account(), await server.account()]
  await server.request('POST /core/usergroups', { body: { user_id: manager.id, group_id, role: 'manager' } })
  const add = (as: string) => server.request('POST /core/usergroups', { as, body: { user_id: member.id, group_id } })
  expect((await add(outsider.key)).body.error).toMatchObject({ code: 'not_found', param: 'group_id' })
  expect((await add(manager.key)).status).toBe(201)
  expect((await add(member.key)).status).toBe(403)
  const { body: mine } = await server.request(`GET /core/usergroups?user_id=${member.id}`, { as: manager.key })
  expect((await server.request('GET /core/usergroups', { as: outsider.key })).headers.get('x-total-count')).toBe('0')
  expect((await server.request(`DELETE /core/usergroups/${mine[0].id}`, { as: outsider.key })).body.error.message).toBe('no such assignment')
  expect((await server.request(`DELETE /core/usergroups/${mine[0].id}`, { as: member.key })).status).toBe(403)
  expect((await server.request(`DELETE /core/usergroups/${mine[0].id}`, { as: manager.key })).status).toBe(204)
  expect((await server.request(`GET /core/groups/${group_id}`, { as: member.key })).status).toBe(404)
  await server.close()
})

test('only who owns a prompt shares it, and who it reaches sees that it does', async () => {
  const server = await testServer()
  const [owner, viewer, stranger] = [await server.account(), await server.account(), await server.account()]
  const prompt_id = await promptOf(server, owner.id)
  const share = (as: string, user_id: string) => server.request('POST /core/promptusers', { as, body: { prompt_id, user_id } })
  expect((await share(stranger.key, stranger.id)).status).toBe(404)
  expect((await share(owner.key, viewer.id)).body).toMatchObject({ prompt_id, user_id: viewer.id, level: 'view' })
  expect((await share(viewer.key, stranger.id)).status).toBe(403)
  expect((await share(owner.key, 'usr_nobody')).body.error).toMatchObject({ code: 'not_found', param: 'user_id' })
  for (const [account, seen] of [
    [owner, 1],
    [viewer, 1],
    [stranger, 0],
  ] as const) {
    expect((await server.request('GET /core/promptusers', { as: account.key })).body).toHaveLength(seen)
  }
  await server.close()
})

test('each change of an assignment leaves one audit entry, and a repetition none', async () => {
  const server = await testServer()
  const pair = { user_id: (await server.account()).id, group_id: await group(server) }
  for (let i = 0; i < 3; i++) await server.request('POST /core/usergroups', { body: pair })
  await server.request(`DELETE /core/usergroups?user_id=${pair.user_id}&group_id=${pair.group_id}`)
  const entries = await server.db.query.auditLogs.findMany({ where: (log, { eq }) => eq(log.resource_id, pair.group_id) })
  expect(entries.map((entry) => entry.type)).toEqual(['group.created', 'group.member_added', 'group.member_removed'])
  await server.close()
})

test('of parallel assignments of one pair one is new', async () => {
  const server = await testServer()
  const pair = { user_id: (await server.account()).id, group_id: await group(server) }
  const replies = await Promise.all(Array.from({ length: 12 }, () => server.request('POST /core/usergroups', { body: pair })))
  expect(replies.map((reply) => reply.status).toSorted()).toEqual([...Array(11).fill(200), 201])
  expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1)
  await server.close()
})
