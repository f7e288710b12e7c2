import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { analyseQuestion } from '#domain/analyst/analyse.ts'
import type { PreviousTurn } from '#domain/analyst/analysis.ts'
import type { LexiconCache } from '#domain/analyst/lexicon/lexicon.ts'
import { compileQuery } from '#domain/semantics/compile/compile.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import { layerOfSqlite } from '#test/fixtures/sqlite-layer.ts'

const path = 'examples/chinook.sqlite'
const layer: Layer = {
  ...layerOfSqlite(path),
  version: 'with a hierarchy',
  hierarchies: [
    {
      name: 'place',
      title: 'Place',
      levels: [
        { table: 'Customer', column: 'Country' },
        { table: 'Customer', column: 'City' },
      ],
    },
  ],
}
const database = new DatabaseSync(path, { readOnly: true })
const cache: LexiconCache = new Map()
/** How sure a reading must be is told elsewhere. */
const leastCertainty = 0.4

/** The SQL of the last of some questions, each asked after the one before, and the chart it asks for. */
function asked(...questions: string[]) {
  let previous: PreviousTurn | null = null
  let chart: string | null = null
  for (const question of questions) {
    const analysis = analyseQuestion({ question, layer, previous, clock: { now: new Date('2024-05-15T09:00:00Z'), timeZone: 'UTC' }, cache, leastCertainty })
    if (analysis.kind !== 'query') throw new Error(`${question}: ${JSON.stringify(analysis)}`)
    previous = { question, query: analysis.query }
    chart = analysis.chart
  }
  if (!previous) throw new Error('nothing was asked')
  const { sql, params } = compileQuery(layer, previous.query)
  return {
    rows: run(
      sql,
      params.map((value) => (typeof value === 'boolean' ? Number(value) : value)),
    ),
    query: previous.query,
    chart,
  }
}

function run(sql: string, params: (string | number | null)[] = []): string[] {
  const statement = database.prepare(sql)
  statement.setReturnArrays(true)
  const rows = statement.all(...params) as unknown as unknown[][]
  return rows
    .map((row) =>
      row
        .map((value) => (typeof value === 'number' ? value.toFixed(4) : String(value)))
        .sort()
        .join(' | '),
    )
    .sort()
}

const usa = "Country = 'USA'"
test.each<[string, string[], string]>([
  ['a pronoun keeps the rows', ['Which customers are from USA?', 'What are their emails?'], `SELECT Email FROM Customer WHERE ${usa}`],
  ['those are counted', ['List the customers from USA', 'How many of them are there?'], `SELECT COUNT(*) FROM Customer WHERE ${usa}`],
  ['how many are there', ['List the customers from USA', 'How many are there?'], `SELECT COUNT(*) FROM Customer WHERE ${usa}`],
  [
    'each is each of the rows before',
    ['List the genres', 'How many tracks are in each?'],
    'SELECT g.Name, COUNT(*) FROM Track t JOIN Genre g USING (GenreId) GROUP BY GenreId',
  ],
  [
    'each of them does something with what is counted',
    ['List the media types', 'How many tracks does each of them hold?', 'Only show media types with more than 300'],
    'SELECT m.Name, COUNT(*) FROM Track t JOIN MediaType m USING (MediaTypeId) GROUP BY MediaTypeId HAVING COUNT(*) > 300',
  ],
  [
    'only the names are of the rows before',
    ['List the media types', 'How many tracks does each of them hold?', 'just the names'],
    'SELECT m.Name FROM Track t JOIN MediaType m USING (MediaTypeId) GROUP BY MediaTypeId',
  ],
  [
    'how many the first has',
    ['Which artist has the most albums?', 'How many does he have?'],
    'SELECT COUNT(*) FROM Album GROUP BY ArtistId ORDER BY 1 DESC LIMIT 1',
  ],
  [
    'the first group of one figure',
    ['How many customers are from USA?', 'Which state has the most?'],
    `SELECT State, COUNT(*) FROM Customer WHERE ${usa} GROUP BY State ORDER BY 2 DESC LIMIT 1`,
  ],
  [
    'those who do, after those who do not',
    ['Which customers do not have an invoice with a total above 20?', 'And those who do?'],
    'SELECT FirstName, LastName FROM Customer WHERE CustomerId IN (SELECT CustomerId FROM Invoice WHERE Total > 20)',
  ],
  ['what was counted is shown', ['How many genres are there?', 'What are they?'], 'SELECT Name FROM Genre'],
  [
    'of those chooses among them',
    ['What are the emails of customers from USA?', 'Of those, which live in Boston?'],
    `SELECT Email FROM Customer WHERE ${usa} AND City = 'Boston'`,
  ],
  ['also adds', ['What are the emails of customers from USA?', 'Also show their cities'], `SELECT Email, City FROM Customer WHERE ${usa}`],
  [
    'it is the row that was found',
    ['Which track is the longest?', 'What is its unit price?'],
    'SELECT UnitPrice FROM Track ORDER BY Milliseconds DESC LIMIT 1',
  ],
  [
    'the most of what was measured',
    ['How many customers are there per country?', 'Which one has the most?'],
    'SELECT Country, COUNT(*) FROM Customer GROUP BY Country ORDER BY 2 DESC LIMIT 1',
  ],
  [
    'a split comes on top of what is split',
    ['Number of invoices by year', 'Now split it by country', 'Make it monthly', 'Only 2012'],
    `SELECT strftime('%Y-%m', InvoiceDate), BillingCountry, COUNT(*) FROM Invoice WHERE InvoiceDate LIKE '2012%' GROUP BY 1, 2`,
  ],
  [
    'a year of what has a date',
    ['Number of invoices by country', 'Only 2012'],
    "SELECT BillingCountry, COUNT(*) FROM Invoice WHERE InvoiceDate LIKE '2012%' GROUP BY 1",
  ],
  [
    'an amount instead of a count',
    ['Number of tracks by composer', 'Show me the milliseconds instead'],
    'SELECT Composer, SUM(Milliseconds) FROM Track GROUP BY 1',
  ],
  ['the smallest one of a figure', ['What is the highest unit price of tracks?', 'How about the lowest one?'], 'SELECT MIN(UnitPrice) FROM Track'],
  [
    'it is what was told of',
    ['What is the release title of the album Let There Be Rock?', 'Which artist did it come from?'],
    "SELECT a.Name FROM Artist a JOIN Album USING (ArtistId) WHERE Title = 'Let There Be Rock'",
  ],
  [
    'all except for those',
    ['Which artists have an album?', 'Show names of all artists except for those'],
    'SELECT Name FROM Artist WHERE ArtistId NOT IN (SELECT ArtistId FROM Album)',
  ],
  [
    'those of them that also have another of the same kind',
    ['Which customers have an invoice with a total above 20?', 'Among those, which customers also have an invoice with a total below 1?'],
    `SELECT FirstName, LastName FROM Customer WHERE CustomerId IN (SELECT CustomerId FROM Invoice WHERE Total > 20)
     AND CustomerId IN (SELECT CustomerId FROM Invoice WHERE Total < 1)`,
  ],
  [
    'those who do take the place of those who do not',
    ['How many customers have no invoices?', 'How about those who have invoices?'],
    'SELECT COUNT(*) FROM Customer WHERE CustomerId IN (SELECT CustomerId FROM Invoice)',
  ],
  [
    'equals run down with the figure when it is turned round',
    ['Which city has the fewest customers?', 'Which one has the most?'],
    'SELECT City FROM Customer GROUP BY 1 ORDER BY COUNT(*) DESC, 1 DESC LIMIT 1',
  ],
  ['another figure', ['What is the average unit price of tracks?', 'What about the maximum?'], 'SELECT MAX(UnitPrice) FROM Track'],
  ['a figure beside it', ['What is the average unit price of tracks?', 'Also show the maximum'], 'SELECT AVG(UnitPrice), MAX(UnitPrice) FROM Track'],
  [
    'than that',
    ['What is the average total of invoices?', 'How many invoices have a total more than that?'],
    'SELECT COUNT(*) FROM Invoice WHERE Total > (SELECT AVG(Total) FROM Invoice)',
  ],
  ['another place', ['How many customers are from USA?', 'What about Canada?'], "SELECT COUNT(*) FROM Customer WHERE Country = 'Canada'"],
  ['another group', ['How many customers are there per country?', 'And by city?'], 'SELECT City, COUNT(*) FROM Customer GROUP BY City'],
  ['down a hierarchy', ['How many customers are there per country?', 'Drill down'], 'SELECT City, COUNT(*) FROM Customer GROUP BY City'],
  ['and up again', ['How many customers are there per country?', 'Drill down', 'Roll up'], 'SELECT Country, COUNT(*) FROM Customer GROUP BY Country'],
  ['shorter periods', ['Total of invoices by year', 'drill down', 'drill down'], "SELECT strftime('%Y-%m', InvoiceDate), SUM(Total) FROM Invoice GROUP BY 1"],
  ['a filter goes', ['How many customers are from USA?', 'Remove the country filter'], 'SELECT COUNT(*) FROM Customer'],
  ['a new start', ['How many customers are from USA?', 'Start over. How many employees are there?'], 'SELECT COUNT(*) FROM Employee'],
  ['another table counted', ['How many albums are there?', 'What about artists?'], 'SELECT COUNT(*) FROM Artist'],
  [
    'the same for other groups',
    ['The number of tracks per genre', 'The same for media types'],
    'SELECT m.Name, COUNT(*) FROM Track t JOIN MediaType m USING (MediaTypeId) GROUP BY m.MediaTypeId',
  ],
  ['the others', ['Which customers are from USA?', 'And the others?', 'How many are there?'], `SELECT COUNT(*) FROM Customer WHERE NOT (${usa})`],
  [
    'those that do not',
    ['Which artists have an album?', 'Which do not?', 'How many are those?'],
    'SELECT COUNT(*) FROM Artist WHERE ArtistId NOT IN (SELECT ArtistId FROM Album)',
  ],
  [
    'those left out',
    ['What are the emails of customers from USA?', 'Exclude the ones in Boston'],
    `SELECT Email FROM Customer WHERE ${usa} AND NOT City = 'Boston'`,
  ],
  ['more of them', ['What are the emails of customers from USA?', 'Also those from Canada'], "SELECT Email FROM Customer WHERE Country IN ('USA', 'Canada')"],
  [
    'the top of them',
    ['Total of invoices by country', 'Sort it by country', 'Top 3'],
    'SELECT BillingCountry, SUM(Total) FROM Invoice GROUP BY 1 ORDER BY 2 DESC LIMIT 3',
  ],
  ['all of them again', ['What are the emails of customers from USA?', 'Only the first 2', 'All of them'], `SELECT Email FROM Customer WHERE ${usa}`],
  ['the next in rank', ['Which track is the longest?', 'What about the second?'], 'SELECT Name FROM Track ORDER BY Milliseconds DESC LIMIT 1 OFFSET 1'],
  ['the other end', ['Which track is the longest?', 'And the shortest?'], 'SELECT Name FROM Track ORDER BY Milliseconds LIMIT 1'],
  [
    'who of them',
    ['What are the titles of employees hired after 2002?', 'Who is the oldest?', 'What is his title?'],
    "SELECT Title FROM Employee WHERE HireDate >= '2003' ORDER BY BirthDate LIMIT 1",
  ],
  [
    'a number of each',
    ['How many customers are there per country?', 'Which ones have at least 5?'],
    'SELECT Country FROM Customer GROUP BY 1 HAVING COUNT(*) >= 5',
  ],
  [
    'another number',
    ['Which artists have more than 5 albums?', 'How about more than 10?', 'How many are there?'],
    'SELECT COUNT(*) FROM (SELECT 1 FROM Album GROUP BY ArtistId HAVING COUNT(*) > 10)',
  ],
  ['the other side', ['How many invoices are before 2011?', 'How about after?'], "SELECT COUNT(*) FROM Invoice WHERE InvoiceDate >= '2012'"],
  [
    'what they have',
    ['Which artists have more than 5 albums?', 'How many albums do they have?'],
    'SELECT COUNT(*) FROM Album WHERE ArtistId IN (SELECT ArtistId FROM Album GROUP BY 1 HAVING COUNT(*) > 5)',
  ],
  [
    'those of a group',
    ['How many customers are there per country?', 'Which one has the most?', 'List its customers', 'What is the total of their invoices?'],
    `SELECT SUM(i.Total) FROM Invoice i JOIN Customer c USING (CustomerId) WHERE c.${usa}`,
  ],
  [
    'of those countries',
    ['Total of invoices by country', 'top 3', 'How many invoices are there from those countries?'],
    'SELECT COUNT(*) FROM Invoice WHERE BillingCountry IN (SELECT BillingCountry FROM Invoice GROUP BY 1 ORDER BY SUM(Total) DESC LIMIT 3)',
  ],
  [
    'rows of the rows that were ranked',
    ['Which album has the most tracks?', 'What are the names of its tracks?'],
    'SELECT Name FROM Track WHERE AlbumId = (SELECT AlbumId FROM Track GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 1)',
  ],
  ['a column beside them', ['List the last names of customers from USA', 'Add their emails'], `SELECT LastName, Email FROM Customer WHERE ${usa}`],
  ['one less', ['List the last names of customers from USA', 'Also their emails', 'Remove the last name'], `SELECT Email FROM Customer WHERE ${usa}`],
  [
    'a figure beside another',
    ['The number of invoices by country', 'Also show the total'],
    'SELECT BillingCountry, COUNT(*), SUM(Total) FROM Invoice GROUP BY 1',
  ],
  [
    'a figure of the rows shown',
    ['List all tracks of the genre Jazz', 'What is the average unit price?'],
    "SELECT AVG(UnitPrice) FROM Track JOIN Genre g USING (GenreId) WHERE g.Name = 'Jazz'",
  ],
  [
    'how many each has',
    ['List the albums', 'How many tracks does each have?'],
    'SELECT a.Title, COUNT(*) FROM Track JOIN Album a USING (AlbumId) GROUP BY AlbumId',
  ],
  ['only those with', ['List the artists', 'Only the ones with an album', 'How many are there?'], 'SELECT COUNT(DISTINCT ArtistId) FROM Album'],
  [
    'in the unit of the question before',
    ['How many tracks are longer than 10 minutes?', 'Shorter than 3?'],
    'SELECT COUNT(*) FROM Track WHERE Milliseconds < 180000',
  ],
  [
    'a year of a time',
    ['Total of invoices by year', 'Only 2012', 'By month'],
    "SELECT strftime('%Y-%m', InvoiceDate), SUM(Total) FROM Invoice WHERE InvoiceDate LIKE '2012%' GROUP BY 1",
  ],
  [
    'what they are not in',
    ['List the albums of artist AC/DC', 'How many artists do not have these albums?'],
    "SELECT COUNT(*) FROM Artist WHERE Name <> 'AC/DC'",
  ],
  [
    'people are of those rows',
    ['Which employees were hired after 2003?', 'How many people live in Calgary?'],
    "SELECT COUNT(*) FROM Employee WHERE City = 'Calgary'",
  ],
  [
    'a column by that name',
    ['List the last names of customers from USA', 'Can you add a column showing their city?'],
    `SELECT LastName, City FROM Customer WHERE ${usa}`,
  ],
  ['another year', ['Total of invoices in 2011', 'How about 2012?'], "SELECT SUM(Total) FROM Invoice WHERE InvoiceDate LIKE '2012%'"],
  ['the period after', ['Total of invoices in 2011', 'And the year after?'], "SELECT SUM(Total) FROM Invoice WHERE InvoiceDate LIKE '2012%'"],
  ['the period before', ['How many invoices were there in March 2012?', 'the month before'], "SELECT COUNT(*) FROM Invoice WHERE InvoiceDate LIKE '2012-02%'"],
  [
    'the next page',
    ['List the first 3 tracks by milliseconds, longest first', 'the next 3'],
    'SELECT Name FROM Track ORDER BY Milliseconds DESC LIMIT 3 OFFSET 3',
  ],
  ['not only the first', ['The top 2 countries by number of customers', 'All of them, not just 2'], 'SELECT Country, COUNT(*) FROM Customer GROUP BY 1'],
  [
    'a figure in the place of another',
    ['Average total of invoices by country', 'Use the sum instead of the average'],
    'SELECT BillingCountry, SUM(Total) FROM Invoice GROUP BY 1',
  ],
  [
    'figures of what was ranked',
    ['Which track is the longest?', 'How about the average and maximum unit price?'],
    'SELECT AVG(UnitPrice), MAX(UnitPrice) FROM Track',
  ],
  [
    'a place of those who are shown',
    ['The top 5 customers by number of invoices', 'Only Germany'],
    "SELECT FirstName, LastName, COUNT(*) FROM Customer JOIN Invoice USING (CustomerId) WHERE Country = 'Germany' GROUP BY CustomerId",
  ],
  [
    'broken down',
    ['Total of invoices by country', 'Which one has the highest?', 'Break that down by city'],
    "SELECT BillingCity, SUM(Total) FROM Invoice WHERE BillingCountry = 'USA' GROUP BY 1",
  ],
  [
    'and the genre of it',
    ['Which track is the longest?', 'What album is it on?', 'And the genre?'],
    'SELECT g.Name FROM Genre g JOIN Track USING (GenreId) ORDER BY Milliseconds DESC LIMIT 1',
  ],
  ['beside their names', ['List the last names of customers from USA', 'And their emails'], `SELECT LastName, Email FROM Customer WHERE ${usa}`],
  [
    'a list that is to include more',
    ['List the last names of customers from USA', 'Can you update this list to include the city of each of these customers?'],
    `SELECT LastName, City FROM Customer WHERE ${usa}`,
  ],
  [
    'those that have none',
    ['How many albums does each artist have?', 'Which ones have none?'],
    'SELECT Name FROM Artist WHERE ArtistId NOT IN (SELECT ArtistId FROM Album)',
  ],
  [
    'one in the place of another',
    ['Total of invoices by country', 'Show the number of invoices instead of the total'],
    'SELECT BillingCountry, COUNT(*) FROM Invoice GROUP BY 1',
  ],
  [
    'another name of the same kind',
    ['Show the albums by Iron Maiden', 'How many are there?', 'And Metallica?'],
    "SELECT COUNT(*) FROM Album JOIN Artist USING (ArtistId) WHERE Name = 'Metallica'",
  ],
  [
    'their names and more',
    ['How many employees live in Calgary?', 'List them with their title'],
    "SELECT FirstName, LastName, Title FROM Employee WHERE City = 'Calgary'",
  ],
  ['another place', ['How many customers are from Canada?', 'And Paris?'], "SELECT COUNT(*) FROM Customer WHERE City = 'Paris'"],
  ['a question of its own', ['How many customers are from USA?', 'How many albums are there?'], 'SELECT COUNT(*) FROM Album'],
])('%s', (_, questions, gold) => {
  expect(asked(...questions).rows).toEqual(run(gold))
})

test('rows are sorted by what is named, and drawn as is asked', () => {
  const sorted = asked('What are the emails of customers from USA?', 'Sort them by city')
  expect(sorted.query.order[0]).toMatchObject({ direction: 'asc' })
  expect(sorted.query.dimensions.find((item) => item.name === sorted.query.order[0]?.by)).toMatchObject({ column: 'City', hidden: true })
  expect(asked('How many customers are there per country?', 'as a pie chart').chart).toBe('pie')
  expect(asked('Total of invoices by month', 'show it as a line').chart).toBe('line')
  expect(asked('Number of invoices by country', 'Also show the average total', 'Sort by that').query.order[0]).toEqual({ by: 'avg_total', direction: 'desc' })
})

const read = (question: string, previous: PreviousTurn | null, unanswered: string | null = null) =>
  analyseQuestion({ question, layer, previous, unanswered, clock: { now: new Date('2024-05-15T09:00:00Z'), timeZone: 'UTC' }, cache, leastCertainty })

/** The turn that the last of some questions leaves behind. */
function after(...questions: string[]): PreviousTurn {
  return { question: questions.at(-1) ?? '', query: asked(...questions).query }
}

test.each([
  ['What are their emails?', 'their'],
  ['How many of them are there?', 'them'],
  ['What are the cities of those customers?', 'those customers'],
  ['Which one has the most?', 'which one'],
  ['And by city?', 'Please ask it in full'],
])('after a question without an answer, "%s" has nothing to go on from', (question, word) => {
  const analysis = read(question, after('Which customers are from USA?'), 'Which customers are churned?')
  expect(analysis).toMatchObject({ kind: 'refusal', message: expect.stringContaining(word) })
})

test('a question of its own needs none of what went before', () => {
  expect(read('Which customers have an invoice? Show their emails', null, 'Which customers are churned?').kind).toBe('query')
  expect(read('How many albums are there?', after('Which customers are from USA?'), 'Which customers are churned?').kind).toBe('query')
})

test('what would split the groups is not added to them', () => {
  expect(read('Also show their first names', after('How many customers are there per country?')).kind).toBe('refusal')
})

test('sorting by their amounts sorts the rows', () => {
  const { query } = asked('List all tracks of the genre Jazz', 'Order them by their unit price from high to low')
  expect(query.order[0]).toMatchObject({ direction: 'desc' })
  expect(query.dimensions.find((item) => item.name === query.order[0]?.by)).toMatchObject({ column: 'UnitPrice' })
})

test('what they are said to have must be known', () => {
  expect(read('Who is her manager?', after('List the employees', 'Who is the oldest?'))).toMatchObject({ kind: 'refusal', unknownWords: ['manager'] })
})

test('what points back where nothing was asked is told so', () => {
  expect(read('What are their names?', null)).toMatchObject({ kind: 'refusal', message: expect.stringMatching(/^Nothing was asked before.*"their"/) })
})

test.each(['Which customers churned?', 'List the churned customers', 'Which employees resigned?'])('"%s" is not answered with all of them', (question) => {
  const analysis = analyseQuestion({ question, layer, previous: null, clock: { now: new Date('2024-05-15T09:00:00Z'), timeZone: 'UTC' }, cache })
  expect(analysis).toMatchObject({ kind: 'refusal', unknownWords: [expect.stringMatching(/churned|resigned/)] })
})
