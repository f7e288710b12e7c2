import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** A choir school that tells its semesters, and a sailing club its seasons, by name. The clock stands at 18 June 2025. */
const { expectAnswer, analyse } = askedDatabase('choir', (database) => {
  database.exec(`CREATE TABLE lessons (lesson_no INTEGER PRIMARY KEY, singer TEXT, voice TEXT, semester TEXT, fee REAL);
    CREATE TABLE regattas (regatta_no INTEGER PRIMARY KEY, boat TEXT, season TEXT, points INTEGER);
    CREATE TABLE scoops (stall TEXT, weekday TEXT, taken REAL)`)
  const add = (table: string, ...row: (string | number | null)[]) =>
    database.prepare(`INSERT INTO ${table} VALUES (${row.map(() => '?').join(', ')})`).run(...row)
  const semesters = ['Fall 2023', 'Spring 2024', 'Fall 2024', 'Spring 2025', 'Fall 2025']
  const seasons = ['2021/22', '2022/23', '2023/24', '2024/25']
  for (let id = 1; id <= 120; id++) {
    add('lessons', id, `Singer ${id % 31}`, ['alto', 'bass'][id % 2] ?? '', semesters[(id * 3) % 5] ?? '', 20 + (id % 7))
    add('regattas', id, ['Gull', 'Tern', 'Swift'][id % 3] ?? '', seasons[(id * 5) % 4] ?? '', id % 9)
    add('scoops', ['Pier', 'Beach'][id % 2] ?? '', ['Monday', 'Tuesday', 'Wednesday', 'Friday'][id % 4] ?? '', id)
  }
})

test.each([
  ['How many lessons are there this semester?', "SELECT COUNT(*) FROM lessons WHERE semester = 'Spring 2025'"],
  ['Total fee of lessons last semester', "SELECT SUM(fee) FROM lessons WHERE semester = 'Fall 2024'"],
  ['More lesson fees this semester than last?', "SELECT semester, SUM(fee) FROM lessons WHERE semester IN ('Fall 2024', 'Spring 2025') GROUP BY 1"],
  ['Total points of Gull this season', "SELECT SUM(points) FROM regattas WHERE boat = 'Gull' AND season = '2024/25'"],
  ['Total points in the 2022/23 season', "SELECT SUM(points) FROM regattas WHERE season = '2022/23'"],
])('%s', (question, gold) => expectAnswer(question, gold))

test.each([['Lesson fees per semester'], ['How have lesson fees changed semester by semester?'], ['Total taken per weekday']])(
  '%s runs along the calendar',
  (question) => {
    expect(analyse(question)).toMatchObject({ kind: 'query', query: { order: [{ by: 'calendar_order', direction: 'asc' }] } })
  },
)

test('what is asked in percent is not answered by amounts', () => {
  const analysis = analyse('By how many percent did the points of Gull change from the 2022/23 to the 2023/24 season?')
  expect(analysis.kind === 'query' ? JSON.stringify(analysis.query.measures) : 'percent').toContain('percent')
})
