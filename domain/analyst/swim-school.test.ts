import { test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** A swimming school: learners come to lessons or do not, and pass or fail tests. The clock stands at 18 June 2025. */
const { expectAnswer } = askedDatabase('swim-school', (database) => {
  database.exec(`CREATE TABLE trainers (TrainerID INTEGER PRIMARY KEY, FullName TEXT, HiredOn DATE);
    CREATE TABLE learners (LearnerID INTEGER PRIMARY KEY, FullName TEXT, Area TEXT, JoinedOn DATE);
    CREATE TABLE lessons (LessonID INTEGER PRIMARY KEY, LearnerID INTEGER REFERENCES learners (LearnerID), TrainerID INTEGER REFERENCES trainers (TrainerID), LessonDate DATE, Attendance TEXT, Minutes INTEGER);
    CREATE TABLE swim_tests (TestID INTEGER PRIMARY KEY, LearnerID INTEGER REFERENCES learners (LearnerID), TestDate DATE, Grade TEXT)`)
  const add = (table: string, ...row: (string | number | null)[]) =>
    database.prepare(`INSERT INTO ${table} VALUES (${row.map(() => '?').join(', ')})`).run(...row)
  const day = (of: number) => new Date(Date.UTC(2023, 0, 1 + of)).toISOString().slice(0, 10)
  for (let id = 1; id <= 4; id++) add('trainers', id, `Trainer ${'WXYZ'[id - 1]}`, day(-(id * 311) % 1000))
  for (let id = 1; id <= 40; id++) add('learners', id, `Learner ${'ABCDEFGHIJ'[id % 10]}${id}`, ['East', 'West', 'Centre'][id % 3] ?? '', day(id * 9))
  for (let id = 1; id <= 600; id++) {
    const learner = 1 + ((id * id + id) % 36)
    const state = (id * 7) % (learner % 5 === 0 ? 5 : 9) === 3 ? 'Absent' : id % 17 === 0 ? 'Late' : 'Present'
    add('lessons', id, learner, 1 + (id % 4), day(learner % 4 === 1 ? (id * 13) % 400 : (id * 13) % 890), state, [30, 45, 60][id % 3] ?? 30)
  }
  for (let id = 1; id <= 120; id++) add('swim_tests', id, 1 + ((id * id + 3 * id) % 34), day((id * 29) % 890), 'ABCDF'[(id * 3) % 5] ?? 'A')
})

const absent = "lessons JOIN learners USING (LearnerID) WHERE Attendance = 'Absent'"
const failed = "SELECT LearnerID FROM swim_tests WHERE Grade = 'F'"

test.each([
  ['Attendance rate by area', "SELECT Area, 100.0 * SUM(Attendance = 'Present') / COUNT(*) FROM lessons JOIN learners USING (LearnerID) GROUP BY 1"],
  ['Who missed the most lessons?', `SELECT FullName, COUNT(*) FROM ${absent} GROUP BY LearnerID ORDER BY 2 DESC LIMIT 1`],
  ['Learners with at least 4 absences', `SELECT FullName FROM ${absent} GROUP BY LearnerID HAVING COUNT(*) >= 4`],
  ['How many absences did we have in 2024?', "SELECT COUNT(*) FROM lessons WHERE Attendance = 'Absent' AND LessonDate LIKE '2024%'"],
  ['How many people came late?', "SELECT COUNT(*) FROM lessons WHERE Attendance = 'Late'"],
  ['How many tests were failed last year?', "SELECT COUNT(*) FROM swim_tests WHERE Grade = 'F' AND TestDate LIKE '2024%'"],
  ['How many learners have failed more than one test?', `SELECT COUNT(*) FROM (${failed} GROUP BY 1 HAVING COUNT(*) > 1)`],
  ['Learners who never failed', `SELECT FullName FROM learners WHERE LearnerID NOT IN (${failed})`],
  [
    "How many learners haven't been here for more than a year?",
    "SELECT COUNT(*) FROM (SELECT LearnerID FROM lessons GROUP BY 1 HAVING MAX(LessonDate) < '2024-06-18')",
  ],
  ['How many learners have never been in?', 'SELECT COUNT(*) FROM learners WHERE LearnerID NOT IN (SELECT LearnerID FROM lessons)'],
  ['Which trainer has been here longest?', 'SELECT FullName FROM trainers ORDER BY HiredOn LIMIT 1'],
])('%s', (question, gold) => expectAnswer(question, gold))
