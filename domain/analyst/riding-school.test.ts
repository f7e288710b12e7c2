import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** A riding school whose labels are abbreviations, and whose customers are called keepers. The clock stands at 18 June 2025. */
const school = askedDatabase('riding', (database) => {
  database.exec(
    `CREATE TABLE horse_keepers (pass_no INTEGER PRIMARY KEY, nm TEXT, town TEXT);
    CREATE TABLE horses (horse_id INTEGER PRIMARY KEY, horse_nm TEXT, breed TEXT, pass_no INTEGER REFERENCES horse_keepers (pass_no));
    CREATE TABLE lessons (lesson_id INTEGER PRIMARY KEY, title TEXT, max_participants INTEGER, instr TEXT, prc REAL);
    CREATE TABLE lesson_bookings (bkg_id INTEGER PRIMARY KEY, lesson_id INTEGER REFERENCES lessons (lesson_id), pass_no INTEGER REFERENCES horse_keepers (pass_no), bkg_dt DATE, paid_amt REAL, stars INTEGER)`,
  )
  const add = (table: string, values: (string | number)[]) =>
    database.prepare(`INSERT INTO ${table} VALUES (${values.map(() => '?').join(', ')})`).run(...values)
  for (let id = 1; id <= 40; id++) add('horse_keepers', [id, `Keeper ${id}`, ['Ely', 'Ware', 'Ely', 'Bath'][id % 4] ?? ''])
  for (let id = 1; id <= 50; id++) add('horses', [id, `Horse ${id}`, ['Cob', 'Arab', 'Shire'][id % 3] ?? '', 1 + ((id * 7) % 30)])
  for (const [at, title] of ['Dressage', 'Jumping', 'Trail'].entries()) add('lessons', [at + 1, title, 4 + at * 2, at === 1 ? 'Kim' : 'Lou', 30 + at])
  for (let id = 1; id <= 120; id++)
    add('lesson_bookings', [
      id,
      1 + ((id * id) % 3),
      1 + (id % 25),
      `2025-0${1 + (id % 5)}-${String(1 + (id % 28)).padStart(2, '0')}`,
      20 + ((id * 7) % 19),
      1 + ((id * 3) % 5),
    ])
})

test.each([
  ['how many clients do we have per town?', 'SELECT town, COUNT(*) FROM horse_keepers GROUP BY 1'],
  ['how many members own an Arab?', "SELECT COUNT(*) FROM horse_keepers WHERE pass_no IN (SELECT pass_no FROM horses WHERE breed = 'Arab')"],
  ['how many pass holders have never booked a lesson', 'SELECT COUNT(*) FROM horse_keepers WHERE pass_no NOT IN (SELECT pass_no FROM lesson_bookings)'],
  ['How many spots does the jumping lesson have?', "SELECT max_participants FROM lessons WHERE title = 'Jumping'"],
  ['which city do most riders live in', "SELECT 'Ely'"],
  ['what is the fee for Dressage?', "SELECT prc FROM lessons WHERE title = 'Dressage'"],
  ['our 3 best paying clients', 'SELECT nm, SUM(paid_amt) FROM lesson_bookings JOIN horse_keepers USING (pass_no) GROUP BY pass_no ORDER BY 2 DESC LIMIT 3'],
  ['average paid amount per lesson', 'SELECT title, AVG(paid_amt) FROM lesson_bookings JOIN lessons USING (lesson_id) GROUP BY 1'],
  ['which instructor gives the most lessons', "SELECT 'Lou'"],
])('of a riding school: %s', (question, gold) => school.expectAnswer(question, gold))

test('the answer says how a noun of the same kind was read', () => {
  expect(school.analyse('how many clients do we have per city?')).toMatchObject({
    kind: 'query',
    readAs: expect.arrayContaining(['read "clients" as horse keepers', 'read "city" as town']),
  })
})

/** A sheet of a bakery that tells no customer from another, and says of each where they live and where they bought. */
const bakery = askedDatabase('bakery', (database) => {
  database.exec(
    'CREATE TABLE bakery_sales (receipt_no INTEGER, oven_site TEXT, home_town TEXT, customer_type TEXT, "meal" TEXT, pmt TEXT, tot_amt REAL, annual_inc REAL, sold_on DATE)',
  )
  for (let id = 1; id <= 150; id++)
    database
      .prepare('INSERT INTO bakery_sales VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
      .run(
        id,
        ['Delft', 'Breda'][id % 2] ?? '',
        ['Gouda', 'Delft', 'Tiel'][id % 3] ?? '',
        ['new', 'regular'][(id * id) % 2] ?? '',
        ['breakfast', 'lunch', 'lunch'][id % 3] ?? '',
        ['Cash', 'Card', 'Card'][(id * 5) % 3] ?? '',
        5 + ((id * 13) % 37),
        20000 + ((id * 917) % 30000),
        `2025-0${1 + (id % 5)}-1${id % 10}`,
      )
})

test.each([
  ['how many customers paid cash in March?', "SELECT COUNT(*) FROM bakery_sales WHERE pmt = 'Cash' AND sold_on LIKE '2025-03%'"],
  ['What did customers spend on average?', 'SELECT AVG(tot_amt) FROM bakery_sales'],
  ['average annual income per customer type', 'SELECT customer_type, AVG(annual_inc) FROM bakery_sales GROUP BY 1'],
  ['Average annual income of those who paid by card', "SELECT AVG(annual_inc) FROM bakery_sales WHERE pmt = 'Card'"],
  ['Which meal option is most popular?', "SELECT 'lunch'"],
])('of a sheet without customers: %s', (question, gold) => bakery.expectAnswer(question, gold))

test('a noun that two columns may be meant by is asked back about', () => {
  expect(bakery.analyse('total amount per place').kind).not.toBe('query')
})
