import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** One sheet as a shop keeps it. The clock stands at 18 June 2025. */
const { analyse, expectAnswer } = askedDatabase('sheet', (database) => {
  database.exec('CREATE TABLE sales (sold_on DATE, shop TEXT, product TEXT, pieces INTEGER, price REAL, extras TEXT, degrees REAL)')
  const products = ['Mug', 'Plate', 'Bowl', 'Show Vase']
  for (let id = 1; id <= 300; id++)
    database
      .prepare('INSERT INTO sales VALUES (?, ?, ?, ?, ?, ?, ?)')
      .run(
        `2025-0${1 + (id % 6)}-${10 + (id % 17)}`,
        ['Center', 'North', 'Fort Worth'][(id * id) % 3] ?? '',
        products[id % 4] ?? '',
        1 + ((id * 7) % 6),
        [8.5, 12, 10, 30][id % 4] ?? 0,
        ['Ribbon, Card', 'Card, Box', 'Box, Ribbon, Card', 'Ribbon, Box'][id % 4] ?? '',
        id % 19 === 0 ? -200 : 12 + (id % 11),
      )
})

const money = 'SUM(pieces * price)'
const mean = (value: string) => `AVG(1.0 * ${value})`
const covariance = (one: string, two: string) => `(${mean(`${one} * ${two}`)} - ${mean(one)} * ${mean(two)})`
const coefficient = `${covariance('pieces', 'price')} / sqrt(${covariance('pieces', 'pieces')} * ${covariance('price', 'price')})`
const numbered = 'SELECT shop, price, ROW_NUMBER() OVER (PARTITION BY shop ORDER BY price) AS place, COUNT(*) OVER (PARTITION BY shop) AS rows FROM sales'
const month = "strftime('%Y-%m', sold_on)"

test.each([
  ['Revenue by month', `SELECT ${month}, ${money} FROM sales GROUP BY 1`],
  ['Compare May with June', `SELECT ${month}, ${money} FROM sales WHERE sold_on >= '2025-05-01' GROUP BY 1`],
  ['How did May compare to June?', `SELECT ${month}, ${money} FROM sales WHERE sold_on >= '2025-05-01' GROUP BY 1`],
  ['What was our best month?', `SELECT ${month}, ${money} FROM sales GROUP BY 1 ORDER BY 2 DESC LIMIT 1`],
  ['Which shop sells the most?', `SELECT shop, ${money} FROM sales GROUP BY 1 ORDER BY 2 DESC LIMIT 1`],
  ['Average order', 'SELECT AVG(pieces * price) FROM sales'],
  ['How many sales have a ribbon?', "SELECT COUNT(*) FROM sales WHERE extras LIKE '%ribbon%'"],
  ['Is price correlated with pieces?', `SELECT ${coefficient} FROM sales`],
  ['How strongly do pieces and price correlate by shop?', `SELECT shop, ${coefficient} FROM sales GROUP BY 1`],
  ['Scatter plot of the correlation of price and degrees', 'SELECT price, degrees FROM sales'],
  ['Give me the correlation of price and degrees', `SELECT ${coefficient.replaceAll('pieces', 'degrees')} FROM sales WHERE degrees <> -200`],
  ['Median price by shop', `SELECT shop, AVG(price) FROM (${numbered}) WHERE place * 2 BETWEEN rows AND rows + 2 GROUP BY 1`],
  ['What is the average of degrees?', 'SELECT AVG(degrees) FROM sales WHERE degrees <> -200'],
])('%s', (question, gold) => expectAnswer(question, gold))

test('what is left out as missing is said, and rows that are asked for by the mark are found', () => {
  expect(analyse('What is the average of degrees?')).toMatchObject({
    readAs: ['rows whose degrees is -200 are left out: it seems to stand for a missing value'],
  })
  expect(JSON.stringify(analyse('How many sales have degrees of -200?'))).not.toContain('not_equals')
})

test.each(['Show me the revenue by product', 'Please show the average price', 'Which product is worth the most?'])(
  '"%s": a verb that opens a request and a word of a comparison are no values',
  (question) => {
    expect(analyse(question)).toMatchObject({ kind: 'query' })
    expect(JSON.stringify(analyse(question))).not.toMatch(/"values":\["(?:Show|Fort)/)
  },
)
