import { join } from 'node:path'
import { createClient } from '@libsql/client/web'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestHarness, type TestHarness } from 'wrangler'
import type { ConnectedSpec } from '#connectors/sources/engine.ts'
import type { QueryResult, SourceSchema, SourceValidation, TableProfile } from '#domain/semantics/sources/source.ts'
import { type ClickhouseServer, hasClickhouse, NO_CLICKHOUSE, startClickhouse } from '#test/clickhouse/server.ts'
import { createMariadbDatabase, hasMariadb, type MariadbDatabase, NO_MARIADB } from '#test/mariadb.ts'
import { createPostgresDatabase, hasPostgres, NO_POSTGRES, type PostgresDatabase } from '#test/postgres.ts'
import { hasSqld, startSqld } from '#test/sqld.ts'
import type { EngineCall } from './source-worker.ts'

let harness: TestHarness

const ask = async <T>(call: EngineCall): Promise<T> => {
  const fetch = harness.getWorker().fetch as unknown as typeof globalThis.fetch
  const reply = await fetch('http://engine.test/', { method: 'POST', body: JSON.stringify(call) })
  const { result, ...failure } = (await reply.json()) as { result?: T }
  if (result === undefined) throw Object.assign(new Error('the engine failed'), failure)
  return result
}
const query = (spec: ConnectedSpec, sql: string, { params = [], ...more }: { params?: (string | number)[]; leaveAfterMs?: number } = {}) =>
  ask<QueryResult>({ spec, method: 'query', query: { sql, params, rowLimit: 2, timeoutMs: 20_000 }, ...more })

beforeAll(async () => {
  const main = join(import.meta.dirname, 'source-worker.ts')
  harness = createTestHarness({
    workers: [{ config: { name: 'engines', main, compatibility_date: '2026-10-01', compatibility_flags: ['nodejs_compat', 'enable_request_signal'] } }],
  })
  await harness.listen()
})
afterAll(() => harness?.close())

describe.skipIf(!hasMariadb)(hasMariadb ? 'MariaDB from workerd' : `MariaDB from workerd (${NO_MARIADB})`, () => {
  let database: MariadbDatabase
  let spec: ConnectedSpec

  beforeAll(async () => {
    database = await createMariadbDatabase([
      "create table orders (id int primary key, amount decimal(20,2) comment 'in euros', big bigint)",
      'insert into orders values (1, 12.50, 9007199254740993), (2, 7, 2), (3, 1, null)',
    ])
    spec = { id: 'ds_1', type: 'mariadb', version: '1', files: [], connection: { ...database.connection, ...(await database.user('select')) } }
  })
  afterAll(() => database?.drop())

  test('tells what it is, what it holds and what it is like', async () => {
    expect(await ask<SourceValidation>({ spec, method: 'validate' })).toMatchObject({
      valid: true,
      readOnly: true,
      serverVersion: expect.stringMatching(/^MariaDB/),
    })
    const { tables } = await ask<SourceSchema>({ spec, method: 'introspect' })
    expect(tables.map(({ name, primaryKey }) => [name, primaryKey])).toEqual([['orders', ['id']]])
    if (tables[0])
      expect(await ask<TableProfile>({ spec, method: 'profile', table: tables[0] })).toMatchObject({
        rows: 3,
        columns: [{ distinct: 3, min: '1', max: '3' }, {}, {}],
      })
  })

  test('answers statements with values and without', async () => {
    expect(await query(spec, 'select * from orders order by id')).toMatchObject({
      rows: [
        [1, 12.5, '9007199254740993'],
        [2, 7, 2],
      ],
      truncated: true,
    })
    expect(await query(spec, 'select id from orders where amount > ? and id < ?', { params: [7.5, 3] })).toMatchObject({ rows: [[1]], truncated: false })
    await expect(query(spec, 'delete from orders')).rejects.toMatchObject({ code: expect.stringMatching(/not_allowed$/) })
  })

  test('a caller who leaves ends the statement on the server', async () => {
    await expect(query(spec, 'select sleep(60)', { leaveAfterMs: 500 })).rejects.toMatchObject({ code: 'TimeoutError' })
    await vi.waitFor(async () => {
      const [rows] = await database.admin.query(
        "select 1 from information_schema.processlist where db = ? and info like '%sleep(60)%' and id <> connection_id()",
        [database.connection.database],
      )
      expect(rows).toEqual([])
    }, 20_000)
  })
})

describe.skipIf(!hasPostgres)(hasPostgres ? 'PostgreSQL from workerd' : `PostgreSQL from workerd (${NO_POSTGRES})`, () => {
  let database: PostgresDatabase
  let spec: ConnectedSpec

  beforeAll(async () => {
    database = await createPostgresDatabase([
      'create table orders (id int primary key, amount numeric(20,2), big bigint)',
      'insert into orders values (1, 12.50, 9007199254740993), (2, 7, 2), (3, 1, null)',
      'analyze orders',
    ])
    spec = { id: 'ds_3', type: 'postgres', version: '1', files: [], connection: { ...database.connection, ...(await database.user('select')) } }
  })
  afterAll(() => database?.drop())

  test('tells what it is, what it holds and what it is like', async () => {
    expect(await ask<SourceValidation>({ spec, method: 'validate' })).toMatchObject({
      valid: true,
      readOnly: true,
      serverVersion: expect.stringMatching(/^\d+\./),
    })
    const { tables } = await ask<SourceSchema>({ spec, method: 'introspect' })
    expect(tables.map(({ name, primaryKey, rowEstimate }) => [name, primaryKey, rowEstimate])).toEqual([['orders', ['id'], 3]])
    if (tables[0])
      expect(await ask<TableProfile>({ spec, method: 'profile', table: tables[0] })).toMatchObject({
        rows: 3,
        columns: [{ distinct: 3, min: '1', max: '3' }, {}, {}],
      })
  })

  test('answers statements with values and without', async () => {
    const first = [
      [1, 12.5, '9007199254740993'],
      [2, 7, 2],
    ]
    expect(await query(spec, 'select * from orders order by id')).toMatchObject({ rows: first, truncated: true })
    expect(await query(spec, 'select id from orders where amount > $1 and id < $2', { params: ['7.5', 3] })).toMatchObject({ rows: [[1]], truncated: false })
    await expect(query(spec, 'delete from orders')).rejects.toMatchObject({ code: 'query_invalid' })
    await expect(query({ ...spec, connection: { ...spec.connection, host: 'localhost' } as never }, 'select 1')).rejects.toMatchObject({ code: 'invalid' })
  })

  test('a caller who leaves ends the statement on the server', async () => {
    await expect(query(spec, 'select pg_sleep(60)', { leaveAfterMs: 500 })).rejects.toMatchObject({ code: 'TimeoutError' })
    await vi.waitFor(async () => {
      const rows =
        await database.admin`select 1 from pg_stat_activity where datname = current_database() and query like '%pg_sleep(60)%' and state = 'active' and pid <> pg_backend_pid()`
      expect(rows.length).toBe(0)
    }, 20_000)
  })
})

describe.skipIf(!hasSqld)(hasSqld ? 'libSQL from workerd' : 'libSQL from workerd (skipped: no libSQL server is packaged for this platform)', () => {
  let server: Awaited<ReturnType<typeof startSqld>>
  let spec: ConnectedSpec

  beforeAll(async () => {
    server = await startSqld()
    const client = createClient({ url: server.url })
    await client.batch(
      [
        'create table orders (id integer primary key, day date, big integer)',
        "insert into orders values (1, '2024-01-05', 9007199254740993), (2, null, 2), (3, '2024-02-01', 3)",
      ],
      'write',
    )
    client.close()
    spec = { id: 'ds_4', type: 'libsql', version: '1', files: [], connection: { url: server.url } }
  })
  afterAll(() => server?.stop())

  test('tells what it is, what it holds and what it is like', async () => {
    expect(await ask<SourceValidation>({ spec, method: 'validate' })).toMatchObject({
      valid: true,
      readOnly: false,
      serverVersion: expect.stringMatching(/^3\./),
    })
    const { tables } = await ask<SourceSchema>({ spec, method: 'introspect' })
    expect(tables.map(({ name, columns }) => [name, columns.map(({ type }) => type)])).toEqual([['orders', ['integer', 'date', 'integer']]])
    if (tables[0]) expect(await ask<TableProfile>({ spec, method: 'profile', table: tables[0] })).toMatchObject({ rows: 3 })
  })

  test('answers statements with values and without', async () => {
    const first = [
      [1, '2024-01-05', '9007199254740993'],
      [2, null, 2],
    ]
    expect(await query(spec, 'select * from orders order by id')).toMatchObject({ rows: first, truncated: true })
    expect(await query(spec, 'select id from orders where id = ?', { params: [2] })).toMatchObject({ rows: [[2]] })
    await expect(query(spec, 'delete from orders')).rejects.toMatchObject({ code: 'query_invalid' })
  })
})

describe.skipIf(!hasClickhouse)(hasClickhouse ? 'ClickHouse from workerd' : `ClickHouse from workerd (${NO_CLICKHOUSE})`, () => {
  let server: ClickhouseServer
  let spec: ConnectedSpec

  beforeAll(async () => {
    server = await startClickhouse()
    await server.run('create database from_workerd')
    await server.run('create table from_workerd.orders (id UInt32, big UInt64) engine = MergeTree order by id')
    await server.run('insert into from_workerd.orders values (1, 18446744073709551615), (2, 2), (3, 3)')
    const { host, port, user, password } = server
    spec = { id: 'ds_2', type: 'clickhouse', version: '1', files: [], connection: { host, port, user, password, database: 'from_workerd' } }
  }, 60_000)
  afterAll(async () => {
    await server?.run('drop database from_workerd')
    await server?.stop()
  })

  test('tells what it is, what it holds and what it is like', async () => {
    expect(await ask<SourceValidation>({ spec, method: 'validate' })).toMatchObject({ valid: true, serverVersion: expect.stringMatching(/^ClickHouse/) })
    const { tables } = await ask<SourceSchema>({ spec, method: 'introspect' })
    expect(tables.map(({ name, rowEstimate }) => [name, rowEstimate])).toEqual([['orders', 3]])
    if (tables[0]) expect(await ask<TableProfile>({ spec, method: 'profile', table: tables[0] })).toMatchObject({ rows: 3 })
  })

  test('answers statements with values and without', async () => {
    expect(await query(spec, 'select * from orders order by id')).toMatchObject({
      rows: [
        [1, '18446744073709551615'],
        [2, 2],
      ],
      truncated: true,
    })
    expect(await query(spec, 'select id from orders where id = {p1:Int64}', { params: [2] })).toMatchObject({ rows: [[2]] })
    await expect(query(spec, 'drop table orders')).rejects.toMatchObject({ code: 'statement_not_allowed' })
  })

  test('a caller who leaves ends the statement on the server', async () => {
    await expect(query(spec, 'select count() from numbers(1000000000000) where sipHash64(number) = 3', { leaveAfterMs: 500 })).rejects.toMatchObject({
      code: 'TimeoutError',
    })
    await vi.waitFor(
      async () =>
        expect((await server.run("select count() from system.processes where query like '%sipHash64%' and query not like '%processes%'")).trim()).toBe('0'),
      20_000,
    )
  })
})
