import { describe, expect, test } from 'vitest'
import type { RowPredicate } from '#domain/semantics/sources/source.ts'
import { type GuardInput, guardStatement } from './statement.ts'

const rowPredicates: RowPredicate[] = [{ table: 'orders', parts: ['"region" = ', ' OR "id" = ', ''], params: ['EU', 7] }]
const tables = [
  { name: 'orders', schema: 'shop' },
  { name: 'customers', schema: 'shop' },
]
const input = (sql: string, more: Partial<GuardInput> = {}): GuardInput => ({ sql, tables, rowPredicates, rowLimit: null, ...more })
const postgres = async (sql: string, more: Partial<GuardInput> = {}) => guardStatement('postgres', input(sql, more))
const cut = (name = 'orders', first = 1) => `(SELECT * FROM "shop"."orders" WHERE ("region" = $${first} OR "id" = $${first + 1}) OFFSET 0) AS "${name}"`

describe('PostgreSQL', () => {
  test('a table is cut at each reference, and keeps the name it goes by', async () => {
    expect(await postgres('select orders.id from orders')).toEqual({ sql: `select orders.id from ${cut()}`, params: ['EU', 7] })
    expect((await postgres('select "销售", 😀.id from orders as 😀')).sql).toContain('$2) OFFSET 0) as 😀')
    const both = await postgres('select 1 from orders join shop.orders b using (id) where id in (select id from "orders")')
    expect(both.params).toEqual(['EU', 7, 'EU', 7, 'EU', 7])
    expect(both.sql).toContain(cut('orders', 5))
    expect((await postgres('with orders as (select * from orders) select * from orders')).sql).toBe(
      `with orders as (select * from ${cut()}) select * from orders`,
    )
    expect((await postgres('select id from customers')).sql).toBe('select id from "shop"."customers"')
  })

  test('what is put in never joins what stands beside it', async () => {
    expect((await postgres('select * from customers"x"where true')).sql).toBe('select * from "shop"."customers" "x"where true')
    expect((await postgres('select * from orders"x"')).sql).toMatch(/ "x"$/)
    const mysql = await guardStatement('mysql', input('select * from customers`;`', { rowPredicates: [] }))
    expect(mysql.sql).toBe('select * from `shop`.`customers` `;`')
  })

  test('a form that takes a table itself is refused where its rows are cut', async () => {
    for (const sql of ['table orders', 'select * from only orders', 'select * from orders tablesample system (1)', 'select 1 union table orders']) {
      await expect(postgres(sql)).rejects.toMatchObject({ code: 'statement_not_allowed' })
      expect((await postgres(sql, { rowPredicates: [] })).sql).toContain('"shop"."orders"')
    }
  })

  test('the limit stands outside, whatever the statement ends with', async () => {
    const limited = await postgres('select 1 -- the end;', { rowLimit: 11 })
    expect(limited.sql).toBe('SELECT * FROM (\nselect 1 -- the end;\n) AS "querent_rows" LIMIT 11')
    expect((await postgres('select 1 ; ', { rowLimit: 11 })).sql).not.toContain(';')
  })
})

test('a table known by its bare name alone has no schema to be named by', async () => {
  await expect(postgres('select * from public.orders', { tables: ['orders'] })).rejects.toMatchObject({ code: 'table_not_allowed' })
  await expect(postgres('select * from pg_class', { tables: ['pg_class'] })).rejects.toMatchObject({ code: 'table_not_allowed' })
  const twice = [...tables, { name: 'orders', schema: 'other' }]
  await expect(postgres('select * from orders', { tables: twice })).rejects.toMatchObject({ code: 'table_not_allowed' })
  expect((await postgres('select * from other.orders', { tables: twice, rowPredicates: [] })).sql).toBe('select * from other.orders')
})

test('values are bound in the order of the text, in the way of each dialect', async () => {
  const sql = 'select * from orders o, orders p'
  expect(await guardStatement('mariadb', input(sql))).toEqual({
    sql: 'select * from (SELECT * FROM `shop`.`orders` WHERE ("region" = ? OR "id" = ?) LIMIT 9223372036854775807) o, (SELECT * FROM `shop`.`orders` WHERE ("region" = ? OR "id" = ?) LIMIT 9223372036854775807) p',
    params: ['EU', 7, 'EU', 7],
  })
  expect((await guardStatement('clickhouse', input(sql))).sql).toContain('"region" = {p3:String} OR "id" = {p4:Int64}')
  expect((await guardStatement('sqlite', input('select * from [orders]', { tables: ['orders'] }))).sql).toBe(
    'select * from (SELECT * FROM "orders" WHERE ("region" = ? OR "id" = ?) LIMIT -1) AS "orders"',
  )
})

test('a limit is added where there is none, and one that stands is kept', async () => {
  const limited = async (dialect: 'mysql' | 'clickhouse', sql: string) => (await guardStatement(dialect, input(sql, { rowLimit: 11, rowPredicates: [] }))).sql
  expect(await limited('mysql', 'select 1;')).toBe('select 1\nLIMIT 11')
  expect(await limited('mysql', 'select 1 -- x')).toBe('select 1 -- x\nLIMIT 11')
  expect(await limited('mysql', 'select 1 limit 3')).toBe('select 1 limit 3')
  expect(await limited('mysql', 'select 1; -- x')).toBe('select 1; -- x')
  expect(await limited('clickhouse', 'select 1 union all select 2')).toBe('SELECT * FROM (\nselect 1 union all select 2\n) LIMIT 11')
})

test('a parser that trapped is replaced', async () => {
  await expect(guardStatement('mysql', input(`select ${'('.repeat(1900)}1${')'.repeat(1900)}`))).rejects.toMatchObject({ code: 'query_invalid' })
  expect((await guardStatement('mysql', input('select 1'))).sql).toBe('select 1')
})

test('a table is named by the schema it stands in, whichever that is, and a hidden column is not among those it gives', async () => {
  const shaped = [
    { name: 'employee', schema: 'humanresources', columns: ['id', 'title'], hasHidden: false },
    { name: 'person', schema: 'people', columns: ['id', 'name'], hasHidden: true },
  ]
  const guard = async (dialect: 'postgres' | 'mariadb' | 'sqlite', sql: string) => (await guardStatement(dialect, { sql, tables: shaped, rowLimit: null })).sql
  expect(await guard('postgres', 'select e.title from humanresources.employee e')).toBe('select e.title from humanresources.employee e')
  expect(await guard('postgres', 'select title from "humanresources"."employee"')).toBe('select title from "humanresources"."employee"')
  expect(await guard('postgres', 'select title from employee')).toBe('select title from "humanresources"."employee"')
  expect(await guard('postgres', 'select p.name from people.person p')).toBe('select p.name from (SELECT "id", "name" FROM "people"."person") p')
  expect(await guard('mariadb', 'select name from person')).toBe('select name from (SELECT `id`, `name` FROM `people`.`person`) AS `person`')
  await expect(guard('postgres', 'select p.phone from people.person p')).rejects.toMatchObject({ code: 'function_not_allowed' })
  await expect(guard('postgres', 'select title from people.employee')).rejects.toMatchObject({ code: 'table_not_allowed' })
})

test('an entry of WITH that bears the name of a table reads the table', async () => {
  const known = [{ name: 'orders', schema: 'shop', columns: ['id'] }]
  const sql = 'with orders as (select o.id as n from orders o) select orders.n from orders'
  expect((await guardStatement('postgres', { sql, tables: known, rowLimit: null })).sql).toContain('from "shop"."orders" o) select')
  await expect(guardStatement('postgres', { sql: sql.replace('orders.n', 'orders.id'), tables: known, rowLimit: null })).rejects.toMatchObject({
    code: 'function_not_allowed',
  })
})

describe('a name that WITH RECURSIVE gives and the engine may take for the table', () => {
  const own = 'with recursive orders as (select 1 as n union all select n + 1 from orders where n < 3) select n from orders'
  const guard = (dialect: 'mysql' | 'mariadb' | 'clickhouse', sql: string) => guardStatement(dialect, input(sql)).then(({ sql: guarded }) => guarded)

  test.each([
    ['mysql', 'with recursive a as (select * from orders), orders as (select 1 as id) select * from a'],
    ['mariadb', 'with recursive a as (select * from orders), orders as (select 1 as id) select * from a'],
    ['mysql', 'with recursive a as (select * from (with q as (select * from orders) select * from q) z), orders as (select 1 as id) select * from a'],
    ['mysql', 'with recursive a as (select * from secret), secret as (select 1 as id) select * from a'],
    ['clickhouse', 'with recursive orders as (select * from orders) select * from orders'],
    ['clickhouse', 'with recursive orders as ((select * from orders) union all select id + 1 from orders where id < 3) select * from orders'],
    ['clickhouse', 'with recursive orders as (with q as (select * from orders) select * from q union all select 1 from orders) select * from orders'],
    ['clickhouse', 'select * from (with recursive secret as (select * from secret) select * from secret) x'],
  ] as const)('is refused by %s: %s', async (dialect, sql) => {
    await expect(guard(dialect, sql)).rejects.toMatchObject({ code: 'statement_not_allowed', message: expect.stringContaining('before its entry') })
  })

  test.each(['mysql', 'mariadb', 'clickhouse'] as const)('is taken for the entry where %s does so', async (dialect) => {
    expect(await guard(dialect, own)).toBe(own)
    const later = `${own.slice(0, own.lastIndexOf(' select'))}, b as (select n from orders) select n from b`
    expect(await guard(dialect, later)).toBe(later)
  })

  test('is the entry for ClickHouse behind the first UNION, and for all before it', async () => {
    const sql =
      'with recursive a as (select * from orders), orders as (select 1 as id union all select id + 1 from orders where id < 3 union all select 9 from orders) select * from a'
    expect(await guard('clickhouse', sql)).toBe(sql)
  })
})
