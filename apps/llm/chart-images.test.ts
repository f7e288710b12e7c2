import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messages } from '#db/schema/sessions.ts'
import { type AnsweringServer, answeringServer } from '#test/fixtures/answering-server.ts'
import { startModelServer } from '#test/hostile/model-server.ts'

let server: AnsweringServer

beforeAll(async () => {
  server = await answeringServer()
})
afterAll(() => server.close())

const QUESTION = 'How many customers are there by country?'

async function linkOf(model = 'music', more: object = {}): Promise<{ address: string; token: string; session: string }> {
  const { body } = await server.request('POST /llm/openai/v1/chat/completions', {
    as: server.owner.key,
    body: { model, messages: [{ role: 'user', content: QUESTION }], ...more },
  })
  const [, address = ''] = /!\[[^\]]+\]\((\S+)\)/.exec(body.choices[0].message.content) ?? []
  return { address, token: address.split('/').at(-1) ?? '', session: body.session_id }
}
const open = (token: string) => server.open(`GET /llm/chart-images/${token}`, { as: null })
const statusOf = async (token: string) => {
  const reply = await open(token)
  await reply.arrayBuffer()
  return reply.status
}

test('the chart of an answer is shown by its link alone, as a picture', async () => {
  const { address, token } = await linkOf()
  expect(address).toMatch(/^https?:\/\/[^/]+\/api\/v1\/llm\/chart-images\/qi_[\w-]+$/)
  const reply = await open(token)
  expect([reply.status, reply.headers.get('content-type'), reply.headers.get('cache-control')]).toEqual([200, 'image/png', 'private, max-age=300'])
  expect([...new Uint8Array(await reply.arrayBuffer()).slice(1, 4)]).toEqual([...new TextEncoder().encode('PNG')])
})

test('a link that is forged or changed anywhere opens nothing', async () => {
  const [one, other] = [await linkOf(), await linkOf()]
  const { token } = one
  const end = 3 + 26 + 26
  const changed = (at: number) => `${token.slice(0, at)}${token[at] === '1' ? '2' : '1'}${token.slice(at + 1)}`
  for (const at of [3, 3 + 25, 3 + 26, end - 1, end, end + 7, end + 8, token.length - 1]) expect([at, await statusOf(changed(at))]).toEqual([at, 404])
  // The other's chart under this one's signature, and the other way round.
  expect(await statusOf(token.slice(0, end) + other.token.slice(end))).toBe(404)
  expect(await statusOf(token.slice(0, 29) + other.token.slice(29))).toBe(404)
  for (const bad of [token.slice(0, -1), `${token}A`, 'qi_', 'x'.repeat(200)]) expect([bad, await statusOf(bad)]).toEqual([bad, 404])
  expect(await statusOf(token)).toBe(200)
})

test('it lives for a day', async () => {
  const { token } = await linkOf()
  const begun = server.clock.now
  server.clock.now = new Date(begun.getTime() + 86_399_000)
  expect(await statusOf(token)).toBe(200)
  server.clock.now = new Date(begun.getTime() + 86_400_000)
  expect(await statusOf(token)).toBe(404)
  server.clock.now = begun
})

test('it shows the rows its answer holds, also when the source or the rights changed, and nothing once the session is deleted', async () => {
  const { token, session } = await linkOf()
  const before = await (await open(token)).arrayBuffer()
  await server.request('POST /semantic/datasources/ds_chinook/disable')
  expect(Buffer.from(await (await open(token)).arrayBuffer()).equals(Buffer.from(before))).toBe(true)
  await server.request('POST /semantic/datasources/ds_chinook/enable')
  expect((await server.request(`DELETE /llm/sessions/${session}`, { as: server.owner.key })).status).toBe(204)
  expect(await server.db.select().from(messages).where(eq(messages.session_id, session))).toEqual([])
  expect(await statusOf(token)).toBe(404)
})

test('an answer that is not kept, or has no chart, has no link; a link goes to no provider', async () => {
  expect((await linkOf('music', { store: false })).address).toBe('')
  const { address } = await linkOf()
  const provider = await startModelServer()
  const model = await server.vendorModel(provider.baseUrl)
  provider.play([{ text: 'Nothing.' }])
  const said = `There are 59.\n\n![Customers [by\\] country](${address})`
  await server.request('POST /llm/openai/v1/chat/completions', {
    as: server.owner.key,
    body: {
      model,
      messages: [
        { role: 'user', content: 'How many?' },
        { role: 'assistant', content: said },
        { role: 'user', content: 'And why?' },
      ],
    },
  })
  expect(provider.heard()).toContain('There are 59.')
  expect(provider.heard()).not.toContain('chart-images')
  await provider.close()
})
