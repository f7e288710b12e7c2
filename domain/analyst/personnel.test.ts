import { test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** One sheet of the people of a firm, with columns that say yes and no. */
const { expectAnswer } = askedDatabase('personnel', (database) => {
  database.exec(`CREATE TABLE hr_data ("EmployeeNumber" INTEGER, "Attrition" TEXT, "BusinessTravel" TEXT, "Department" TEXT, "OverTime" TEXT, "Remote" INTEGER,
    "TeamLead" TEXT, "YearsAtCompany" INTEGER, "MonthlyIncome" INTEGER, "Parking" TEXT)`)
  const row = database.prepare('INSERT INTO hr_data VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  for (let id = 1; id <= 300; id++)
    row.run(
      id * 3,
      id % 6 === 0 || id % 7 === 1 ? 'Yes' : 'No',
      ['Travel_Rarely', 'Travel_Frequently', 'Non-Travel'][id % 3] ?? '',
      ['Sales', 'Kitchen', 'Workshop'][(id * id) % 3] ?? '',
      id % 4 === 0 ? 'Yes' : 'No',
      id % 5 === 0 ? 1 : 0,
      id % 9 === 0 ? 'Yes' : 'No',
      id % 33,
      2000 + ((id * 37) % 9000),
      ['Garage', 'Street', 'No'][(id % 7) % 3] ?? '',
    )
})

const gone = "Attrition = 'Yes'"
const rate = `AVG(${gone}) * 100.0`

test.each([
  ['How many employees left?', `SELECT COUNT(*) FROM hr_data WHERE ${gone}`],
  ['How many people do we still have?', "SELECT COUNT(*) FROM hr_data WHERE Attrition = 'No'"],
  ['Which department has the highest attrition?', `SELECT Department, ${rate} FROM hr_data GROUP BY 1 ORDER BY 2 DESC LIMIT 1`],
  ['Do remote employees leave less often?', `SELECT Remote, ${rate} FROM hr_data GROUP BY 1`],
  ['How many remote team leads do we have?', "SELECT COUNT(*) FROM hr_data WHERE Remote = 1 AND TeamLead = 'Yes'"],
  ['How many team leads are remote?', "SELECT COUNT(*) FROM hr_data WHERE Remote = 1 AND TeamLead = 'Yes'"],
  ['How many people who work overtime left?', `SELECT COUNT(*) FROM hr_data WHERE OverTime = 'Yes' AND ${gone}`],
  ["How many employees don't work overtime?", "SELECT COUNT(*) FROM hr_data WHERE OverTime = 'No'"],
  ['How many employees have no parking?', "SELECT COUNT(*) FROM hr_data WHERE Parking = 'No'"],
  ['How many employees with parking left?', `SELECT COUNT(*) FROM hr_data WHERE Parking <> 'No' AND ${gone}`],
  ['How many employees are neither remote nor team leads?', "SELECT COUNT(*) FROM hr_data WHERE Remote = 0 AND TeamLead = 'No'"],
  ['Do those who left earn less than those who stayed?', 'SELECT Attrition, AVG(MonthlyIncome) FROM hr_data GROUP BY 1'],
  ['How long do people stay before they leave?', `SELECT AVG(YearsAtCompany) FROM hr_data WHERE ${gone}`],
  ['How many employees have been here for more than 10 years?', 'SELECT COUNT(*) FROM hr_data WHERE YearsAtCompany > 10'],
  ['How many employees have been with us for a year or less?', 'SELECT COUNT(*) FROM hr_data WHERE YearsAtCompany <= 1'],
  ['What percent of those who left worked overtime?', `SELECT AVG(OverTime = 'Yes') * 100.0 FROM hr_data WHERE ${gone}`],
  ['What share of team leads left?', `SELECT ${rate} FROM hr_data WHERE TeamLead = 'Yes'`],
  ['Remote employees per department', 'SELECT Department, COUNT(*) FROM hr_data WHERE Remote = 1 GROUP BY 1'],
  ['How much monthly income did we lose?', `SELECT SUM(MonthlyIncome) FROM hr_data WHERE ${gone}`],
])('%s', (question, gold) => expectAnswer(question, gold))
