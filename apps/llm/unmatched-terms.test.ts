import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLogs } from '#db/schema/catalog.ts'
import { unmatchedTerms } from '#db/schema/semantics.ts'
import { type AnsweringServer, answeringServer, CHINOOK_ID } from '#test/fixtures/answering-server.ts'

let server: AnsweringServer
beforeAll(async () => {
  server = await answeringServer()
})
afterAll(() => server.close())

const ask = (content: string, facts: object = {}) =>
  server.request('POST /llm/session/completions', { as: server.owner.key, body: { model: 'music', messages: [{ role: 'user', content }], ...facts } })
const terms = async (query = '', as = server.owner.key) => server.request(`GET /semantic/datasources/${CHINOOK_ID}/unmatched-terms${query}`, { as })

test('words that could not be placed are counted per data source, and can be dismissed', async () => {
  expect((await ask('How many customers churned in the flurb segment?')).body.choices[0].message.attachments).toEqual([
    expect.objectContaining({ type: 'suggestions' }),
    expect.objectContaining({ type: 'refusal', reason: 'unknown_word', words: expect.arrayContaining(['flurb']), datasource_id: CHINOOK_ID }),
  ])
  await ask('Which flurb is the largest?')
  const { status, body } = await terms()
  expect(status).toBe(200)
  expect(body[0]).toMatchObject({ term: 'flurb', times: 2, last_question: 'Which flurb is the largest?', nearest: expect.any(Array) })
  expect(body.map((item: { term: string }) => item.term)).toContain('churned')
  expect((await terms('?page_size=1')).body).toHaveLength(1)

  const remove = () => server.request(`DELETE /semantic/datasources/${CHINOOK_ID}/unmatched-terms/flurb`, { as: server.owner.key })
  expect((await remove()).status).toBe(204)
  expect((await remove()).status).toBe(404)
  expect((await terms()).body.map((item: { term: string }) => item.term)).not.toContain('flurb')
  const audited = await server.db.select().from(auditLogs).where(eq(auditLogs.type, 'unmatched_term.dismissed'))
  expect(audited).toHaveLength(1)
})

test('nothing is noted of a question that is not kept, or that was answered', async () => {
  const before = await server.db.select().from(unmatchedTerms)
  await ask('How many grobnik are there?', { store: false })
  await ask('How many customers are there?')
  expect(await server.db.select().from(unmatchedTerms)).toEqual(before)
})

test('at most twenty terms of a question are noted, and two thousand of a data source', async () => {
  const at = '2020-01-01T00:00:00.000Z'
  const old = Array.from({ length: 2_000 }, (_, index) => ({
    datasource_id: CHINOOK_ID,
    term: `old${index}`,
    times: 1,
    last_question: '',
    nearest: [],
    first_at: at,
    last_at: at,
  }))
  for (let from = 0; from < old.length; from += 100) await server.db.insert(unmatchedTerms).values(old.slice(from, from + 100))
  const nonsense = Array.from({ length: 30 }, (_, index) => `zq${'abcdefghij'[index % 10]}${'klm'[Math.floor(index / 10)]}x`)
  await ask(`How many customers ${nonsense.join(' ')}?`)
  const kept = await server.db.select().from(unmatchedTerms)
  expect(kept).toHaveLength(2_000)
  expect(kept.filter(({ term }) => nonsense.includes(term))).toHaveLength(20)
})

test('a stranger is not told what others ask', async () => {
  const stranger = await server.account()
  expect((await terms('', stranger.key)).status).toBe(404)
})
