import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

type Cell = string | number | null

/** Lines of what a fish market sold, in one sheet: papers, kinds of fish and buyers are told apart by numbers only. */
const market = askedDatabase('fish-market', (database) => {
  database.exec(
    'CREATE TABLE fish_sold (DocNo TEXT, FishCode TEXT, Description TEXT, Quantity INTEGER, DocDate DATE, UnitPrice REAL, BuyerID INTEGER, Harbour TEXT)',
  )
  const insert = database.prepare('INSERT INTO fish_sold VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  for (let id = 0; id < 240; id++) {
    const [paper, kind] = [Math.floor(id / 3), (id * id + id) % 7]
    const row: Cell[] = [
      `D${paper}`,
      `F${kind}`,
      `Fish ${kind}`,
      1 + (id % 9),
      `2025-0${1 + (paper % 6)}-1${paper % 9}`,
      3.1 + kind + (id % 10) / 100,
      700 + ((paper * paper) % 31),
    ]
    insert.run(...row, ['Brest', 'Hull', 'Porto'][paper % 3] ?? '')
  }
})

const value = 'SUM(Quantity * UnitPrice)'

test.each([
  ["Who's our biggest buyer?", `SELECT BuyerID, ${value} FROM fish_sold GROUP BY 1 ORDER BY 2 DESC LIMIT 1`],
  ["who's our biggest customer", `SELECT BuyerID, ${value} FROM fish_sold GROUP BY 1 ORDER BY 2 DESC LIMIT 1`],
  ['top 5 buyers', `SELECT BuyerID, ${value} FROM fish_sold GROUP BY 1 ORDER BY 2 DESC LIMIT 5`],
  ['Which fish sells best?', `SELECT Description, ${value} FROM fish_sold GROUP BY 1 ORDER BY 2 DESC LIMIT 1`],
  ['What are our three best sellers?', 'SELECT Description, SUM(Quantity) FROM fish_sold GROUP BY 1 ORDER BY 2 DESC LIMIT 3'],
  ['How many products did we sell?', 'SELECT SUM(Quantity) FROM fish_sold'],
  ['Which harbour buys most?', `SELECT Harbour, ${value} FROM fish_sold GROUP BY 1 ORDER BY 2 DESC LIMIT 1`],
  ['How big is one order on average?', `SELECT ${value} / COUNT(DISTINCT DocNo) FROM fish_sold`],
  ['biggest order', `SELECT DocNo, ${value} FROM fish_sold GROUP BY 1 ORDER BY 2 DESC LIMIT 1`],
])('%s', (question, gold) => market.expectAnswer(question, gold))

/** What a ferry office took, in one sheet: it tells a kind of passenger and whether the trip was new to them, and none of their names. */
const ferry = askedDatabase('ferry-office', (database) => {
  database.exec(`CREATE TABLE ferry_office ("Ticket ID" TEXT, "Passenger type" TEXT, "Is new route" TEXT, "Route name" TEXT, "Cabin class" TEXT, "Unit price" REAL, Pieces INTEGER,
    Total REAL, "gross income" REAL, Stars REAL, Paid TEXT, Day DATE)`)
  const insert = database.prepare('INSERT INTO ferry_office VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  for (let id = 0; id < 200; id++) {
    const [price, pieces, route] = [20 + (id % 11) * 5, 1 + (id % 4), (id * id) % 5]
    const row: Cell[] = [
      `T${id}`,
      ['local', 'tourist'][id % 2] ?? '',
      ['Yes', 'No'][route % 2] ?? '',
      `Route ${route}`,
      ['deck', 'cabin', 'lounge'][id % 3] ?? '',
    ]
    insert.run(...row, price, pieces, price * pieces, price * 0.2, 1 + ((id * 7) % 10) / 2, ['Cash', 'Card'][id % 2] ?? '', `2025-0${1 + (id % 6)}-05`)
  }
})

test.each([
  ['How many passengers paid cash?', `SELECT COUNT(*) FROM ferry_office WHERE Paid = 'Cash'`],
  ['How many people paid by card?', `SELECT COUNT(*) FROM ferry_office WHERE Paid = 'Card'`],
  ['Which routes made more than 5000?', 'SELECT "Route name" FROM ferry_office GROUP BY 1 HAVING SUM(Total) > 5000'],
  ['How many tickets were over 150?', 'SELECT COUNT(*) FROM ferry_office WHERE Total > 150'],
  ['Which cabin class has the worst stars?', 'SELECT "Cabin class" FROM ferry_office GROUP BY 1 ORDER BY AVG(Stars) LIMIT 1'],
  ['Average number of pieces per cabin class', 'SELECT "Cabin class", AVG(Pieces) FROM ferry_office GROUP BY 1'],
])('%s', (question, gold) => ferry.expectAnswer(question, gold))

test('nobody is ranked where the sheet tells of no people', () => {
  expect(ferry.analyse('who bought most').kind).not.toBe('query')
})
