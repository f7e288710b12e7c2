import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, type TestServer, testServer } from '#test/harness.ts'
import { connectFiles, extract, realSources } from '#test/ports.ts'

let server: TestServer
let [source, dashboard] = ['', '']
const charts = { drawn: '', written: '' }
let viewer: Account

beforeAll(async () => {
  server = await testServer({ ports: realSources() })
  source = await connectFiles(server, { 'sales.csv': 'id,country,city,amount\n1,France,Paris,10\n2,France,Lyon,20\n3,Chile,Lima,40\n' })
  await extract(server, source)
  const post = async (line: string, body: unknown) => (await server.request(`POST ${line}`, { body })).body.id
  await post('/core/models', { name: 'seller', base_model_id: 'builtin', datasource_ids: [source] })
  const total = { aggregate: 'sum', table: 'sales', column: 'amount', name: 'total' }
  const query = { semantic_query: { measures: [total], dimensions: [{ table: 'sales', column: 'country', name: 'country' }] } }
  charts.drawn = await post('/analytics/charts', { title: 'Sales by country', datasource_id: source, query })
  const sql = 'select country, count(*) as n from sales group by country'
  charts.written = await post('/analytics/charts', { title: 'Number', datasource_id: source, query: { sql } })
  const layout = [
    { id: 'a', chart_id: charts.drawn, x: 0, y: 0, w: 6, h: 4 },
    { id: 'b', chart_id: charts.written, x: 6, y: 0, w: 6, h: 4 },
  ]
  dashboard = await post('/analytics/dashboards', { title: 'Sales', layout, filters: [{ id: 'city', member: 'sales.city' }] })
  viewer = await server.account()
  await post(`/analytics/dashboards/${dashboard}/share/user`, { user_id: viewer.id })
}, 60_000)
afterAll(() => server.close())

const about = (body: unknown, as?: string) => server.request('POST /llm/sessions/about', { body, ...(as ? { as } : {}) })
const turns = async (session: string) => (await server.request(`GET /llm/sessions/${session}/messages`)).body
const rowsIn = (message: any) => message.attachments.find(({ type }: any) => type === 'query').rows.map((row: unknown[]) => row.map(String))

test('a session about a tile begins with its query and filters, and the next question goes on from it', async () => {
  const filters = JSON.stringify([{ filter: 'city', values: ['Paris'] }])
  const begun = await about({ dashboard_id: dashboard, tile: 'a', filters })
  expect([begun.status, begun.body.title, begun.body.model, begun.body.message_count]).toEqual([201, 'Sales by country', 'seller', 2])
  const [question, answer] = await turns(begun.body.id)
  expect(question.content).toBe('Sales by country (sales.city: Paris)')
  expect(rowsIn(answer)).toEqual([['France', '10']])
  expect(answer.attachments[1]).toMatchObject({ type: 'chart', chart_id: null, chart_type: 'bar' })
  const body = { session_id: begun.body.id, messages: [{ role: 'user', content: 'and per city?' }] }
  await server.request('POST /llm/session/completions', { body })
  expect(rowsIn((await turns(begun.body.id)).at(-1))).toEqual([['Paris', '10']])
})

test('of a chart alone it holds the stored chart', async () => {
  const [question, answer] = await turns((await about({ chart_id: charts.drawn })).body.id)
  expect([question.content, answer.attachments[1].chart_id, answer.attachments[0].provenance.basis]).toEqual([
    'Sales by country',
    charts.drawn,
    'semantic_layer',
  ])
  const written = await turns((await about({ dashboard_id: dashboard, tile: 'b' })).body.id)
  expect(written[1].attachments[0]).toMatchObject({ sql: expect.stringContaining('count(*)'), provenance: { basis: 'edited_sql' } })
})

test('it takes view on the data source, and a tile that is there', async () => {
  expect((await about({ dashboard_id: dashboard, tile: 'a' }, viewer.key)).body.error.code).toBe('forbidden')
  expect((await about({ dashboard_id: dashboard, tile: 'z' })).body.error).toMatchObject({ code: 'not_found', param: 'tile' })
  expect((await about({ chart_id: charts.drawn, dashboard_id: dashboard })).status).toBe(422)
  expect((await about({ chart_id: charts.drawn }, viewer.key)).status).toBe(404)
})

test('the rows behind a chart of SQL are those its statement reads, and of a mark those it counts', async () => {
  const line = `GET /analytics/dashboards/${dashboard}/tiles/b/rows`
  const all = (await server.request(line)).body
  expect([all.row_count, all.columns.map(({ name }: any) => name), all.table]).toEqual([3, ['id', 'country', 'city', 'amount'], 'sales'])
  const mark = encodeURIComponent(JSON.stringify([{ tile: 'b', column: 'country', values: ['Chile'] }]))
  expect((await server.request(`${line}?filters=${mark}`)).body.rows.map((row: unknown[]) => row[2])).toEqual(['Lima'])
  expect((await server.request(line, { as: viewer.key })).status).toBe(403)
  await server.request(`PUT /analytics/charts/${charts.written}`, {
    body: { query: { sql: 'select country, count(*) as n from sales group by country having count(*) > 1' } },
  })
  expect((await server.request(line)).body.error.param).toBe('tile')
  expect((await server.request(`${line}?filters=${mark}`)).body.row_count).toBe(1)
})

test('it reads rows, so an API key needs the scope of a question for it', async () => {
  const key = async (scopes: string[]) => (await server.request('POST /core/auths/api-keys', { body: { name: 'key', scopes } })).body.key
  const refused = await about({ chart_id: charts.drawn }, await key(['llm:write']))
  expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_scope'])
  expect((await about({ chart_id: charts.drawn }, await key(['llm:completions']))).status).toBe(201)
})
