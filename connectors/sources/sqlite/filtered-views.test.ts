import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RowPredicate, SourceSpec } from '#domain/semantics/sources/source.ts'
import { createBench, never, sqliteFile, untrusted } from '../fixtures.ts'

const bench = createBench({ size: 1 })
let spec: SourceSpec
const tables = ['orders', 'customers', 'every_order', 'numbers', 'keys']
const europe: RowPredicate[] = [{ table: 'orders', parts: ['"orders"."region" = ', ''], params: ['EU'] }]

beforeAll(async () => {
  const script = `create table orders (id integer primary key, region text, amount real); create table customers (id integer primary key, region text);
    create table numbers (n integer primary key); create table keys (k text primary key, v integer) without rowid; insert into numbers values (1), (2); insert into keys values ('a', 1);
    create view every_order as select * from orders; insert into orders values (1, 'EU', 1), (2, 'US', 2), (3, 'EU', 4); insert into customers values (1, 'EU'), (2, 'US');`
  spec = await bench.spec('sqlite', [{ name: 'shop.db', bytes: sqliteFile(script) }])
})
afterAll(() => bench.close())

const run = (sql: string, rowPredicates: RowPredicate[] = europe) =>
  bench.sources.query(spec, untrusted(sql, { tables, rowPredicates }), never).then(
    (result) => result.rows,
    (error) => error.code,
  )

test.each([
  ['select id from orders', [[1], [3]]],
  ['select count(*) from orders', [[2]]],
  ['select count(*) from "orders" as o', [[2]]],
  ['select count(*) from [ORDERS], `orders` as b', [[4]]],
  ['select sum(o.amount) from customers c left join orders o on o.id = c.id', [[1]]],
  ['select id from customers where id in (select id from orders)', [[1]]],
  ['with x as (select * from orders) select count(*) from x', [[2]]],
  ['select id from orders union all select id from orders order by 1', [[1], [1], [3], [3]]],
  ['with orders as (select 7 as id) select count(*) from orders', [[1]]],
  ['select (select count(*) from orders) from customers limit 1', [[2]]],
  ['select count(*) from temp.orders', [[2]]],
])('%s gives only the rows that may be seen', async (sql, rows) => {
  expect(await run(sql)).toEqual(rows)
})

test.each([
  'select * from main.orders',
  'select count(*) from main.orders',
  'select count(*) from "main"."ORDERS"',
  'with orders as (select * from main.orders) select * from orders',
  'with x as (select * from main.orders) select count(*) from x',
  'select * from every_order',
  'select count(*) from every_order',
  'select name, sql from sqlite_temp_master',
  'select count(*) from sqlite_temp_schema',
  'select id from orders union select id from main.orders',
])('%s is refused', async (sql) => {
  expect(await run(sql)).toBe('table_not_allowed')
})

test('a predicate that names no column, several of them, and none after some', async () => {
  expect(await run('select count(*) from orders', [{ table: 'orders', parts: ['1 = 0'], params: [] }])).toEqual([[0]])
  for (const table of ['numbers', 'keys']) {
    expect(await run(`select count(*) from ${table}`, [{ table, parts: ['1 = 0'], params: [] }])).toEqual([[0]])
    expect(await run(`select count(*) from main.${table}`, [{ table, parts: ['1 = 0'], params: [] }])).toBe('table_not_allowed')
  }
  expect(await run('select id from orders', [...europe, { table: 'Orders', parts: ['"amount" > ', ''], params: [2] }])).toEqual([[3]])
  expect(await run('select count(*) from orders', [{ table: 'orders', parts: ['"region" = ', ''], params: ["EU' or 1=1 --"] }])).toEqual([[0]])
  expect(await run('select count(*) from main.orders', [])).toEqual([[3]])
  expect(await run('select count(*) from every_order', [])).toEqual([[3]])
})

test.each([
  'select 1 from customers join main.orders using (id)',
  'select 1 from customers natural join main.orders',
  'select 1 from customers natural join main/* */ . /**/orders',
  'select 1 from customers join \'main\'."orders" using (id)',
  'select 1 from customers natural left join [main].[orders]',
])('a join that the engine does not ask about is refused past the views: %s', async (sql) => {
  expect(await run(sql)).toBe('table_not_allowed')
})

test.each(['select 1 from every_order natural join (select 1 as id) z', 'select 1 from (select 2 as id) z join every_order using (id)'])(
  'a view over the table gives no row to a join that the engine does not ask about: %s',
  async (sql) => {
    expect([[], 'query_invalid', 'table_not_allowed']).toContainEqual(await run(sql))
    expect(await run('select 1 from every_order natural join (select 2 as id) z', [])).toEqual([[1]])
  },
)

test('a join by common columns reads the rows that may be seen', async () => {
  expect(await run('select customers.id from customers join orders using (id)')).toEqual([[1]])
  expect(await run('select 1 from customers natural join orders')).toEqual([[1]])
  expect(await run("select id from customers where 'main.orders' <> region")).toEqual([[1], [2]])
})
