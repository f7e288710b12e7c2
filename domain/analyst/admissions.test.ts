import { test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** A sheet of applications to a school: no column is called after an application or applicant alone, and the outcome is a yes or no. */
const { expectAnswer } = askedDatabase('admissions', (database) => {
  database.exec(
    'CREATE TABLE admissions (Application_Date DATE NOT NULL, Applicant_Points INTEGER, Sponsor_Income INTEGER, Town TEXT, Application_Status TEXT, Interview_Outcome TEXT)',
  )
  const insert = database.prepare('INSERT INTO admissions VALUES (?, ?, ?, ?, ?, ?)')
  for (let id = 0; id < 400; id++)
    insert.run(
      new Date(Date.UTC(2024, 0, 1 + id)).toISOString().slice(0, 10),
      20 + ((id * 13) % 70),
      1000 + ((id * 37) % 4000),
      ['Ely', 'Rye', 'Wem'][id % 3] ?? '',
      id % 4 === 0 ? 'N' : 'Y',
      ['Strong', 'Weak', 'No_Show', 'Strong'][(id + (id % 3)) % 4] ?? '',
    )
})

test.each([
  ['How many applications were accepted?', "SELECT COUNT(*) FROM admissions WHERE Application_Status = 'Y'"],
  ['How many applicants are there per town?', 'SELECT Town, COUNT(*) FROM admissions GROUP BY 1'],
  ['What is our acceptance rate?', "SELECT AVG(Application_Status = 'Y') * 100 FROM admissions"],
  ['How many no-shows did we have in 2024?', "SELECT COUNT(*) FROM admissions WHERE Interview_Outcome = 'No_Show' AND Application_Date LIKE '2024%'"],
])('answers %s', expectAnswer)
