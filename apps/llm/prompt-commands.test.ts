import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AnsweringServer, answeringServer, CHINOOK_ID } from '#test/fixtures/answering-server.ts'

let server: AnsweringServer
beforeAll(async () => {
  server = await answeringServer()
  const body = {
    command: '/per',
    title: 'A figure by a column',
    content: 'What is the total {{metric}} per {{by}}?',
    inputs: [
      { name: 'metric', type: 'choice', choices: ['revenue', 'quantity'] },
      { name: 'by', default: 'country' },
    ],
  }
  expect((await server.request('POST /core/prompts', { as: server.owner.key, body })).status).toBe(201)
})
afterAll(() => server.close())

const ask = (content: string, facts: object = {}, as = server.owner.key) =>
  server.request('POST /llm/session/completions', { as, body: { model: server.model, messages: [{ role: 'user', content }], ...facts } })
const questionsOf = async (session: string) =>
  (await server.request(`GET /llm/sessions/${session}/messages`, { as: server.owner.key })).body
    .filter(({ role }: any) => role === 'user')
    .map(({ content }: any) => content)

test('a prompt is called by its command, with values by name or in order', async () => {
  const { status, body } = await ask('/per metric=revenue')
  expect(status).toBe(200)
  expect(await questionsOf(body.session_id)).toEqual(['What is the total revenue per country?'])
  expect(body.choices[0].message.attachments[0].row_count).toBe(24)
  expect(await questionsOf((await ask('/per revenue by="billing city"')).body.session_id)).toEqual(['What is the total revenue per billing city?'])
  expect(await questionsOf((await ask('/per metric=revenue by=country in 2010')).body.session_id)).toEqual(['What is the total revenue per country?\nin 2010'])
})

test('what is missing or does not fit is a 422 that names it and shows how it is written', async () => {
  const missing = await ask('/per')
  expect([missing.status, missing.body.error.param]).toEqual([422, 'messages'])
  expect(missing.body.error.message).toContain('/per.metric: a value is required (one of revenue, quantity)')
  expect(missing.body.error.hint).toBe('for example: /per metric=revenue by=country')
  expect(missing.body.error.details).toEqual([{ path: '/per.metric', message: 'a value is required (one of revenue, quantity)' }])
  const unknown = await ask('/per metric=revenue colour=red', { stream: true })
  expect([unknown.status, unknown.body.error.message]).toEqual([422, expect.stringContaining('there is no such variable')])
})

test('only prompts the caller may use are called; other words that begin with a slash are words', async () => {
  const stranger = await server.account()
  const asked = await ask('/per metric=revenue', {}, stranger.key)
  expect(asked.status).toBe(200)
  const { body } = await server.request(`GET /llm/sessions/${asked.body.session_id}/messages`, { as: stranger.key })
  expect(body[0].content).toBe('/per metric=revenue')
  expect((await ask('/unknown thing')).status).toBe(200)
})

test('a measure is one its reader may see', async () => {
  const body = { command: '/measure', title: 'x', content: '{{m}} per country', inputs: [{ name: 'm', type: 'measure', datasource_id: CHINOOK_ID }] }
  await server.request('POST /core/prompts', { as: server.owner.key, body })
  const measure = { datasource_id: CHINOOK_ID, name: 'net_revenue', title: 'Net revenue', table_name: 'Invoice', aggregation: 'sum', expression: 'Total' }
  expect((await server.request('POST /semantic/measures', { as: server.owner.key, body: measure })).status).toBe(201)
  expect(await questionsOf((await ask('/measure m=net_revenue')).body.session_id)).toEqual(['Net revenue per country'])
  const wrong = await ask('/measure m=profit')
  expect([wrong.status, wrong.body.error.message]).toEqual([422, expect.stringContaining('there is no measure "profit"; there are: net_revenue')])
})

test('over OpenAI’s wire prompts are called too, and a conversation that is sent again stays in its session', async () => {
  const send = (messages: object[]) => server.request('POST /llm/openai/v1/chat/completions', { as: server.owner.key, body: { model: server.model, messages } })
  const asked = { role: 'user', content: '/per metric=revenue' }
  const { body: first } = await send([asked])
  const conversation = [asked, first.choices[0].message, { role: 'user', content: [{ type: 'text', text: '/per metric=quantity' }] }]
  const { body: second } = await send(conversation)
  expect(second.session_id).toBe(first.session_id)
  expect(await questionsOf(second.session_id)).toEqual(['What is the total revenue per country?', 'What is the total quantity per country?'])
  expect((await send([{ role: 'user', content: '/per' }])).body.error).toMatchObject({ type: 'invalid_request_error', param: 'messages' })
})
