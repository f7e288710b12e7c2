import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#test/database.ts'
import { layerOfSqlite } from '#test/fixtures/sqlite-layer.ts'
import { analyseQuestion } from './analyse.ts'
import type { PreviousTurn } from './analysis.ts'

const path = join(temporaryFolder(), 'cafes.sqlite')
const database = new DatabaseSync(path)
database.exec(`
  CREATE TABLE shops (shop_id INTEGER PRIMARY KEY, name TEXT, region TEXT, inhabitants INTEGER, budget REAL);
  CREATE TABLE products (product_id INTEGER PRIMARY KEY, name TEXT, kind TEXT, unit_price REAL);
  CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, name TEXT, country TEXT, joined_on DATE);
  CREATE TABLE sales (sale_id INTEGER PRIMARY KEY, shop_id INTEGER REFERENCES shops, product_id INTEGER REFERENCES products,
    customer_id INTEGER REFERENCES customers, sold_on DATE, quantity INTEGER, amount REAL, refunded INTEGER);
  CREATE TABLE invoices (invoice_id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers, amount REAL, issued_on DATE, due_on DATE, paid_on DATE);
`)
const insert = (table: string, rows: (string | number | null)[][]) => {
  const statement = database.prepare(`INSERT INTO ${table} VALUES (${rows[0]?.map(() => '?').join(', ')})`)
  for (const row of rows) statement.run(...row)
}
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const day = (index: number, month = 1) => `2024-${String(((index + month) % 12) + 1).padStart(2, '0')}-${String((index % 28) + 1).padStart(2, '0')}`
insert('shops', [
  [1, 'Old Town', 'North', 12_000, 90_000],
  [2, 'Harbour', 'North', 40_000, 120_000],
  [3, 'Station', 'South', 9_000, 70_000],
])
insert(
  'products',
  ['Espresso', 'Latte', 'Croissant', 'Mug', 'Beans', 'Tea'].map((name, index) => [index + 1, name, ['drink', 'pastry', 'good'][index % 3] ?? '', 2 + index]),
)
insert(
  'customers',
  numbers(30).map((id) => [id, `Customer ${id}`, ['Italy', 'Austria'][id % 2] ?? '', day(id)]),
)
insert(
  'sales',
  numbers(90).map((id) => [id, (id % 3) + 1, (id % 5) + 1, (id % 25) + 1, day(id), (id % 4) + 1, 3.5 * ((id % 4) + 1), id % 9 === 0 ? 1 : 0]),
)
insert(
  'invoices',
  numbers(40).map((id) => [id, (id % 25) + 1, 10 * id, day(id), day(id, 2), id % 6 === 0 ? null : day(id, (id % 3) + 1)]),
)
database.close()
const layer = layerOfSqlite(path)
const clock = { now: new Date('2024-12-15T09:00:00Z'), timeZone: 'UTC' }

function queryOf(question: string) {
  const analysis = analyseQuestion({ question, layer, previous: null, clock })
  if (analysis.kind !== 'query') throw new Error(`${question}: ${JSON.stringify(analysis)}`)
  return analysis.query
}

test('one amount per another of the same rows is the total of the one over the total of the other', () => {
  const ratio = { ratio: { numerator: { aggregate: 'sum', column: 'budget' }, denominator: { aggregate: 'sum', column: 'inhabitants' } } }
  for (const question of ['budget per inhabitant in each region', 'budget per capita by region'])
    expect(queryOf(question)).toMatchObject({ measures: [ratio], dimensions: [{ column: 'region' }] })
  expect(queryOf('revenue per sale')).toMatchObject({ measures: [{ aggregate: 'avg', column: 'amount' }], dimensions: [] })
  expect(queryOf('revenue per customer').dimensions).toMatchObject([{ table: 'customers' }])
  expect(queryOf('average basket per shop')).toMatchObject({ measures: [{ aggregate: 'avg', column: 'amount' }], dimensions: [{ table: 'shops' }] })
})

test('pieces are what was sold of a thing, and never its price', () => {
  const pieces = { aggregate: 'sum', table: 'sales', column: 'quantity' }
  for (const question of ['products sold less than 40 pieces', 'products that sold fewer than 40 units'])
    expect(queryOf(question)).toMatchObject({ measures: [pieces], having: [{ operator: 'less_than', values: [40] }], dimensions: [{ table: 'products' }] })
  for (const question of ['how many pieces did we sell', 'number of units by product', 'units sold by kind'])
    expect(queryOf(question).measures).toMatchObject([pieces])
})

test('a kind in the plural is counted by the rows that are of it', () => {
  expect(queryOf('how many drinks do we have')).toMatchObject({
    measures: [{ aggregate: 'count', table: 'products' }],
    filters: { column: 'kind', values: ['drink'] },
  })
})

test('a flag has a rate', () => {
  const rate = { ratio: { numerator: { filters: { column: 'refunded' } } } }
  expect(queryOf('refunded rate by region')).toMatchObject({ measures: [rate], dimensions: [{ column: 'region' }] })
})

test('who never came or bought anything has no row of what happened', () => {
  for (const question of ['which customers have never ordered anything?', 'customers who never came'])
    expect(queryOf(question).filters).toMatchObject({ not: {} })
})

test('who has more than so much in all is one of the people', () => {
  expect(queryOf('who spent more than 30 in 2024')).toMatchObject({
    dimensions: [{ table: 'customers' }],
    measures: [{ aggregate: 'sum', column: 'amount' }],
    having: [{ operator: 'greater_than', values: [30] }],
  })
})

test('what was paid late was paid after it was due, and is never all that was paid', () => {
  const late = { column: 'paid_on', operator: 'greater_than', column_value: { column: 'due_on' } }
  expect(queryOf('how many invoices were paid late?').filters).toMatchObject(late)
  expect(queryOf('how many invoices were paid on time?').filters).toMatchObject({ ...late, operator: 'less_or_equal' })
  expect(analyseQuestion({ question: 'late customers by country', layer, previous: null, clock }).kind).not.toBe('query')
})

/** The query of the last of some questions, each asked after those before; what has no answer is passed on as the product does. */
function talk(...questions: string[]) {
  let [previous, unanswered]: [PreviousTurn | null, string | null] = [null, null]
  let last: ReturnType<typeof analyseQuestion> | null = null
  for (const question of questions) {
    last = analyseQuestion({ question, layer, previous, unanswered, clock })
    if (last.kind === 'query') [previous, unanswered] = [{ question, query: last.query }, null]
    else unanswered = question
  }
  return last
}

test('an answer about one period is held against another', () => {
  const beside = { column: 'sold_on', operator: 'equals', values: ['2023', '2024'] }
  const year = { column: 'sold_on', grain: 'year' }
  expect(talk('revenue in 2024', 'compare with 2023')).toMatchObject({ query: { dimensions: [year], filters: beside } })
  for (const said of ['compare with the year before', 'vs 2023', 'how does that compare to the previous year?'])
    expect(talk('revenue by shop in 2024', said)).toMatchObject({ query: { dimensions: [{ table: 'shops' }, year], filters: beside } })
  expect(talk('revenue by month in 2024', 'compare with last year')).toMatchObject({ query: { dimensions: [{ grain: 'month_of_year' }, year] } })
  expect(talk('sales in november', 'compare with october')).toMatchObject({ query: { filters: { values: ['2024-10', '2024-11'] } } })
})

test('a question about no data ends no talk, and one that was not answered does', () => {
  expect(talk('revenue by shop', 'what is the weather', 'and by region?')).toMatchObject({ query: { dimensions: [{ column: 'region' }] } })
  expect(talk('revenue by shop', 'frobnicated customers', 'and by region?')?.kind).not.toBe('query')
})

test('what is to go goes, and is no condition', () => {
  expect(talk('revenue and number of sales by shop', 'remove the revenue')).toMatchObject({ query: { measures: [{ aggregate: 'count' }] } })
  expect(talk('revenue by shop', 'remove the elephants')?.kind).toBe('refusal')
})

test('a count that is asked for beside a sum is told beside it, and what is ranked by is told too', () => {
  expect(queryOf('revenue and number of sales by shop').measures).toMatchObject([{ aggregate: 'sum' }, { aggregate: 'count', table: 'sales' }])
  expect(queryOf('top 3 products by revenue')).toMatchObject({ measures: [{ aggregate: 'sum', column: 'amount' }], limit: 3 })
})

test('the last rows are those of the latest days, and a share of money is of money', () => {
  expect(queryOf('last 5 sales')).toMatchObject({ order: [{ direction: 'desc' }], limit: 5 })
  expect(queryOf('what share of revenue comes from drinks').measures).toMatchObject([{ ratio: { numerator: { aggregate: 'sum', column: 'amount' } } }])
})
