import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** One sheet of what a plant nursery sold, with numbers beside the names of who bought and of what was bought. */
const sheet = askedDatabase('plant-nursery', (database) => {
  database.exec(`
    CREATE TABLE nursery (line_no INTEGER, receipt_id TEXT, sold_on DATE, client_id TEXT, client_name TEXT, plant_id TEXT, plant_name TEXT, bed TEXT, revenue REAL, profit REAL)`)
  const insert = database.prepare('INSERT INTO nursery VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  for (let id = 0; id < 400; id++) {
    const [client, plant] = [id % 3 === 0 ? 5 : id % 17, id % 11]
    const day = client === 7 ? id % 300 : id * 2
    insert.run(
      id + 1,
      `R${Math.floor(id / 2)}`,
      new Date(Date.UTC(2023, 2, 1 + day)).toISOString().slice(0, 10),
      `C-${client}`,
      ['Ada', 'Bo', 'Cy', 'Dee', 'Eli', 'Flo', 'Gus', 'Hal', 'Ida', 'Jo', 'Kit', 'Lou', 'Mia', 'Ned', 'Oda', 'Pat', 'Quin'][client] ?? '',
      `P-${plant}`,
      ['Rose', 'Fern', 'Ivy', 'Oak', 'Elm', 'Fig', 'Yew', 'Ash', 'Iris', 'Sage', 'Mint'][plant] ?? '',
      ['Shade', 'Sun', 'Pond', 'Wall'][plant % 4] ?? '',
      10 + plant * 7 + (id % 5),
      plant % 4 === 2 ? -3 - (id % 4) : 4 + (id % 6),
    )
  }
})

test.each([
  ['Who are our 3 biggest clients?', 'SELECT client_name, SUM(revenue) FROM nursery GROUP BY 1 ORDER BY 2 DESC LIMIT 3'],
  ['Which plant made us the most money?', 'SELECT plant_name, SUM(revenue) FROM nursery GROUP BY 1 ORDER BY 2 DESC LIMIT 1'],
  ['Which bed loses us the most money?', 'SELECT bed, SUM(profit) FROM nursery GROUP BY 1 ORDER BY 2 LIMIT 1'],
  ['How large was our average receipt?', 'SELECT SUM(revenue) / COUNT(DISTINCT receipt_id) FROM nursery'],
  ['What margin do we make with each plant?', 'SELECT plant_name, 100.0 * SUM(profit) / SUM(revenue) FROM nursery GROUP BY 1'],
  ['How did revenue develop year by year?', "SELECT strftime('%Y', sold_on), SUM(revenue) FROM nursery GROUP BY 1"],
  ['Which clients have bought nothing this year?', "SELECT client_name FROM nursery GROUP BY 1 HAVING MAX(sold_on) < '2025'"],
  [
    'By how much did revenue rise in 2024 over 2023?',
    "SELECT 100.0 * (SUM(CASE WHEN sold_on LIKE '2024%' THEN revenue END) / SUM(CASE WHEN sold_on LIKE '2023%' THEN revenue END) - 1) FROM nursery",
  ],
])('answers %s', sheet.expectAnswer)

/** Pick-ups of a laundry: driven by somebody or nobody yet, due on a day, handed to the courier and then to the guest house. */
const pickups = askedDatabase('laundry', (database) => {
  database.exec(`
    CREATE TABLE houses (house_id INTEGER PRIMARY KEY, name TEXT, valley TEXT);
    CREATE TABLE laundries (laundry_id INTEGER PRIMARY KEY, name TEXT, valley TEXT);
    CREATE TABLE pickups (pickup_id INTEGER PRIMARY KEY, house_id INTEGER REFERENCES houses(house_id), assignee TEXT, ordered_on DATE, delivered_to_courier_date DATE,
      delivered_to_house_date DATE, estimated_delivery_date DATE);
    CREATE TABLE bags (pickup_id INTEGER REFERENCES pickups(pickup_id), bag_no INTEGER, laundry_id INTEGER REFERENCES laundries(laundry_id), PRIMARY KEY (pickup_id, bag_no));
    INSERT INTO laundries VALUES (1, 'Foam', 'Upper'), (2, 'Steam', 'Lower')`)
  for (let id = 1; id <= 12; id++) database.prepare('INSERT INTO houses VALUES (?, ?, ?)').run(id, `House ${id}`, ['Upper', 'Lower', 'Side'][id % 3] ?? '')
  for (let id = 1; id <= 120; id++) {
    const on = (days: number) => new Date(Date.UTC(2025, 0, id + days)).toISOString().slice(0, 10)
    const isLate = id % 3 === 1 && id % 2 === 0
    database
      .prepare('INSERT INTO pickups VALUES (?, ?, ?, ?, ?, ?, ?)')
      .run(id, 1 + (id % 12), id % 9 === 0 ? null : (['Ann', 'Ben'][id % 2] ?? ''), on(0), on(1), id > 110 ? null : on(isLate ? 6 : 3), on(4))
    for (let bag = 1; bag <= 1 + (id % 2); bag++) database.prepare('INSERT INTO bags VALUES (?, ?, ?)').run(id, bag, 1 + ((id + bag) % 2))
  }
})

const late = 'delivered_to_house_date > estimated_delivery_date'

test.each([
  ['What share of our deliveries arrives late?', `SELECT AVG(${late}) * 100 FROM pickups WHERE delivered_to_house_date IS NOT NULL`],
  [
    'In which valley do we have the most late deliveries?',
    `SELECT valley, COUNT(*) FROM pickups JOIN houses USING (house_id) WHERE ${late} GROUP BY 1 ORDER BY 2 DESC LIMIT 1`,
  ],
  ['How many pickups does nobody own yet?', 'SELECT COUNT(*) FROM pickups WHERE assignee IS NULL'],
  ['How many unassigned pickups are there?', 'SELECT COUNT(*) FROM pickups WHERE assignee IS NULL'],
  [
    'Did we get more pickups this month than the one before?',
    "SELECT substr(ordered_on, 1, 7), COUNT(*) FROM pickups WHERE ordered_on >= '2025-05' AND ordered_on < '2025-07' GROUP BY 1",
  ],
])('answers %s', pickups.expectAnswer)

test('what was bought in none of the months is no list of what was bought', () => {
  const analysis = sheet.analyse('Which plants sold nothing in wintry weeks?')
  expect(analysis.kind).not.toBe('query')
})

/** Calls for a lift mechanic: how long until somebody answered and mended it, what was promised, and how often it broke again. */
const lifts = askedDatabase('lifts', (database) => {
  database.exec(`
    CREATE TABLE owners (id INTEGER PRIMARY KEY, name TEXT, contract TEXT);
    CREATE TABLE promises (urgency TEXT PRIMARY KEY, answer_target_minutes INTEGER, repair_target_minutes INTEGER);
    CREATE TABLE faults (id INTEGER PRIMARY KEY, owner_id INTEGER REFERENCES owners(id), urgency TEXT REFERENCES promises(urgency), kind TEXT, state TEXT, reported_on DATE);
    CREATE TABLE fault_times (fault_id INTEGER PRIMARY KEY REFERENCES faults(id), answer_time_in_minutes INTEGER, repair_time_in_minutes INTEGER, repeats INTEGER);
    INSERT INTO promises VALUES ('high', 10, 100), ('low', 60, 900)`)
  for (let id = 1; id <= 9; id++) database.prepare('INSERT INTO owners VALUES (?, ?, ?)').run(id, `Owner ${id}`, ['Gold', 'Basic'][id % 2] ?? '')
  for (let id = 1; id <= 90; id++) {
    const on = new Date(Date.UTC(2024, 6, id * 4)).toISOString().slice(0, 10)
    const kind = ['Door jam', 'Rope wear', 'Dark cabin'][id % 3] ?? ''
    database
      .prepare('INSERT INTO faults VALUES (?, ?, ?, ?, ?, ?)')
      .run(id, 1 + (id % 9), ['high', 'low'][id % 2] ?? '', kind, ['open', 'mended', 'mended'][id % 3 === 0 ? id % 2 : 1] ?? '', on)
    database.prepare('INSERT INTO fault_times VALUES (?, ?, ?, ?)').run(id, 5 + (id % 40), 60 + id * 3, [0, 0, 1, 0, 2][id % 5] ?? 0)
  }
})

const ofFault = 'fault_times JOIN faults ON faults.id = fault_id'

test.each([
  ['How fast did we respond to faults?', 'SELECT AVG(answer_time_in_minutes) FROM fault_times'],
  ['What is our average response time by urgency?', `SELECT urgency, AVG(answer_time_in_minutes) FROM ${ofFault} GROUP BY 1`],
  ['How long do we need on average to fix a rope?', `SELECT AVG(repair_time_in_minutes) FROM ${ofFault} WHERE kind = 'Rope wear'`],
  ['How many of our mended faults were repeated, in percent?', `SELECT AVG(repeats > 0) * 100 FROM ${ofFault} WHERE state = 'mended'`],
  [
    'How many faults did Gold owners open this year?',
    "SELECT COUNT(*) FROM faults JOIN owners ON owners.id = owner_id WHERE contract = 'Gold' AND reported_on LIKE '2025%'",
  ],
  ['How many open faults are there?', "SELECT COUNT(*) FROM faults WHERE state = 'open'"],
])('answers %s', lifts.expectAnswer)
