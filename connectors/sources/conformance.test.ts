import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SourceParam, SourceQuery, SourceSpec, SourceType } from '#domain/semantics/sources/source.ts'
import { createBench, never, SHOP, sqliteFile, untrusted } from './fixtures.ts'

const bench = createBench()
const specs = new Map<SourceType, SourceSpec>()
const shop = sqliteFile(SHOP)

beforeAll(async () => {
  specs.set('sqlite', await bench.spec('sqlite', [{ name: 'shop.db', bytes: shop }]))
  specs.set('file', await bench.spec('file', [{ name: 'shop.db', bytes: shop }]))
})
afterAll(() => bench.close())

describe.each(['sqlite', 'file'] as const)('%s source', (type) => {
  const spec = () => specs.get(type) as SourceSpec
  const query = (sql: string, more: Partial<SourceQuery> = {}) => bench.sources.query(spec(), untrusted(sql, more), never)
  const failure = (sql: string, more: Partial<SourceQuery> = {}) =>
    query(sql, more).then(
      () => 'no failure',
      (error) => error.code,
    )

  test('introspection tells types, keys and odd names', async () => {
    const schema = await bench.sources.introspect(spec(), never)
    expect(schema.dialect).toBe(type === 'sqlite' ? 'sqlite' : 'duckdb')
    expect(schema.serverVersion).toMatch(/^\d+\.\d+\.\d+$/)
    expect(schema.tables.map((table) => [table.name, table.rowEstimate])).toEqual([
      ['Größe & "Maß"', 2],
      ['codes', 2],
      ['customers', 3],
      ['empty_table', 0],
      ['orders', 3],
    ])
    const orders = schema.tables.find((table) => table.name === 'orders')
    expect(orders?.primaryKey).toEqual(['id'])
    expect(orders?.foreignKeys).toEqual([{ columns: ['customer_id'], toTable: 'customers', toColumns: ['id'] }])
    expect(orders?.columns.map((column) => [column.name, column.type])).toEqual([
      ['id', 'integer'],
      ['customer_id', 'integer'],
      ['placed_at', 'timestamp'],
      ['amount', type === 'sqlite' ? 'decimal' : 'number'],
      ['note', 'text'],
      ['big', 'integer'],
      ['raw', 'binary'],
    ])
    const customers = schema.tables.find((table) => table.name === 'customers')
    expect(customers?.columns.map((column) => column.type)).toEqual(['integer', 'text', 'text', 'date', 'boolean'])
    expect(schema.tables.find((table) => table.name === 'codes')?.primaryKey).toEqual(['code'])
  })

  test('values arrive with their digits, dates and bytes', async () => {
    const result = await query('select id, placed_at, amount, note, big, raw from orders order by id')
    expect(result.columns.map((column) => column.type)).toEqual(['integer', 'timestamp', type === 'sqlite' ? 'decimal' : 'number', 'text', 'integer', 'binary'])
    expect(result.rows).toEqual([
      [1, '2024-01-05T10:00:00', 12.5, 'first', '9007199254740993', 'AP8='],
      [2, '2024-02-06T11:30:00.250', 7.25, null, 42, null],
      [3, '2024-02-07T00:00:00', 100, "it's; -- odd", '-9223372036854775808', ''],
    ])
    expect(result.truncated).toBe(false)
    const people = await query('select * from customers order by id')
    expect(people.rows[1]).toEqual([2, 'Bob', null, '2023-02-10', false])
    expect(people.rows[2]?.[1]).toBe('李雷')
  })

  test('odd names can be queried', async () => {
    const result = await query('select "Spalte eins", "sel""ect" from "Größe & ""Maß""" order by 2')
    expect(result.columns.map((column) => column.name)).toEqual(['Spalte eins', 'sel"ect'])
    expect(result.rows).toEqual([
      ['ä', 1],
      ['b', 2],
    ])
  })

  test('expressions have the type of their values', async () => {
    const result = await query('select count(*) as n, avg(amount) as mean, min(placed_at) as first, max(note) as last, 1 = 1 as yes from orders')
    expect(result.columns.slice(0, 4).map((column) => column.type)).toEqual(['integer', 'number', 'timestamp', 'text'])
    expect(result.rows[0]?.slice(0, 3)).toEqual([3, expect.closeTo(39.9167, 3), '2024-01-05T10:00:00'])
  })

  test('an empty table has columns and no rows', async () => {
    const result = await query('select a, b from empty_table')
    expect(result.columns).toEqual([
      { name: 'a', type: 'integer' },
      { name: 'b', type: 'text' },
    ])
    expect(result.rows).toEqual([])
  })

  test('parameters are bound by position', async () => {
    const bound = (sql: string, params: SourceParam[]) => query(sql, { params, origin: 'compiler' })
    const result = await bound('select id from orders where customer_id = ? and note = ? and amount > ? and ? is null', [3, "it's; -- odd", 0.5, null])
    expect(result.rows).toEqual([[3]])
    expect((await bound('select id from orders where placed_at >= ?', ['2024-02-07'])).rows).toEqual([[3]])
    expect(await failure('select id from orders where id = ?', { params: [1, 2], origin: 'compiler' })).toBe('query_invalid')
    expect(await failure('select id from orders where id = ?', { params: [1] })).toBe('statement_not_allowed')
  })

  test('the row limit cuts and says so', async () => {
    expect(await query('select id from orders order by id', { rowLimit: 2 })).toMatchObject({ rows: [[1], [2]], truncated: true })
    expect(await query('select id from orders order by id', { rowLimit: 3 })).toMatchObject({ truncated: false })
    const endless = await query('with recursive r(n) as (select 1 union all select n + 1 from r where n < 2000) select n from r', {
      rowLimit: 5,
      origin: 'compiler',
    })
    expect(endless).toMatchObject({ rows: [[1], [2], [3], [4], [5]], truncated: true })
  })

  test('a result stops at its byte limit', async () => {
    const wide = type === 'sqlite' ? "printf('%.*c', 100000, 'x')" : "repeat('x', 100000)"
    const result = await query(`with recursive r(n) as (select 1 union all select n + 1 from r where n < 1000) select ${wide} as wide from r`, {
      rowLimit: 1000,
    })
    expect(result.truncated).toBe(true)
    expect(result.rows.length).toBeLessThan(110)
  })

  test('only the named tables can be read', async () => {
    const tables = ['orders', 'Customers']
    expect((await query('select count(*) from customers', { tables })).rows).toEqual([[3]])
    expect((await query('with codes as (select 1 as x) select x from codes', { tables })).rows).toEqual([[1]])
    expect((await query('with c as (select 1 as x) select count(*) from C, ORDERS', { tables })).rows).toEqual([[3]])
    expect(await failure('select count(*) from CODES', { tables })).toBe('table_not_allowed')
    expect(await failure('select * from codes', { tables })).toBe('table_not_allowed')
    expect(await failure('select * from codes', { tables, origin: 'compiler' })).toBe('table_not_allowed')
    expect(await failure('with codes as (select * from codes) select * from codes', { tables })).toMatch(/table_not_allowed|query_invalid/)
    expect(await failure('select * from orders where id in (select code from codes)', { tables })).toBe('table_not_allowed')
    expect(await failure('select * from nowhere')).toBe('table_not_allowed')
  })

  test('a mistake is told with the words to mend it', async () => {
    const error = await query('select nothing from orders').catch((reason) => reason)
    expect(error).toMatchObject({ code: 'query_invalid' })
    expect(error.details.hint).toContain('nothing')
    expect(await failure('selec 1')).toMatch(/query_invalid|statement_not_allowed/)
    expect(await failure('')).toBe('query_invalid')
    expect(await failure('select 1 from orders where')).toBe('query_invalid')
    expect(await failure(`select '${'x'.repeat(70_000)}'`)).toBe('query_invalid')
    expect(await failure('select 1\0, 2')).toBe('query_invalid')
  })

  test('a profile counts, bounds and lists values', async () => {
    const schema = await bench.sources.introspect(spec(), never)
    const customers = schema.tables.find((table) => table.name === 'customers')
    if (!customers) throw new Error('no customers')
    const profile = await bench.sources.profile(spec(), customers, never)
    expect(profile.rows).toBe(3)
    expect(profile.columns.find((column) => column.column === 'city')).toEqual({
      column: 'city',
      distinct: 1,
      nullFraction: 0.333333,
      min: 'Paris',
      max: 'Paris',
      topValues: ['Paris'],
    })
    expect(profile.columns.find((column) => column.column === 'joined')).toMatchObject({ distinct: 3, min: '2023-01-05', max: '2024-03-01', topValues: [] })
    const empty = schema.tables.find((table) => table.name === 'empty_table')
    expect(empty && (await bench.sources.profile(spec(), empty, never))).toMatchObject({
      rows: 0,
      columns: [{ distinct: 0, nullFraction: null, topValues: [] }, {}],
    })
  })

  test('validation tells what works and what does not', async () => {
    expect(await bench.sources.validate(spec(), never)).toMatchObject({
      valid: true,
      readOnly: true,
      checks: [
        { name: 'reach', ok: true },
        { name: 'read_schema', ok: true },
        { name: 'read_only', ok: true },
      ],
    })
    const gone = { ...spec(), files: spec().files.map((file) => ({ ...file, storageKey: `f_${'0'.repeat(32)}` })) }
    expect(await bench.sources.validate(gone, never)).toMatchObject({ valid: false, checks: [{ name: 'reach', ok: false }] })
    const escaped = { ...spec(), files: spec().files.map((file) => ({ ...file, storageKey: '../../etc' })) }
    await expect(bench.sources.introspect(escaped, never)).rejects.toMatchObject({ code: 'invalid' })
  })
})

test('files of a source become tables with names of their own', async () => {
  const spec = await bench.spec('file', [
    { name: 'Orders 2024.csv', bytes: 'id,total\n1,2.5\n2,3.5\n' },
    { name: 'orders-2024.CSV', bytes: 'id,total\n9,1\n' },
    { name: 'shop.sqlite', bytes: shop },
  ])
  const schema = await bench.sources.introspect(spec, never)
  expect(schema.tables.map((table) => table.name)).toEqual(['orders_2024', 'orders_2024_2', 'Größe & "Maß"', 'codes', 'customers', 'empty_table', 'orders'])
  const joined = await bench.sources.query(
    spec,
    untrusted('select sum(a.total) as a, (select max(id) from orders_2024_2) as b, (select count(*) from customers) as c from orders_2024 a'),
    never,
  )
  expect(joined.rows).toEqual([[6, 9, 3]])
})

test('a view of a database file is read only with the tables under it', async () => {
  const bytes = sqliteFile('create table hidden (a integer); insert into hidden values (7); create view shown as select a + 1 as b from hidden')
  const spec = await bench.spec('sqlite', [{ name: 'v.db', bytes }])
  const run = (sql: string, tables?: string[]) => bench.sources.query(spec, untrusted(sql, { tables }), never)
  expect((await run('select b from shown')).rows).toEqual([[8]])
  await expect(run('select b from shown', ['shown'])).rejects.toMatchObject({ code: 'table_not_allowed' })
  await expect(run('with shown as (select a from hidden) select a from shown', ['shown'])).rejects.toMatchObject({ code: 'table_not_allowed' })
})
