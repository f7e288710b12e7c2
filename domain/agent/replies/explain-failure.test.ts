import { expect, test } from 'vitest'
import { shopLayer } from '#test/fixtures/shop.ts'
import { explainFailure } from './explain-failure.ts'

const layer = shopLayer('sqlite')

test('a column of another table is told with the table that has it, else with the columns there are', () => {
  expect(explainFailure(layer, 'select o.quantity from orders o')).toBe(
    'orders has no column quantity; quantity stands in lines; lines alone has every column used: unless another table is meant, write FROM lines without a JOIN',
  )
  expect(explainFailure(layer, 'select orders.amout from orders')).toBe('orders has no column amout; it has id, customer_id, ordered_at, status, total')
  expect(explainFailure(layer, "select o.total from orders as o where o.status = 'x.y'")).toBeNull()
})

test('a table that is not there is told with the nearest, and never one that is hidden', () => {
  expect(explainFailure(layer, 'select * from order')).toBe('there is no table order; nearest: orders')
  expect(explainFailure(layer, 'with best as (select 1) select * from best')).toBeNull()
  const hidden = { ...layer, tables: layer.tables.map((table) => ({ ...table, isHidden: table.name !== 'customers' })) }
  expect(explainFailure(hidden, 'select * from order_lines')).toBe('there is no table order_lines; the tables: customers')
})

test('a function of another dialect is told as this one writes it', () => {
  expect(explainFailure(layer, 'select year(ordered_at) from orders')).toBe("sqlite writes year(..) as strftime('%Y', x)")
  expect(explainFailure(shopLayer('postgres'), 'select year(ordered_at), ifnull(total, 0) from orders')).toBe(
    'postgres writes year(..) as extract(year from x); postgres writes ifnull(..) as coalesce(a, b)',
  )
  expect(explainFailure(layer, 'select top 5 * from orders')).toBe('write LIMIT at the end instead of TOP')
})

test('a column of a table that is not read is told with the join that brings it', () => {
  expect(explainFailure(layer, 'select customers.country, sum(lines.quantity) from customers group by 1')).toBe(
    'lines.quantity is a column of lines, which is not in FROM; join it; the tables join so: FROM lines JOIN orders ON orders.id = lines.order_id JOIN customers ON customers.id = orders.customer_id',
  )
  expect(explainFailure(layer, 'select name, sum(total) as worth from customers group by name order by worth')).toBe(
    'total is a column of orders, which is not in FROM; add JOIN orders ON orders.customer_id = customers.id; the tables join so: FROM orders JOIN customers ON customers.id = orders.customer_id',
  )
  expect(explainFailure(layer, "select c.country from customers as c where c.name = 'total'")).toBeNull()
  // A keyword after a table is not its alias: the joined table counts as read.
  expect(explainFailure(layer, 'select name, sum(total) from customers join orders on orders.customer_id = customers.id group by name')).toBeNull()
  expect(explainFailure(layer, 'with best as (select id, total from orders) select quantity from best')).toBeNull()
})

test('a wrong join is told with the FROM clause that reaches every column used, under the names the statement gives its tables', () => {
  expect(explainFailure(layer, 'select c.title, sum(l.quantity) from categories c join lines l on c.id = l.category_id group by 1')).toBe(
    'lines has no column category_id; category_id stands in products; the tables join so: FROM lines AS l JOIN products ON products.id = l.product_id JOIN categories AS c ON c.id = products.category_id',
  )
  expect(explainFailure(layer, 'select count(*), t2.country from customers t1 join countries as t2 on t1.country = t2.country group by 2')).toContain(
    'customers alone has every column used: unless another table is meant, write FROM customers AS t1 without a JOIN',
  )
  const hidden = { ...layer, tables: layer.tables.map((table) => ({ ...table, isHidden: table.name === 'products' })) }
  expect(explainFailure(hidden, 'select c.title, sum(l.quantity) from categories c join lines l on c.id = l.category_id group by 1')).not.toContain('products')
})

test('a bare name of several tables is told with the ways to write it', () => {
  expect(explainFailure(layer, 'select id, sum(total) from customers c join orders on c.id = orders.customer_id group by id')).toBe(
    'several tables have id: write c.id or orders.id',
  )
  expect(explainFailure(layer, 'select name from customers where id in (select customer_id from orders)')).toBeNull()
})
