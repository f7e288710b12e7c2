import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, type TestServer, testServer } from '#test/harness.ts'
import { connectFiles, extract, realSources } from '#test/ports.ts'

const SHOPS = 2_400
const TOWNS = ['Lisbon', 'Porto', 'Faro']
/** More shops and suppliers than an extraction samples. */
const shops = Array.from({ length: SHOPS }, (_, at) => `${at + 1},Shop number ${at + 1} ${at % 2 ? 'Rua' : 'Praça'},${TOWNS[at % 3]}`)
const sheets = {
  'shops.csv': ['id,name,town', ...shops, `${SHOPS + 1},Zanzibar Spices,Porto`, `${SHOPS + 2},Quintessa House,Faro`].join('\n'),
  'orders.csv': ['id,shop_id,amount', ...Array.from({ length: 60 }, (_, at) => `${at + 1},${at < 7 ? SHOPS + 1 : at < 10 ? SHOPS + 2 : at},${at + 5}`)].join(
    '\n',
  ),
}

let server: TestServer
let source = ''
let lisboner: Account

beforeAll(async () => {
  server = await testServer({ ports: realSources() })
  source = await connectFiles(server, sheets)
  await extract(server, source)
  const model = await server.request('POST /core/models', { body: { name: 'keeper', base_model_id: 'builtin', datasource_ids: [source] } })
  lisboner = await server.account()
  await server.request(`POST /semantic/datasources/${source}/share/user`, { body: { user_id: lisboner.id } })
  await server.request('POST /core/modelusers', { body: { model_id: model.body.id, user_id: lisboner.id, level: 'view' } })
}, 90_000)
afterAll(() => server.close())

const ask = async (content: string, as?: Account) => {
  const body = { model: 'keeper', messages: [{ role: 'user', content }] }
  const reply = await server.request('POST /llm/session/completions', { body, ...(as ? { as: as.key } : {}) })
  if (reply.status !== 200) throw new Error(reply.text)
  const { content: text, attachments } = reply.body.choices[0].message
  return { text, attachments, rows: attachments.find(({ type }: { type: string }) => type === 'query')?.rows }
}

test('a name that no sample holds is looked up, and the question answered by the column that holds it', async () => {
  const { rows, text, attachments } = await ask('How many orders of Zanzibar Spices are there?')
  expect(rows, JSON.stringify([text, attachments])).toEqual([[7]])
})

test('a part of a name is written out, and said to be', async () => {
  const { rows, text } = await ask('How many orders of quintessa are there?')
  expect(rows, text).toEqual([[3]])
  expect(text).toContain('Quintessa House')
})

test('a misspelt name is found', async () => {
  const { rows, text } = await ask('How many orders of Zanzibar Spises are there?')
  expect(rows, text).toEqual([[7]])
})

test('what no column holds is said to stand nowhere', async () => {
  const { text } = await ask('How many orders of the shop Gryllwin Trading are there?')
  expect(text).toMatch(/Gryllwin/)
})

test('under row filters only values of rows that the asker may see are found', async () => {
  const condition = { member: 'town', operator: 'equals', values: ['Faro'] }
  const filter = await server.request('POST /semantic/filters', {
    body: { datasource_id: source, table_name: 'shops', condition, applies_to: { users: [lisboner.id] }, reach: 'related' },
  })
  expect(filter.status).toBe(201)
  expect((await ask('How many orders of Quintessa House are there?', lisboner)).rows).toEqual([[3]])
  const hidden = await ask('How many orders of zanzibar are there?', lisboner)
  expect(JSON.stringify(hidden)).not.toContain('Zanzibar Spices')
})
