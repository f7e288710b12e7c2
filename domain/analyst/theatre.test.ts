import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** A theatre whose tables are called after what they are, not after whom they hold, and whose rows are called like words of a question. */
const { analyse, expectAnswer } = askedDatabase('theatre', (database) => {
  database.exec(`
    CREATE TABLE roster (id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, level INTEGER, room INTEGER, age INTEGER);
    CREATE TABLE play (play_id INTEGER PRIMARY KEY, title TEXT, writer TEXT, producer TEXT, launch INTEGER, applause_rate REAL, laugh_rate REAL, nominee TEXT, outcome TEXT);
    CREATE TABLE hall (hall_id INTEGER PRIMARY KEY, name TEXT, side TEXT, number_of_seats INTEGER);
    CREATE TABLE rented_hall (hall_id INTEGER REFERENCES hall(hall_id), play_id INTEGER REFERENCES play(play_id), nights INTEGER);
    CREATE TABLE visit (visit_id INTEGER PRIMARY KEY, cost INTEGER);
    CREATE TABLE hall_visit_report (report_id INTEGER PRIMARY KEY, hall_id INTEGER REFERENCES hall(hall_id), visit_id INTEGER REFERENCES visit(visit_id));
    CREATE TABLE person (name TEXT PRIMARY KEY, town TEXT);
    CREATE TABLE fan (name TEXT REFERENCES person(name), idol TEXT REFERENCES person(name), since INTEGER);
    INSERT INTO hall VALUES (1, 'Two', 'North', 90), (2, 'Old Hall', 'South', 300), (3, 'Attic', 'South', 20);
    INSERT INTO visit VALUES (1, 30), (2, 10);
    INSERT INTO hall_visit_report VALUES (1, 1, 1), (2, 3, 2);
    INSERT INTO person VALUES ('Ada', 'Rome'), ('Ben', 'Rome'), ('Cleo', 'Oslo');
    INSERT INTO fan VALUES ('Ada', 'Ben', 3), ('Ada', 'Cleo', 1), ('Ben', 'Ada', 5), ('Cleo', 'Ada', 2);
  `)
  const [writers, producers, outcomes] = [
    ['Grey Universal', 'Blue', 'Red'],
    ['Ann Lee', 'Bo Ray'],
    ['Nominated', 'Won'],
  ]
  for (let id = 1; id <= 24; id++) {
    const shown = [`Play ${id}`, writers[id % 3] ?? '', producers[id % 6 === 1 ? 0 : 1] ?? '', 1990 + id, 10 + ((id * 7) % 24), 30 - id, `Star ${id % 4}`]
    database.prepare('INSERT INTO play VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)').run(id, ...shown, outcomes[id % 2] ?? '')
    database.prepare('INSERT INTO roster VALUES (?, ?, ?, ?, ?, ?)').run(id, `First${id}`, `Last${id}`, 1 + (id % 4), 101 + (id % 5), 20 + (id % 7))
  }
  database.exec('INSERT INTO rented_hall VALUES (1, 1, 4), (1, 2, 2), (2, 1, 9)')
})

const cases: [string, string][] = [
  ['How many pupils are there?', 'SELECT COUNT(*) FROM roster'],
  ['What are the last names of students in room 103?', 'SELECT last_name FROM roster WHERE room = 103'],
  ['How many students are in the third level?', 'SELECT COUNT(*) FROM roster WHERE level = 3'],
  ['Which rooms are used by level 4?', 'SELECT DISTINCT room FROM roster WHERE level = 4'],
  ['What are the last names of students whose age is greater 24?', 'SELECT last_name FROM roster WHERE age > 24'],
  ['How many students are not 21 years old?', 'SELECT COUNT(*) FROM roster WHERE NOT age = 21'],
  ['For which plays has the applause rate reached 30?', 'SELECT title FROM play WHERE applause_rate >= 30'],
  ['Show the names of halls with at least two plays', 'SELECT name FROM hall WHERE hall_id = 1'],
  ['How many halls are rented?', 'SELECT 2'],
  ['Which halls were not rented?', 'SELECT name FROM hall WHERE hall_id = 3'],
  ['Which halls do not have any visit report?', 'SELECT name FROM hall WHERE hall_id = 2'],
  ['List the names of halls whose side is not on the south', "SELECT name FROM hall WHERE side <> 'South'"],
  ['What are the top 3 highest applause rates?', 'SELECT applause_rate FROM play ORDER BY applause_rate DESC LIMIT 3'],
  [
    'Return the maximum applause rate, minimum laugh rate, and minimum applause rate of all plays',
    'SELECT MAX(applause_rate), MIN(laugh_rate), MIN(applause_rate) FROM play',
  ],
  ['Which play was launched most recently?', 'SELECT title FROM play ORDER BY launch DESC LIMIT 1'],
  ['Show the titles of the plays with the three smallest ids', 'SELECT title FROM play WHERE play_id <= 3'],
  ['How many plays has each nominee been nominated for?', 'SELECT nominee, COUNT(*) FROM play GROUP BY nominee'],
  ['Which writers have never worked with the producer "Ann Lee"?', "SELECT writer FROM play EXCEPT SELECT writer FROM play WHERE producer = 'Ann Lee'"],
  ['Show the titles of plays made by a writer whose name contains "Universal"', "SELECT title FROM play WHERE writer LIKE '%Universal%'"],
  ['How many plays had both an applause rate above 20 and a laugh rate above 20?', 'SELECT COUNT(*) FROM play WHERE applause_rate > 20 AND laugh_rate > 20'],
  ['How many idols does Ada have?', 'SELECT 2'],
  ['Which hall has a seat count of at least 200?', 'SELECT name FROM hall WHERE number_of_seats >= 200'],
  ['List the last names of all pupils in room 101', 'SELECT last_name FROM roster WHERE room = 101'],
  ['Which writer is the one whose average laugh rate is the highest?', 'SELECT writer FROM play GROUP BY writer ORDER BY AVG(laugh_rate) DESC LIMIT 1'],
  ["Which producer's average applause rate is the lowest?", 'SELECT producer FROM play GROUP BY producer ORDER BY AVG(applause_rate) LIMIT 1'],
  ['Find the title of the play whose laugh rate is the lowest', 'SELECT title FROM play ORDER BY laugh_rate LIMIT 1'],
  ['For each writer, show the writer and the maximum laugh rate', 'SELECT writer, MAX(laugh_rate) FROM play GROUP BY writer'],
  ['For each writer, how many times has the laugh rate reached 20?', 'SELECT writer, COUNT(*) FROM play WHERE laugh_rate >= 20 GROUP BY writer'],
  ['Which writers have been named more than 7 times?', 'SELECT writer FROM play GROUP BY writer HAVING COUNT(*) > 7'],
  [
    'Show the nominee who has been nominated the greatest number of times',
    'SELECT nominee FROM play GROUP BY nominee ORDER BY COUNT(*) DESC, nominee DESC LIMIT 1',
  ],
  ['What are the titles of plays and the halls that they rented?', 'SELECT title, name FROM rented_hall JOIN play USING (play_id) JOIN hall USING (hall_id)'],
  ['What are the towns of everybody?', 'SELECT town FROM person'],
]

test.each(cases)('%s', expectAnswer)

test('what is sorted by is a column of the rows named before it, and no number of theirs', () => {
  const analysis = analyse('List the titles of all plays sorted by the play launch in descending order')
  expect(analysis).toMatchObject({ kind: 'query', query: { order: [{ by: 'launch', direction: 'desc' }] } })
})
