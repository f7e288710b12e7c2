import { test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** Offers of a glazier to builders: some were won, others lost, so that a builder has bought only what was won. */
const { expectAnswer } = askedDatabase('glazier', (database) => {
  database.exec(
    `CREATE TABLE customers (customer TEXT PRIMARY KEY, town TEXT);
     CREATE TABLE sales_offers (offer_id INTEGER PRIMARY KEY, customer TEXT REFERENCES customers, outcome TEXT, made_on DATE, closed_on DATE, offer_value INTEGER)`,
  )
  const names = ['Adler & Sons', 'Brick Ltd', 'Corner Homes', 'Dale Build']
  for (const [at, name] of names.entries()) database.prepare('INSERT INTO customers VALUES (?, ?)').run(name, ['Lund', 'Malmo'][at % 2] ?? '')
  const insert = database.prepare('INSERT INTO sales_offers VALUES (?, ?, ?, ?, ?, ?)')
  for (let id = 1; id <= 240; id++) {
    const outcome = (id * 7) % 11 < 5 ? 'Won' : (id * 5) % 3 === 0 ? 'Open' : 'Lost'
    const day = (offset: number) => new Date(Date.UTC(2024, 0, id + offset)).toISOString().slice(0, 10)
    insert.run(
      id,
      names[((id * id) % 7) % 4] ?? '',
      outcome,
      day(0),
      outcome === 'Open' ? null : day(9),
      outcome === 'Won' ? 200 + ((id * 37) % 900) : outcome === 'Lost' ? 0 : null,
    )
  }
})

test.each([['Which customers bought more than 35 times?', "SELECT customer FROM sales_offers WHERE outcome = 'Won' GROUP BY 1 HAVING COUNT(*) > 35"]])(
  'answers %s',
  expectAnswer,
)
