import { createClient } from '@libsql/client'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { grants } from '#db/schema/identity.ts'
import type { Ports } from '#domain/context.ts'
import { Failure } from '#domain/failure.ts'
import { type AnsweringServer, answeringServer, CHINOOK_ID } from '#test/fixtures/answering-server.ts'

let server: AnsweringServer
/** What the data source does in place of a query; its own when null. */
let query: Ports['sources']['query'] | null = null
/** What was sent, and where. */
let sent: { url: string; body: { type: string; data: Record<string, any> } }[]
beforeEach(async () => {
  query = null
  sent = []
  server = await answeringServer({
    sources: (real) => ({ ...real, query: (...asked) => (query ?? real.query)(...asked) }),
    webhooks: {
      check: async () => {},
      send: async ({ url }, { body }) => {
        sent.push({ url, body: JSON.parse(body) })
        return { status: 200 }
      },
    },
  })
})
afterEach(() => server.close())

const asOwner = (line: string, body?: unknown) => server.request(line, { as: server.owner.key, ...(body === undefined ? {} : { body }) })
const work = async () => {
  await server.querent.worker.tick()
  await server.querent.worker.tick()
}
const hook = async () => (await asOwner('POST /core/webhooks', { name: 'Mine', url: 'https://hooks.example.com/x' })).body.id
const chartOf = async (title: string, sql: string) => (await asOwner('POST /analytics/charts', { title, datasource_id: CHINOOK_ID, query: { sql } })).body.id
const countries = () => chartOf('Customers: by/country', 'select Country, count(*) as customers from Customer group by 1 order by 2 desc limit 5')

async function ran(job: string) {
  const { body: started } = await asOwner(`POST /core/jobs/${job}/run`)
  await server.querent.idle()
  await work()
  return (await asOwner(`GET /core/jobs/runs/${started.id}`)).body
}

test('an export is a file of its run, which its owner opens as long as he sees the chart', async () => {
  const chart = await countries()
  const { body: job } = await asOwner('POST /core/jobs', { name: 'Rows', kind: 'export', payload: { chart_id: chart, format: 'csv' } })
  const run = await ran(job.id)
  expect(run).toMatchObject({ status: 'succeeded', files: [{ name: 'Customers by country.csv', type: expect.stringContaining('text/csv') }] })
  const path = `/core/jobs/runs/${run.id}/files/Customers%20by%20country.csv`
  const file = await server.open(`GET ${path}`, { as: server.owner.key })
  expect(await file.text()).toMatch(/^Country,customers\r?\nUSA,13/)
  const other = await server.account()
  await asOwner('POST /core/jobusers', { job_id: job.id, user_id: other.id, level: 'edit' })
  expect((await server.open(`GET ${path}`, { as: other.key })).status).toBe(403)
  await asOwner(`DELETE /analytics/charts/${chart}`)
  expect((await server.open(`GET ${path}`, { as: server.owner.key })).status).toBe(404)
})

test('a subscription is each chart as picture and rows, told once with what was written', async () => {
  const webhook = await hook()
  const dashboard = (
    await asOwner('POST /analytics/dashboards', {
      title: 'All',
      layout: [
        { chart_id: await countries(), x: 0, y: 0, w: 6, h: 4 },
        { chart_id: await countries(), x: 6, y: 0, w: 6, h: 4 },
      ],
    })
  ).body.id
  const { body: job } = await asOwner('POST /core/jobs', {
    name: 'Weekly',
    kind: 'subscription',
    payload: { dashboard_id: dashboard },
    notify: { webhook_ids: [webhook] },
  })
  const run = await ran(job.id)
  expect(run).toMatchObject({ status: 'succeeded', result: { charts: 2, failed: 0, files: 4 }, progress: { done: 2, total: 2 } })
  expect(run.files.map(({ name }: { name: string }) => name)).toEqual([
    'Customers by country 2.csv',
    'Customers by country 2.png',
    'Customers by country.csv',
    'Customers by country.png',
  ])
  expect(sent).toMatchObject([{ url: 'https://hooks.example.com/x', body: { type: 'subscription.sent', data: { job: { id: job.id }, run_id: run.id } } }])
  const path: string = sent[0]?.body.data.files.find(({ name }: { name: string }) => name.endsWith('.png'))?.path ?? ''
  const picture = new Uint8Array(await (await server.open(`GET ${path.replace('/api/v1', '')}`, { as: server.owner.key })).arrayBuffer())
  expect([...picture.subarray(1, 4)].map((byte) => String.fromCharCode(byte)).join('')).toBe('PNG')
})

test('whoever sees a dashboard subscribes to it, without a right to its charts elsewhere', async () => {
  const chart = await countries()
  const { body: dashboard } = await asOwner('POST /analytics/dashboards', { title: 'All', layout: [{ chart_id: chart, x: 0, y: 0, w: 6, h: 4 }] })
  const viewer = await server.account()
  await asOwner(`POST /analytics/dashboards/${dashboard.id}/share/user`, { user_id: viewer.id })
  expect((await server.request(`GET /analytics/charts/${chart}`, { as: viewer.key })).status).toBe(404)
  const job = { name: 'Weekly', kind: 'subscription', payload: { dashboard_id: dashboard.id, formats: ['csv'] } }
  const { body: made } = await server.request('POST /core/jobs', { as: viewer.key, body: job })
  const { body: started } = await server.request(`POST /core/jobs/${made.id}/run`, { as: viewer.key })
  await server.querent.idle()
  await work()
  expect((await server.request(`GET /core/jobs/runs/${started.id}`, { as: viewer.key })).body).toMatchObject({
    status: 'succeeded',
    result: { charts: 1, failed: 0 },
    files: [{ name: 'Customers by country.csv' }],
  })
})

test('an alert tells a crossing once, and its end when asked to', async () => {
  const webhook = await hook()
  const chart = await chartOf('Count', 'select count(*) as n from Customer')
  const { body: job } = await asOwner('POST /core/jobs', {
    name: 'Many customers',
    kind: 'alert',
    payload: { chart_id: chart, condition: { operator: 'above', value: 100 }, tells_end: true },
    notify: { webhook_ids: [webhook] },
  })
  const columns = [{ name: 'n', type: 'integer' as const, nativeType: 'INTEGER' }]
  const checked = async (n: number | null) => {
    query = async () => ({ columns, rows: [[n]], rowCount: 1, truncated: false, durationMs: 1 }) as never
    return (await ran(job.id)).result
  }
  expect(await checked(59)).toMatchObject({ value: 59, holds: false, crossed: null })
  expect(await checked(101)).toMatchObject({ value: 101, holds: true, crossed: 'into' })
  expect(await checked(120)).toMatchObject({ holds: true, crossed: null })
  expect(await checked(null)).toMatchObject({ value: null, holds: null, crossed: null })
  expect(await checked(99)).toMatchObject({ crossed: 'out' })
  expect(await checked(150)).toMatchObject({ crossed: 'into' })
  expect(sent.map(({ body }) => [body.type, body.data.text])).toEqual([
    ['alert.triggered', 'N is 101: above 100.'],
    ['alert.resolved', 'N is 99: no longer above 100.'],
    ['alert.triggered', 'N is 150: above 100.'],
  ])
})

test('an alert has a condition it can meet, and its checks come one after another', async () => {
  const chart = await countries()
  const made = (payload: object, more: object = {}) =>
    asOwner('POST /core/jobs', { name: 'x', kind: 'alert', payload: { chart_id: chart, ...payload }, ...more })
  expect((await made({ condition: { operator: 'near', value: 1 } })).status).toBe(422)
  expect((await made({ condition: { operator: 'above' } })).status).toBe(422)
  expect((await made({ condition: { operator: 'above', value: 1 } }, { concurrency: 2 })).body.error.param).toBe('concurrency')
  const { body: job } = await made({ condition: { operator: 'above', value: 1 }, column: 'nothing' })
  expect(await ran(job.id)).toMatchObject({ status: 'failed', error: 'the chart has no column "nothing"' })
})

test('a failure is told, once the last attempt has failed, and only where it is asked for', async () => {
  const webhook = await hook()
  const chart = await countries()
  const job = async (on: string[]) =>
    (await asOwner('POST /core/jobs', { name: 'Rows', kind: 'export', payload: { chart_id: chart }, retries: 0, notify: { webhook_ids: [webhook], on } })).body
      .id
  const both = [await job(['failure']), await job(['success'])]
  query = () => Promise.reject(new Failure('datasource_unreachable', 'nothing answers'))
  for (const id of both) await ran(id)
  expect(sent).toMatchObject([{ body: { type: 'job.failed', data: { text: 'nothing answers', job: { id: both[0] } } } }])
})

test('a question tells its answer', async () => {
  const webhook = await hook()
  const { body: job } = await asOwner('POST /core/jobs', {
    name: 'Customers',
    kind: 'question',
    payload: { question: 'How many customers are there?', model: 'music' },
    notify: { webhook_ids: [webhook] },
  })
  await ran(job.id)
  expect(sent[0]?.body).toMatchObject({ type: 'question.answered', data: { text: expect.stringContaining('59') } })
})

test('whom a job tells is said by its owner, and seen by him', async () => {
  const webhook = await hook()
  const chart = await countries()
  const { body: job } = await asOwner('POST /core/jobs', { name: 'x', kind: 'export', payload: { chart_id: chart }, notify: { webhook_ids: [webhook] } })
  const editor = await server.account()
  await asOwner('POST /core/jobusers', { job_id: job.id, user_id: editor.id, level: 'edit' })
  const asEditor = (line: string, body?: unknown) => server.request(line, { as: editor.key, ...(body === undefined ? {} : { body }) })
  expect((await asEditor(`GET /core/jobs/${job.id}`)).body.notify).toBeNull()
  expect((await asEditor(`PUT /core/jobs/${job.id}`, { notify: { webhook_ids: [] } })).body.error).toMatchObject({ code: 'forbidden', param: 'notify' })
  const foreign = (await asEditor('POST /core/webhooks', { name: 'His', url: 'https://elsewhere.example.com/' })).body.id
  expect((await asOwner(`PUT /core/jobs/${job.id}`, { notify: { webhook_ids: [foreign] } })).body.error).toMatchObject({ param: 'notify.webhook_ids.0' })
})

test('a chart that was lent stops its job when it is lent no more', async () => {
  const chart = await countries()
  const viewer = await server.account()
  await asOwner(`POST /analytics/charts/${chart}/share/user`, { user_id: viewer.id })
  const { body: job } = await server.request('POST /core/jobs', { as: viewer.key, body: { name: 'Lent', kind: 'export', payload: { chart_id: chart } } })
  await server.db.delete(grants).where(eq(grants.resource_id, chart))
  await server.request(`POST /core/jobs/${job.id}/run`, { as: viewer.key })
  await server.querent.idle()
  expect((await server.request(`GET /core/jobs/${job.id}`)).body).toMatchObject({
    is_enabled: false,
    stopped_reason: 'no such chart',
    last_run: { status: 'failed' },
  })
})

test('maintenance is for administrators: old runs are forgotten, and the database is checked', async () => {
  expect((await asOwner('POST /core/jobs', { name: 'x', kind: 'maintenance', payload: { task: 'retention' } })).status).toBe(403)
  const job = async (payload: object) => (await server.request('POST /core/jobs', { body: { name: 'x', kind: 'maintenance', payload } })).body.id
  const run = async (id: string) => {
    const { body } = await server.request(`POST /core/jobs/${id}/run`)
    await server.querent.idle()
    return (await server.request(`GET /core/jobs/runs/${body.id}`)).body
  }
  const checked = await run(await job({ task: 'integrity_check' }))
  expect(checked.error, JSON.stringify(checked)).toBeNull()
  expect(checked).toMatchObject({ status: 'succeeded', result: { database: 'ok', audit_valid: true } })
  expect(await run(await job({ task: 'backup' }))).toMatchObject({ status: 'failed', error: expect.stringContaining('no file of this machine') })
  server.clock.now = new Date(server.clock.now.getTime() + 40 * 86_400_000)
  expect(await run(await job({ task: 'retention', keep_days: 30 }))).toMatchObject({ status: 'succeeded', result: { runs: 2, deliveries: 0 } })
  const asSettings = await job({ task: 'retention' })
  await run(asSettings)
  server.clock.now = new Date(server.clock.now.getTime() + 40 * 86_400_000)
  expect((await run(asSettings)).result).toMatchObject({ runs: 0 })
  expect((await server.request('PATCH /core/settings', { body: { retention: { run_days: 20 } } })).status).toBe(200)
  const { id, result } = await run(asSettings)
  expect(result).toMatchObject({ runs: 2 })
  expect((await server.request('GET /core/jobs/runs')).body.map((kept: { id: string }) => kept.id)).toContain(id)
})

test('the check of the database holds where another process wrote the search index meanwhile', async () => {
  const entry = (rowid: number) => `insert into session_search (rowid, owner, words) values (${rowid}, 'usr_1', 'sales by month ${rowid}')`
  const { body: job } = await server.request('POST /core/jobs', { body: { name: 'x', kind: 'maintenance', payload: { task: 'integrity_check' } } })
  const check = async () => {
    const { body: started } = await server.request(`POST /core/jobs/${job.id}/run`)
    await server.querent.idle()
    return (await server.request(`GET /core/jobs/runs/${started.id}`)).body
  }
  for (let rowid = 1; rowid <= 20; rowid++) await server.db.run(sql.raw(entry(rowid)))
  expect(await check()).toMatchObject({ status: 'succeeded' })
  const [database] = await server.db.all<{ file: string }>(sql`pragma database_list`)
  const other = createClient({ url: `file:${database?.file}` })
  for (let rowid = 21; rowid <= 40; rowid++) await other.execute(entry(rowid))
  other.close()
  expect(await check()).toMatchObject({ status: 'succeeded', error: null })
})

const alertOver = async (more: object = {}) => {
  const chart = await chartOf('Count', 'select count(*) as n from Customer')
  const { body } = await asOwner('POST /core/jobs', {
    name: 'Many customers',
    kind: 'alert',
    payload: { chart_id: chart, condition: { operator: 'above', value: 10 } },
    ...more,
  })
  return { chart, id: body.id as string }
}

test('what a run made is told to its owner and administrators only', async () => {
  const { id } = await alertOver()
  const run = await ran(id)
  expect(run).toMatchObject({ status: 'succeeded', result: { value: 59 } })
  const other = await server.account()
  await asOwner('POST /core/jobusers', { job_id: id, user_id: other.id, level: 'edit' })
  const path = `GET /core/jobs/runs/${run.id}`
  const seen = await server.request(path, { as: other.key })
  expect(seen.body).toMatchObject({ status: 'succeeded', result: null, files: [] })
  const replies = [seen, await server.request(`${path}/log`, { as: other.key }), await server.request(`GET /core/jobs/${id}/runs`, { as: other.key })]
  for (const { text } of replies) expect(text).not.toMatch(/\b59\b/)
  expect((await server.request(path)).body.result.value).toBe(59)
})

test('whoever becomes the owner of a job is not told what it made before', async () => {
  const { id } = await alertOver()
  const run = await ran(id)
  const { body: job } = await asOwner('POST /core/jobs', { name: 'Rows', kind: 'export', payload: { chart_id: await countries() } })
  const exported = await ran(job.id)
  const [{ name }] = exported.files
  const heir = await server.account()
  await server.request(`DELETE /core/users/${server.owner.id}?reassign_to=${heir.id}`)
  expect((await server.request(`GET /core/jobs/runs/${run.id}`, { as: heir.key })).body).toMatchObject({ status: 'succeeded', result: null })
  expect((await server.request(`GET /core/jobs/runs/${exported.id}`, { as: heir.key })).body.files).toEqual([])
  expect((await server.open(`GET /core/jobs/runs/${exported.id}/files/${encodeURIComponent(name)}`, { as: heir.key })).status).toBe(404)
})

test('a key without the scope for what a job reads is not told what it made, on no way', async () => {
  const webhook = await hook()
  const { id } = await alertOver({ notify: { webhook_ids: [webhook], on: ['success'] } })
  const { body: key } = await asOwner('POST /core/auths/api-keys', { name: 'Core', scopes: ['core:write'] })
  const byKey = (line: string, body?: unknown) => server.request(line, { as: key.key, ...(body === undefined ? {} : { body }) })
  const run = await ran(id)
  expect((await byKey(`GET /core/jobs/runs/${run.id}`)).body).toMatchObject({ status: 'succeeded', result: null })
  const [delivery] = (await byKey(`GET /core/webhooks/${webhook}/deliveries`)).body
  expect(delivery).toMatchObject({ event: 'alert.triggered', body: '' })
  expect((await byKey(`GET /core/webhooks/${webhook}/deliveries/${delivery.id}`)).body.body).toBe('')
  expect((await asOwner(`GET /core/webhooks/${webhook}/deliveries/${delivery.id}`)).body.body).toContain('59')
  // Nor where it sends it to: by a webhook of its own, or by another address for one there is.
  const own = (await byKey('POST /core/webhooks', { name: 'Thief', url: 'https://thief.example.com/x' })).body.id
  expect((await byKey(`PUT /core/jobs/${id}`, { notify: { webhook_ids: [own], on: ['success'] } })).body.error).toMatchObject({ code: 'insufficient_scope' })
  await byKey(`PUT /core/webhooks/${webhook}`, { url: 'https://thief.example.com/x' })
  sent = []
  await asOwner(`PUT /core/jobs/${id}`, { payload: { chart_id: run.result.chart_id, condition: { operator: 'above', value: 20 } } })
  expect(await ran(id)).toMatchObject({ result: { crossed: 'into' } })
  expect(sent).toEqual([])
})

test('an administrator who is none any more hears no longer of the runs of others', async () => {
  const admin = await server.account({ role: 'admin' })
  const { body: theirs } = await server.request('POST /core/webhooks', { as: admin.key, body: { name: 'All', url: 'https://hooks.example.com/all' } })
  const { id } = await alertOver()
  const told = { notify: { webhook_ids: [theirs.id], on: ['success'] } }
  expect((await server.request(`PUT /core/jobs/${id}`, { as: admin.key, body: told })).status).toBe(200)
  await server.request(`PUT /core/users/${admin.id}`, { body: { role: 'user' } })
  expect(await ran(id)).toMatchObject({ result: { crossed: 'into' } })
  expect(sent).toEqual([])
})
