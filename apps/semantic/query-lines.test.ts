import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '#test/harness.ts'
import { connectFiles, extract, realSources } from '#test/ports.ts'

let server: TestServer
let id: string
const LINES = { accept: 'application/x-ndjson' }

beforeAll(async () => {
  server = await testServer({ ports: realSources(), environment: { QUERY_ROW_LIMIT: '1000000' } })
  const rows = Array.from({ length: 3000 }, (_, index) => `${index},name ${index},${index / 4}`)
  id = await connectFiles(server, { 'items.csv': `id,name,price\n${rows.join('\n')}\n` })
  await extract(server, id)
})
afterAll(() => server.close())

const ask = (body: unknown, headers: Record<string, string> = {}) => server.request(`POST /semantic/datasources/${id}/query`, { body, headers })
const linesOf = (text: string): any[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

test('lines and one JSON text hold the same result', async () => {
  for (const body of [
    { sql: 'select * from items order by id' },
    { semantic_query: { dimensions: [{ table: 'items', column: 'name' }], measures: [{ aggregate: 'sum', table: 'items', column: 'price' }], limit: 7 } },
    { sql: 'select * from items where id < 0' },
  ]) {
    const whole = await ask(body)
    const lines = await ask(body, LINES)
    expect([whole.status, lines.status, lines.headers.get('content-type')]).toEqual([200, 200, 'application/x-ndjson; charset=utf-8'])
    const [head, ...rest] = linesOf(lines.text)
    const facts = rest.pop()
    const { columns, rows, duration_ms: _, ...others } = whole.body
    expect([head, rest]).toEqual([{ columns }, rows])
    expect(facts).toMatchObject(others)
  }
})

test('a row limit cuts lines too', async () => {
  const lines = linesOf((await ask({ sql: 'select id from items', row_limit: 10 }, LINES)).text)
  expect([lines.length, lines.at(-1).truncated, lines.at(-1).row_count]).toEqual([12, true, 10])
})

test('a query that fails before its rows fails as ever; one that breaks off says so in its last line', async () => {
  const refused = await ask({ sql: 'delete from items' }, LINES)
  expect([refused.status, refused.body.error.code]).toEqual([422, 'statement_not_allowed'])
  const broken = await ask(
    { sql: "select case when i = 90000 then cast('x' || i as integer) else i end as n from range(100000) t(i), items where items.id = 1" },
    LINES,
  )
  const failed = broken.status === 200 ? linesOf(broken.text).at(-1).error : broken.body.error
  expect(failed.code).toMatch(/^query_|function_not_allowed|table_not_allowed/)
})

test('a repeated key runs a query for lines again: nothing was changed', async () => {
  const headers = { ...LINES, 'idempotency-key': 'lines-1' }
  const replies = [await ask({ sql: 'select 1 as n' }, headers), await ask({ sql: 'select 1 as n' }, headers)]
  expect(replies.map(({ status, text }) => [status, linesOf(text)[1]])).toEqual([
    [200, [1]],
    [200, [1]],
  ])
})

test('a client that leaves ends the query', async () => {
  const gone = new AbortController()
  const sql = 'select a.id, b.name, c.price from items a, items b, items c'
  const response = await server.open(`POST /semantic/datasources/${id}/query`, { body: { sql }, headers: LINES, signal: gone.signal })
  const reader = response.body?.getReader()
  expect((await reader?.read())?.done).toBe(false)
  await reader?.cancel()
  const { body } = await ask({ sql: 'select count(*) as n from items' })
  expect(body.rows).toEqual([[3000]])
})
