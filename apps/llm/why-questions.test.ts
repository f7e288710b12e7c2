import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, type TestServer, testServer } from '#test/harness.ts'
import { connectFiles, extract, realSources } from '#test/ports.ts'

/** In March the North sells half as often, at the same price; the South as before, and dearer. */
const months: [string, [string, number, number][]][] = [
  [
    '2023-02',
    [
      ['North', 20, 10],
      ['South', 10, 10],
      ['West', 5, 10],
    ],
  ],
  [
    '2023-03',
    [
      ['North', 10, 10],
      ['South', 10, 12],
      ['West', 5, 10],
    ],
  ],
]
const rows = months.flatMap(([month, regions]) =>
  regions.flatMap(([region, times, amount]) =>
    Array.from({ length: times }, (_, at) => `${region},${amount},${month}-${String((at % 27) + 1).padStart(2, '0')}`),
  ),
)
/** Two shops over two years; in 2024, of which there are but seven months, the first sells half as often. */
const years = [2023, 2024].flatMap((year) =>
  Array.from({ length: year === 2023 ? 12 : 7 }, (_, month) =>
    ['Dock', 'Mill'].flatMap((shop) =>
      Array.from(
        { length: shop === 'Dock' && year === 2024 ? 2 : 4 },
        (_, at) => `${shop},10,${year}-${String(month + 1).padStart(2, '0')}-${String(at * 8 + 3).padStart(2, '0')}`,
      ),
    ),
  ).flat(),
)
const yearsCsv = ['id,shop,takings,taken_on', ...years.map((row, at) => `${at + 1},${row}`)].join('\n')
const csv = ['id,region,amount,sold_on', ...rows.map((row, at) => `${at + 1},${row}`)].join('\n')

let server: TestServer
let source = ''
let southerner: Account

beforeAll(async () => {
  server = await testServer({ ports: realSources() })
  source = await connectFiles(server, { 'sales.csv': csv })
  await extract(server, source)
  const model = await server.request('POST /core/models', { body: { name: 'seller', base_model_id: 'builtin', datasource_ids: [source] } })
  const other = await connectFiles(server, { 'receipts.csv': yearsCsv })
  await extract(server, other)
  await server.request('POST /core/models', { body: { name: 'keeper', base_model_id: 'builtin', datasource_ids: [other] } })
  southerner = await server.account()
  await server.request(`POST /semantic/datasources/${source}/share/user`, { body: { user_id: southerner.id } })
  await server.request('POST /core/modelusers', { body: { model_id: model.body.id, user_id: southerner.id, level: 'view' } })
}, 90_000)
afterAll(() => server.close())

const ask = async (content: string, as?: Account, { model = 'seller', language = 'en' } = {}) => {
  const reply = await server.request('POST /llm/session/completions', {
    body: { model, messages: [{ role: 'user', content }] },
    headers: { 'accept-language': language },
    ...(as ? { as: as.key } : {}),
  })
  if (reply.status !== 200) throw new Error(reply.text)
  const { content: text, attachments } = reply.body.choices[0].message
  return {
    text,
    query: attachments.find(({ type }: { type: string }) => type === 'query'),
    chart: attachments.find(({ type }: { type: string }) => type === 'chart'),
  }
}

test('why a figure fell in a month is told by the column along which its change is least even, and what it is made of', async () => {
  const { text, query, chart } = await ask('Why did the total amount drop in March 2023?')
  expect(text).toContain('in March 2023 is 270, 80 less than in February 2023 (−22.86 %)')
  expect(text).toContain('By region the change is least even: North −100; against it South +20.')
  expect(text).toContain('Of it −100 lies in the number of sales and +20 lies in what each comes to.')
  expect(text).toContain('arithmetic of the data and no cause')
  expect(query.columns.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(['figure', 'figure_previous', 'figure_change']))
  expect(chart.chart_type).toBe('waterfall')
})

test('a month without its year that lies after the data is the last there is', async () => {
  expect((await ask('why did total amount drop in March?')).text).toContain('in March 2023 is 270')
})

test('what went the other way is said to have', async () => {
  expect((await ask('Why did the total amount rise in March 2023?')).text).toMatch(/^It did not rise\. /)
})

test.each([
  'Why are the total takings lower than last year?',
  'why are total takings down against the year before?',
  'Why were total takings lower in 2024 than in 2023?',
  'why did total takings drop year over year?',
])('a year is held against the same months of the year before: %s', async (question) => {
  const { text, chart } = await ask(question, undefined, { model: 'keeper' })
  expect(text).toContain('in 2024 up to 2024-07-27 is 420, 140 less than in 2023 up to 2023-07-27 (−25 %)')
  expect(text).toContain('By shop the change is least even: Dock −140.')
  expect(chart.chart_type).toBe('waterfall')
})

test('a quarter or month is held against that of the year before where that is asked, else told beside it', async () => {
  const beside = await ask('Why did total takings drop in Q2 2024?', undefined, { model: 'keeper' })
  expect(beside.text).toMatch(/in Q2 2024 is 180, the same as in Q1 2024/)
  const yearly = await ask('Why did total takings drop in Q2 2024 compared to a year ago?', undefined, { model: 'keeper' })
  expect(yearly.text).toContain('in Q2 2024 is 180, 60 less than in Q2 2023 (−25 %)')
  const first = await ask('Why did total takings drop in January 2024?', undefined, { model: 'keeper' })
  expect(first.text).toContain('than in December 2023 (−25 %). It was 80 in January 2023 (−25 %).')
})

test('how many there are is explained, and the last whole month where no period is named', async () => {
  expect((await ask('why did receipts drop in January 2024?', undefined, { model: 'keeper' })).text).toContain(
    'Number of receipts in January 2024 is 6, 2 less than in December 2023',
  )
  expect((await ask('why are total takings down?', undefined, { model: 'keeper' })).text).toMatch(/in June 2024 is 60/)
})

test('a German reader is told in German', async () => {
  const { text, chart } = await ask('Why are total takings lower than last year?', undefined, { model: 'keeper', language: 'de' })
  expect(text).toContain('Summe Takings in 2024 bis 2024-07-27: 420, 140 weniger als in 2023 bis 2023-07-27 (−25 %).')
  expect(text).toContain('nach Shop: Dock −140. Davon entfallen')
  expect(text).not.toMatch(/\b(?:the|of|than|change)\b/)
  const business = await ask('How is business going?', undefined, { model: 'keeper', language: 'de' })
  expect(business.text).toMatch(/^Der letzte ganze Monat der Daten ist Juni 2024\. /)
  expect(business.text).not.toMatch(/\b(?:the|of|than)\b/)
  expect(chart.chart_type).toBe('waterfall')
})

test('a period with nothing before it, and a figure that is no sum, are told so', async () => {
  expect((await ask('Why did the total amount drop in February 2023?')).text).toMatch(/nothing of 2023-01 to compare/)
  expect((await ask('Why did the average amount drop in March 2023?')).text).toMatch(/only the change of a sum or a count/)
})

test('under row filters the change is that of the rows the asker may see', async () => {
  const filter = { datasource_id: source, table_name: 'sales', condition: { member: 'region', operator: 'equals', values: ['South'] } }
  expect((await server.request('POST /semantic/filters', { body: { ...filter, applies_to: { users: [southerner.id] } } })).status).toBe(201)
  const { text } = await ask('Why did the total amount rise in March 2023?', southerner)
  expect(text).not.toMatch(/North|270/)
})

test('how business is going is the main measures of the last whole month against the month before', async () => {
  for (const question of ['How is business going?', 'how are we doing overall?']) {
    const { text, query } = await ask(question)
    // The data ends on 20 March, so that February is the last whole month.
    expect(text).toContain('The last whole month of the data is February 2023.')
    expect(text).toMatch(/amount of sales is 350, after nothing in the month before\./i)
    expect(query.rows).toHaveLength(1)
  }
})

test('a time after the end of the data is said to be, and the last such period there is offered', async () => {
  const reply = await server.request('POST /llm/session/completions', {
    body: { model: 'seller', messages: [{ role: 'user', content: 'What was the total amount last month?' }] },
  })
  const { content, attachments } = reply.body.choices[0].message
  expect(content).toContain('The data ends on')
  const { suggestions } = attachments.find(({ type }: { type: string }) => type === 'suggestions')
  expect(suggestions[0]).toBe('What was the total amount in March 2023?')
  expect((await ask(suggestions[0])).query.rows.map((row: unknown[]) => row.map(Number))).toEqual([[270]])
})
