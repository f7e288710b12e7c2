import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** What visitors of climbing halls said of their courses, as good or bad, and what they bought in a basket of several lines. */
const { expectAnswer, analyse } = askedDatabase('climbing', (database) => {
  database.exec(`
    CREATE TABLE trainers (trainer_id INTEGER PRIMARY KEY, name TEXT, town TEXT);
    CREATE TABLE lessons (lesson_id INTEGER PRIMARY KEY, trainer_id INTEGER REFERENCES trainers(trainer_id), level TEXT, held_on DATE);
    CREATE TABLE opinions (opinion_id INTEGER PRIMARY KEY, lesson_id INTEGER REFERENCES lessons(lesson_id), verdict TEXT, given_on DATE);
    CREATE TABLE orders (order_id TEXT PRIMARY KEY, ordered_on DATE);
    CREATE TABLE order_lines (order_id TEXT REFERENCES orders(order_id), line_no INTEGER, amount REAL, PRIMARY KEY (order_id, line_no))`)
  const towns = ['zurich', 'geneve', 'basel']
  for (let id = 1; id <= 6; id++) database.prepare('INSERT INTO trainers VALUES (?, ?, ?)').run(id, `Trainer ${id}`, towns[id % 3] ?? '')
  for (let id = 1; id <= 120; id++) {
    const on = new Date(Date.UTC(2024, 8, id * 2)).toISOString().slice(0, 10)
    database.prepare('INSERT INTO lessons VALUES (?, ?, ?, ?)').run(id, id > 117 ? 6 : 1 + (id % 5), ['Beginner', 'Advanced'][id % 2] ?? '', on)
    const verdict = id > 117 ? 'bad' : (['good', 'good', 'not given', 'bad', 'good', 'good', 'bad'][id % 7] ?? '')
    database.prepare('INSERT INTO opinions VALUES (?, ?, ?, ?)').run(id, id, verdict, on)
    database.prepare('INSERT INTO orders VALUES (?, ?)').run(`O${id}`, on)
    for (let line = 1; line <= 1 + (id % 3); line++) database.prepare('INSERT INTO order_lines VALUES (?, ?, ?)').run(`O${id}`, line, 5 + ((id * line) % 30))
  }
})

const given = 'opinions JOIN lessons USING (lesson_id) JOIN trainers USING (trainer_id)'
const content = "AVG(CASE verdict WHEN 'good' THEN 100.0 WHEN 'bad' THEN 0 END)"

test.each([
  ['Which trainer gets the worst ratings?', `SELECT name, ${content} FROM ${given} GROUP BY 1 ORDER BY 2 LIMIT 1`],
  ['Which trainer with at least 10 lessons is rated worst?', `SELECT name, ${content} FROM ${given} GROUP BY 1 HAVING COUNT(*) >= 10 ORDER BY 2 LIMIT 1`],
  ['What is our customer satisfaction this year?', `SELECT ${content} FROM opinions WHERE given_on LIKE '2025%'`],
  ['Are people happier with Beginner than with Advanced?', `SELECT level, ${content} FROM ${given} GROUP BY 1`],
  ['Average basket value', 'SELECT SUM(amount) / (SELECT COUNT(*) FROM orders) FROM order_lines'],
  ['How many trainers are there in Zürich?', "SELECT COUNT(*) FROM trainers WHERE town = 'zurich'"],
])('answers %s', expectAnswer)

test('a name is not looked for among keys', () => {
  const analysis = analyse('How many lessons do we have in the city of Lugano?')
  expect(JSON.stringify(analysis)).not.toContain('"Lugano"')
})
