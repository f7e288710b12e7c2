import { expect, test } from 'vitest'
import { testServer } from '#test/harness.ts'

test('a group is created, read, changed at its revision, and deleted', async () => {
  const { request, close } = await testServer()
  const made = await request('POST /core/groups', { body: { name: 'Sales' } })
  expect(made.status).toBe(201)
  expect(made.headers.get('etag')).toBe('"1"')
  const id = made.body.group_id
  expect((await request(`PUT /core/groups/${id}`, { body: { name: 'Sales EU' }, headers: { 'if-match': '"1"' } })).body).toMatchObject({
    name: 'Sales EU',
    revision: 2,
  })
  expect((await request(`PUT /core/groups/${id}`, { body: { name: 'Lost' }, headers: { 'if-match': '"1"' } })).status).toBe(412)
  expect((await request(`DELETE /core/groups/${id}`)).status).toBe(204)
  expect((await request(`GET /core/groups/${id}`)).status).toBe(404)
  await close()
})

test('a group name is taken once', async () => {
  const { request, close } = await testServer()
  const first = await request('POST /core/groups', { body: { name: 'Sales' } })
  const again = await request('POST /core/groups', { body: { name: 'Sales' } })
  expect([first.status, again.status]).toEqual([201, 409])
  expect(again.body.error).toMatchObject({ code: 'already_exists', param: 'name' })
  await close()
})

test('of two requests at once for names that differ in case alone one makes a group', async () => {
  const { request, close } = await testServer()
  const names = ['Sales', 'sales', 'SALES', 'sAles']
  const replies = await Promise.all(names.map((name) => request('POST /core/groups', { body: { name } })))
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  const other = await request('POST /core/groups', { body: { name: 'Ops' } })
  const renamed = await request(`PUT /core/groups/${other.body.id}`, { body: { name: 'sALES' } })
  expect(renamed.body.error).toMatchObject({ code: 'already_exists', param: 'name' })
  await close()
})

test('a manager adds whom he finds among the people, and anybody else is as absent to him as one who never was', async () => {
  const server = await testServer()
  const group = (await server.request('POST /core/groups', { body: { name: 'Sales' } })).body.id
  const [manager, active, pending] = [await server.account(), await server.account(), await server.account({ role: 'pending' })]
  await server.request('POST /core/usergroups', { body: { user_id: manager.id, group_id: group, role: 'manager' } })
  const invited = (await server.request('POST /core/users', { body: { email: 'invited@example.com', invite: true } })).body.id
  const disabled = await server.account()
  await server.request(`PUT /core/users/${disabled.id}`, { body: { status: 'disabled' } })
  const add = (user: string, as = manager.key) => server.request('POST /core/usergroups', { as, body: { user_id: user, group_id: group } })
  expect((await add(active.id)).status).toBe(201)
  const absent = (await add('usr_nobody')).body.error
  for (const hidden of [pending.id, invited, disabled.id]) {
    const { status, body } = await add(hidden)
    expect([status, { ...body.error, request_id: '' }]).toEqual([404, { ...absent, request_id: '' }])
    expect((await add(hidden, server.adminKey)).status).toBe(201)
  }
  await server.close()
})

test('an unknown field is refused by name, and the known ones are listed', async () => {
  const { request, close } = await testServer()
  const { status, body } = await request('POST /core/groups', { body: { name: 'Sales', nmae: 'x' } })
  expect(status).toBe(422)
  expect(body.error.message).toContain('unknown field "nmae"; known fields: name, description, permissions')
  await close()
})

test('users see the groups they are in, and cannot make any', async () => {
  const server = await testServer()
  await server.request('POST /core/groups', { body: { name: 'Sales' } })
  const user = await server.account()
  const seen = await server.request('GET /core/groups', { as: user.key })
  expect([seen.body, seen.headers.get('x-total-count')]).toEqual([[], '0'])
  expect((await server.request('POST /core/groups', { as: user.key, body: { name: 'Mine' } })).status).toBe(403)
  await server.close()
})

test('pages follow one another by cursor without a gap', async () => {
  const server = await testServer()
  for (let i = 0; i < 7; i++) await server.request('POST /core/groups', { body: { name: `Group ${i}` } })
  const names: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await server.request(`GET /core/groups/paginated?page_size=3&sort=name${cursor ? `&cursor=${cursor}` : ''}`)
    expect(page.body.total).toBe(7)
    names.push(...page.body.items.map((item: { name: string }) => item.name))
    cursor = page.body.next_cursor
  }
  expect(names).toEqual([0, 1, 2, 3, 4, 5, 6].map((i) => `Group ${i}`))
  await server.close()
})

test('a repeated Idempotency-Key replays the reply, and refuses another body', async () => {
  const server = await testServer()
  const headers = { 'idempotency-key': 'one' }
  const first = await server.request('POST /core/groups', { body: { name: 'Once' }, headers })
  const again = await server.request('POST /core/groups', { body: { name: 'Once' }, headers })
  expect([again.status, again.headers.get('idempotency-replayed'), again.body]).toEqual([201, 'true', first.body])
  expect((await server.request('POST /core/groups', { body: { name: 'Twice' }, headers })).body.error.code).toBe('idempotency_key_reused')
  expect((await server.request('GET /core/groups')).body).toHaveLength(1)
  await server.close()
})

test('a request that failed and changed nothing frees its Idempotency-Key', async () => {
  const server = await testServer()
  const create = (body: object) => server.request('POST /core/groups', { body, headers: { 'idempotency-key': 'mended' } })
  expect((await create({ title: 'Wrong member' })).status).toBe(422)
  const [mended, again] = [await create({ name: 'Right' }), await create({ name: 'Right' })]
  expect([mended.status, again.headers.get('idempotency-replayed'), again.body]).toEqual([201, 'true', mended.body])
  await server.close()
})

test('the links of a page beyond the end lead back to the pages there are', async () => {
  const server = await testServer()
  for (const name of ['A', 'B', 'C']) await server.request('POST /core/groups', { body: { name } })
  const links = async (page: number) => (await server.request(`GET /core/groups?page=${page}&page_size=2`)).headers.get('link')
  const at = (page: number, rel: string) => `</api/v1/core/groups?page=${page}&page_size=2>; rel="${rel}"`
  expect(await links(1)).toBe([at(1, 'first'), at(2, 'next'), at(2, 'last')].join(', '))
  expect(await links(9)).toBe([at(1, 'first'), at(2, 'prev'), at(2, 'last')].join(', '))
  await server.close()
})
