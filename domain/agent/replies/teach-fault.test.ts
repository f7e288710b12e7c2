import { expect, test } from 'vitest'
import { shopLayer } from '#test/fixtures/shop.ts'
import { teachFault } from './teach-fault.ts'

const layer = shopLayer('sqlite')

test('a column of another table is told with the table that has it, else with the columns there are', () => {
  expect(teachFault(layer, 'select o.quantity from orders o')).toBe('orders has no column quantity; quantity stands in lines')
  expect(teachFault(layer, 'select orders.amout from orders')).toBe('orders has no column amout; it has id, customer_id, ordered_at, status, total')
  expect(teachFault(layer, "select o.total from orders as o where o.status = 'x.y'")).toBeNull()
})

test('a table that is not there is told with the nearest, and never one that is hidden', () => {
  expect(teachFault(layer, 'select * from order')).toBe('there is no table order; nearest: orders')
  expect(teachFault(layer, 'with best as (select 1) select * from best')).toBeNull()
  const hidden = { ...layer, tables: layer.tables.map((table) => ({ ...table, isHidden: table.name !== 'customers' })) }
  expect(teachFault(hidden, 'select * from order_lines')).toBe('there is no table order_lines; the tables: customers')
})

test('a function of another dialect is told as this one writes it', () => {
  expect(teachFault(layer, 'select year(ordered_at) from orders')).toBe("sqlite writes year(..) as strftime('%Y', x)")
  expect(teachFault(shopLayer('postgres'), 'select year(ordered_at), ifnull(total, 0) from orders')).toBe(
    'postgres writes year(..) as extract(year from x); postgres writes ifnull(..) as coalesce(a, b)',
  )
  expect(teachFault(layer, 'select top 5 * from orders')).toBe('write LIMIT at the end instead of TOP')
})

test('a column of a table that is not read is told with the join that brings it', () => {
  expect(teachFault(layer, 'select customers.country, sum(lines.quantity) from customers group by 1')).toBe(
    'lines.quantity is a column of lines, which is not in FROM; join it',
  )
  expect(teachFault(layer, 'select name, sum(total) as worth from customers group by name order by worth')).toBe(
    'total is a column of orders, which is not in FROM; add JOIN orders ON orders.customer_id = customers.id',
  )
  expect(teachFault(layer, "select c.country from customers as c where c.name = 'total'")).toBeNull()
  // A keyword after a table is not its alias: the joined table counts as read.
  expect(teachFault(layer, 'select name, sum(total) from customers join orders on orders.customer_id = customers.id group by name')).toBeNull()
  expect(teachFault(layer, 'with best as (select id, total from orders) select quantity from best')).toBeNull()
})
