import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLogs } from '#db/schema/catalog.ts'
import { completions, messages, sessions } from '#db/schema/sessions.ts'
import { indexSessions } from '#domain/agent/sessions/session-index.ts'
import { newId } from '#domain/identifiers.ts'
import { type TestServer, testServer } from '#test/harness.ts'

async function begin(server: TestServer, as: string, facts: object = {}) {
  const { body } = await server.request('POST /llm/sessions/new', { as, body: { title: 'Revenue', ...facts } })
  return body
}

async function say(server: TestServer, session_id: string, contents: string[]) {
  const id = (prefix: 'msg') => newId(prefix, server.clock.now.getTime())
  const at = server.clock.now.toISOString()
  const rows = contents.map((content, index) => ({
    id: id('msg'),
    session_id,
    completion_id: null,
    role: index % 2 ? ('assistant' as const) : ('user' as const),
    content,
  }))
  await server.db.insert(messages).values(rows.map((row) => ({ ...row, attachments: [], is_incomplete: false, created_at: at })))
}

test('a session is begun, read, renamed at its revision, and deleted with its messages', async () => {
  const server = await testServer()
  const { key, id: user_id } = await server.account()
  const made = await server.request('POST /llm/sessions/new', { as: key, body: { title: 'Revenue', model: 'builtin' } })
  expect([made.status, made.headers.get('etag')]).toEqual([201, '"1"'])
  expect(made.body).toMatchObject({ title: 'Revenue', model: 'builtin', user_id, archived: false, pinned: false, message_count: 0, session_id: made.body.id })
  const renamed = await server.request(`PUT /llm/sessions/${made.body.id}`, { as: key, body: { title: 'Sales', tags: ['q4'] }, headers: { 'if-match': '"1"' } })
  expect(renamed.body).toMatchObject({ title: 'Sales', tags: ['q4'], revision: 2 })
  expect((await server.request(`PATCH /llm/sessions/${made.body.id}`, { as: key, body: { title: 'x' }, headers: { 'if-match': '"1"' } })).status).toBe(412)
  await say(server, made.body.id, ['How much?', '12'])
  expect((await server.request(`DELETE /llm/sessions/${made.body.id}`, { as: key })).status).toBe(204)
  expect(await server.db.select().from(messages)).toEqual([])
  expect((await server.request(`GET /llm/sessions/${made.body.id}`, { as: key })).status).toBe(404)
  await server.close()
})

test('a session names only a model its owner may use', async () => {
  const server = await testServer()
  const { key } = await server.account()
  const { status, body } = await server.request('POST /llm/sessions/new', { as: key, body: { model: 'gpt-9' } })
  expect([status, body.error.code, body.error.param]).toEqual([404, 'not_found', 'model'])
  await server.close()
})

test('archive and pin are switches: twice is as once, and only a change is recorded', async () => {
  const server = await testServer()
  const { key, id } = await server.account()
  const session = await begin(server, key)
  for (const operation of ['archive', 'archive', 'pin', 'unpin', 'unarchive']) {
    expect((await server.request(`POST /llm/sessions/${session.id}/${operation}`, { as: key })).status).toBe(200)
  }
  const entries = (await server.db.select().from(auditLogs)).filter((entry) => entry.actor_id === id).map((entry) => entry.type)
  expect(entries).toEqual(['session.created', 'session.archived', 'session.pinned', 'session.unpinned', 'session.unarchived'])
  await server.close()
})

test('lists hold the own sessions, filtered by archive, model and words', async () => {
  const server = await testServer()
  const [one, other] = [await server.account(), await server.account()]
  const first = await begin(server, one.key, { title: 'Revenue by region' })
  await begin(server, one.key, { title: 'Customers', model: 'builtin' })
  await begin(server, other.key, { title: 'Revenue of others' })
  await server.request(`POST /llm/sessions/${first.id}/archive`, { as: one.key })
  const titles = async (query: string) =>
    (await server.request(`GET /llm/sessions/paginated${query}`, { as: one.key })).body.items.map((item: any) => item.title)
  expect(await titles('')).toEqual(['Customers', 'Revenue by region'])
  expect(await titles('?archived=true')).toEqual(['Revenue by region'])
  expect(await titles('?archived=false')).toEqual(['Customers'])
  expect(await titles('?model=builtin')).toEqual(['Customers'])
  expect(await titles('?q=revenue')).toEqual(['Revenue by region'])
  const listed = await server.request('GET /llm/sessions?page_size=1', { as: one.key })
  expect([listed.body.length, listed.headers.get('x-total-count')]).toEqual([1, '2'])
  await server.close()
})

test('a search finds words of titles and messages, tells where, and nothing of others', async () => {
  const server = await testServer()
  const [one, other] = [await server.account(), await server.account()]
  const asked = await begin(server, one.key, { title: 'Monday' })
  await say(server, asked.id, ['How many frobnicators were sold?', `There were 12. ${'x'.repeat(300)}`])
  const titled = await begin(server, one.key, { title: 'Frobnicators' })
  const foreign = await begin(server, other.key, { title: 'Frobnicators too' })
  await say(server, foreign.id, ['frobnicators'])
  const { body } = await server.request('GET /llm/sessions/search?q=frobnicators', { as: one.key })
  expect(body.map((hit: any) => [hit.id, hit.snippet])).toEqual([
    [titled.id, null],
    [asked.id, 'How many frobnicators were sold?'],
  ])
  expect((await server.request('GET /llm/sessions/search?q=frobnicators%20sold', { as: one.key })).body).toHaveLength(1)
  expect((await server.request('GET /llm/sessions/search', { as: one.key })).status).toBe(422)
  await server.close()
})

test('a conversation reads from its start, and a copy keeps its order', async () => {
  const server = await testServer()
  const { key } = await server.account()
  const session = await begin(server, key)
  const said = Array.from({ length: 40 }, (_, index) => `message ${index}`)
  await say(server, session.id, said)
  const read = async (id: string, query = '') =>
    (await server.request(`GET /llm/sessions/${id}/messages${query}`, { as: key })).body.map((item: any) => item.content)
  expect(await read(session.id)).toEqual(said)
  expect(await read(session.id, '?order=desc&page_size=1')).toEqual(['message 39'])
  const copy = await server.request(`POST /llm/sessions/${session.id}/clone`, { as: key, body: {} })
  expect([copy.status, copy.body.title, copy.body.message_count]).toEqual([201, 'Revenue (copy)', said.length])
  expect(await read(copy.body.id)).toEqual(said)
  expect(copy.body.id).not.toBe(session.id)
  await server.close()
})

test('nobody sees the sessions of others but an administrator, whose look is recorded', async () => {
  const server = await testServer()
  const [one, other] = [await server.account(), await server.account()]
  const session = await begin(server, one.key)
  for (const line of [`GET /llm/sessions/${session.id}`, `GET /llm/sessions/${session.id}/messages`, `POST /llm/sessions/${session.id}/archive`]) {
    expect((await server.request(line, { as: other.key })).status).toBe(404)
  }
  expect((await server.request(`GET /llm/sessions/${session.id}`)).status).toBe(200)
  expect((await server.request('GET /llm/sessions')).body).toEqual([])
  await server.querent.idle()
  const reads = (await server.db.select().from(auditLogs)).filter((entry) => entry.type === 'session.read')
  expect(reads).toMatchObject([{ resource_id: session.id, details: { user_id: one.id } }])
  expect(await server.db.select().from(completions)).toEqual([])
  await server.close()
})

test('the total of a page is the number of sessions there are, however they come and go', async () => {
  const { request, close } = await testServer()
  const total = async (query = '') => (await request(`GET /llm/sessions/paginated${query}`)).body.total
  expect(await total()).toBe(0)
  const made: string[] = []
  for (let i = 0; i < 5; i++) made.push((await request('POST /llm/sessions/new', { body: { title: `Session ${i}` } })).body.id)
  await request(`POST /llm/sessions/${made[0]}/archive`)
  await request(`DELETE /llm/sessions/${made[1]}`)
  expect([await total(), await total('?archived=true'), await total('?archived=false'), await total('?q=Session')]).toEqual([4, 1, 3, 4])
  await request(`POST /llm/sessions/${made[0]}/unarchive`)
  expect([await total('?archived=true'), await total('?archived=false')]).toEqual([0, 4])
  await close()
})

test('whatever a person searches for is words, and never an error', async () => {
  const server = await testServer()
  const { key } = await server.account()
  const session = await begin(server, key, { title: 'Café "crème" AND (NEAR) order_items' })
  const search = async (q: string) => {
    const { status, body } = await server.request(`GET /llm/sessions/search?q=${encodeURIComponent(q)}`, { as: key })
    expect([q, status]).toEqual([q, 200])
    return body.map((hit: any) => hit.id)
  }
  for (const q of [
    'cafe',
    'CRÈME',
    'and',
    'near(',
    '"',
    '""',
    "'",
    '*',
    'order_items',
    'items',
    'crème*',
    'NOT',
    'owner:usr',
    '{a b}',
    '^',
    'a OR b',
    '-',
    '🙂',
    '%',
    '\\',
    'col:café',
    'cafe;drop',
  ]) {
    await search(q)
    expect((await server.request(`GET /llm/sessions/paginated?q=${encodeURIComponent(q)}`, { as: key })).status).toBe(200)
  }
  for (const q of ['cafe', 'CRÈME', '"crème" and', 'items', 'order_items', 'caf', 'near']) expect([q, await search(q)]).toEqual([q, [session.id]])
  for (const q of ['tea', '***', 'af', 'usr', 'title']) expect([q, await search(q)]).toEqual([q, []])
  await server.close()
})

test('the search follows renames, new words, deletions and new owners', async () => {
  const server = await testServer()
  const [one, other] = [await server.account(), await server.account()]
  const session = await begin(server, one.key, { title: 'Alpha' })
  const search = async (q: string, as = one.key) => (await server.request(`GET /llm/sessions/search?q=${q}`, { as })).body.map((hit: any) => hit.id)
  expect(await search('alpha')).toEqual([session.id])
  await server.request(`PUT /llm/sessions/${session.id}`, { as: one.key, body: { title: 'Beta' } })
  expect([await search('alpha'), await search('beta')]).toEqual([[], [session.id]])
  await say(server, session.id, ['gamma rays', 'delta waves'])
  expect([await search('gamma'), await search('delta%20waves'), await search('gamma%20waves')]).toEqual([[session.id], [session.id], []])
  await server.request(`PUT /llm/sessions/${session.id}`, { as: one.key, body: { title: 'Unindexed yet' } })
  await server.request(`PUT /llm/sessions/${session.id}`, { as: one.key, body: { title: 'Epsilon' } })
  expect([await search('unindexed'), await search('epsilon'), await search('gamma')]).toEqual([[], [session.id], [session.id]])
  expect(await search('gamma', other.key)).toEqual([])
  await server.db.update(sessions).set({ user_id: other.id })
  expect([await search('gamma'), await search('gamma', other.key)]).toEqual([[], [session.id]])
  await server.request(`DELETE /llm/sessions/${session.id}`, { as: other.key })
  expect([await search('gamma', other.key), await search('epsilon', other.key)]).toEqual([[], []])
  expect(await server.db.all(sql`select rowid from session_search`)).toEqual([])
  // A row may be given the place of one that was deleted.
  const next = await begin(server, one.key, { title: 'Zeta' })
  await say(server, next.id, ['eta winds'])
  expect([await search('zeta'), await search('eta')]).toEqual([[next.id], [next.id]])
  await server.close()
})

test('what many processes write is indexed once', async () => {
  const server = await testServer()
  const { key } = await server.account()
  const session = await begin(server, key, { title: 'Many' })
  await say(
    server,
    session.id,
    Array.from({ length: 600 }, (_, index) => `omega ${index}`),
  )
  const ctx = server.querent.systemContext('llm')
  await Promise.all([indexSessions(ctx), indexSessions(ctx), indexSessions(ctx)])
  const [row] = await server.db.all<{ n: number }>(sql`select count(*) as n from session_search where session_search match 'words : omega'`)
  expect(row?.n).toBe(600)
  await server.close()
})

test('lists are filtered by pin and tag, and a page far in by its number is the same as by its cursor', async () => {
  const server = await testServer()
  const { key, id: user_id } = await server.account()
  const rows = Array.from({ length: 2_500 }, (_, index) => ({
    id: newId('ses', server.clock.now.getTime()),
    user_id,
    title: `Session ${index}`,
    model: index % 2 ? 'builtin' : null,
    archived: false,
    pinned: index % 100 === 0,
    tags: index % 500 === 0 ? ['big'] : [],
    message_count: 0,
    created_at: server.clock.now.toISOString(),
    updated_at: server.clock.now.toISOString(),
  }))
  for (let from = 0; from < rows.length; from += 500) await server.db.insert(sessions).values(rows.slice(from, from + 500))
  const page = async (query: string) => (await server.request(`GET /llm/sessions/paginated?page_size=50&${query}`, { as: key })).body
  const totals = await Promise.all(
    ['', 'pinned=true', 'pinned=false', 'tag=big', 'model=builtin', 'pinned=true&model=builtin', 'model=nope'].map(async (query) => (await page(query)).total),
  )
  expect(totals).toEqual([2_500, 25, 2_475, 5, 1_250, 0, 0])
  const newest = rows.map((row) => row.id).toReversed()
  for (const order of ['desc', 'asc']) {
    const all = order === 'desc' ? newest : newest.toReversed()
    for (const number of [20, 21, 22, 26, 30, 50]) {
      const { items, has_next, total } = await page(`page=${number}&order=${order}`)
      expect([number, order, items.map((item: any) => item.id), has_next, total]).toEqual([
        number,
        order,
        all.slice((number - 1) * 50, number * 50),
        number < 50,
        2_500,
      ])
    }
  }
  const last = await page('page=50&sort=title')
  expect(last.items.at(-1).title).toBe('Session 999')
  expect((await page('page=51')).items).toEqual([])
  const before = await page('page=49')
  expect((await page(`cursor=${before.next_cursor}`)).items).toEqual((await page('page=50')).items)
  await server.close()
})
