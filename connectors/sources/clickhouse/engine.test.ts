import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Failure } from '#domain/failure.ts'
import type { SourceTable } from '#domain/semantics/sources/source.ts'
import { type ClickhouseServer, hasClickhouse, NO_CLICKHOUSE, startClickhouse } from '#test/clickhouse/server.ts'
import type { ConnectedSpec, Engine, EngineQuery } from '../engine.ts'
import { createNetworkPolicy } from '../safe-connect.ts'
import { createClickhouseEngine } from './engine.ts'

const never = new AbortController().signal
const database = `querent_${crypto.randomUUID().slice(0, 8)}`

const TABLES = [
  `create database ${database}`,
  `create table ${database}.kinds (
    id UInt32, flag Bool, big UInt64, wide Int128, exact Decimal(38, 10), part Float32, day Date, at DateTime64(3, 'UTC'), plain DateTime('UTC'), mood Enum8('good' = 1, 'bad' = 2),
    word LowCardinality(Nullable(String)) comment 'of the people', list Array(UInt64), pairs Map(String, UInt8), key UUID, fixed FixedString(4)
  ) engine = MergeTree order by id comment 'of all kinds'`,
  `insert into ${database}.kinds values (1, true, 18446744073709551615, -170141183460469231731687303715884105728, 12345678901234567890.0123456789, 0.1, '2024-02-29',
    '2024-02-29 10:11:12.500', '2024-02-29 10:11:12', 'bad', 'né', [1, 18446744073709551615], {'a': 1}, '61f0c404-5cb3-11e7-907b-a6006ad3dba0', 'ab')`,
  `insert into ${database}.kinds (id) values (2)`,
  `create table ${database}.empty_one (a UInt8, b String) engine = MergeTree order by a`,
  `create view ${database}.seen as select id, flag from ${database}.kinds`,
]

describe.skipIf(!hasClickhouse)(hasClickhouse ? 'ClickHouse' : `ClickHouse (${NO_CLICKHOUSE})`, () => {
  let server: ClickhouseServer
  let engine: Engine
  let policy: ReturnType<typeof createNetworkPolicy>
  const spec = (more: object = {}, version = JSON.stringify(more)): ConnectedSpec => {
    const { host, port, user, password } = server
    return { id: 'ds_1', type: 'clickhouse', version, files: [], connection: { host, port, user, password, database, ...more } }
  }
  const query = (sql: string, more: Partial<EngineQuery> = {}, signal = never) =>
    engine.query(spec(), { sql, params: [], rowLimit: 100, timeoutMs: 10_000, ...more }, signal)
  const codeOf = (running: Promise<unknown>) =>
    running.then(
      () => 'no failure',
      (error) => (error instanceof Failure ? error.code : error.name),
    )

  beforeAll(async () => {
    server = await startClickhouse()
    for (const statement of TABLES) await server.run(statement)
    policy = createNetworkPolicy({ allowedNets: ['127.0.0.0/8'], ownEndpoints: [] })
    engine = createClickhouseEngine({ network: policy, pooled: true }) as Engine
  }, 60_000)
  afterAll(async () => {
    await engine?.close()
    policy?.close()
    await server?.run(`drop database ${database}`)
    await server?.stop()
  })

  test('introspection tells tables, views, types and comments, and no keys, which it has none of', async () => {
    const { dialect, serverVersion, tables } = await engine.introspect(spec(), never)
    expect([dialect, serverVersion]).toEqual(['clickhouse', expect.stringMatching(/^\d+\.\d+\./)])
    expect(tables.map(({ name, kind, schema, rowEstimate, primaryKey }) => [name, kind, schema, rowEstimate, primaryKey])).toEqual([
      ['empty_one', 'table', null, 0, []],
      ['kinds', 'table', null, 2, []],
      ['seen', 'view', null, null, []],
    ])
    const kinds = tables[1]
    expect(kinds?.comment).toBe('of all kinds')
    expect(kinds?.columns.map(({ name, type }) => `${name} ${type}`).join(', ')).toBe(
      'id integer, flag boolean, big integer, wide integer, exact decimal, part number, day date, at timestamp, plain timestamp, mood text, word text, list json, pairs json, key text, fixed text',
    )
    expect(kinds?.columns[10]).toEqual({ name: 'word', type: 'text', nativeType: 'LowCardinality(Nullable(String))', nullable: true, comment: 'of the people' })
  })

  test.each([{}, { user: 'reader' }])('values keep their digits %o', async (user) => {
    const { rows } = await engine.query(spec(user), { sql: 'select * from kinds order by id limit 1', params: [], rowLimit: 10, timeoutMs: 10_000 }, never)
    expect(rows).toEqual([
      [
        ...[
          1,
          true,
          '18446744073709551615',
          '-170141183460469231731687303715884105728',
          '12345678901234567890.0123456789',
          0.1,
          '2024-02-29',
          '2024-02-29T10:11:12.500',
        ],
        ...['2024-02-29T10:11:12', 'bad', 'né', [1, '18446744073709551615'], { a: 1 }, '61f0c404-5cb3-11e7-907b-a6006ad3dba0', 'ab'],
      ],
    ])
  })

  test('parameters are bound, whatever they hold', async () => {
    const params = ["it's; -- \\ {p1:String}\t\n", 9007199254740991, 0.1, true, null, '李雷']
    const sql = 'select {p1:String} as a, {p2:Int64} as b, {p3:Float64} as c, {p4:Bool} as d, {p5:Nullable(String)} as e, {p6:String} as f'
    expect((await query(sql, { params })).rows).toEqual([["it's; -- \\ {p1:String}\t\n", 9007199254740991, 0.1, true, null, '李雷']])
    expect((await query('select id from kinds where day >= {p1:String} and exact > {p2:Float64}', { params: ['2024-01-01', 0.5] })).rows).toEqual([[1]])
    expect(await codeOf(query('select {p1:Int64}, {p2:Int64}', { params: [1] }))).toBe('query_invalid')
  })

  test('the row limit and the byte limit cut', async () => {
    expect(await query('select number from numbers(3)', { rowLimit: 2 })).toMatchObject({ rows: [[0], [1]], truncated: true })
    expect(await query('select number from numbers(2)', { rowLimit: 2 })).toMatchObject({ rows: [[0], [1]], truncated: false })
    const wide = await query("select repeat('x', 100000) from numbers(500)", { rowLimit: 500 })
    expect([wide.truncated, wide.rows.length < 110]).toEqual([true, true])
  })

  test('nothing is written, no setting lifted, nothing else read', async () => {
    const statements = [
      'insert into empty_one values (1, 2)',
      'create table more (a UInt8) engine = Memory',
      'drop table empty_one',
      'set readonly = 0',
      'select 1 settings readonly = 0',
      'select 1 settings max_execution_time = 0',
      "select * from file('/etc/passwd', 'LineAsString')",
      "select * from url('http://127.0.0.1:1/', 'LineAsString')",
    ]
    for (const sql of statements) expect([sql, await codeOf(query(sql))]).toEqual([sql, 'statement_not_allowed'])
    expect(await query('select 1 as a settings join_use_nulls = 1')).toMatchObject({ rows: [[1]] })
    expect((await query('select count() from empty_one')).rows).toEqual([[0]])
  })

  test('failures are told by kind, without what was not written', async () => {
    const missing = await query('select nothing from (select * from kinds where id = 12345)').catch((error) => error)
    expect([missing.code, missing.details.hint]).toEqual(['query_invalid', 'Unknown expression identifier `nothing`'])
    await expect(query('select * from nowhere')).rejects.toMatchObject({ code: 'table_not_allowed', message: 'there is no table nowhere to read here' })
    const unknown = await query('select contt(1)').catch((error) => error)
    expect([unknown.code, unknown.details.hint]).toEqual(['function_not_allowed', 'Function with name `contt` does not exist'])
    const late = await query("select throwIf(number = 70000, 'secret') from numbers(100000)", { rowLimit: 100_000 }).catch((error) => error)
    expect([late.code, late.message, late.details.hint]).toEqual(['query_failed', 'the query failed while it ran', undefined])
  })

  test('a statement ends at its deadline', async () => {
    expect(await codeOf(query('select count() from numbers(1000000000000) where sipHash64(number) = 1', { timeoutMs: 300 }))).toBe('query_timeout')
  })

  test('a caller who leaves ends the statement on the server', async () => {
    const running = async () =>
      (await server.run("select count() from system.processes where query like '%sipHash64%' and query not like '%processes%'")).trim()
    const leaving = new AbortController()
    const left = codeOf(query('select count() from numbers(1000000000000) where sipHash64(number) = 2', { timeoutMs: 100_000 }, leaving.signal))
    await vi.waitFor(async () => expect(await running()).toBe('1'), 20_000)
    leaving.abort()
    expect(await left).toBe('AbortError')
    await vi.waitFor(async () => expect(await running()).toBe('0'), 20_000)
  })

  test('a profile counts, bounds and lists values', async () => {
    const { tables } = await engine.introspect(spec(), never)
    const profile = await engine.profile(spec(), tables[1] as SourceTable, never)
    const of = (name: string) => profile.columns.find(({ column }) => column === name)
    expect(profile.rows).toBe(2)
    expect(of('word')).toEqual({ column: 'word', distinct: 1, nullFraction: 0.5, min: 'né', max: 'né', topValues: ['né'] })
    expect(of('at')).toMatchObject({ distinct: 2, max: '2024-02-29T10:11:12.500' })
    expect(of('list')).toEqual({ column: 'list', distinct: null, nullFraction: 0, min: null, max: null, topValues: [] })
    expect(await engine.profile(spec(), tables[0] as SourceTable, never)).toMatchObject({
      rows: 0,
      columns: [{ distinct: 0, nullFraction: null, min: null, topValues: [] }, {}],
    })
  })

  test('validation tells who may write, who may not sign in and what is not there', async () => {
    const found = async (more: object) => {
      const { valid, readOnly, serverVersion, checks } = await engine.validate(spec(more), never)
      return { valid, readOnly, serverVersion, checks: checks.map(({ name, ok }) => `${name} ${ok}`).join(', '), last: checks.at(-1)?.message }
    }
    expect(await found({})).toMatchObject({
      valid: true,
      readOnly: false,
      serverVersion: expect.stringMatching(/^ClickHouse \d+\./),
      last: expect.stringContaining('INSERT'),
    })
    expect(await found({ user: 'reader' })).toMatchObject({ valid: true, readOnly: true, checks: 'reach true, sign_in true, read_schema true, read_only true' })
    expect(await found({ password: 'wrong' })).toMatchObject({
      valid: false,
      checks: 'reach true, sign_in false',
      last: expect.stringContaining('refuses this user or password'),
    })
    expect(await found({ database: 'no_such_database' })).toMatchObject({ valid: false })
    expect(await found({ port: 1 })).toMatchObject({ valid: false, checks: 'reach false' })
  })
})
