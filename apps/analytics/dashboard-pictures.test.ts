import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '#test/harness.ts'
import { connectFiles, extract, realSources } from '#test/ports.ts'

const orders = 'id,country,amount\n1,France,10\n2,France,20\n3,Chile,40\n4,Chile,50\n'
const NOTE = '## Sales of *all* countries\n\nSee [the manual](https://example.com/x) <img src=x onerror=alert(1)> & more.\n\n- first\n- second\n'

let server: TestServer
let byCountry = ''
let total = ''
let dashboard = ''

const made = async (line: string, body: unknown): Promise<string> => {
  const reply = await server.request(line, { body })
  if (reply.status !== 201) throw new Error(reply.text)
  return reply.body.id
}
const render = (query = '', headers: Record<string, string> = {}, as?: string, id = dashboard) =>
  server.request(`GET /analytics/dashboards/${id}/render${query}`, { headers, ...(as ? { as } : {}) })
const chosen = (values: string[]) => `?filters=${encodeURIComponent(JSON.stringify([{ filter: 'country', values }]))}`

beforeAll(async () => {
  server = await testServer({ ports: realSources() })
  const source = await connectFiles(server, { 'orders.csv': orders })
  await extract(server, source)
  const measure = { aggregate: 'sum', table: 'orders', column: 'amount', name: 'total' }
  const country = { table: 'orders', column: 'country', name: 'country' }
  const spec = { mark: 'bar', encoding: { x: { field: 'country', type: 'nominal' }, y: { field: 'total', type: 'quantitative' } } }
  const chart = (title: string, semantic_query: unknown, more: object = {}) =>
    made('POST /analytics/charts', { title, datasource_id: source, query: { semantic_query }, cache_seconds: 60, ...more })
  byCountry = await chart('By country', { measures: [measure], dimensions: [country], order: [{ by: 'country' }] }, { spec })
  total = await chart('All together', { measures: [measure] })
  const tabs = [
    { id: 'first', title: 'First' },
    { id: 'second', title: 'Second' },
  ]
  dashboard = await made('POST /analytics/dashboards', {
    title: 'Shop & Co',
    description: 'What is sold',
    layout: [
      { id: 'note', type: 'text', text: NOTE, x: 0, y: 0, w: 12, h: 2 },
      { id: 'bars', chart_id: byCountry, x: 0, y: 2, w: 6, h: 4 },
      { id: 'sum', chart_id: total, x: 6, y: 2, w: 6, h: 4 },
      { id: 'tabs', type: 'tabs', tabs, x: 0, y: 6, w: 12, h: 2 },
      { id: 'on_first', tab: 'first', chart_id: total, title: 'On the first', x: 0, y: 0, w: 12, h: 4 },
      { id: 'on_second', tab: 'second', chart_id: total, title: 'On the second', x: 0, y: 0, w: 12, h: 3 },
      { id: 'below', type: 'text', text: 'The end', x: 0, y: 8, w: 12, h: 1 },
    ],
    filters: [{ id: 'country', member: 'orders.country', label: 'Country' }],
  })
}, 60_000)
afterAll(() => server.close())

test('a dashboard is one picture: its title, words, charts and open tabs on their places', async () => {
  const { status, headers, text } = await render()
  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([200, 'image/svg+xml; charset=utf-8', 'private, max-age=60'])
  expect(text).toMatch(/^<svg [^>]*width="1200"/)
  for (const shown of [
    'Shop &amp; Co',
    'What is sold',
    'Sales of all countries',
    'See the manual &amp; more.',
    '• second',
    'By country',
    'France',
    'On the first',
    'The end',
  ])
    expect(text).toContain(shown)
  for (const unshown of ['On the second', 'onerror', 'https://example.com']) expect(text).not.toContain(unshown)
  const heights = [Number(/height="(\d+)"/.exec(text)?.[1]), Number(/height="(\d+)"/.exec((await render('?tabs=second')).text)?.[1])]
  // What is open on a tab is taller than the tile and pushes down what stands below.
  expect((heights[0] ?? 0) - (heights[1] ?? 0)).toBe(80)
  expect((await render('?tabs=second')).text).toContain('On the second')
})

test('filters cut it and stand on it in words', async () => {
  const cut = (await render(chosen(['Chile']))).text
  expect(cut).toContain('Country: Chile')
  expect(cut).toContain('>90<')
  expect(cut).not.toContain('>France<')
  expect((await render('?filters=%5B%7B%22filter%22%3A%22none%22%2C%22values%22%3A%5B%5D%7D%5D')).status).toBe(422)
})

test('it is known again by what it shows', async () => {
  const etag = (await render()).headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[0-9a-f]{32}"$/)
  const again = await render('', { 'if-none-match': etag })
  expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
  expect((await render(chosen(['Chile']), { 'if-none-match': etag })).status).toBe(200)
  expect((await render('?theme=dark', { 'if-none-match': etag })).status).toBe(200)
})

test('as PNG it has the pixels of its layout, of which there are not too many', async () => {
  const png = new Uint8Array(await (await server.open(`GET /analytics/dashboards/${dashboard}/render?format=png&width=600&scale=1`)).arrayBuffer())
  const view = new DataView(png.buffer)
  const svg = (await render('?width=600')).text
  expect([view.getUint32(0), view.getUint32(16), view.getUint32(20)]).toEqual([0x89504e47, 600, Number(/height="(\d+)"/.exec(svg)?.[1])])
  const much = await render('?format=png&width=4000&scale=4')
  expect([much.status, much.body.error.param]).toEqual([422, 'width'])
})

test('it is drawn for those who see the dashboard alone, each over his own rows', async () => {
  const stranger = await server.account()
  expect((await render('', {}, stranger.key)).status).toBe(404)
  const token = async (body: object) => (await server.request('POST /analytics/auth/guest-token', { body: { dashboard_id: dashboard, ...body } })).body.token
  const guest = await render('', {}, await token({ rls: [{ clause: "country = 'Chile'" }] }))
  expect(guest.status).toBe(200)
  expect(guest.text).toContain('>90<')
  expect(guest.text).not.toContain('>France<')
  expect((await render('', {}, await token({}))).text).toContain('>France<')
})

test('a tile without rows says why in its place, and is not kept', async () => {
  const layout = [{ chart_id: byCountry, x: 0, y: 0, w: 12, h: 3 }]
  const id = await made('POST /analytics/dashboards', {
    title: 'Waits',
    layout,
    filters: [{ id: 'country', member: 'orders.country', label: 'Country', required: true }],
  })
  const { status, headers, text } = await render('', {}, undefined, id)
  expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
  expect(text).toContain('choose a value of')
  const empty = await made('POST /analytics/dashboards', { title: 'Empty' })
  expect((await render('', {}, undefined, empty)).text).toContain('Empty')
})
