import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SpeechRequest } from '#domain/speech/engine.ts'
import { recordings } from '#test/fixtures/recordings.ts'
import { type Account, type TestServer, testServer } from '#test/harness.ts'
import { connectFiles, extract, realSources } from '#test/ports.ts'

const sales = 'id,billing_country,agent,amount\n1,Germany,Callahan,10\n2,Brazil,Peacock,20\n3,Germany,Callahan,30\n4,Brazil,Peacock,40\n'
const artists = 'id,artist\n1,Led Zeppelin\n2,Iron Maiden\n3,Ozzy Osbourne\n4,Led Zeppelin\n5,Iron Maiden\n6,Ozzy Osbourne\n'

let server: TestServer
let id = ''
let listener: Account
let filtered: Account
let stranger: Account
/** What was asked of the engine, and what it hears in turn. */
let asked: SpeechRequest[] = []
let hears: string[] = []

beforeAll(async () => {
  const transcribe = async (request: SpeechRequest) => {
    asked.push(request)
    return { text: hears[Math.min(asked.length, hears.length) - 1] ?? '', language: 'en', durationSeconds: 2, segments: [], words: [], noSpeech: false }
  }
  const embedded = () => ({ engine: true, models: ['tiny.en'], missing: [], command: null })
  server = await testServer({ ports: { ...realSources(), speech: { open: () => ({ transcribe }), embedded } } })
  id = await connectFiles(server, { 'sales.csv': sales, 'artists.csv': artists })
  await extract(server, id)
  listener = await server.account()
  filtered = await server.account({ attributes: { country: 'Brazil' } })
  stranger = await server.account()
  for (const user of [listener, filtered]) await server.request(`POST /semantic/datasources/${id}/share/user`, { body: { user_id: user.id } })
  const condition = { member: 'billing_country', operator: 'equals', values: ['{{user.attributes.country}}'] }
  await server.request('POST /semantic/filters', { body: { datasource_id: id, table_name: 'sales', condition, applies_to: { users: [filtered.id] } } })
}, 60_000)
afterAll(() => server.close())

async function say(text: string | string[], fields: Record<string, string> = {}, as: Account = listener) {
  asked = []
  hears = [text].flat()
  const raw = new FormData()
  raw.append('file', new File([recordings.wav], 'question.wav'))
  for (const [name, value] of Object.entries({ datasource_id: id, ...fields })) if (value) raw.append(name, value)
  return server.request('POST /audio/transcriptions?optimize=true', { raw, as: as.key })
}

test('names of the data are expected, and put right where they were misheard', async () => {
  const { body } = await say('um revenew per cuntry for led zepelin')
  expect(asked[0]?.prompt).toContain('Led Zeppelin')
  expect(asked[0]?.prompt).toContain('billing country')
  expect(body.text).toBe('Revenew per country for Led Zeppelin.')
  expect(body.corrections).toMatchObject([
    { from: 'cuntry', to: 'country', source: 'column sales.billing_country' },
    { from: 'led zepelin', to: 'Led Zeppelin', source: 'value of artists.artist' },
  ])
  for (const { to, start, end } of body.corrections) expect(body.text.slice(start, end)).toBe(to)
})

test('a row filter keeps the values it hides out of prompt and corrections', async () => {
  const open = await say('sales in jermany by calahan')
  expect(asked[0]?.prompt).toContain('Germany')
  expect(open.body.text).toBe('Sales in Germany by Callahan.')
  const cut = await say('sales in jermany by calahan', {}, filtered)
  expect(asked.map(({ prompt }) => prompt).join()).not.toMatch(/Germany|Callahan/)
  expect(asked[0]?.prompt).toContain('Led Zeppelin')
  expect(cut.body.text).toBe('Sales in jermany by calahan.')
  expect(cut.body.corrections).toEqual([])
})

test('who may not see the data source is told nothing of it', async () => {
  const { status, body } = await say('sales', {}, stranger)
  expect([status, body.error.param]).toEqual([404, 'datasource_id'])
  expect(asked).toEqual([])
  const session = (await server.request('POST /llm/sessions/new', { as: listener.key, body: { title: 'mine' } })).body.id
  expect((await say('sales', { datasource_id: '', session_id: session }, stranger)).status).toBe(404)
  expect((await say('sales', { datasource_id: '', session_id: session })).status).toBe(200)
})

test('the data of a model that answers questions is known too, by its name and by the session it was asked in', async () => {
  const model = (await server.request('POST /core/models', { body: { name: 'music', base_model_id: 'builtin' } })).body.id
  await server.request('POST /semantic/datasourcemodels', { body: { datasource_id: id, model_id: model } })
  await server.request('POST /core/modelusers', { body: { model_id: model, user_id: listener.id } })
  expect((await say('by led zepelin', { datasource_id: '', model: 'music' })).body.text).toBe('By Led Zeppelin.')
  const session = (await server.request('POST /llm/sessions/new', { as: listener.key, body: { title: 'mine', model: 'music' } })).body.id
  expect((await say('by led zepelin', { datasource_id: '', session_id: session })).body.text).toBe('By Led Zeppelin.')
  expect((await say('by led zepelin', { datasource_id: '', model: 'music' }, stranger)).status).not.toBe(200)
})

test('a name that no sample holds is looked up by the speaker’s own right and filters', async () => {
  const common = Array.from(
    { length: 400 },
    (_, at) => `${at},Shop B${'aeiou'[at % 5]}${'bdfghjklmnprstvwz'[Math.floor(at / 5) % 17]}${'aeiou'[Math.floor(at / 85)]} Trading,Brazil`,
  )
  const rare = ['900,Szymanski Ferrochrome,Brazil', '901,Papadopoulos Bauxite,Germany']
  const source = await connectFiles(server, { 'partners.csv': ['partner_id,partner,country', ...common, ...common, ...rare].join('\n') })
  await extract(server, source)
  for (const user of [listener, filtered]) await server.request(`POST /semantic/datasources/${source}/share/user`, { body: { user_id: user.id } })
  const condition = { member: 'country', operator: 'equals', values: ['{{user.attributes.country}}'] }
  await server.request('POST /semantic/filters', { body: { datasource_id: source, table_name: 'partners', condition, applies_to: { users: [filtered.id] } } })
  const about = { datasource_id: source }
  const open = await say('tonnage of shimanski ferrocrome', about)
  expect(open.body).toMatchObject({
    text: 'Tonnage of Szymanski Ferrochrome.',
    corrections: [{ to: 'Szymanski Ferrochrome', source: 'value of partners.partner' }],
  })
  expect(asked[0]?.prompt ?? '').not.toContain('Szymanski')
  expect(asked.at(-1)?.prompt).toContain('Szymanski')
  expect((await say('tonnage of papadopulos bauxit', about)).body.text).toBe('Tonnage of Papadopoulos Bauxite.')
  expect((await say('tonnage of shimanski ferrocrome', about, filtered)).body.text).toBe('Tonnage of Szymanski Ferrochrome.')
  const cut = await say('tonnage of papadopulos bauxit', about, filtered)
  expect(cut.body.text).toBe('Tonnage of papadopulos bauxit.')
  expect(asked.map(({ prompt }) => prompt).join()).not.toContain('Papadopoulos')
})

test('hidden columns are not told', async () => {
  const described = (await server.request(`GET /semantic/descriptions?datasource_id=${id}`)).body
  const agent = described.find((one: { column_name: string }) => one.column_name === 'agent')
  await server.request(`PUT /semantic/descriptions/${agent.id}`, { body: { is_hidden: true } })
  const { body } = await say('sales by calahan')
  expect(asked.map(({ prompt }) => prompt).join()).not.toContain('Callahan')
  expect(body.text).toBe('Sales by calahan.')
})
