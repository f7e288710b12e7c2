import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AnsweringServer, answeringServer, CHINOOK_ID } from '#test/fixtures/answering-server.ts'

let server: AnsweringServer
beforeAll(async () => {
  server = await answeringServer()
})
afterAll(() => server.close())

type Told = { type: string; reason?: string; words?: string[] }

async function reasonOf(content: string, language = 'en'): Promise<Told | undefined> {
  const body = { model: 'music', messages: [{ role: 'user', content }], store: false }
  const { body: answer } = await server.request('POST /llm/session/completions', { as: server.owner.key, body, headers: { 'accept-language': language } })
  return (answer.choices[0].message.attachments as Told[]).find(({ type }) => type === 'refusal' || type === 'clarification')
}

test.each(['en', 'de'])('why there is no answer is told by a code, whatever the language (%s)', async (language) => {
  expect(await reasonOf('How many customers churned in the flurb segment?', language)).toMatchObject({ type: 'refusal', reason: 'unknown_word' })
  expect(await reasonOf('Delete all customers', language)).toMatchObject({ type: 'refusal', reason: 'read_only', words: [] })
  expect(await reasonOf('What are their names?', language)).toMatchObject({ reason: 'nothing_before' })
  expect(await reasonOf('How many customers are there?', language)).toBeUndefined()
  expect(await reasonOf('Hello', language)).toBeUndefined()
})

test('no row is a reason too, with the data source that has none', async () => {
  expect(await reasonOf('List the customers from Germany with a total above 100000')).toBeDefined()
  expect(await reasonOf('How many invoices were there by country in 1975?')).toMatchObject({
    type: 'refusal',
    reason: 'empty_result',
    datasource_id: CHINOOK_ID,
  })
})

test('what is told in German is read in as many ways as what is told in English', async () => {
  const question = 'Which tracks of rock go beyond the price of the others?'
  expect((await reasonOf(question, 'de'))?.type).toBe((await reasonOf(question))?.type)
})
