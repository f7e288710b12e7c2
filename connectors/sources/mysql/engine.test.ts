import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Failure } from '#domain/failure.ts'
import type { SourceTable } from '#domain/semantics/sources/source.ts'
import { createMariadbDatabase, hasMariadb, type MariadbDatabase, NO_MARIADB } from '#test/mariadb.ts'
import type { ConnectedSpec, Engine, EngineQuery } from '../engine.ts'
import { createNetworkPolicy } from '../safe-connect.ts'
import { createMysqlEngine } from './engine.ts'

const never = new AbortController().signal

const TABLES = [
  `create table kinds (
    id int unsigned not null auto_increment, flag tinyint(1), small tinyint, big bigint unsigned, exact decimal(30,10), part float, whole double,
    day date, at datetime(3), stamp timestamp(6) null, clock time(3), made year, doc json, raw varbinary(8), mask bit(12), one bit(1),
    mood enum('good','bad'), tags set('a','b','c'), words text character set latin1 comment 'of the people', primary key (id)) comment='of all kinds'`,
  `insert into kinds values (1, 1, -5, 18446744073709551615, 12345678901234567890.0123456789, 0.1, 0.1, '2024-02-29', '2024-02-29 10:11:12.5', '2024-02-29 10:11:12.000250',
    '-12:30:00.5', 2024, '{"a":[1,2.50]}', x'00ff', b'100000000001', b'1', 'bad', 'a,c', 'né')`,
  'insert into kinds (id) values (2)',
  'create table parents (a int not null, b varchar(10) not null, label text, primary key (b, a))',
  `create table children (id int primary key, pa int, pb varchar(10), unique_code varchar(5) not null unique, constraint to_parent foreign key (pb, pa) references parents (b, a))`,
  'create table keyless (code varchar(5) not null, n int, unique key by_code (code))',
  'create table empty_one (a int, b text)',
  'create view seen as select id, flag from kinds',
]

describe.skipIf(!hasMariadb)(hasMariadb ? 'MySQL protocol on MariaDB' : `MySQL protocol on MariaDB (${NO_MARIADB})`, () => {
  let database: MariadbDatabase
  let engine: Engine
  let policy: ReturnType<typeof createNetworkPolicy>
  const spec = (more: object = {}, version = '1'): ConnectedSpec => ({
    id: 'ds_1',
    type: 'mariadb',
    version,
    files: [],
    connection: { ...database.connection, ...more },
  })
  const query = (sql: string, more: Partial<EngineQuery> = {}, signal = never) =>
    engine.query(spec(), { sql, params: [], rowLimit: 100, timeoutMs: 10_000, ...more }, signal)
  const codeOf = (running: Promise<unknown>) =>
    running.then(
      () => 'no failure',
      (error) => (error instanceof Failure ? error.code : error.name),
    )
  const running = async () => {
    const [rows] = await database.admin.query('select info from information_schema.processlist where db = ? and info is not null and id <> connection_id()', [
      database.connection.database,
    ])
    return (rows as unknown[]).length
  }

  beforeAll(async () => {
    database = await createMariadbDatabase(TABLES)
    policy = createNetworkPolicy({ allowedNets: ['127.0.0.0/8'], ownEndpoints: [] })
    engine = createMysqlEngine({ network: policy, pooled: true }) as Engine
  })
  afterAll(async () => {
    await engine?.close()
    policy?.close()
    await database?.drop()
  })

  test('a view tells the tables it reads', async () => {
    const { tables } = await engine.introspect(spec(), never)
    expect(tables.find(({ name }) => name === 'seen')?.reads).toEqual(['kinds'])
  })

  test('introspection tells tables, views, types, keys and comments', async () => {
    const { dialect, serverVersion, tables } = await engine.introspect(spec(), never)
    expect([dialect, serverVersion]).toEqual(['mariadb', expect.stringMatching(/^\d+\.\d+\.\d+$/)])
    expect(tables.map(({ name, kind, schema, primaryKey }) => [name, kind, schema, primaryKey])).toEqual([
      ['children', 'table', null, ['id']],
      ['empty_one', 'table', null, []],
      ['keyless', 'table', null, ['code']],
      ['kinds', 'table', null, ['id']],
      ['parents', 'table', null, ['b', 'a']],
      ['seen', 'view', null, []],
    ])
    const named = Object.fromEntries(tables.map((table) => [table.name, table]))
    expect(named.children?.foreignKeys).toEqual([{ columns: ['pb', 'pa'], toTable: 'parents', toColumns: ['b', 'a'] }])
    expect(named.kinds).toMatchObject({ comment: 'of all kinds', rowEstimate: expect.any(Number) })
    expect(named.kinds?.columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      ...['id integer', 'flag boolean', 'small integer', 'big integer', 'exact decimal', 'part number', 'whole number', 'day date', 'at timestamp'],
      ...['stamp timestamp', 'clock time', 'made integer', 'doc json', 'raw binary', 'mask integer', 'one boolean', 'mood text', 'tags text', 'words text'],
    ])
    expect(named.kinds?.columns.at(-1)).toMatchObject({ comment: 'of the people', nullable: true, nativeType: 'text' })
    expect(named.kinds?.columns[0]).toMatchObject({ nullable: false, nativeType: 'int(10) unsigned' })
    expect(named.seen).toMatchObject({ comment: null, rowEstimate: null })
  })

  test.each([
    ['as text', 'select * from kinds order by id', []],
    ['as bytes', 'select * from kinds where id < ? order by id', [9]],
  ])('values keep their digits, sent %s', async (_, sql, params) => {
    const { columns, rows } = await query(sql, { params })
    expect(columns.map(({ type }) => type).join(' ')).toBe(
      'integer boolean integer integer decimal number number date timestamp timestamp time integer json binary integer boolean text text text',
    )
    expect(rows).toEqual([
      [
        ...[
          1,
          true,
          -5,
          '18446744073709551615',
          '12345678901234567890.0123456789',
          0.1,
          0.1,
          '2024-02-29',
          '2024-02-29T10:11:12.500',
          '2024-02-29T10:11:12.000250Z',
        ],
        ...['-12:30:00.500', 2024, { a: [1, 2.5] }, 'AP8=', 2049, true, 'bad', 'a,c', 'né'],
      ],
      [2, ...Array(18).fill(null)],
    ])
  })

  test('parameters are bound, whatever they hold', async () => {
    const params = ["it's; -- \\ ? ", 9007199254740991, 0.1, true, null, '李雷']
    expect((await query('select ? as a, ? as b, ? as c, ? as d, ? as e, ? as f', { params })).rows).toEqual([
      ["it's; -- \\ ? ", 9007199254740991, 0.1, 1, null, '李雷'],
    ])
    expect((await query("select id from kinds where mood = ? and '?' <> exact and exact > ? limit ?", { params: ['bad', 0.5, 5] })).rows).toEqual([[1]])
    expect(await codeOf(query('select ?', { params: [1, 2] }))).toBe('query_invalid')
  })

  test('a statement without a result is not run, whatever it would write; the word alone does no harm', async () => {
    const file = `/tmp/querent-${crypto.randomUUID()}`
    for (const into of [`into outfile '${file}'`, `/*!50000 into */ outfile '${file}'`, `into dumpfile '${file}'`, 'into @kept'])
      await expect(query(`select 1 ${into}`)).rejects.toMatchObject({ code: expect.stringMatching(/^query_/) })
    await expect(query(`select load_file('${file}') as bytes`)).resolves.toMatchObject({ rows: [[null]] })
    expect((await query("select 'put into a bag' as a")).rows).toEqual([['put into a bag']])
  })

  test('the row limit cuts, and a connection left in the middle is not used again', async () => {
    const endless = 'with recursive r(n) as (select 1 union all select n + 1 from r where n < 900) select n from r'
    expect(await query(endless, { rowLimit: 2 })).toMatchObject({ rows: [[1], [2]], truncated: true })
    expect(await query(`${endless} limit 3`, { rowLimit: 2 })).toMatchObject({ rows: [[1], [2]], truncated: true })
    expect(await query(`${endless} limit 2`, { rowLimit: 2 })).toMatchObject({ rows: [[1], [2]], truncated: false })
    const wide = await query(`${endless}, repeat('x', 100000)`.replace('select n from r,', 'select n,').concat(' from r'), { rowLimit: 900 })
    expect([wide.truncated, wide.rows.length < 110]).toEqual([true, true])
    expect(await query('select 1')).toMatchObject({ rows: [[1]] })
  })

  test('nothing is written and nothing stacked', async () => {
    for (const sql of ['insert into empty_one values (1, 2)', 'create table more (a int)', 'drop table empty_one', 'truncate empty_one']) {
      expect([sql, await codeOf(query(sql))]).toEqual([sql, 'statement_not_allowed'])
    }
    expect(await codeOf(query('select 1; select 2'))).toBe('query_invalid')
    expect(await codeOf(query("load data local infile '/etc/passwd' into table empty_one"))).not.toBe('no failure')
    expect((await query('select count(*) from empty_one')).rows).toEqual([[0]])
  })

  test('failures are told by kind', async () => {
    await expect(query('select nothing from kinds')).rejects.toMatchObject({ code: 'query_invalid', details: { hint: expect.stringContaining('nothing') } })
    await expect(query('select * from nowhere')).rejects.toMatchObject({ code: 'table_not_allowed', message: 'there is no table nowhere to read here' })
    expect(await codeOf(query('select nofunction(1)'))).toBe('function_not_allowed')
    const ranged = await query('select big + 1 from kinds').catch((error) => error)
    expect([ranged.code, ranged.message, ranged.details.hint]).toEqual(['query_failed', 'a number went out of range', undefined])
  })

  test('a statement ends at its deadline', async () => {
    expect(await codeOf(query('select sleep(30)', { timeoutMs: 300 }))).toBe('query_timeout')
    expect(await query('select 2')).toMatchObject({ rows: [[2]] })
  })

  test('a caller who leaves ends the statement on the server', async () => {
    const leaving = new AbortController()
    const left = codeOf(query('select sleep(60)', { timeoutMs: 100_000 }, leaving.signal))
    await vi.waitFor(async () => expect(await running()).toBe(1), 20_000)
    leaving.abort()
    expect(await left).toBe('AbortError')
    await vi.waitFor(async () => expect(await running()).toBe(0), 20_000)
  })

  test('more statements at once than connections all run', async () => {
    const results = await Promise.all(Array.from({ length: 20 }, (_, index) => query(`select ${index} as n`)))
    expect(results.map(({ rows }) => rows[0]?.[0])).toEqual(Array.from({ length: 20 }, (_, index) => index))
  })

  test('a connection the server closed is replaced', async () => {
    const [[id] = []] = (await query('select connection_id()')).rows
    await database.admin.query(`kill ${id}`)
    expect(await query('select 3')).toMatchObject({ rows: [[3]] })
  })

  test('a profile counts, bounds and lists values', async () => {
    const { tables } = await engine.introspect(spec(), never)
    const profile = await engine.profile(spec(), tables.find(({ name }) => name === 'kinds') as SourceTable, never)
    const of = (name: string) => profile.columns.find(({ column }) => column === name)
    expect(profile.rows).toBe(2)
    expect(of('mood')).toEqual({ column: 'mood', distinct: 1, nullFraction: 0.5, min: 'bad', max: 'bad', topValues: ['bad'] })
    expect(of('at')).toMatchObject({ distinct: 1, min: '2024-02-29T10:11:12.500', max: '2024-02-29T10:11:12.500' })
    expect(of('raw')).toEqual({ column: 'raw', distinct: null, nullFraction: 0.5, min: null, max: null, topValues: [] })
    expect(of('flag')).toMatchObject({ topValues: ['1'] })
    expect(await engine.profile(spec(), tables.find(({ name }) => name === 'empty_one') as SourceTable, never)).toMatchObject({
      rows: 0,
      columns: [{ distinct: 0, nullFraction: null, topValues: [] }, {}],
    })
  })

  test('validation tells who may write, who may not sign in and what is not there', async () => {
    const reader = await database.user('select, show view')
    const writer = await database.user('select, insert, update')
    const found = async (more: object) => {
      const { valid, readOnly, serverVersion, checks } = await engine.validate(spec(more), never)
      return { valid, readOnly, serverVersion, checks: checks.map(({ name, ok }) => `${name} ${ok}`).join(', '), last: checks.at(-1)?.message }
    }
    expect(await found(reader)).toMatchObject({
      valid: true,
      readOnly: true,
      serverVersion: expect.stringMatching(/^MariaDB \d+\./),
      checks: 'reach true, sign_in true, read_schema true, read_only true',
    })
    expect(await found(writer)).toMatchObject({ valid: true, readOnly: false, last: expect.stringContaining('INSERT, UPDATE') })
    expect(await found({ ...reader, password: 'wrong' })).toMatchObject({
      valid: false,
      checks: 'reach true, sign_in false',
      last: expect.stringMatching(/refuses this user or password/),
    })
    expect(await found({ database: 'no_such_database' })).toMatchObject({ valid: false, checks: 'reach true, sign_in false' })
    expect(await found({ port: 1 })).toMatchObject({ valid: false, checks: 'reach false' })
    expect(await found({ ...reader, ssl_mode: 'prefer' })).toMatchObject({ valid: true })
    const asMysql = await engine.validate({ ...spec(reader), type: 'mysql' }, never)
    expect(asMysql.checks[1]?.message).toContain('make it a data source of type mariadb')
  })

  test('a role counts as what it may do', async () => {
    const { user, password } = await database.user('select')
    const role = `${user}_role`
    await database.admin.query(`create role ${role}`)
    await database.admin.query(`grant delete on ${database.connection.database}.* to ${role}`)
    await database.admin.query(`grant ${role} to '${user}'@'%'`)
    try {
      const { readOnly, checks } = await engine.validate(spec({ user, password }), never)
      expect([readOnly, checks.at(-1)?.message]).toEqual([false, expect.stringContaining('DELETE')])
    } finally {
      await database.admin.query(`drop role ${role}`)
    }
  })
})
