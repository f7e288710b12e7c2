import { afterAll, expect, test } from 'vitest'
import { Failure } from '#domain/failure.ts'
import { hasClickhouse, NO_CLICKHOUSE, startClickhouse } from '#test/clickhouse/server.ts'
import { marketLayer } from '#test/fixtures/market.ts'
import { type Cell, clickhouseMarket, duckdbMarket, mysqlMarket, postgresMarket, sqliteMarket } from '#test/fixtures/market-engines.ts'
import { shopLayer } from '#test/fixtures/shop.ts'
import { queryCases } from '#test/semantic-cases/compile.cases.ts'
import { SemanticQuery } from '../semantic-query.ts'
import { Dialect } from '../sources/source.ts'
import { compileQuery } from './compile.ts'

const [sqlite, duckdb, postgres, mariadb] = await Promise.all([sqliteMarket(), duckdbMarket(), postgresMarket(), mysqlMarket()])
const clickhouseServer = hasClickhouse ? await startClickhouse() : null
const clickhouse =
  clickhouseServer && (await clickhouseMarket(`http://${clickhouseServer.user}:${clickhouseServer.password}@${clickhouseServer.host}:${clickhouseServer.port}`))
const servers = [postgres, mariadb, clickhouse].filter((engine) => engine !== null)

afterAll(async () => {
  await Promise.all([sqlite, duckdb, ...servers].map((engine) => engine.close()))
  await clickhouseServer?.stop()
})

const cases = Object.entries(queryCases)

test.each(Dialect.options)('every query compiles to the SQL on record: %s', async (dialect) => {
  const layer = marketLayer(dialect)
  const written = cases.map(([name, { query }]) => {
    const { sql, params } = compileQuery(layer, SemanticQuery.parse(query))
    return `-- ${name}\n${sql}${params.length > 0 ? `\n-- ${JSON.stringify(params)}` : ''}\n`
  })
  await expect(written.join('\n')).toMatchFileSnapshot(`./golden/${dialect}.sql`)
})

const onRecord: Record<string, Cell[][]> = {}

test.each(cases)('%s: SQLite and DuckDB give the same rows', async (name, { query, rows }) => {
  const parsed = SemanticQuery.parse(query)
  const found = await sqlite.run(compileQuery(marketLayer('sqlite'), parsed))
  onRecord[name] = found
  if (rows) expect(found).toEqual(rows.map((row) => row.map((cell) => (typeof cell === 'number' ? Number(cell.toPrecision(9)) : cell))))
  expect(await duckdb.run(compileQuery(marketLayer('duckdb'), parsed))).toEqual(found)
})

test('the rows are those on record', async () => {
  const lines = Object.entries(onRecord).map((line) => `${JSON.stringify(line)}\n`)
  await expect(lines.join('')).toMatchFileSnapshot('./golden/rows.jsonl')
})

for (const [title, engine, missing] of [
  ['PostgreSQL', postgres, 'skipped: needs a server on 127.0.0.1:5432'],
  ['MariaDB or MySQL', mariadb, 'skipped: needs a server on 127.0.0.1:3306'],
  ['ClickHouse', clickhouse, NO_CLICKHOUSE],
] as const) {
  test.skipIf(!engine)(engine ? `${title} gives the rows on record` : `${title} gives the rows on record (${missing})`, { timeout: 60_000 }, async () => {
    if (!engine) return
    const layer = marketLayer(engine.dialect)
    for (const [name, { query }] of cases) {
      const rows = await engine.run(compileQuery(layer, SemanticQuery.parse(query))).catch((error) => String(error))
      expect.soft(rows, name).toEqual(onRecord[name])
    }
  })
}

function failureOf(query: unknown): Failure {
  try {
    compileQuery(shopLayer('sqlite'), SemanticQuery.parse(query))
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
  throw new Error('the query compiled')
}

test.each([
  ['an unknown table', { dimensions: [{ table: 'costumers', column: 'name' }] }, 'there is no table "costumers"', 'customers'],
  ['an unknown column', { dimensions: [{ table: 'customers', column: 'contry' }] }, 'there is no column "contry" in table "customers"', 'country'],
  ['an unknown measure', { measures: [{ measure: 'revenu' }] }, 'there is no measure "revenu"', 'revenue'],
  ['an unknown output', { measures: [{ measure: 'revenue' }], order: [{ by: 'revnue' }] }, 'there is no column "revnue" in the result', 'revenue'],
  [
    'a duration between fixed moments',
    {
      measures: [
        { aggregate: 'avg', table: 'orders', expression: { duration: { from: { moment: '2024-01-01' }, to: { moment: '2024-02-01' }, unit: 'day' } } },
      ],
    },
    'a duration is from or to a column',
    '',
  ],
  [
    'a duration from what is no date',
    {
      measures: [{ aggregate: 'avg', table: 'customers', expression: { duration: { from: { column: 'name' }, to: { moment: '2024-02-01' }, unit: 'day' } } }],
    },
    '"name" in "customers" holds no dates to count the time from or to',
    '',
  ],
  ['a hidden table', { dimensions: [{ table: 'secrets', column: 'code' }] }, 'there is no table "secrets"', ''],
  [
    'two ways to join',
    { measures: [{ aggregate: 'count', table: 'flights' }], dimensions: [{ table: 'airports', column: 'city' }] },
    'flights.origin → airports.code',
    'joins',
  ],
  [
    'no way to join',
    {
      dimensions: [
        { table: 'airports', column: 'city' },
        { table: 'customers', column: 'name' },
      ],
    },
    'no relationship connects airports and customers',
    '',
  ],
  ['a sum of text', { measures: [{ aggregate: 'sum', table: 'customers', column: 'name' }] }, 'holds no numbers', ''],
  ['months of a year column', { dimensions: [{ table: 'products', column: 'made_in', grain: 'month' }] }, 'holds years only', ''],
  [
    'a stretch of time as a part that repeats',
    { dimensions: [{ table: 'orders', column: 'id' }], filters: { table: 'orders', column: 'ordered_at', grain: 'month', operator: 'equals', values: [3] } },
    'has no month to compare',
    '',
  ],
  [
    'a part of a date compared with text',
    {
      dimensions: [{ table: 'orders', column: 'id' }],
      filters: { table: 'orders', column: 'ordered_at', grain: 'day_of_week', operator: 'equals', values: ['Sunday'] },
    },
    'is compared with numbers',
    '',
  ],
  [
    'the time since what is no date',
    {
      dimensions: [{ table: 'orders', column: 'id' }],
      filters: { table: 'orders', column: 'ordered_at', since: { table: 'orders', column: 'total', unit: 'day' }, operator: 'less_than', values: [3] },
    },
    '"total" in "orders" holds no dates to count the time from or to',
    '',
  ],
  [
    'a calculation over a column of which a row may have several',
    { measures: [{ aggregate: 'sum', table: 'orders', expression: { column: 'quantity', table: 'lines' } }] },
    'a row of "orders" may have several of "lines"',
    '',
  ],
  [
    'two ways to compare at once',
    {
      dimensions: [{ table: 'orders', column: 'id' }],
      filters: { table: 'orders', column: 'total', than: 'average', grain: 'day_of_week', operator: 'less_than' },
    },
    'is compared by one of',
    '',
  ],
  [
    'a date that is none',
    { dimensions: [{ table: 'orders', column: 'id' }], filters: { table: 'orders', column: 'ordered_at', operator: 'equals', values: ['soon'] } },
    '"soon" is no date',
    '',
  ],
  ['nothing to show', {}, 'at least one measure or dimension', ''],
])('%s is refused with a hint', (_, query, message, hint) => {
  const failure = failureOf(query)
  expect(failure.code).toBe(message.includes('→') ? 'ambiguous_join' : 'query_invalid')
  expect(failure.message).toContain(message)
  expect(failure.details.hint ?? '').toContain(hint)
})

test('columns tell label, role, type, unit and origin', () => {
  const { columns, tables } = compileQuery(
    shopLayer('sqlite'),
    SemanticQuery.parse({
      measures: [{ measure: 'revenue' }, { aggregate: 'count', table: 'orders' }],
      dimensions: [{ table: 'orders', column: 'ordered_at', grain: 'month' }],
    }),
  )
  expect(tables).toEqual(['orders'])
  expect(columns).toEqual([
    {
      name: 'ordered_at_month',
      label: 'Ordered at (month)',
      role: 'dimension',
      type: 'text',
      unit: null,
      grain: 'month',
      aggregate: null,
      table: 'orders',
      column: 'ordered_at',
    },
    { name: 'revenue', label: 'Revenue', role: 'measure', type: 'number', unit: 'EUR', grain: null, aggregate: 'sum', table: 'orders', column: 'total' },
    {
      name: 'count_orders',
      label: 'Orders count',
      role: 'measure',
      type: 'integer',
      unit: null,
      grain: null,
      aggregate: 'count',
      table: 'orders',
      column: null,
    },
  ])
})

test('the caller’s default limit holds unless the query names one', () => {
  const query = SemanticQuery.parse({ dimensions: [{ table: 'customers', column: 'name' }] })
  expect(compileQuery(shopLayer('sqlite'), query, { defaultLimit: 2 }).sql).toMatch(/LIMIT 2$/)
  expect(compileQuery(shopLayer('sqlite'), { ...query, limit: 3 }, { defaultLimit: 2 }).sql).toMatch(/LIMIT 3$/)
})
