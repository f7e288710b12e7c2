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
const csv = ['id,region,amount,sold_on', ...rows.map((row, at) => `${at + 1},${row}`)].join('\n')

let server: TestServer
let source = ''
let southerner: Account

beforeAll(async () => {
  server = await testServer({ ports: realSources() })
  source = await connectFiles(server, { 'sales.csv': csv })
  await extract(server, source)
  const model = await server.request('POST /core/models', { body: { name: 'seller', base_model_id: 'builtin', datasource_ids: [source] } })
  southerner = await server.account()
  await server.request(`POST /semantic/datasources/${source}/share/user`, { body: { user_id: southerner.id } })
  await server.request('POST /core/modelusers', { body: { model_id: model.body.id, user_id: southerner.id, level: 'view' } })
}, 90_000)
afterAll(() => server.close())

const ask = async (content: string, as?: Account) => {
  const reply = await server.request('POST /llm/session/completions', {
    body: { model: 'seller', messages: [{ role: 'user', content }] },
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
  expect(text).toContain('of 2023-03 is 270, 80 less than of 2023-02 (−22.86 %)')
  expect(text).toContain('By region the change is least even: North −100; against it South +20.')
  expect(text).toContain('Of it −100 lies in the number of sales and +20 lies in what each comes to.')
  expect(text).toContain('arithmetic of the data and no cause')
  expect(query.columns.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(['figure', 'figure_previous', 'figure_change']))
  expect(chart.chart_type).toBe('waterfall')
})

test('a month without its year that lies after the data is the last there is', async () => {
  expect((await ask('why did total amount drop in March?')).text).toContain('of 2023-03 is 270')
})

test('what went the other way is said to have', async () => {
  expect((await ask('Why did the total amount rise in March 2023?')).text).toMatch(/^It did not rise\. /)
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
    expect(text).toContain('The last whole month of the data is 2023-02.')
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
