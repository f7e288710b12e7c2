import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** A lido that counts its bathers each hour; nothing is called bathers. The clock stands at 18 June 2025. */
const lido = askedDatabase('lido', (database) => {
  database.exec('CREATE TABLE pool (day DATE, hr INTEGER, sky TEXT, cnt INTEGER, water REAL)')
  for (let day = 0; day < 60; day++)
    for (let hour = 7; hour < 20; hour++)
      database
        .prepare('INSERT INTO pool VALUES (?, ?, ?, ?, ?)')
        .run(
          `2025-0${day < 30 ? 4 : 5}-${String(1 + (day % 30)).padStart(2, '0')}`,
          hour,
          ['clear', 'cloudy', 'rain'][day % 3] ?? '',
          ((day * 7 + hour * hour) % 90) + day,
          15 + ((day * 3 + hour) % 12) / 2,
        )
})

test.each([
  ['How many bathers did we have in total?', 'SELECT SUM(cnt) FROM pool'],
  ['How did bathers develop month by month?', 'SELECT substr(day, 1, 7), SUM(cnt) FROM pool GROUP BY 1'],
  ['bathers by sky', 'SELECT sky, SUM(cnt) FROM pool GROUP BY 1'],
  ['What was our best day?', 'SELECT day, SUM(cnt) FROM pool GROUP BY 1 ORDER BY 2 DESC LIMIT 1'],
  ['At what hour are we busiest?', 'SELECT hr, SUM(cnt) FROM pool GROUP BY 1 ORDER BY 2 DESC LIMIT 1'],
])('of what a sheet counts: %s', (question, gold) => lido.expectAnswer(question, gold))

test('the answer says how a noun was read that nothing is called by', () => {
  expect(lido.analyse('How many bathers did we have in May?')).toMatchObject({ kind: 'query', readAs: ['read "bathers" as count'] })
})

/** Those who work at a theatre, with marks and pay. */
const staff = askedDatabase('staff', (database) => {
  database.exec(
    'CREATE TABLE staff_sheet (staff_no INTEGER PRIMARY KEY, department TEXT, role TEXT, gender TEXT, pay_per_month REAL, stage_delay INTEGER, mood INTEGER, "record count" INTEGER, contact_channel TEXT)',
  )
  for (let id = 1; id <= 240; id++)
    database
      .prepare('INSERT INTO staff_sheet VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
      .run(
        id,
        ['Set & Costume', 'Stage', 'Box Office'][id % 3] ?? '',
        ['Costume Assistant', 'Stage Manager', 'Light Technician'][(id * id) % 3] ?? '',
        ['Female', 'Male'][id % 5 < 2 ? 0 : 1] ?? '',
        1800 + ((id * 37) % 900),
        ((id * 11) % 40) + (id % 3) * 5,
        1 + ((id + (id % 7)) % 5),
        1,
        ['mail', 'phone', 'app', 'mail'][id % 4] ?? '',
      )
})

test.each([
  ['How many people work in S&C?', "SELECT COUNT(*) FROM staff_sheet WHERE department = 'Set & Costume'"],
  ['average pay per month of costume assists', "SELECT AVG(pay_per_month) FROM staff_sheet WHERE role = 'Costume Assistant'"],
  ['Which department has the worst mood?', 'SELECT department FROM staff_sheet GROUP BY 1 ORDER BY AVG(mood) LIMIT 1'],
  ['Which department has the worst average stage delay?', 'SELECT department FROM staff_sheet GROUP BY 1 ORDER BY AVG(stage_delay) DESC LIMIT 1'],
  ['What is the pay gap between men and women?', 'SELECT gender, AVG(pay_per_month) FROM staff_sheet GROUP BY 1'],
  ['How do our people contact us?', 'SELECT contact_channel, COUNT(*) FROM staff_sheet GROUP BY 1'],
])('of those who work there: %s', (question, gold) => staff.expectAnswer(question, gold))
