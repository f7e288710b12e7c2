import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** A place that lends tools, buys them, and mends them for a price: verbs and their nouns of other families, money in both directions, and what is still to be done. */
const { expectAnswer, analyse } = askedDatabase('tool_library', (database) => {
  database.exec(`
    CREATE TABLE neighbours (neighbour_id INTEGER PRIMARY KEY, full_name TEXT, street TEXT);
    CREATE TABLE tools (tool_id INTEGER PRIMARY KEY, tool_name TEXT, family TEXT);
    CREATE TABLE loans (loan_id INTEGER PRIMARY KEY, tool_id INTEGER REFERENCES tools, neighbour_id INTEGER REFERENCES neighbours, lent_on DATE);
    CREATE TABLE wishes (wish_id INTEGER PRIMARY KEY, tool_id INTEGER REFERENCES tools, neighbour_id INTEGER REFERENCES neighbours, wished_on DATE);
    CREATE TABLE suppliers (supplier_id INTEGER PRIMARY KEY, supplier_name TEXT);
    CREATE TABLE purchase_orders (purchase_order_id INTEGER PRIMARY KEY, supplier_id INTEGER REFERENCES suppliers, bought_on DATE, total_amount REAL);
    CREATE TABLE repair_jobs (job_id INTEGER PRIMARY KEY, neighbour_id INTEGER REFERENCES neighbours, handed_in DATE, collected_on DATE, status TEXT);
    CREATE TABLE job_lines (job_line_id INTEGER PRIMARY KEY, job_id INTEGER REFERENCES repair_jobs, quantity INTEGER, unit_price REAL, discount_pct REAL);
    CREATE TABLE penalties (penalty_id INTEGER PRIMARY KEY, neighbour_id INTEGER REFERENCES neighbours, amount REAL, charged_on DATE, paid_on DATE)`)
  const day = (id: number) => new Date(Date.UTC(2023, 0, 1 + id)).toISOString().slice(0, 10)
  const fill = (table: string, count: number, row: (id: number) => (string | number | null)[]) => {
    const rows = Array.from({ length: count }, (_, index) => row(index + 1))
    const insert = database.prepare(`INSERT INTO ${table} VALUES (${rows[0]?.map(() => '?').join()})`)
    for (const values of rows) insert.run(...values)
  }
  fill('neighbours', 40, (id) => [id, `Neighbour ${String.fromCharCode(64 + (id % 26 || 26))}${id}`, ['Mill Lane', 'High Street'][id % 2] ?? ''])
  fill('tools', 30, (id) => [id, `Tool ${id}`, ['Saws', 'Drills', 'Ladders'][id % 3] ?? ''])
  fill('loans', 300, (id) => [id, 1 + ((id * id) % 25), 1 + ((id * 7) % 33), day(id)])
  fill('wishes', 60, (id) => [id, 1 + (id % 30), 1 + (id % 40), day(id)])
  fill('suppliers', 4, (id) => [id, `Supplier ${id}`])
  fill('purchase_orders', 50, (id) => [id, 1 + (id % 4), day(id * 7), 200 + id])
  fill('repair_jobs', 80, (id) => {
    const isCalledOff = id % 10 === 0
    const collected = isCalledOff || id % 4 === 0 ? null : day(id * 5 + 9)
    return [id, 1 + (id % 30), day(id * 5), collected, isCalledOff ? 'cancelled' : collected ? 'collected' : 'open']
  })
  fill('job_lines', 160, (id) => [id, 1 + (id % 80), 1 + (id % 3), 10 + (id % 9), [0, 10, 25][id % 3] ?? 0])
  fill('penalties', 90, (id) => [id, 1 + (id % 12), 2 + (id % 5), day(id * 3), id % 3 === 0 ? null : day(id * 3 + 20)])
})

const takings = 'SUM(quantity * unit_price * (1 - discount_pct / 100.0))'

test.each([
  ['Which tools have never been borrowed?', 'SELECT tool_name FROM tools WHERE tool_id NOT IN (SELECT tool_id FROM loans)'],
  ['What are our 3 most borrowed tools?', 'SELECT tool_name, COUNT(*) FROM loans JOIN tools USING (tool_id) GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 3'],
  ["What percent of neighbours haven't borrowed anything?", 'SELECT 100.0 * AVG(neighbour_id NOT IN (SELECT neighbour_id FROM loans)) FROM neighbours'],
  ['How much in penalties is still outstanding?', 'SELECT SUM(amount) FROM penalties WHERE paid_on IS NULL'],
  [
    'Which neighbours owe us more than 10 in penalties?',
    `SELECT full_name, SUM(amount) FROM penalties JOIN neighbours USING (neighbour_id) WHERE paid_on IS NULL GROUP BY 1 HAVING SUM(amount) > 10`,
  ],
  ['What was our revenue in 2023?', `SELECT ${takings} FROM job_lines JOIN repair_jobs USING (job_id) WHERE handed_in LIKE '2023%'`],
  [
    'How has revenue developed by quarter?',
    `SELECT substr(handed_in, 1, 4) || '-Q' || ((substr(handed_in, 6, 2) + 2) / 3), ${takings} FROM job_lines JOIN repair_jobs USING (job_id) GROUP BY 1`,
  ],
  ['How much did we spend in 2023?', "SELECT SUM(total_amount) FROM purchase_orders WHERE bought_on LIKE '2023%'"],
  ['How many repair jobs still have to be collected?', "SELECT COUNT(*) FROM repair_jobs WHERE collected_on IS NULL AND status <> 'cancelled'"],
])('answers %s', expectAnswer)

test('does not take what was lent for what is to be counted of itself', () => {
  const answer = analyse('Which tools are lent the most?')
  expect(answer.kind === 'query' && JSON.stringify(answer.query.measures)).not.toContain('"table":"tools"')
})
