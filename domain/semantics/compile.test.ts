import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance, type DuckDBValue } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { Failure } from '#domain/failure.ts'
import { shopLayer, shopStatements } from '#test/fixtures/shop.ts'
import { queryCases } from './compile.cases.ts'
import { type CompiledQuery, compileQuery } from './compile.ts'
import { SemanticQuery } from './semantic-query.ts'

type Cell = string | number | boolean | null

const sqlite = new DatabaseSync(':memory:')
for (const statement of shopStatements) sqlite.exec(statement)
const duckdb = await (await DuckDBInstance.create(':memory:')).connect()
for (const statement of shopStatements) await duckdb.run(statement)

/** Values as both engines can agree on them: numbers as numbers, moments as ISO text, booleans as 1 and 0. */
function comparable(value: unknown): Cell {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  if (typeof value === 'bigint' || typeof value === 'boolean') return Number(value)
  return String(value).replace(/^(.*):00$/, '$1:00')
}

function runSqlite({ sql, params, columns }: CompiledQuery): Cell[][] {
  const rows = sqlite.prepare(sql).all(...params.map((value) => (typeof value === 'boolean' ? Number(value) : value)))
  return rows.map((row) => columns.map((column) => comparable(row[column.name])))
}

async function runDuckdb({ sql, params }: CompiledQuery): Promise<Cell[][]> {
  const reader = await duckdb.runAndReadAll(sql, params as DuckDBValue[])
  return reader.getRows().map((row) => row.map(comparable))
}

test('every query compiles to the SQL on record, in both dialects', async () => {
  const written = Object.entries(queryCases).map(([name, { query }]) => {
    const both = (['sqlite', 'duckdb'] as const).map((dialect) => {
      const { sql, params } = compileQuery(shopLayer(dialect), SemanticQuery.parse(query))
      return `${dialect}: ${sql}${params.length > 0 ? `\n  -- ${JSON.stringify(params)}` : ''}`
    })
    return `-- ${name}\n${both.join('\n')}\n`
  })
  await expect(written.join('\n')).toMatchFileSnapshot('./compile.golden.sql')
})

test.each(Object.entries(queryCases))('%s: SQLite and DuckDB give the expected rows', async (_, { query, rows }) => {
  const parsed = SemanticQuery.parse(query)
  expect(runSqlite(compileQuery(shopLayer('sqlite'), parsed))).toEqual(rows)
  expect(await runDuckdb(compileQuery(shopLayer('duckdb'), parsed))).toEqual(rows)
})

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
    'a date that is none',
    { dimensions: [{ table: 'orders', column: 'id' }], filters: { table: 'orders', column: 'ordered_at', operator: 'equals', values: ['soon'] } },
    '"soon" is no date',
    '',
  ],
  ['nothing to show', {}, 'at least one measure or dimension', ''],
])('%s is refused with a hint', (_, query, message, hint) => {
  const failure = failureOf(query)
  expect(failure.code).toBe('query_invalid')
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
