import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLogs } from '#db/schema/catalog.ts'
import { completions } from '#db/schema/sessions.ts'
import { type AnsweringServer, answeringServer, CHINOOK_ID } from '#test/fixtures/answering-server.ts'

let server: AnsweringServer
beforeAll(async () => {
  server = await answeringServer()
})
afterAll(() => server.close())

type Said = { id: string; role: string; content: string; completion_id: string | null; attachments: { id: string; type: string; [more: string]: unknown }[] }

async function ask(question: string): Promise<{ session: string; answer: Said }> {
  const asked = await server.request('POST /llm/session/completions', {
    as: server.owner.key,
    body: { model: 'music', messages: [{ role: 'user', content: question }] },
  })
  const session = asked.body.session_id
  const { body } = await server.request(`GET /llm/sessions/${session}/messages`, { as: server.owner.key })
  return { session, answer: body.at(-1) }
}
const step = (session: string, message: string, change: object, facts: object = {}, as = server.owner.key) =>
  server.request(`POST /llm/sessions/${session}/messages/${message}/steps`, { as, body: { change, ...facts } })
const queryOf = (message: Said) =>
  message.attachments.find(({ type }) => type === 'query') as Said['attachments'][0] & {
    semantic_query: object
    rows: unknown[][]
    columns: { name: string }[]
  }

test('an answer is filtered, regrouped, compared and cut in steps, each a turn of its own, and no model is called', async () => {
  const { session, answer } = await ask('What is the total revenue per country?')
  const before = await server.db.select().from(completions)
  const germany = await step(session, answer.id, { action: 'filter', table: 'Customer', column: 'Country', values: ['Germany'] })
  expect([germany.status, germany.body.question.content]).toEqual([201, 'Only where customer country is "Germany"'])
  expect(queryOf(germany.body.answer).rows).toHaveLength(1)
  expect(germany.body.answer.attachments[0]).toMatchObject({ type: 'step', from_attachment_id: queryOf(answer).id, words: germany.body.question.content })
  expect(queryOf(germany.body.answer)).toMatchObject({ provenance: { basis: 'semantic_layer' } })

  const quarters = await step(session, germany.body.answer.id, {
    action: 'period',
    table: 'Invoice',
    column: 'InvoiceDate',
    grain: 'quarter',
    compare: 'previous_year',
  })
  expect(quarters.status).toBe(201)
  expect(queryOf(quarters.body.answer).columns.map(({ name }) => name)).toEqual(expect.arrayContaining(['invoice_date_quarter', 'sum_total_previous']))

  const five = await step(session, answer.id, { action: 'limit', limit: 5 })
  expect(queryOf(five.body.answer).rows).toHaveLength(5)
  const { body: said } = await server.request(`GET /llm/sessions/${session}/messages`, { as: server.owner.key })
  expect(said).toHaveLength(8)
  expect(said.slice(2).every((one: Said) => one.completion_id === null)).toBe(true)
  expect((await server.request(`GET /llm/sessions/${session}`, { as: server.owner.key })).body.message_count).toBe(8)
  expect(await server.db.select().from(completions)).toHaveLength(before.length)
  const entries = await server.db.select().from(auditLogs).where(eq(auditLogs.type, 'session.stepped'))
  expect(entries).toHaveLength(3)
})

test('what can be done with an answer comes from the layer, and every choice is a step that can be taken', async () => {
  const { session, answer } = await ask('What is the total revenue per country?')
  const { status, body } = await server.request(`GET /llm/sessions/${session}/messages/${answer.id}/steps`, { as: server.owner.key })
  expect(status).toBe(200)
  expect(body.dimensions.map(({ table, column }: { table: string; column: string }) => `${table}.${column}`)).toEqual(
    expect.arrayContaining(['Invoice.InvoiceDate', 'Customer.Country', 'Invoice.BillingCountry']),
  )
  for (const { table, column, is_time } of body.dimensions) {
    const grouped = await step(session, answer.id, { action: 'group', dimensions: [{ table, column, ...(is_time ? { grain: 'year' } : {}) }] })
    expect([table, column, grouped.status]).toEqual([table, column, 201])
  }
  for (const { measure } of body.measures) expect((await step(session, answer.id, { action: 'measure', measures: [measure] })).status).toBe(201)
  for (const { name } of body.columns) expect((await step(session, answer.id, { action: 'sort', by: name, direction: 'asc' })).status).toBe(201)
})

test('a year is drilled into its quarters, and a filter taken back', async () => {
  const { session, answer } = await ask('What was the revenue by year?')
  const [first] = queryOf(answer).rows
  const drilled = await step(session, answer.id, { action: 'drill', dimension: queryOf(answer).columns[0]?.name, value: first?.[0] })
  expect(drilled.status).toBe(201)
  expect(queryOf(drilled.body.answer).rows.map(([period]) => period)).toEqual([1, 2, 3, 4].map((quarter) => `${first?.[0]}-Q${quarter}`))
  const back = await step(session, drilled.body.answer.id, { action: 'unfilter', table: 'Invoice', column: 'InvoiceDate' })
  expect(queryOf(back.body.answer).rows.length).toBeGreaterThan(4)
})

test('a step from what is no answer, of an unknown column, or by somebody who may not ask is refused', async () => {
  const { session, answer } = await ask('What is the total revenue per country?')
  const stranger = await server.account()
  const five = { action: 'limit', limit: 5 }
  expect((await step(session, answer.id, five, {}, stranger.key)).status).toBe(404)
  expect((await step(session, 'msg_01j00000000000000000000000', five)).status).toBe(404)
  expect((await step(session, answer.id, five, { attachment_id: 'att_other' })).status).toBe(404)
  expect((await step(session, answer.id, { action: 'sort', by: 'nothing' })).status).toBe(422)
  expect((await step(session, answer.id, { action: 'group', dimensions: [{ table: 'Customer', column: 'Shoe' }] })).status).toBe(422)
  expect((await step(session, answer.id, { action: 'drill', dimension: 'country', value: 'x' })).body.error).toMatchObject({
    code: 'invalid',
    param: 'change.into',
  })
  expect((await step(session, answer.id, { action: 'dance' })).status).toBe(422)
  await server.request(`POST /llm/sessions/${session}/share/user`, { as: server.owner.key, body: { user_id: stranger.id, level: 'view' } })
  expect((await step(session, answer.id, five, {}, stranger.key)).status).toBe(403)
  expect((await server.request(`GET /llm/sessions/${session}`, { as: stranger.key })).body.level).toBe('view')
  expect((await server.request('GET /llm/sessions?shared=true', { as: stranger.key })).body).toMatchObject([{ id: session, level: 'view' }])
})

test('an answer made of SQL cannot be changed in steps, and says what can be done instead', async () => {
  await server.request('POST /semantic/verified-queries', {
    as: server.owner.key,
    body: { datasource_id: CHINOOK_ID, question: 'How well did we do?', sql: 'select count(*) as sales from Invoice' },
  })
  const { session, answer } = await ask('How well did we do?')
  expect(queryOf(answer)).toMatchObject({ provenance: { basis: 'verified_query' } })
  const { status, body } = await step(session, answer.id, { action: 'limit', limit: 5 })
  expect([status, body.error.hint]).toEqual([422, expect.stringContaining('/query')])
})

test('why a period differs from the one before is split by the column along which it is least even, with figures that are right', async () => {
  const { session, answer } = await ask('What was the revenue by year?')
  const first = queryOf(answer)
  const year = first.columns[0]?.name ?? ''
  const why = await step(session, answer.id, { action: 'why', dimension: year, value: String(first.rows.at(-1)?.[0]) })
  expect([why.status, why.body.question.content]).toEqual([201, `Why ${first.rows.at(-1)?.[0]}`])
  const [before = [], last = []] = first.rows.slice(-2)
  // The answer carries its first rows; the source has all of them.
  const { semantic_query } = queryOf(why.body.answer)
  const whole = await server.request(`POST /semantic/datasources/${CHINOOK_ID}/query`, { as: server.owner.key, body: { semantic_query } })
  const of = (period: unknown) => whole.body.rows.reduce((total: number, row: unknown[]) => total + (row[1] === period ? Number(row[2]) : 0), 0)
  expect([of(before[0]), of(last[0])].map((total) => total.toFixed(1))).toEqual([Number(before[1]).toFixed(1), Number(last[1]).toFixed(1)])
  expect(why.body.answer.content).toMatch(/changed by [+−][\d.]+ \([+−][\d.]+ %\) from \d{4}\. The change is least even by /)
  const earliest = await step(session, answer.id, { action: 'why', dimension: year, value: String(first.rows[0]?.[0]) })
  expect([earliest.status, earliest.body.error.message]).toEqual([422, expect.stringMatching(/^there is nothing of \d{4} to compare with$/)])
  const again = await step(session, why.body.answer.id, { action: 'limit', limit: 3 })
  expect(queryOf(again.body.answer).rows).toHaveLength(3)
})

test('why a group differs from the whole is told by shares, and what is no sum and no count is not split', async () => {
  const { session, answer } = await ask('What is the total revenue per country?')
  const why = await step(session, answer.id, { action: 'why', dimension: queryOf(answer).columns[0]?.name, value: 'USA' })
  expect([why.status, why.body.answer.content]).toEqual([201, expect.stringMatching(/^USA differs most from the whole by /)])
  const whole = queryOf(answer).rows.find(([country]) => country === 'USA')?.[1]
  expect(queryOf(why.body.answer).rows.reduce((total, row) => total + Number(row[1]), 0)).toBeCloseTo(Number(whole), 1)
  const mean = await step(session, answer.id, { action: 'measure', measures: [{ aggregate: 'avg', table: 'Invoice', column: 'Total' }] })
  const refused = await step(session, mean.body.answer.id, { action: 'why', dimension: queryOf(mean.body.answer).columns[0]?.name, value: 'USA' })
  expect([refused.status, refused.body.error.message]).toEqual([422, 'only sums and counts are made of parts'])
  expect((await step(session, answer.id, { action: 'why', dimension: 'nothing', value: 'USA' })).status).toBe(422)
})

test('a statement of the reader is kept as a turn, bears its label, and is read through the guard by his own rights', async () => {
  const { session, answer } = await ask('What is the total revenue per country?')
  const kept = await step(session, answer.id, { action: 'sql', sql: 'select count(*) as albums from Album' })
  expect([kept.status, queryOf(kept.body.answer).rows, kept.body.answer.content]).toEqual([201, [[347]], '1 row.'])
  expect(queryOf(kept.body.answer)).toMatchObject({ provenance: { basis: 'edited_sql' }, sql: expect.stringContaining('albums') })
  const again = await step(session, kept.body.answer.id, { action: 'sql', sql: 'select 1 as one' })
  expect(again.status).toBe(201)
  expect((await step(session, kept.body.answer.id, { action: 'limit', limit: 3 })).status).toBe(422)
  expect((await step(session, answer.id, { action: 'sql', sql: 'delete from Album' })).status).toBe(422)
  expect((await step(session, answer.id, { action: 'sql', sql: 'select * from sqlite_master' })).status).toBeGreaterThanOrEqual(400)
})

test('a step and a refusal are told in the language of who asks, and their question in English', async () => {
  const german = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' }
  const { session, answer } = await ask('What is the total revenue per country?')
  const changed = async (change: object) => {
    const { body } = await server.request(`POST /llm/sessions/${session}/messages/${answer.id}/steps`, {
      as: server.owner.key,
      body: { change },
      headers: german,
    })
    expect(body.answer.attachments[0].words).toBe(body.question.content)
    return { words: body.question.content as string, said: body.answer.content as string }
  }
  const country = { table: 'Customer', column: 'Country' }
  expect((await changed({ action: 'filter', ...country, values: ['Germany', 'France'] })).words).toBe('Filter: Country ist „Germany“ oder „France“')
  expect((await changed({ action: 'unfilter', ...country })).words).toBe('Ohne Filter für Country')
  expect((await changed({ action: 'group', dimensions: [{ table: 'Invoice', column: 'InvoiceDate', grain: 'quarter' }] })).words).toBe(
    'Nach Invoice date (Quartal)',
  )
  expect((await changed({ action: 'group', dimensions: [] })).words).toBe('Insgesamt')
  const period = { action: 'period', table: 'Invoice', column: 'InvoiceDate', from: '2012-01-01', to: null, grain: 'month', compare: 'previous_year' }
  expect((await changed(period)).words).toBe('Invoice date ab 2012-01-01, nach Monat, neben dem Vorjahr')
  expect((await changed({ action: 'measure', measures: [{ name: 'average', aggregate: 'avg', table: 'Invoice', column: 'Total' }] })).words).toBe(
    'Durchschnitt Total',
  )
  expect((await changed({ action: 'limit', limit: 5 })).words).toBe('Die ersten 5')
  expect((await changed({ action: 'chart', chart_type: 'pie' })).words).toBe('Als Kreis')
  expect(await changed({ action: 'sql', sql: 'SELECT 1' })).toEqual({ words: 'Eigenes SQL', said: '1 Zeile.' })
  const why = await changed({ action: 'why', dimension: 'country', value: 'Germany' })
  expect(why.words).toBe('Warum Germany')
  expect(why.said).toMatch(/^Germany weicht nach .+ am meisten vom Ganzen ab\. Anteile an .+ %\)\.$/)

  const refused = async (content: string, headers: Record<string, string>) =>
    (await server.request('POST /llm/session/completions', { as: server.owner.key, body: { model: 'music', messages: [{ role: 'user', content }] }, headers }))
      .body.choices[0].message.content as string
  expect(await refused('Zeige mir die Umsätze der Kunden', german)).toMatch(/^Ich lese Fragen nur auf Englisch/)
  expect(await refused('Delete all customers', german)).toMatch(/^Ich lese Daten nur/)
  expect(await refused('What is the churn of customers?', german)).toMatch(/„churn“/)
  expect(await refused('What is the churn of customers?', { 'accept-language': 'en, de;q=0.5' })).toMatch(/"churn"/)
})
