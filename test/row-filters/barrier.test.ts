import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { guardStatement } from '#connectors/sources/guard/statement.ts'
import { rowBarrier } from '#domain/semantics/sql/row-barrier.ts'
import { hasClickhouse, NO_CLICKHOUSE, startClickhouse } from '#test/clickhouse/server.ts'
import { createMariadbDatabase, hasMariadb, NO_MARIADB } from '#test/mariadb.ts'
import { createPostgresDatabase, hasPostgres, NO_POSTGRES } from '#test/postgres.ts'
import { hasSqld, startSqld } from '#test/sqld.ts'

const script = ['create table orders (id int primary key, region varchar(9), n int)', "insert into orders values (1, 'EU', 1), (2, 'US', 2), (3, 'EU', 3)"]
const asked = 'select id from orders o where n > 1 and id = 2'
const rowPredicates = [{ table: 'orders', parts: ["region = 'EU'"], params: [] }]

test.skipIf(!hasPostgres)(`PostgreSQL plans the filter below the conditions of the statement${hasPostgres ? '' : ` (${NO_POSTGRES})`}`, async () => {
  const database = await createPostgresDatabase(script)
  try {
    const { sql } = await guardStatement('postgres', { sql: asked, tables: [{ name: 'orders', schema: 'public' }], rowPredicates, rowLimit: null })
    const plan = (await database.admin.unsafe(`explain (costs off) ${sql}`).values()).flat().join('\n')
    expect(plan).toMatch(/Subquery Scan on o\s+Filter: [^\n]*o\.n > 1[\s\S]*Seq Scan on orders\s+Filter: [^\n]*region/)
    expect((await database.admin.unsafe(`explain (costs off) ${sql.replace(rowBarrier('postgres'), '')}`).values()).flat().join('\n')).not.toContain(
      'Subquery Scan',
    )
  } finally {
    await database.drop()
  }
})

test.skipIf(!hasMariadb)(`MariaDB materialises the filtered rows first${hasMariadb ? '' : ` (${NO_MARIADB})`}`, async () => {
  const database = await createMariadbDatabase(script)
  try {
    const tables = [{ name: 'orders', schema: database.connection.database }]
    const { sql } = await guardStatement('mariadb', { sql: asked, tables, rowPredicates, rowLimit: null })
    const plan = async (text: string) => JSON.stringify((await database.admin.query(`explain format=json ${text}`))[0])
    const inner = /materialized[\s\S]*/.exec(await plan(sql))?.[0] ?? ''
    expect(inner).toContain('region')
    expect(inner).not.toMatch(/`?n`? > 1/)
    expect(await plan(sql.replace(rowBarrier('mariadb'), ''))).not.toContain('materialized')
  } finally {
    await database.drop()
  }
})

test('SQLite runs the filter in a program of its own', () => {
  const database = new DatabaseSync(':memory:')
  for (const sql of script) database.exec(sql)
  const plan = (barrier: string) =>
    database
      .prepare(`explain query plan select id from (select * from orders where region = 'EU'${barrier}) o where n > 1 and id = 2`)
      .all()
      .map(({ detail }) => String(detail))
  expect(plan(rowBarrier('sqlite'))).toEqual(['CO-ROUTINE o', 'SCAN orders', 'SCAN o'])
  expect(plan('').join()).not.toContain('CO-ROUTINE')
})

test('DuckDB filters twice: by the filter below, by the statement above', async () => {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  for (const sql of script) await connection.run(sql)
  const plan = async (barrier: string) => {
    const rows = await connection.runAndReadAll(`explain select id from (select * from orders where region = 'EU'${barrier}) o where n > 1 and id = 2`)
    return String(rows.getRows()[0]?.[1])
  }
  const held = await plan(rowBarrier('duckdb'))
  expect(held.indexOf('LIMIT')).toBeGreaterThan(held.indexOf('n > 1'))
  expect(held.indexOf('region')).toBeGreaterThan(held.indexOf('LIMIT'))
  expect(await plan('')).not.toContain('LIMIT')
  connection.disconnectSync()
  instance.closeSync()
})

test.skipIf(!hasClickhouse)(
  `ClickHouse reads by the filter alone, and by the statement's conditions after${hasClickhouse ? '' : ` (${NO_CLICKHOUSE})`}`,
  async () => {
    const server = await startClickhouse()
    try {
      await server.run('create table orders (id Int64, region String, n Int64) engine = MergeTree order by id')
      await server.run(script[1] ?? '')
      const { sql } = await guardStatement('clickhouse', { sql: asked, tables: [{ name: 'orders', schema: 'default' }], rowPredicates, rowLimit: null })
      const plan = (text: string) => server.run(`explain actions = 1 ${text} format TSVRaw`)
      const [above = '', below = ''] = (await plan(sql)).split(/Limit \(preliminary LIMIT\)/)
      expect(above).toMatch(/Filter column: n > 1 AND id = 2/)
      expect(below).toMatch(/Prewhere filter column:\s+region = 'EU'\s*$/)
      expect(await plan(sql.replace(rowBarrier('clickhouse'), ''))).toMatch(/Prewhere filter column:\s+id = 2 AND n > 1 AND region/)
    } finally {
      await server.stop()
    }
  },
  60_000,
)

test.skipIf(!hasSqld)(
  `libSQL runs the filter in a program of its own${hasSqld ? '' : ' (no libSQL server for this platform)'}`,
  async () => {
    const server = await startSqld()
    try {
      const { sql } = await guardStatement('sqlite', { sql: asked, tables: ['orders'], rowPredicates, rowLimit: null })
      const plan = async (text: string) => {
        const requests = [...script, `explain query plan ${text}`].map((one) => ({ type: 'execute', stmt: { sql: one } }))
        const reply = await fetch(`${server.url}/v2/pipeline`, { method: 'POST', body: JSON.stringify({ requests: [...requests, { type: 'close' }] }) })
        const { results } = (await reply.json()) as { results: { response?: { result?: { rows: { value: string }[][] } } }[] }
        return results.at(-2)?.response?.result?.rows.map((row) => row.at(-1)?.value)
      }
      expect(await plan(sql)).toEqual(['CO-ROUTINE o', 'SCAN orders', 'SCAN o'])
      expect((await plan(sql.replace(rowBarrier('sqlite'), '')))?.join()).not.toContain('CO-ROUTINE')
    } finally {
      await server.stop()
    }
  },
  60_000,
)
