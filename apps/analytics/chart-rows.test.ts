import { readXlsx } from 'hucre/xlsx'
import { parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '#test/harness.ts'
import { connectFiles, extract, realSources } from '#test/ports.ts'

let server: TestServer
let source: string
let chart: string

const many = 45_000
beforeAll(async () => {
  server = await testServer({ ports: realSources(), environment: { QUERY_ROW_LIMIT: '1000000' } })
  source = await connectFiles(server, {
    'items.csv': 'id,name,price,day\n1,=2+3,1.5,2025-01-01\n2,"Ärger, ""groß""",-2.25,2025-02-01\n3,,,\n',
  })
  await extract(server, source)
  chart = await chartOf('select id, name, price, day from items order by id', { title: 'Preise: "März"/2025' })
})
afterAll(() => server.close())

async function chartOf(sql: string, facts: Record<string, unknown> = {}): Promise<string> {
  const reply = await server.request('POST /analytics/charts', { body: { title: 'x', datasource_id: source, query: { sql }, spec: null, ...facts } })
  if (reply.status !== 201) throw new Error(reply.text)
  return reply.body.id
}
const bytesOf = async (line: string, headers: Record<string, string> = {}) => {
  const reply = await server.open(line, { headers })
  return { reply, bytes: new Uint8Array(await reply.arrayBuffer()) }
}
const exported = (format: string, id = chart) => bytesOf(`GET /analytics/charts/${id}/export?format=${format}`)

test('CSV: quoted, under a name of its own, with formulas defused', async () => {
  const { reply, bytes } = await exported('csv')
  expect(reply.headers.get('content-disposition')).toBe(`attachment; filename="Preise M_rz 2025.csv"; filename*=UTF-8''Preise%20M%C3%A4rz%202025.csv`)
  const [head, first, second, third] = new TextDecoder().decode(bytes).split('\r\n')
  expect([head, first, third]).toEqual(['id,name,price,day', expect.stringMatching(/^1,'=2\+3,1\.5,2025-01-01/), '3,,,'])
  expect(second).toMatch(/^2,"Ärger, ""groß""",-2\.25,2025-02-01/)
})

test('NDJSON and JSON hold objects', async () => {
  const lines = new TextDecoder()
    .decode((await exported('ndjson')).bytes)
    .trimEnd()
    .split('\n')
  const array = JSON.parse(new TextDecoder().decode((await exported('json')).bytes))
  expect(lines.map((line) => JSON.parse(line))).toEqual(array)
  expect(array[0]).toMatchObject({ id: 1, name: '=2+3', price: 1.5 })
  expect(array[2]).toEqual({ id: 3, name: null, price: null, day: null })
})

test('a workbook holds numbers as numbers, and text that looks like a formula as text', async () => {
  const { sheets } = await readXlsx((await exported('xlsx')).bytes)
  const [head, first, second] = sheets[0]?.rows ?? []
  expect(head).toEqual(['id', 'name', 'price', 'day'])
  expect(first?.slice(0, 3)).toEqual([1, '=2+3', 1.5])
  expect(second?.[1]).toBe('Ärger, "groß"')
})

test('Parquet holds its types, in groups of rows', async () => {
  const id = await chartOf(`select i as id, 'n' || i as name, i / 4.0 as share, i % 3 = 0 as third from range(${many}) t(i), items where items.id = 1`)
  const { bytes } = await exported('parquet', id)
  const rows = await parquetReadObjects({ file: bytes.buffer as ArrayBuffer })
  expect(rows).toHaveLength(many)
  expect(rows[40_001]).toEqual({ id: 40_001n, name: 'n40001', share: expect.anything(), third: false })
})

test('data comes in pages, and as the file that is accepted', async () => {
  const page = await server.request(`GET /analytics/charts/${chart}/data?page=2&page_size=2`)
  expect([page.body.rows.length, page.body.rows[0][0], page.body.row_count]).toEqual([1, 3, 3])
  const types = ['text/csv', 'application/x-ndjson', 'application/vnd.apache.parquet']
  for (const accept of types) {
    const { reply } = await bytesOf(`GET /analytics/charts/${chart}/data`, { accept })
    expect([accept, reply.headers.get('content-type')?.split(';')[0]]).toEqual([accept, accept])
  }
  expect((await bytesOf(`GET /analytics/charts/${chart}/data?format=csv`, { accept: 'application/json' })).reply.headers.get('content-type')).toMatch(
    'text/csv',
  )
})

test('a query that fails fails before the file begins', async () => {
  const id = await chartOf('select 1 as n')
  await server.request(`POST /semantic/datasources/${source}/disable`)
  expect((await server.request(`GET /analytics/charts/${id}/export?format=xlsx`)).status).toBe(403)
  await server.request(`POST /semantic/datasources/${source}/enable`)
})

test('rows are kept for cache_seconds, and told how old they are', async () => {
  const id = await chartOf('select random() as n from items', { cache_seconds: 60 })
  const read = () => server.request(`GET /analytics/charts/${id}/data`)
  const [first, second] = await Promise.all([read(), read()])
  expect(second.body).toEqual(first.body)
  server.clock.now = new Date(server.clock.now.getTime() + 20_000)
  const later = await read()
  expect([later.body.rows, later.headers.get('cache-control')]).toEqual([first.body.rows, 'private, max-age=40'])
  server.clock.now = new Date(server.clock.now.getTime() + 41_000)
  expect((await read()).body.rows).not.toEqual(first.body.rows)
})

test('what is kept is never shown to who sees other rows', async () => {
  const id = await chartOf('select count(*) as n from items', { cache_seconds: 600 })
  const viewer = await server.account({ attributes: { item: '2' } })
  await server.request(`POST /analytics/charts/${id}/share/user`, { body: { user_id: viewer.id } })
  const read = async (as?: string) => (await server.request(`GET /analytics/charts/${id}/data`, as ? { as } : {})).body.rows[0][0]
  expect([await read(), await read(viewer.key)].map(Number)).toEqual([3, 3])
  const filter = await server.request('POST /semantic/filters', {
    body: {
      datasource_id: source,
      table_name: 'items',
      condition: { member: 'id', operator: 'equals', values: ['{{user.attributes.item}}'] },
      applies_to: { users: [viewer.id] },
    },
  })
  expect(filter.status).toBe(201)
  expect([await read(), await read(viewer.key)].map(Number)).toEqual([3, 1])
})
