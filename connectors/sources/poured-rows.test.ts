import { afterAll, beforeAll, expect, test } from 'vitest'
import type { QueryResult, RowSink, SourceQuery, SourceSpec } from '#domain/semantics/sources/source.ts'
import { createBench, never, SHOP, sqliteFile } from './fixtures.ts'

const bench = createBench()
let files: SourceSpec
let sqlite: SourceSpec

beforeAll(async () => {
  files = await bench.spec('file', [{ name: 'shop.sqlite', bytes: sqliteFile(SHOP) }])
  sqlite = await bench.spec('sqlite', [{ name: 'shop.sqlite', bytes: sqliteFile(SHOP) }])
})
afterAll(() => bench.close())

type Poured = { result: QueryResult; columns: QueryResult['columns']; text: string; parts: number }

async function pour(spec: SourceSpec, sql: string, more: Partial<SourceQuery> = {}, sink: Partial<RowSink> = {}): Promise<Poured> {
  const parts: Buffer[] = []
  let columns: QueryResult['columns'] = []
  const taking: RowSink = {
    separator: ',',
    maxBytes: 100_000_000,
    columns(told) {
      columns = told
    },
    rows(text) {
      parts.push(Buffer.from(text))
    },
    ...sink,
  }
  const query: SourceQuery = { sql, rowLimit: 1000, timeoutMs: 20_000, origin: 'compiler', ...more }
  const result = await bench.sources.query(spec, query, never, taking)
  return { result, columns, text: Buffer.concat(parts).toString(), parts: parts.length }
}

const TYPED = `select * from (values
  (true, 1::tinyint, 32767::smallint, 9007199254740993::bigint, 18446744073709551615::ubigint, (-170141183460469231731687303715884105728)::hugeint, 1.5::float, 0.1::double,
   12.50::decimal(10,2), 12345678901234567.125::decimal(30,3), 0.000001::decimal(38,20), 'x"\\ü\n\t😀', date '2024-05-06', timestamp '2024-05-06 07:08:09',
   timestamp '2024-05-06 07:08:09.12', timestamp '2024-05-06 07:08:09.123456', timestamptz '2024-05-06 07:08:09.5+02', uuid '00000000-0000-0000-0000-000000000001'),
  (null, null, null, null, null, null, 'nan'::float, 'infinity'::double, null, null, null, null, null, null, null, null, null, null),
  (false, -1, 0, 1, 0, 1, 1e30, -0.0, -0.05, 100000000000000.000, 0, '', date '0001-01-01', timestamp '1969-12-31 23:59:59.999', timestamp '2024-01-01 00:00:00', timestamp '2024-01-01 00:00:00.000001', timestamptz '1900-01-01 00:00:00+00', null)
) t`

test.each([
  ['every type the engine writes', TYPED],
  [
    'types that only the driver writes',
    "select [1, 2] as list, {'a': 1} as struct, interval 1 day as span, 'ab'::blob as bytes, time '07:08:09.5' as at, '{\"a\": 1}'::json as doc",
  ],
  ['equal names', 'select 1 as a, 2 as a, 3 as "a b"'],
  ['an order', 'select i, i % 7 as m from range(5000) t(i) order by m desc, i'],
  ['a comment at the end', 'select 1 as a -- the end'],
  ['a semicolon', 'select 1 as a ;'],
  ['no rows', 'select 1 as a where false'],
])('poured rows are those of a plain result: %s', async (_, sql) => {
  const plain = await bench.sources.query(files, { sql, rowLimit: 10_000, timeoutMs: 20_000, origin: 'compiler' }, never)
  const { result, columns, text } = await pour(files, sql, { rowLimit: 10_000 })
  expect(JSON.parse(`[${text}]`)).toEqual(plain.rows)
  expect([columns, result.columns, result.rowCount, result.truncated]).toEqual([plain.columns, plain.columns, plain.rows.length, false])
})

test('rows of SQLite are poured with the same values and types', async () => {
  for (const sql of ['select * from orders', 'select *, amount * 2 as twice from orders join customers on customer_id = customers.id', 'select 1 where 0']) {
    const plain = await bench.sources.query(sqlite, { sql, rowLimit: 100, timeoutMs: 20_000, origin: 'compiler' }, never)
    const { result, text } = await pour(sqlite, sql)
    expect(JSON.parse(`[${text}]`)).toEqual(plain.rows)
    expect([result.columns, result.rowCount]).toEqual([plain.columns, plain.rows.length])
  }
})

test('each row is a line where lines are asked for', async () => {
  const { text } = await pour(files, 'select i from range(3) t(i)', {}, { separator: '\n' })
  expect(text).toBe('[0]\n[1]\n[2]')
})

test('a result is cut at its rows and at its bytes', async () => {
  const rows = await pour(files, 'select i from range(5000) t(i)', { rowLimit: 10 })
  expect([JSON.parse(`[${rows.text}]`).length, rows.result.truncated]).toEqual([10, true])
  const bytes = await pour(files, "select repeat('x', 1000) as x from range(5000)", { rowLimit: 10_000 }, { maxBytes: 50_000 })
  expect([JSON.parse(`[${bytes.text}]`).length, bytes.result.truncated]).toEqual([49, true])
})

test('a slow reader sets the pace, and gets everything', async () => {
  const slow = { rows: () => new Promise<void>((resolve) => setTimeout(resolve, 2)) }
  const { result } = await pour(files, "select i, repeat('y', 200) as y from range(20000) t(i)", { rowLimit: 100_000 }, slow)
  expect(result.rowCount).toBe(20_000)
})

test('a query that fails among its rows fails, and the next one reads its own rows', async () => {
  const failing = pour(files, "select case when i = 90000 then cast('x' as integer) else i end as n from range(100000) t(i)", { rowLimit: 1_000_000 })
  await expect(failing).rejects.toMatchObject({ code: expect.stringMatching(/^query_/) })
  const { text } = await pour(files, 'select 1 as a')
  expect(text).toBe('[1]')
})
