import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RowPredicate, SourceSpec } from '#domain/semantics/sources/source.ts'
import { createBench, never, untrusted } from '../fixtures.ts'

const bench = createBench({ size: 1 })
let spec: SourceSpec
const tables = ['orders', 'customers']
const europe: RowPredicate[] = [{ table: 'orders', parts: ['"orders"."region" = ', ''], params: ['EU'] }]

beforeAll(async () => {
  spec = await bench.spec('file', [
    { name: 'orders.csv', bytes: 'id,region,amount\n1,EU,1\n2,US,2\n3,EU,4\n' },
    { name: 'customers.csv', bytes: 'id,region\n1,EU\n2,US\n' },
  ])
})
afterAll(() => bench.close())

const run = (sql: string, rowPredicates: RowPredicate[] = europe) =>
  bench.sources.query(spec, untrusted(sql, { tables, rowPredicates }), never).then(
    (result) => result.rows,
    (error) => error.code,
  )

test.each([
  ['select id from orders order by 1', [[1], [3]]],
  ['from orders select count(*)', [[2]]],
  ['select count(*) from "ORDERS" as o', [[2]]],
  ['select count(*) from orders, orders as b', [[4]]],
  ['select sum(o.amount) from customers c left join orders o using (id)', [[1]]],
  ['select count(*) from customers semi join orders using (id)', [[1]]],
  ['select id from customers where id in (select id from orders)', [[1]]],
  ['with x as (from orders) select count(*) from x', [[2]]],
  ['select count(*) from (from orders union all from orders)', [[4]]],
  ['with orders as (select 7 as id) select count(*) from orders', [[1]]],
  ['select (select count(*) from orders) from customers limit 1', [[2]]],
  ['select orders.region, count(*) from orders group by all', [['EU', 2]]],
  ['select count(*) from customers c, lateral (select 1 from orders o where o.id = c.id)', [[1]]],
])('%s gives only the rows that may be seen', async (sql, rows) => {
  expect(await run(sql)).toEqual(rows)
})

test.each([
  'select * from main.orders',
  'select * from memory.main.orders',
  'select count(*) from memory.orders',
  'with orders as (from main.orders) from orders',
  'from temp.main.orders',
])('%s is refused', async (sql) => {
  expect(await run(sql)).toBe('table_not_allowed')
})

test('predicates hold for their statement alone', async () => {
  expect(await run('select count(*) from orders', [{ table: 'orders', parts: ['1 = 0'], params: [] }])).toEqual([[0]])
  expect(await run('select id from orders', [...europe, { table: 'Orders', parts: ['"amount" > ', ''], params: [2] }])).toEqual([[3]])
  expect(await run('select count(*) from orders', [{ table: 'orders', parts: ['"region" = ', ''], params: ["EU' or 1=1 --"] }])).toEqual([[0]])
  expect(await run('select count(*) from main.orders', [])).toEqual([[3]])
})
