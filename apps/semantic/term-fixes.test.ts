import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLogs } from '#db/schema/catalog.ts'
import { type AnsweringServer, answeringServer, CHINOOK_ID } from '#test/fixtures/answering-server.ts'

let server: AnsweringServer
beforeAll(async () => {
  server = await answeringServer()
})
afterAll(() => server.close())

type Proposed = { fix: { kind: string; table?: string; column?: string | null }; likelihood: number }
type Term = { term: string; fixes: Proposed[]; fixed: object | null }

const ask = (content: string) =>
  server.request('POST /llm/session/completions', { as: server.owner.key, body: { model: 'music', messages: [{ role: 'user', content }] } })
const termOf = async (word: string): Promise<Term | undefined> =>
  (await server.request(`GET /semantic/datasources/${CHINOOK_ID}/unmatched-terms`, { as: server.owner.key })).body.find((one: Term) => one.term === word)
const fix = (word: string, body: object, as = server.owner.key) =>
  server.request(`POST /semantic/datasources/${CHINOOK_ID}/unmatched-terms/${word}/fix`, { as, body })
const undo = (word: string) => server.request(`DELETE /semantic/datasources/${CHINOOK_ID}/unmatched-terms/${word}/fix`, { as: server.owner.key })
const audited = async (type: string) => (await server.db.select().from(auditLogs).where(eq(auditLogs.type, type))).length

test('a word nobody knew is made a synonym by one call, the question is answered, and that is taken back', async () => {
  await ask('How many zorbles are there?')
  expect(await termOf('zorbles')).toMatchObject({ fixed: null })
  const { status, body } = await fix('zorbles', { kind: 'synonym', table: 'Artist' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ question: 'How many zorbles are there?', answer: { rows: [[275]] }, reason: null })
  expect(await termOf('zorbles')).toMatchObject({ fixes: [], fixed: { kind: 'synonym', table: 'Artist', column: null } })
  expect((await fix('zorbles', { kind: 'synonym', table: 'Album' })).status).toBe(409)
  expect((await undo('zorbles')).status).toBe(204)
  expect(await termOf('zorbles')).toMatchObject({ fixed: null })
  expect((await ask('How many zorbles are there?')).body.choices[0].message.attachments.some(({ type }: { type: string }) => type === 'query')).toBe(false)
  expect([await audited('unmatched_term.fixed'), await audited('unmatched_term.fix_undone')]).toEqual([1, 1])
})

test('a word becomes a value or a formula by a measure, which goes when that is taken back', async () => {
  const measures = async () => (await server.request(`GET /semantic/measures?datasource_id=${CHINOOK_ID}`, { as: server.owner.key })).body.length
  const before = await measures()
  await ask('How many yankers are there?')
  const value = await fix('yankers', { kind: 'value', table: 'Customer', column: 'Country', value: 'USA' })
  expect(value.body.answer).toMatchObject({ rows: [[13]] })
  await ask('What is the zintle?')
  const formula = await fix('zintle', { kind: 'formula', table: 'InvoiceLine', aggregation: 'sum', expression: 'UnitPrice * Quantity' })
  expect(formula.body.answer?.rows[0]?.[0]).toBeCloseTo(2328.6, 1)
  expect(await measures()).toBe(before + 2)
  await undo('yankers')
  await undo('zintle')
  expect(await measures()).toBe(before)
})

test('a word that names something already is not given a second meaning', async () => {
  await ask('How many quibbles are there?')
  await fix('quibbles', { kind: 'synonym', table: 'Genre' })
  await ask('Which quixel is there?')
  expect((await fix('quixel', { kind: 'synonym', table: 'Nothing' })).status).toBe(422)
  const stranger = await server.account()
  expect((await fix('quixel', { kind: 'synonym', table: 'Genre' }, stranger.key)).status).toBe(404)
})
