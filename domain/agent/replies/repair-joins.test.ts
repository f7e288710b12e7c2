import { expect, test } from 'vitest'
import { shopLayer } from '#test/fixtures/shop.ts'
import { repairJoins } from './repair-joins.ts'

const layer = shopLayer('sqlite')

test('joins over columns that are not there become those of the layer', () => {
  expect(
    repairJoins(
      layer,
      "select c.title, sum(l.quantity) as sold from categories c join lines l on c.id = l.category_id where c.title <> 'from where' group by c.title",
    ),
  ).toBe(
    "select c.title, sum(l.quantity) as sold FROM lines AS l JOIN products ON products.id = l.product_id JOIN categories AS c ON c.id = products.category_id where c.title <> 'from where' group by c.title",
  )
  expect(repairJoins(layer, 'select title, sum(quantity) from lines group by title')).toBe(
    'select title, sum(quantity) FROM lines JOIN products ON products.id = lines.product_id JOIN categories ON categories.id = products.category_id group by title',
  )
})

test('a table that is not there gives way to the one that has the columns', () => {
  expect(
    repairJoins(
      layer,
      "SELECT COUNT(*), T2.country FROM customers AS T1 JOIN countries AS T2 ON T1.country = T2.country WHERE T2.country = 'Austria' GROUP BY T2.country",
    ),
  ).toBe("SELECT COUNT(*), t1.country FROM customers AS t1 WHERE t1.country = 'Austria' GROUP BY t1.country")
})

test('a statement that is sound, nested, joined otherwise or not clear stays as it is', () => {
  for (const sql of [
    'select c.name, sum(o.total) from customers c join orders o on o.customer_id = c.id group by c.name',
    'select name from customers where id in (select customer from orders)',
    'select c.name from customers c left join orders o on o.client = c.id',
    'select city from flights join airports on flights.code = airports.code where flights.nothing = 1',
    'select nothing from nowhere',
  ])
    expect(repairJoins(layer, sql), sql).toBeNull()
})

test('tables that are hidden are not joined', () => {
  const hidden = { ...layer, tables: layer.tables.map((table) => ({ ...table, isHidden: table.name === 'products' })) }
  expect(repairJoins(hidden, 'select title, sum(quantity) from lines group by title')).toBeNull()
})
