import { test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** A till of a creperie: prices are written with a comma and a currency, and weekly takings with points between thousands. */
const { expectAnswer } = askedDatabase('creperie', (database) => {
  database.exec(
    `CREATE TABLE till (bill TEXT, sold_on DATE, dish TEXT, quantity INTEGER, unit_price TEXT);
     CREATE TABLE weekly_rent (stall TEXT, week INTEGER, rent TEXT)`,
  )
  const insert = database.prepare('INSERT INTO till VALUES (?, ?, ?, ?, ?)')
  for (let id = 0; id < 300; id++) {
    const day = new Date(Date.UTC(2024, 0, 1 + id)).toISOString().slice(0, 10)
    const [dish, price] = [
      ['Galette', '8,90 €'],
      ['Crêpe', '4,50 €'],
      ['Cidre', '3,20 €'],
    ][((id * 5) % 7) % 3] ?? ['', '']
    insert.run(`B${Math.floor(id / 2)}`, day, dish ?? '', 1 + (id % 4), price ?? '')
  }
  const rent = database.prepare('INSERT INTO weekly_rent VALUES (?, ?, ?)')
  for (let week = 1; week <= 20; week++) rent.run('Harbour', week, `1.${String(200 + week)},50`)
})

const price = "CAST(REPLACE(REPLACE(unit_price, ' €', ''), ',', '.') AS REAL)"

test.each([
  ['How much did we take in total?', `SELECT SUM(quantity * ${price}) FROM till`],
  ['Which dish brings in the most money?', `SELECT dish, SUM(quantity * ${price}) FROM till GROUP BY 1 ORDER BY 2 DESC LIMIT 1`],
  ['What is the average rent?', "SELECT AVG(CAST(REPLACE(REPLACE(rent, '.', ''), ',', '.') AS REAL)) FROM weekly_rent"],
])('answers %s', expectAnswer)
