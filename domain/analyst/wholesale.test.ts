import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** A wholesaler whose takings no column holds: its papers have lines with prices, quantities and discounts. */
const { analyse, expectAnswer } = askedDatabase('wholesale', (database) => {
  database.exec(`
    CREATE TABLE departments (department_id INTEGER PRIMARY KEY, department_name TEXT);
    CREATE TABLE articles (article_id INTEGER PRIMARY KEY, article_name TEXT, department_id INTEGER REFERENCES departments(department_id), unit_price REAL, units_in_stock INTEGER, reorder_level INTEGER);
    CREATE TABLE staff (staff_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, reports_to INTEGER REFERENCES staff(staff_id));
    CREATE TABLE tools (tool_id INTEGER PRIMARY KEY, tool_name TEXT, length INTEGER);
    CREATE TABLE tool_rentals (rental_id INTEGER PRIMARY KEY, tool_id INTEGER REFERENCES tools(tool_id), hours INTEGER);
    INSERT INTO tools VALUES (1, 'Ladder', 610), (2, 'Saw', 120), (3, 'Crane', 900), (4, 'Drill', 35);
    INSERT INTO tool_rentals VALUES (1, 2, 4), (2, 2, 4), (3, 2, 1), (4, 3, 9), (5, 3, 9), (6, 4, 2);
    CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, company_name TEXT, country TEXT);
    CREATE TABLE orders (order_id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers(customer_id), order_date DATE, freight REAL);
    CREATE TABLE order_lines (order_id INTEGER REFERENCES orders(order_id), article_id INTEGER REFERENCES articles(article_id), unit_price REAL, quantity INTEGER, discount REAL, PRIMARY KEY (order_id, article_id));
    INSERT INTO departments VALUES (1, 'Kitchen'), (2, 'Garden');
    INSERT INTO articles VALUES (1, 'Ladle', 1, 8, 0, 5), (2, 'Rake', 2, 20, 12, 5), (3, 'Spade', 2, 30, 3, 4);
    INSERT INTO staff VALUES (1, 'Vera', 'Stone', NULL), (2, 'Hugo', 'Park', 1), (3, 'Mia', 'Park', 2);
    INSERT INTO customers VALUES (1, 'Borg AB', 'Sweden'), (2, 'Dahl AB', 'Sweden'), (3, 'Costa Lda', 'Portugal'), (4, 'Silva Lda', 'Portugal');
  `)
  for (let id = 1; id <= 24; id++) {
    database.prepare('INSERT INTO orders VALUES (?, ?, ?, ?)').run(id, 1 + (id % 3), `202${3 + (id % 2)}-0${1 + (id % 9)}-11`, id)
    for (const article of [1, 2, 3].slice(id % 3))
      database.prepare('INSERT INTO order_lines VALUES (?, ?, ?, ?, ?)').run(id, article, 10 * article, 1 + (id % 4), id % 5 === 0 ? 0.25 : 0)
  }
  database.exec(`
    CREATE TABLE parcels_posted (parcel_id INTEGER PRIMARY KEY, order_id INTEGER REFERENCES orders(order_id), parcel_date DATE);
    INSERT INTO parcels_posted VALUES (1, 1, '2024-02-20'), (2, 2, '2023-03-15'), (3, 3, '2024-04-12');
  `)
})

const amount = 'unit_price * quantity * (1 - discount)'
const lines = 'order_lines JOIN orders USING (order_id) JOIN customers USING (customer_id)'
const byArticle = 'order_lines JOIN articles USING (article_id) JOIN departments USING (department_id)'
const lineAmount = `order_lines.${amount}`

test.each([
  ['Which articles need to be reordered?', 'SELECT article_name FROM articles WHERE units_in_stock <= reorder_level'],
  ['total sales by country', `SELECT country, SUM(${amount}) FROM ${lines} GROUP BY country`],
  ['What was our revenue in 2024?', `SELECT SUM(${amount}) FROM ${lines} WHERE order_date LIKE '2024%'`],
  ['Top 2 customers by revenue', `SELECT company_name, SUM(${amount}) FROM ${lines} GROUP BY customer_id ORDER BY 2 DESC LIMIT 2`],
  ['Which customer has the highest turnover?', `SELECT company_name FROM ${lines} GROUP BY customer_id ORDER BY SUM(${amount}) DESC LIMIT 1`],
  ['revenue by article department', `SELECT department_name, SUM(${lineAmount}) FROM ${byArticle} GROUP BY department_id`],
  ['average order value', `SELECT SUM(${amount}) / COUNT(DISTINCT order_id) FROM order_lines`],
  ['average revenue per customer', `SELECT SUM(${amount}) / COUNT(DISTINCT customer_id) FROM ${lines}`],
  ['What share of revenue comes from Sweden?', `SELECT 100.0 * SUM(CASE WHEN country = 'Sweden' THEN ${amount} END) / SUM(${amount}) FROM ${lines}`],
  ['number of sales per country', `SELECT country, COUNT(*) FROM orders JOIN customers USING (customer_id) GROUP BY country`],
  ['How many units of Rake did we sell?', 'SELECT SUM(quantity) FROM order_lines WHERE article_id = 2'],
  ['units sold per department', `SELECT department_name, SUM(quantity) FROM ${byArticle} GROUP BY department_id`],
  ['Which customers have never ordered?', 'SELECT company_name FROM customers WHERE customer_id = 4'],
  ['Which articles are still in stock?', 'SELECT article_name FROM articles WHERE units_in_stock > 0'],
  ['top 2 most rented tools', 'SELECT tool_name, COUNT(*) FROM tool_rentals JOIN tools USING (tool_id) GROUP BY 1 ORDER BY 2 DESC LIMIT 2'],
  ['Which tools are longer than 5 meters?', 'SELECT tool_name FROM tools WHERE length > 500'],
  [
    'What is the average number of days between the order date and parcel posted date, rounded to 2 decimal places?',
    'SELECT AVG(julianday(parcel_date) - julianday(order_date)) FROM parcels_posted JOIN orders USING (order_id)',
  ],
  ['articles out of stock', 'SELECT article_name FROM articles WHERE units_in_stock = 0'],
  ["Who is Mia Park's boss?", "SELECT 'Hugo', 'Park'"],
  ['Who is the manager of Hugo Park?', "SELECT 'Vera', 'Stone'"],
])('%s', expectAnswer)

test('profit and expenses are not what was taken in', () => {
  for (const question of ['profit by country', 'expenses by month']) expect(analyse(question).kind).not.toBe('query')
})

test('a condition that cannot be placed does not come to all rows', () => {
  for (const question of ['Which articles need to be repainted?', 'customers that are inactive']) expect(analyse(question).kind).not.toBe('query')
})

test('prices are not added up when costs are asked for', () => {
  expect(JSON.stringify(analyse('total costs'))).not.toContain('"sum"')
})

test('what grew the most is ranked by how its revenue changed', () => {
  expect(analyse('Which department grew the most from 2023 to 2024?')).toMatchObject({
    kind: 'query',
    query: {
      dimensions: [{ column: 'department_name' }, {}, { column: 'order_date', grain: 'year' }],
      order: [{ by: 'change', direction: 'desc' }, {}, {}],
      limit: 1,
    },
  })
})
