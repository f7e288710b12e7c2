import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { auditLogs, runs } from '#db/schema/catalog.ts'
import { grants, users } from '#db/schema/identity.ts'
import { completions, messages } from '#db/schema/sessions.ts'
import type { Ports } from '#domain/context.ts'
import { Failure } from '#domain/failure.ts'
import { fireDueJobs } from '#domain/jobs/fire.ts'
import { createJobRuns, retryDelay } from '#domain/jobs/job-run.ts'
import { belowConcurrency } from '#domain/jobs/queue.ts'
import type { Works } from '#domain/jobs/task.ts'
import { workMaintenance } from '#domain/jobs/works/maintenance.ts'
import { refreshChart } from '#domain/jobs/works/refresh.ts'
import { claimRun, LEASE_MS } from '#domain/work/runs.ts'
import { type AnsweringServer, answeringServer, CHINOOK_ID } from '#test/fixtures/answering-server.ts'

let server: AnsweringServer
/** What the data source does in place of a query; its own when null. */
let query: Ports['sources']['query'] | null = null
beforeEach(async () => {
  query = null
  server = await answeringServer({ sources: (real) => ({ ...real, query: (...asked) => (query ?? real.query)(...asked) }) })
})
afterEach(() => server.close())

const as = (key: string) => (line: string, body?: unknown) => server.request(line, { as: key, ...(body === undefined ? {} : { body }) })
const asOwner = (line: string, body?: unknown) => as(server.owner.key)(line, body)
const question = { name: 'Customers', kind: 'question', payload: { question: 'How many customers are there?', model: 'music' } }
const hourly = { cron: '0 * * * *', timezone: 'Europe/Berlin' }
const later = (ms: number) => {
  server.clock.now = new Date(server.clock.now.getTime() + ms)
}
const made = async (body: object = question) => (await asOwner('POST /core/jobs', body)).body
const work = () => server.querent.worker.tick()
const runsOf = async (id: string) => (await asOwner(`GET /core/jobs/${id}/runs`)).body

/** A job that refreshes a chart of one row. */
async function charted(facts: object): Promise<{ id: string; chart: string }> {
  const broken = query
  query = null
  const chart = (await asOwner('POST /analytics/charts', { title: 'Few', datasource_id: CHINOOK_ID, query: { sql: 'select count(*) as n from Customer' } }))
    .body
  query = broken
  const job = await made({ name: 'Few', kind: 'chart_refresh', payload: { chart_id: chart.id }, ...facts })
  return { id: job.id, chart: chart.id }
}

async function ended(run: string) {
  await server.querent.idle()
  await work()
  return (await asOwner(`GET /core/jobs/runs/${run}`)).body
}

test('a job is defined, read, changed at its revision, switched and deleted, each leaving one audit entry', async () => {
  const created = await asOwner('POST /core/jobs', { ...question, schedule: hourly })
  expect([created.status, created.headers.get('etag')]).toEqual([201, '"1"'])
  expect(created.body).toMatchObject({
    job_id: created.body.id,
    kind: 'question',
    schedule: hourly,
    next_run_at: '2026-11-21T10:00:00.000Z',
    is_enabled: true,
    last_run: null,
    owner_id: server.owner.id,
  })
  const path = `/core/jobs/${created.body.id}`
  const changed = await asOwner(`PUT ${path}`, { schedule: { cron: '30 9 * * *', timezone: 'Asia/Kolkata' }, retries: 5 })
  expect(changed.body).toMatchObject({ revision: 2, retries: 5, next_run_at: '2026-11-22T04:00:00.000Z' })
  expect((await server.request(`PATCH ${path}`, { as: server.owner.key, body: { name: 'Lost' }, headers: { 'if-match': '"1"' } })).status).toBe(412)
  expect((await asOwner(`POST ${path}/disable`)).body).toMatchObject({ is_enabled: false, next_run_at: null })
  expect((await asOwner(`POST ${path}/run`)).body.error.code).toBe('resource_disabled')
  expect((await asOwner(`POST ${path}/enable`)).body).toMatchObject({ is_enabled: true, next_run_at: '2026-11-22T04:00:00.000Z' })
  expect((await asOwner('GET /core/jobs?kind=question')).body).toHaveLength(1)
  expect((await asOwner('GET /core/jobs?kind=extraction')).body).toHaveLength(0)
  expect((await asOwner(`DELETE ${path}`)).status).toBe(204)
  const types = (await server.db.select().from(auditLogs).where(eq(auditLogs.resource_id, created.body.id))).map(({ type }) => type)
  expect(types).toEqual(['job.created', 'job.updated', 'job.updated', 'job.updated', 'job.deleted'])
})

test.each([
  ['an unknown kind', { ...question, kind: 'launch' }],
  ['the payload of another kind', { ...question, payload: { chart_id: 'cht_1' } }],
  ['an unknown member of the payload', { ...question, payload: { ...question.payload, colour: 'red' } }],
  ['an unknown field', { ...question, colour: 'red' }],
  ['a cron expression of six fields', { ...question, schedule: { cron: '0 0 * * * *', timezone: 'UTC' } }],
  ['an unknown time zone', { ...question, schedule: { cron: '0 0 * * *', timezone: 'Mars/Base' } }],
  ['a name of a megabyte', { ...question, name: 'x'.repeat(1_000_000) }],
])('%s is refused', async (_what, body) => {
  expect((await asOwner('POST /core/jobs', body)).status).toBe(422)
})

test('a job needs what it names, and a key whose scopes cover its kind', async () => {
  const chart = await asOwner('POST /core/jobs', { name: 'x', kind: 'chart_refresh', payload: { chart_id: 'cht_none' } })
  expect([chart.status, chart.body.error.param]).toEqual([404, 'payload.chart_id'])
  expect((await asOwner('POST /core/jobs', { ...question, payload: { question: 'x', model: 'none' } })).status).toBe(404)
  const narrow = await server.account({ scopes: ['core:write'] })
  expect((await as(narrow.key)('POST /core/jobs', question)).body.error.code).toBe('insufficient_scope')
})

test('a question is asked by its owner’s rights, and its answer is a message of a session of his', async () => {
  const { id } = await made()
  const started = await asOwner(`POST /core/jobs/${id}/run`)
  expect([started.status, started.body.trigger, started.headers.get('location')]).toEqual([202, 'manual', `/api/v1/core/jobs/runs/${started.body.id}`])
  const run = await ended(started.body.id)
  expect(run).toMatchObject({ status: 'succeeded', attempt: 1, error: null })
  const said = (await asOwner(`GET /llm/sessions/${run.result.session_id}/messages`)).body
  expect(said.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant'])
  expect(said[1].content).toContain('59')
  expect((await asOwner(`GET /core/jobs/${id}`)).body.last_run).toMatchObject({ id: run.id, status: 'succeeded' })
  const log = await asOwner(`GET /core/jobs/runs/${run.id}/log`)
  expect(log.text).toMatch(/^2026-11-21T09:30:00.000Z info answered by music\n$/)
  const events = await (await server.open(`GET /core/jobs/runs/${run.id}/events`, { as: server.owner.key })).text()
  expect(events).toMatch(/^event: done\ndata: \{.*"status":"succeeded"/)
})

test('an answer that an attempt got before its process was killed is not asked for again', async () => {
  const { id } = await made()
  const first = await asOwner(`POST /core/jobs/${id}/run`)
  const run = await ended(first.body.id)
  // As if the process had died between the answer and the end of the run.
  await server.db
    .update(runs)
    .set({ status: 'running', lease_token: 'dead', lease_until: '2026-11-21T09:00:00.000Z', completed_at: null })
    .where(eq(runs.id, run.id))
  await work()
  expect(await ended(run.id)).toMatchObject({ status: 'succeeded', attempt: 2, result: run.result })
  expect(await server.db.select().from(completions)).toHaveLength(1)
  expect(await server.db.select().from(messages)).toHaveLength(2)
})

test('a schedule runs once at each of its times, whoever looks, and makes up for missed ones once, saying so', async () => {
  const { id } = await made({ ...question, schedule: hourly })
  await work()
  expect(await runsOf(id)).toEqual([])
  later(30 * 60_000)
  await Promise.all([work(), work()])
  expect(await runsOf(id)).toMatchObject([{ trigger: 'schedule', scheduled_for: '2026-11-21T10:00:00.000Z', missed: 0, status: 'succeeded' }])
  later(5 * 3_600_000 + 60_000)
  await work()
  const [made_up, ...others] = await runsOf(id)
  expect(others).toHaveLength(1)
  expect(made_up).toMatchObject({ scheduled_for: '2026-11-21T15:00:00.000Z', missed: 4, status: 'succeeded' })
  expect(made_up.log[0].message).toBe('nothing worked since 2026-11-21T11:00:00.000Z: this run makes up for 4 earlier times of the schedule')
  expect((await asOwner(`GET /core/jobs/${id}`)).body.next_run_at).toBe('2026-11-21T16:00:00.000Z')
})

test('starts while a run waits are that run; without coalescing each is one', async () => {
  const { id } = await made()
  await server.querent.worker.stop()
  const first = (await asOwner(`POST /core/jobs/${id}/run`)).body
  const second = (await asOwner(`POST /core/jobs/${id}/run`)).body
  expect([second.id, second.coalesced]).toEqual([first.id, 1])
  await asOwner(`PUT /core/jobs/${id}`, { coalesce: false })
  const third = (await asOwner(`POST /core/jobs/${id}/run`)).body
  expect(third.id).not.toBe(first.id)
})

test('no more runs of a job are under way than it allows', async () => {
  const { id } = await made({ ...question, coalesce: false, concurrency: 1 })
  await server.querent.worker.stop()
  const ids = [(await asOwner(`POST /core/jobs/${id}/run`)).body.id, (await asOwner(`POST /core/jobs/${id}/run`)).body.id]
  const ctx = server.querent.systemContext('core')
  const claim = () => claimRun(ctx, ['job'], { when: belowConcurrency(ctx) })
  expect((await claim())?.run.id).toBe(ids[0])
  expect(await claim()).toBeNull()
  later(LEASE_MS)
  expect((await claim())?.run.id).toBe(ids[0])
})

test('a job whose owner lost a right it needs fails, is disabled and says why', async () => {
  const { id } = await made({ ...question, schedule: hourly })
  await server.db.update(users).set({ status: 'disabled' }).where(eq(users.id, server.owner.id))
  later(3_600_000)
  await work()
  const job = (await server.request(`GET /core/jobs/${id}`)).body
  expect(job).toMatchObject({
    is_enabled: false,
    next_run_at: null,
    stopped_reason: 'its owner is gone, or not active any more',
    last_run: { status: 'failed' },
  })
  expect(await server.db.select().from(auditLogs).where(eq(auditLogs.type, 'job.stopped'))).toMatchObject([{ resource_id: id }])
  later(3_600_000)
  await work()
  expect((await server.request(`GET /core/jobs/${id}/runs`)).body).toHaveLength(1)
})

test('whoever was given a job sees it, runs it with edit, and never says what it does', async () => {
  const { id } = await made()
  const viewer = await server.account()
  const editor = await server.account()
  await asOwner('POST /core/jobusers', { job_id: id, user_id: viewer.id })
  await asOwner('POST /core/jobusers', { job_id: id, user_id: editor.id, level: 'edit' })
  expect((await as(viewer.key)(`GET /core/jobs/${id}`)).body.name).toBe('Customers')
  expect((await as(viewer.key)(`POST /core/jobs/${id}/run`)).status).toBe(403)
  expect((await as(editor.key)(`POST /core/jobs/${id}/run`)).status).toBe(202)
  expect((await as(editor.key)(`PUT /core/jobs/${id}`, { schedule: hourly })).status).toBe(200)
  expect((await as(editor.key)(`PUT /core/jobs/${id}`, { payload: { question: 'Who earns most?', model: 'music' } })).body.error).toMatchObject({
    code: 'forbidden',
    param: 'payload',
  })
  const [run] = (await as(viewer.key)('GET /core/jobs/runs')).body
  expect(run.job_id).toBe(id)
  // The answer stands in a session of the owner's.
  expect((await as(editor.key)(`GET /llm/sessions/${run.result?.session_id ?? 'ses_x'}/messages`)).status).toBe(404)
  await server.db.delete(grants).where(eq(grants.resource_id, id))
  expect((await as(viewer.key)(`GET /core/jobs/runs/${run.id}`)).status).toBe(404)
})

test('a failure that may pass is tried again, later each time, and the last one tells why', async () => {
  const { id, chart } = await charted({ retries: 1 })
  const fresh = await asOwner(`POST /core/jobs/${id}/run`)
  expect(await ended(fresh.body.id)).toMatchObject({ status: 'succeeded', result: { chart_id: chart, row_count: 1 } })
  query = () => Promise.reject(new Failure('datasource_unreachable', 'nothing answers'))
  const { id: run } = (await asOwner(`POST /core/jobs/${id}/run`)).body
  expect(await ended(run)).toMatchObject({ status: 'queued', attempt: 1, error: null })
  later(4_000)
  expect(await ended(run)).toMatchObject({ status: 'queued', attempt: 1 })
  later(6_000)
  const failed = await ended(run)
  expect(failed).toMatchObject({ status: 'failed', attempt: 2, error: 'nothing answers' })
  expect(failed.log.map(({ message }: { message: string }) => message)).toEqual([
    expect.stringMatching(/^attempt 1 failed: nothing answers; the next in \d+ s$/),
    'nothing answers',
  ])
  const [entry] = await server.db.select().from(auditLogs).where(eq(auditLogs.type, 'job.run_failed'))
  expect(entry).toMatchObject({ outcome: 'failure', resource_id: id })
  expect([retryDelay(0, () => 0), retryDelay(0, () => 1), retryDelay(3, () => 0), retryDelay(20, () => 0)]).toEqual([10_000, 5_000, 80_000, 3_600_000])
})

test('a run is cancelled while it waits', async () => {
  const { id } = await made()
  await server.querent.worker.stop()
  const waiting = (await asOwner(`POST /core/jobs/${id}/run`)).body
  expect((await asOwner(`POST /core/jobs/runs/${waiting.id}/cancel`)).body.status).toBe('cancelled')
  expect((await asOwner(`POST /core/jobs/runs/${waiting.id}/cancel`)).body.error.code).toBe('conflict')
})

test('its deadline ends a run, also one whose work does not listen', async () => {
  query = () => new Promise(() => {})
  const { id } = await charted({ deadline_seconds: 1, retries: 3 })
  const { id: run } = (await asOwner(`POST /core/jobs/${id}/run`)).body
  expect(await ended(run)).toMatchObject({ status: 'failed', attempt: 1, error: 'the run took longer than its 1 seconds' })
})

test('a run under way ends soon after its owner lost the right to it', async () => {
  const begun = Promise.withResolvers<void>()
  query = () => {
    begun.resolve()
    return new Promise(() => {})
  }
  const { id } = await charted({})
  const { id: run } = (await asOwner(`POST /core/jobs/${id}/run`)).body
  await begun.promise
  await server.db.update(users).set({ role: 'pending' }).where(eq(users.id, server.owner.id))
  await server.querent.idle()
  expect((await server.request(`GET /core/jobs/runs/${run}`)).body).toMatchObject({ status: 'failed', error: 'its owner is gone, or not active any more' })
  expect((await server.request(`GET /core/jobs/${id}`)).body.is_enabled).toBe(false)
})

test('an extraction is run to its end, and told with the run', async () => {
  const { id } = await made({ name: 'Schema', kind: 'extraction', payload: { datasource_id: CHINOOK_ID } })
  const { id: run } = (await asOwner(`POST /core/jobs/${id}/run`)).body
  const done = await ended(run)
  expect(done).toMatchObject({ status: 'succeeded', result: { datasource_id: CHINOOK_ID } })
  const extraction = (await asOwner(`GET /semantic/semanticextractions/${done.result.extraction_id}`)).body
  expect(extraction).toMatchObject({ status: 'completed', actor_id: server.owner.id })
  expect((await asOwner(`GET /semantic/semanticextractions?datasource_id=${CHINOOK_ID}`)).body).toHaveLength(1)
})

test('a dashboard is read anew, chart by chart', async () => {
  const { chart } = await charted({})
  const dashboard = (await asOwner('POST /analytics/dashboards', { title: 'All', layout: [{ chart_id: chart, x: 0, y: 0, w: 6, h: 4 }] })).body
  const { id } = await made({ name: 'All', kind: 'dashboard_refresh', payload: { dashboard_id: dashboard.id } })
  const { id: run } = (await asOwner(`POST /core/jobs/${id}/run`)).body
  expect(await ended(run)).toMatchObject({ status: 'succeeded', progress: { done: 1, total: 1 }, result: { charts: 1, failed: 0 } })
})

test('what a deleted user had run is his heir’s, and waits for his word', async () => {
  const { id } = await made({ ...question, schedule: hourly })
  await server.request(`DELETE /core/users/${server.owner.id}`)
  expect((await server.request(`GET /core/jobs/${id}`)).body).toMatchObject({ is_enabled: false, next_run_at: null, stopped_reason: 'its owner was deleted' })
})

test('a schedule is foretold before a job has it', async () => {
  const told = await asOwner('GET /core/jobs/next-runs?cron=30%202%20*%20*%20*&timezone=Europe/Berlin&count=2')
  expect(told.body.runs).toEqual(['2026-11-22T01:30:00.000Z', '2026-11-23T01:30:00.000Z'])
  expect((await asOwner('GET /core/jobs/next-runs?cron=yesterday%20at%20noon')).body.error).toMatchObject({ code: 'invalid', param: 'cron' })
})

test('a process works on the kinds of jobs its services do, and leaves the others waiting', async () => {
  const { id } = await charted({ schedule: hourly })
  later(3_600_000)
  const ctx = server.querent.systemContext('core')
  await fireDueJobs(ctx)
  const claim = (works: Partial<Works>) => claimRun(ctx, ['job'], { when: createJobRuns(works).when?.(ctx) })
  expect(await claim({})).toBeNull()
  expect(await claim({ maintenance: workMaintenance })).toBeNull()
  expect((await claim({ maintenance: workMaintenance, chart_refresh: refreshChart }))?.run.subject_id).toBe(id)
})
