import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** What a recruiter pays for advertisements on portals and what they bring in, and its journeys to clients. The clock stands at 18 June 2025. */
const { analyse, expectAnswer } = askedDatabase('job-ads', (database) => {
  database.exec(`
    CREATE TABLE advertisements (day DATE, portal TEXT, screen TEXT, views INTEGER, clicks INTEGER, signups INTEGER, cost REAL, revenue REAL);
    CREATE TABLE batches (batch_id INTEGER PRIMARY KEY, press TEXT, completed INTEGER, rejected INTEGER, printed_on DATE)`)
  const insert = database.prepare(`INSERT INTO advertisements VALUES (${Array(8).fill('?').join(', ')})`)
  for (let id = 1; id <= 240; id++) {
    const day = `202${4 + (id % 2)}-${String(1 + (id % 6)).padStart(2, '0')}-${String(1 + (id % 25)).padStart(2, '0')}`
    const portal = ['Workly', 'Hirebird', 'Postboard'][id % 3] ?? ''
    const clicks = 20 + ((id * 13) % 70)
    const cost = 10 + (id % 3) * 45 + (id % 11) * 3
    insert.run(day, portal, ['Phone', 'Laptop'][id % 2] ?? '', clicks * (9 + (id % 3) * 4), clicks, (id * 7) % 9, cost, ((id * 29) % 17) * 9)
  }
  for (let id = 1; id <= 30; id++)
    database
      .prepare('INSERT INTO batches VALUES (?, ?, ?, ?, ?)')
      .run(id, ['North', 'South'][id % 2] ?? '', 100 + id, (id * 3) % 11, `2025-0${1 + (id % 5)}-03`)
})

test.each([
  ['Spend per portal', 'SELECT portal, SUM(cost) FROM advertisements GROUP BY 1'],
  ['How much did we spend in 2024?', "SELECT SUM(cost) FROM advertisements WHERE day LIKE '2024%'"],
  ['How much did we make in 2024?', "SELECT SUM(revenue) FROM advertisements WHERE day LIKE '2024%'"],
  ['Which portal did we spend the least on?', 'SELECT portal, SUM(cost) FROM advertisements GROUP BY 1 ORDER BY SUM(cost) LIMIT 1'],
  ['Which portal brings in the most?', 'SELECT portal, SUM(revenue) FROM advertisements GROUP BY 1 ORDER BY SUM(revenue) DESC LIMIT 1'],
  ['How did our spend develop over 2024?', "SELECT substr(day, 1, 7) m, SUM(cost) FROM advertisements WHERE day LIKE '2024%' GROUP BY 1 ORDER BY 1"],
  ['On how many days did we spend over $200?', 'SELECT COUNT(*) FROM (SELECT day FROM advertisements GROUP BY 1 HAVING SUM(cost) > 200)'],
  ['CTR by portal', 'SELECT portal, 100.0 * SUM(clicks) / SUM(views) FROM advertisements GROUP BY 1'],
  ['Click-through rate by screen', 'SELECT screen, 100.0 * SUM(clicks) / SUM(views) FROM advertisements GROUP BY 1'],
  [
    'Which portal has the best cost per click?',
    'SELECT portal, SUM(cost) / SUM(clicks) FROM advertisements GROUP BY 1 ORDER BY SUM(cost) / SUM(clicks) LIMIT 1',
  ],
  ['Which portal has the best ROAS?', 'SELECT portal, SUM(revenue) / SUM(cost) FROM advertisements GROUP BY 1 ORDER BY SUM(revenue) / SUM(cost) DESC LIMIT 1'],
  ['ROI by portal', 'SELECT portal, 100.0 * SUM(revenue - cost) / SUM(cost) FROM advertisements GROUP BY 1'],
  ['CPM by screen', 'SELECT screen, SUM(cost * 1000) / SUM(views) FROM advertisements GROUP BY 1'],
  ['Conversion rate on Workly', "SELECT 100.0 * SUM(signups) / SUM(clicks) FROM advertisements WHERE portal = 'Workly'"],
  ['What do we pay per signup on each portal?', 'SELECT portal, SUM(cost) / SUM(signups) FROM advertisements GROUP BY 1'],
  [
    'Which portal is the cheapest per signup?',
    'SELECT portal, SUM(cost) / SUM(signups) FROM advertisements GROUP BY 1 ORDER BY SUM(cost) / SUM(signups) LIMIT 1',
  ],
  [
    'Is a click on Workly cheaper than on Postboard?',
    "SELECT portal, SUM(cost) / SUM(clicks) FROM advertisements WHERE portal IN ('Workly', 'Postboard') GROUP BY 1",
  ],
  ['Margin by portal', 'SELECT portal, 100.0 * SUM(revenue - cost) / SUM(revenue) FROM advertisements GROUP BY 1'],
  ['Profit by portal', 'SELECT portal, SUM(revenue - cost) FROM advertisements GROUP BY 1'],
  ['Which portals cost more than they brought in?', 'SELECT portal FROM advertisements GROUP BY 1 HAVING SUM(revenue - cost) < 0'],
  ['Which portal is our biggest loss maker?', 'SELECT portal, SUM(revenue - cost) FROM advertisements GROUP BY 1 ORDER BY SUM(revenue - cost) LIMIT 1'],
  ['Reject rate by press', 'SELECT press, 100.0 * SUM(rejected) / SUM(completed + rejected) FROM batches GROUP BY 1'],
])('%s', (question, gold) => expectAnswer(question, gold))

test('a ratio whose columns are not there is not answered', () => {
  for (const question of ['Occupancy by portal', 'Open rate by portal']) expect(analyse(question).kind).not.toBe('query')
})
