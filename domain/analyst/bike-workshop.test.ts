import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** A workshop that mends bikes for riders, and keeps a log of the weather: two kinds of rows that are asked about as people type. */
const { expectAnswer, analyse } = askedDatabase('bike_workshop', (database) => {
  database.exec(`
    CREATE TABLE riders (rider_id INTEGER PRIMARY KEY, full_name TEXT, town TEXT, plan TEXT);
    CREATE TABLE mechanics (mechanic_id INTEGER PRIMARY KEY, mechanic_name TEXT);
    CREATE TABLE repairs (repair_id INTEGER PRIMARY KEY, rider_id INTEGER REFERENCES riders, mechanic_id INTEGER REFERENCES mechanics, bike_type TEXT, job TEXT,
      received_at DATETIME, status TEXT, price REAL, payment_method TEXT, purpose TEXT)`)
  const fill = (table: string, count: number, row: (id: number) => (string | number | null)[]) => {
    const rows = Array.from({ length: count }, (_, index) => row(index + 1))
    const insert = database.prepare(`INSERT INTO ${table} VALUES (${rows[0]?.map(() => '?').join()})`)
    for (const values of rows) insert.run(...values)
  }
  const of = (names: string[], at: number): string => names[at % names.length] ?? ''
  const moment = (id: number) => `${new Date(Date.UTC(2023, 6, 1 + ((id * 7) % 700), 8 + ((id * id) % 9))).toISOString().slice(0, 16).replace('T', ' ')}`
  fill('riders', 60, (id) => [id, `Rider ${id}`, of(['Delft', 'Delft', 'Gouda', 'Breda', 'Delft'], id), of(['Basic', 'Plus', 'Basic'], id)])
  fill('mechanics', 3, (id) => [id, of(['Koen Peters', 'Sanne Wit', 'Bart Kok'], id)])
  fill('repairs', 500, (id) => [
    id,
    1 + ((id * id) % 53),
    1 + ((id * 11) % 7 > 3 ? 0 : id % 3),
    of(['city bike', 'race bike', 'cargo bike', 'city bike'], id),
    of(['flat tyre', 'brakes', 'chain', 'flat tyre', 'lights', 'flat tyre', 'chain'], id),
    moment(id),
    of(['done', 'done', 'open', 'done', 'done', 'cancelled', 'done', 'done', 'done'], id),
    20 + ((id * 37) % 191),
    of(['card', 'cash', 'card'], id),
    of(['commute', 'sport', 'commute', 'leisure', 'commute'], id),
  ])
})

const month = "strftime('%Y-%m', received_at)"

test.each([
  ['whats our total income', 'SELECT SUM(price) FROM repairs'],
  ['nr of repairs in 2024 pls', "SELECT COUNT(*) FROM repairs WHERE received_at LIKE '2024%'"],
  ['riders who never had a repair, how many are there?', 'SELECT COUNT(*) FROM riders WHERE rider_id NOT IN (SELECT rider_id FROM repairs)'],
  ['of all repairs how many were paid by card', "SELECT COUNT(*) FROM repairs WHERE payment_method = 'card'"],
  ['income for 2024, cancelled repairs not counted', "SELECT SUM(price) FROM repairs WHERE received_at LIKE '2024%' AND status <> 'cancelled'"],
  ['Repair prices in steps of 50, how many of each', 'SELECT CAST(price / 50 AS INTEGER) * 50, COUNT(*) FROM repairs GROUP BY 1'],
  ['how many repairs do we have on our books altogether?', 'SELECT COUNT(*) FROM repairs'],
  ['what are the 2 jobs we do most', 'SELECT job, COUNT(*) FROM repairs GROUP BY 1 ORDER BY 2 DESC LIMIT 2'],
  ['how do riders usually pay', 'SELECT payment_method, COUNT(*) FROM repairs GROUP BY 1 ORDER BY 2 DESC LIMIT 1'],
  ['what do people mostly ride for', 'SELECT purpose, COUNT(*) FROM repairs GROUP BY 1 ORDER BY 2 DESC LIMIT 1'],
  ['what time of day is it busiest?', "SELECT CAST(strftime('%H', received_at) AS INTEGER), COUNT(*) FROM repairs GROUP BY 1 ORDER BY 2 DESC LIMIT 1"],
  [
    'Did Koen Peters do more repairs than Bart Kok?',
    "SELECT mechanic_name, COUNT(*) FROM repairs JOIN mechanics USING (mechanic_id) WHERE mechanic_name IN ('Koen Peters', 'Bart Kok') GROUP BY 1",
  ],
  ['do more people pay by card or cash', "SELECT payment_method, COUNT(*) FROM repairs WHERE payment_method IN ('card', 'cash') GROUP BY 1"],
  ['do race bikes cost more or less than cargo bikes', "SELECT bike_type, AVG(price) FROM repairs WHERE bike_type IN ('race bike', 'cargo bike') GROUP BY 1"],
  [
    'are race bike repairs cheaper than cargo bike repairs',
    "SELECT bike_type, AVG(price) FROM repairs WHERE bike_type IN ('race bike', 'cargo bike') GROUP BY 1",
  ],
  ['was june 2024 better than may 2024?', `SELECT ${month}, SUM(price) FROM repairs WHERE ${month} IN ('2024-05', '2024-06') GROUP BY 1`],
  [
    'Do plus riders come more often than basic ones?',
    'SELECT plan, 1.0 * COUNT(*) / COUNT(DISTINCT rider_id) FROM repairs JOIN riders USING (rider_id) GROUP BY 1',
  ],
  ['how often was a repair cancelled', "SELECT COUNT(*) FROM repairs WHERE status = 'cancelled'"],
  [
    'By how much percent did income change from the 1st to the 2nd quarter of 2024?',
    `WITH q AS (SELECT SUM(price) FILTER (WHERE ${month} < '2024-04') a, SUM(price) FILTER (WHERE ${month} > '2024-03') b FROM repairs WHERE ${month} BETWEEN '2024-01' AND '2024-06') SELECT 100 * (b - a) / a FROM q`,
  ],
  [
    'income adding up over the months of 2024, as a running sum',
    `SELECT m, s, SUM(s) OVER (ORDER BY m) FROM (SELECT ${month} m, SUM(price) s FROM repairs WHERE received_at LIKE '2024%' GROUP BY 1)`,
  ],
])('answers %s', expectAnswer)

/** Daily readings of two gauges of a river. */
const river = askedDatabase('river', (database) => {
  database.exec('CREATE TABLE gauge_log (station TEXT, day DATE, water_level REAL, max_temp REAL, min_temp REAL, wind_direction TEXT, flooded TEXT)')
  const insert = database.prepare('INSERT INTO gauge_log VALUES (?, ?, ?, ?, ?, ?, ?)')
  for (let id = 0; id < 600; id++) {
    const day = new Date(Date.UTC(2023, 0, 1 + Math.floor(id / 2))).toISOString().slice(0, 10)
    const level = 100 + ((id * 37) % 211) / 2 + id / 1000
    insert.run(
      id % 2 ? 'Old Weir' : 'Mill Bridge',
      day,
      level,
      12 + ((id * 29) % 170) / 10,
      (id * 7) % 9,
      ['SW', 'N', 'SW', 'E', 'SW', 'W', 'N'][(id * 3) % 7] ?? '',
      level > 190 ? 'Yes' : 'No',
    )
  }
})

test.each([
  ['What was the highest water level we measured and where?', 'SELECT station, water_level FROM gauge_log ORDER BY 2 DESC LIMIT 1'],
  [
    'When did Old Weir have its highest water level and how high was it?',
    "SELECT day, water_level FROM gauge_log WHERE station = 'Old Weir' ORDER BY 2 DESC LIMIT 1",
  ],
  ['how often was it above 20 degrees at Old Weir', "SELECT COUNT(*) FROM gauge_log WHERE station = 'Old Weir' AND max_temp > 20"],
  ['How often was it flooded?', "SELECT COUNT(*) FROM gauge_log WHERE flooded = 'Yes'"],
  [
    'which direction does the wind mostly come from at Old Weir',
    "SELECT wind_direction, COUNT(*) FROM gauge_log WHERE station = 'Old Weir' GROUP BY 1 ORDER BY 2 DESC LIMIT 1",
  ],
  [
    'Where is the difference between max and min temp the biggest?',
    'SELECT station, AVG(max_temp - min_temp) FROM gauge_log GROUP BY 1 ORDER BY 2 DESC LIMIT 1',
  ],
  ['what % of days was flooded, for each station', "SELECT station, 100.0 * SUM(flooded = 'Yes') / COUNT(*) FROM gauge_log GROUP BY 1"],
  ['how many readings have been recorded altogether', 'SELECT COUNT(*) FROM gauge_log'],
])('answers %s', river.expectAnswer)

test('two that are asked for are both told, or it is asked which is meant', () => {
  for (const question of ['what was the cheapest repair and who brought it in', 'Do race bikes cost more than penny-farthings?'])
    expect(analyse(question).kind, question).not.toBe('query')
})
