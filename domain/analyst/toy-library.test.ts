import { test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** A toy library: toys go out and come back, and what comes back late costs a penalty. The clock stands at 18 June 2025. */
const { expectAnswer } = askedDatabase('toy-library', (database) => {
  database.exec(`CREATE TABLE borrowers (borrower_no INTEGER PRIMARY KEY, borrower_name TEXT, since DATE);
    CREATE TABLE toys (toy_no INTEGER PRIMARY KEY, toy TEXT, kind TEXT);
    CREATE TABLE loans (loan_no INTEGER PRIMARY KEY, toy_no INTEGER REFERENCES toys (toy_no), borrower_no INTEGER REFERENCES borrowers (borrower_no), room TEXT, date_out DATE, due_back DATE, date_in DATE);
    CREATE TABLE penalties (loan_no INTEGER REFERENCES loans (loan_no), amount REAL, settled INTEGER)`)
  const add = (table: string, ...row: (string | number | null)[]) =>
    database.prepare(`INSERT INTO ${table} VALUES (${row.map(() => '?').join(', ')})`).run(...row)
  const day = (of: number) => new Date(Date.UTC(2024, 0, 1 + of)).toISOString().slice(0, 10)
  for (let id = 1; id <= 12; id++) add('borrowers', id, `${'ABCDEFGHIJKL'[id - 1]}nders`, day(-700 + id * 40))
  for (const [index, toy] of ['Train', 'Blocks', 'Puppet', 'Drum', 'Kite'].entries()) add('toys', index + 1, toy, ['Wood', 'Cloth'][index % 2] ?? '')
  for (let id = 1; id <= 160; id++) {
    const out = id * 3 + 40
    const days = 2 + ((id * 7) % 13) + (id % 5)
    const back = out + days
    add(
      'loans',
      id,
      1 + (id % 5),
      1 + ((id * 3) % 10),
      ['Hall', 'Attic', 'Annex'][(id * 5) % 3] ?? '',
      day(out),
      day(out + 10),
      back > 533 || id % 23 === 0 ? null : day(back),
    )
    if (days > 10) add('penalties', id, 2 * (days - 10), id % 3 === 0 ? 1 : 0)
  }
})

const back = 'AVG(julianday(date_in) - julianday(date_out))'

test.each([
  ['How many toys are out at the moment?', 'SELECT COUNT(*) FROM loans WHERE date_in IS NULL'],
  ['How many loans are still out?', 'SELECT COUNT(*) FROM loans WHERE date_in IS NULL'],
  ['How many loans are overdue right now?', "SELECT COUNT(*) FROM loans WHERE date_in IS NULL AND due_back < '2025-06-18'"],
  ['How long do people keep a toy on average?', `SELECT ${back} FROM loans`],
  ['Which toy do people keep longest?', `SELECT toy, ${back} FROM loans JOIN toys USING (toy_no) GROUP BY toy ORDER BY 2 DESC LIMIT 1`],
  ['What percent of loans come back late?', 'SELECT 100.0 * SUM(date_in > due_back) / COUNT(*) FROM loans WHERE date_in IS NOT NULL'],
  ['How many loans came back late last year?', "SELECT COUNT(*) FROM loans WHERE date_in > due_back AND date_in LIKE '2024%'"],
  ['How many toys came back in May?', "SELECT COUNT(*) FROM loans WHERE date_in LIKE '2025-05%'"],
  ['How many toys went out in May?', "SELECT COUNT(*) FROM loans WHERE date_out LIKE '2025-05%'"],
  ['How much money do we still have to get in from penalties?', 'SELECT SUM(amount) FROM penalties WHERE settled = 0'],
  ['How many penalties are unpaid?', 'SELECT COUNT(*) FROM penalties WHERE settled = 0'],
  [
    'Who owes us the most in penalties?',
    'SELECT borrower_name, SUM(amount) FROM penalties JOIN loans USING (loan_no) JOIN borrowers USING (borrower_no) WHERE settled = 0 GROUP BY borrower_name ORDER BY 2 DESC LIMIT 1',
  ],
  ['Which borrower has been with us longest?', 'SELECT borrower_name FROM borrowers ORDER BY since LIMIT 1'],
])('%s', (question, gold) => expectAnswer(question, gold))
