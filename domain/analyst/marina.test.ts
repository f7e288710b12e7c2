import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']

/** A marina whose sheet keeps the day of a mooring in columns of its parts, beside the date on which its state changed. The clock stands at 18 June 2025. */
const { layer, expectAnswer, analyse } = askedDatabase('marina', (database) => {
  database.exec(`CREATE TABLE moorings (mooring_no INTEGER PRIMARY KEY, harbour TEXT, mooring_year INTEGER, mooring_month TEXT, mooring_day INTEGER, nights INTEGER,
    fee REAL, status TEXT, status_changed_on DATE);
    CREATE TABLE loaves (branch TEXT, year INTEGER, month INTEGER, sold INTEGER);
    CREATE TABLE parcels (parcel_no INTEGER PRIMARY KEY, sent_date DATE, sent_year INTEGER, sent_month INTEGER, weight REAL)`)
  const add = (table: string, ...row: (string | number | null)[]) =>
    database.prepare(`INSERT INTO ${table} VALUES (${row.map(() => '?').join(', ')})`).run(...row)
  for (let id = 1; id <= 120; id++) {
    const [year, month] = [2023 + (id % 3), (id * 7) % 12]
    const changed = `${year + 1}-0${1 + (id % 9)}-11`
    add(
      'moorings',
      id,
      ['North', 'South'][id % 2] ?? '',
      year,
      months[month] ?? '',
      1 + (id % 28),
      1 + (id % 5),
      id * 1.5,
      ['open', 'settled'][id % 2] ?? '',
      changed,
    )
    add('loaves', ['Mill', 'Quay'][id % 2] ?? '', 2022 + (id % 3), 1 + (id % 12), 10 + id)
    add('parcels', id, `2024-${String(1 + (id % 12)).padStart(2, '0')}-05`, 2024, 1 + (id % 12), id / 2)
  }
})

const month = `CASE mooring_month ${months.map((name, index) => `WHEN '${name}' THEN '${String(index + 1).padStart(2, '0')}'`).join(' ')} END`
const ofMonth = `mooring_year || '-' || ${month}`

test.each([
  ['How many moorings did we have in 2024?', 'SELECT COUNT(*) FROM moorings WHERE mooring_year = 2024'],
  ['Fees month by month in 2024', `SELECT ${ofMonth}, SUM(fee) FROM moorings WHERE mooring_year = 2024 GROUP BY 1`],
  ['Total fees of moorings per year', 'SELECT CAST(mooring_year AS TEXT), SUM(fee) FROM moorings GROUP BY 1'],
  ['Total fees of moorings last month', "SELECT SUM(fee) FROM moorings WHERE mooring_year = 2025 AND mooring_month = 'May'"],
  ['How many moorings were there in March 2024?', "SELECT COUNT(*) FROM moorings WHERE mooring_year = 2024 AND mooring_month = 'March'"],
  [
    'Did we have more moorings in the first half of 2024 than in the first half of 2023?',
    `SELECT SUM(mooring_year = 2023), SUM(mooring_year = 2024) FROM moorings WHERE ${month} <= '06'`,
  ],
  ['How did the number of moorings develop over the years?', 'SELECT CAST(mooring_year AS TEXT), COUNT(*) FROM moorings GROUP BY 1'],
  ['How many moorings changed status in March 2025?', "SELECT COUNT(*) FROM moorings WHERE status_changed_on BETWEEN '2025-03-01' AND '2025-03-31'"],
  ['Loaves sold in the second quarter of 2023', 'SELECT SUM(sold) FROM loaves WHERE year = 2023 AND month BETWEEN 4 AND 6'],
])('%s', (question, gold) => expectAnswer(question, gold))

test('a date that is kept whole is not put together again', () => {
  const analysis = analyse('Weight of parcels sent in March 2024')
  expect(analysis).toMatchObject({ kind: 'query', query: { filters: { column: 'sent_date' } } })
  expect(layer.tables.flatMap(({ columns }) => columns.filter(({ parts }) => parts))).toEqual([])
})
