import OpenAI from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AnsweringServer, answeringServer } from '#test/fixtures/answering-server.ts'

let server: AnsweringServer
beforeAll(async () => {
  server = await answeringServer()
})
afterAll(() => server.close())

/** The official client over the service's own routes, without a socket. */
const client = (key = server.owner.key) =>
  new OpenAI({
    apiKey: key,
    baseURL: 'http://querent.test/api/v1/llm/openai/v1',
    maxRetries: 0,
    fetch: (url, init) => {
      const { pathname, search } = new URL(String(url))
      return server.open(`${init?.method ?? 'GET'} ${pathname.replace('/api/v1', '')}${search}`, {
        as: key,
        ...(init?.body ? { body: JSON.parse(String(init.body)) } : {}),
      })
    },
  }).responses
const ask = (input: string, more: { previous_response_id?: string; store?: boolean } = {}) => client().create({ model: 'music', input, ...more })
const unlinked = (text: string) => text.replace(/qi_[\w-]+/g, 'qi_')
const statusOf = (asked: Promise<unknown>): Promise<number> =>
  asked.then(
    () => 200,
    (error) => error.status,
  )
const sessionOf = (response: object) => (response as { session_id: string }).session_id

test('a response is read again as it was told, with what it went on from', async () => {
  const first = await ask('How many customers are there by country?')
  const again = await client().retrieve(first.id)
  expect({ ...again, output_text: unlinked(again.output_text), output: [] }).toEqual({ ...first, output_text: unlinked(first.output_text), output: [] })
  expect(again.output_text).toContain('| USA | 13 |')
  expect(again.output.map(({ id }) => id)).toEqual(first.output.map(({ id }) => id))
  const second = await ask('Only Canada', { previous_response_id: first.id })
  expect((await client().retrieve(second.id)).previous_response_id).toBe(first.id)
})

test('it is streamed again, also from a place on', async () => {
  const { id, output_text } = await ask('How many invoices are there?')
  const events: any[] = []
  for await (const event of await client().retrieve(id, { stream: true })) events.push(event)
  expect([events[0].type, events.at(-1).type, events.at(-1).response.output_text]).toEqual(['response.created', 'response.completed', output_text])
  const rest: any[] = []
  for await (const event of await client().retrieve(id, { stream: true, starting_after: 3 })) rest.push(event)
  expect(rest).toEqual(events.slice(4))
})

test('its input is the question and the conversation before it, page by page', async () => {
  const first = await ask('How many invoices are there?')
  const second = await ask('And by country?', { previous_response_id: first.id })
  const pages = client().inputItems.list(second.id, { order: 'asc', limit: 2 })
  const items: any[] = []
  for await (const item of pages) items.push(item)
  expect(items.map(({ role, content }) => [role, content[0].type, content[0].text])).toEqual([
    ['user', 'input_text', 'How many invoices are there?'],
    ['assistant', 'output_text', 'There are 412 invoices.'],
    ['user', 'input_text', 'And by country?'],
  ])
  const newest = await client().inputItems.list(second.id, { limit: 1 })
  expect([newest.data.map((item: any) => item.content[0].text), newest.has_more]).toEqual([['And by country?'], true])
})

test('nothing is kept where that was not wanted', async () => {
  const { id } = await ask('How many invoices are there?', { store: false })
  expect(await Promise.all([client().retrieve(id), client().delete(id), client().inputItems.list(id)].map(statusOf))).toEqual([404, 404, 404])
})

test('others read and delete nothing of it, not even who may view its session', async () => {
  const response = await ask('How many invoices are there?')
  const [stranger, viewer] = [await server.account(), await server.account()]
  await server.request(`POST /llm/sessions/${sessionOf(response)}/share/user`, { as: server.owner.key, body: { user_id: viewer.id } })
  const tried = ({ key }: { key: string }) =>
    Promise.all([client(key).retrieve(response.id), client(key).inputItems.list(response.id), client(key).delete(response.id)].map(statusOf))
  expect([await tried(stranger), await tried(viewer)]).toEqual([
    [404, 404, 404],
    [403, 403, 403],
  ])
  expect(await statusOf(client().retrieve(response.id))).toBe(200)
})

test('one that is deleted is gone from its session and from the search, and the session with the last', async () => {
  const first = await ask('How many invoices are there?')
  const second = await ask('How many artists are there?', { previous_response_id: first.id })
  const session = sessionOf(first)
  const as = server.owner.key
  const hits = async (q: string) => (await server.request(`GET /llm/sessions/search?q=${q}`, { as })).body.map(({ id }: any) => id)
  expect(await hits('invoices')).toContain(session)
  expect(await statusOf(client().delete(first.id))).toBe(200)
  const { body: said } = await server.request(`GET /llm/sessions/${session}/messages`, { as })
  const { body: kept } = await server.request(`GET /llm/sessions/${session}`, { as })
  expect([said.length, kept.message_count, kept.title]).toEqual([2, 2, 'New session'])
  expect([await hits('invoices'), await hits('artists')]).toEqual([expect.not.arrayContaining([session]), expect.arrayContaining([session])])
  expect(await Promise.all([client().retrieve(first.id), client().delete(first.id)].map(statusOf))).toEqual([404, 404])
  expect((await client().retrieve(second.id)).previous_response_id).toBeNull()
  await client().delete(second.id)
  expect((await server.request(`GET /llm/sessions/${session}`, { as })).status).toBe(404)
})

test('a response that never was is named as such', async () => {
  const { status, body } = await server.request('GET /llm/openai/v1/responses/resp_none', { as: server.owner.key })
  expect([status, body.error.message]).toEqual([404, 'no such response'])
})
