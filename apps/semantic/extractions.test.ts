import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLogs, runs } from '#db/schema/catalog.ts'
import { datasources, descriptions, extractions } from '#db/schema/semantics.ts'
import { extractionRuns } from '#domain/semantics/extraction/extraction-run.ts'
import { claimRun, LEASE_MS } from '#domain/work/runs.ts'
import { createWorker } from '#domain/work/worker.ts'
import { type FakeSources, fakeSources } from '#test/fakes/sources.ts'
import { type TestServer, testServer } from '#test/harness.ts'
import { chinook, connectFiles, extract, realSources, uploadOf } from '#test/ports.ts'

const shop = () =>
  fakeSources([
    { name: 'customers', columns: { id: 'integer', name: 'text' }, key: 'id' },
    { name: 'orders', columns: { id: 'integer', customer_id: 'integer', amount: 'number' }, key: 'id', refers: { customer_id: 'customers' } },
  ])

async function connected(fake: FakeSources): Promise<{ server: TestServer; id: string }> {
  const server = await testServer({ ports: fake })
  return { server, id: await connectFiles(server, { 'x.csv': 'a,b\n1,2\n' }) }
}

const start = (server: TestServer, id: string, options: Record<string, unknown> = {}) =>
  server.request('POST /semantic/semanticextractions', { body: { datasource_id: id, ...options } })

test('an extraction of a real database describes every table and column and finds its joins', async () => {
  const server = await testServer({ ports: realSources() })
  const file = (await server.request('POST /semantic/files', { raw: uploadOf('chinook.sqlite', chinook()) })).body
  const source = (await server.request('POST /semantic/datasources', { body: { name: 'Chinook', type: 'sqlite', connection: { file_id: file.id } } })).body
  const queued = await start(server, source.id)
  expect([queued.status, queued.body.status, queued.headers.get('location')]).toEqual([202, 'queued', `/api/v1/semantic/semanticextractions/${queued.body.id}`])
  await server.querent.idle()
  const done = (await server.request(`GET /semantic/semanticextractions/${queued.body.id}`)).body
  expect(done).toMatchObject({
    status: 'completed',
    stage: 'done',
    model: null,
    error: null,
    progress: { tables_total: 11, tables_done: 11, columns_total: 64, columns_done: 64 },
    diff: { removed: [], changed: [] },
  })
  expect(done.diff.added).toContain('Invoice')
  expect((await server.request(`GET /semantic/datasources/${source.id}`)).body).toMatchObject({ extraction_status: 'completed', tables_count: 11 })
  const all = await server.request(`GET /semantic/descriptions?datasource_id=${source.id}`)
  expect([all.body.length, all.headers.get('x-total-count')]).toEqual([75, '75'])
  const country = all.body.find((row: { table_name: string; column_name: string }) => row.table_name === 'Customer' && row.column_name === 'Country')
  expect(country).toMatchObject({
    object_type: 'column',
    data_type: 'text',
    semantic_type: expect.stringMatching(/geo|category/),
    source: 'generated',
    edited_fields: [],
  })
  expect(country.sample_values).toContain('USA')
  expect(country.statistics).toMatchObject({ rows: 59, distinct: 24 })
  const joins = (await server.request(`GET /semantic/relationships?datasource_id=${source.id}`)).body
  expect(joins).toContainEqual(
    expect.objectContaining({ from_table: 'Invoice', from_columns: ['CustomerId'], to_table: 'Customer', cardinality: 'many_to_one', source: 'declared' }),
  )
  await server.close()
})

test('one extraction at a time: of two at once, one begins', async () => {
  const fake = shop()
  const { server, id } = await connected(fake)
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  fake.gate = () => opened
  const replies = await Promise.all([start(server, id), start(server, id), start(server, id)])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([202, 409, 409])
  expect(replies.find(({ status }) => status === 409)?.body.error).toMatchObject({ code: 'extraction_running', param: 'datasource_id' })
  open()
  await server.querent.idle()
  expect(await server.db.select().from(extractions)).toHaveLength(1)
  expect(await server.db.select().from(runs)).toMatchObject([{ status: 'succeeded', attempt: 1 }])
  expect((await start(server, id)).status).toBe(202)
  await server.close()
})

test('what a person wrote stays, what changed in the source is told', async () => {
  const fake = shop()
  const { server, id } = await connected(fake)
  expect((await extract(server, id)).diff).toEqual({ added: ['customers', 'orders'], removed: [], changed: [] })
  const find = async (table: string, column: string | null) =>
    (await server.request(`GET /semantic/descriptions?datasource_id=${id}`)).body.find((row: any) => row.table_name === table && row.column_name === column)
  const amount = await find('orders', 'amount')
  await server.request(`PUT /semantic/descriptions/${amount.id}`, { body: { description: 'Net amount', unit: 'EUR' } })
  fake.tables = [
    { name: 'orders', columns: { id: 'integer', customer_id: 'text', amount: 'number', note: 'text' }, key: 'id', rows: 9 },
    { name: 'items', columns: { id: 'integer' }, key: 'id' },
  ]
  expect((await extract(server, id)).diff).toEqual({ added: ['orders.note', 'items'], removed: ['customers'], changed: ['orders.customer_id'] })
  expect(await find('orders', 'amount')).toMatchObject({
    id: amount.id,
    description: 'Net amount',
    unit: 'EUR',
    source: 'manual',
    edited_fields: ['description', 'unit'],
    label: amount.label,
    generated_description: expect.not.stringContaining('Net amount'),
    statistics: { rows: 9 },
  })
  expect(await find('customers', null)).toBeUndefined()
  expect((await server.request(`GET /semantic/relationships?datasource_id=${id}`)).body).toEqual([])
  expect((await extract(server, id)).diff).toEqual({ added: [], removed: [], changed: [] })
  await server.close()
})

test('an edit made while an extraction runs is kept', async () => {
  const fake = shop()
  const { server, id } = await connected(fake)
  await extract(server, id)
  const [table] = (await server.request(`GET /semantic/descriptions?datasource_id=${id}`)).body
  fake.gate = async () => {
    fake.gate = async () => undefined
    await server.request(`PUT /semantic/descriptions/${table.id}`, { body: { label: 'people' } })
  }
  await extract(server, id)
  expect((await server.request(`GET /semantic/descriptions/${table.id}`)).body).toMatchObject({ label: 'people', edited_fields: ['label'] })
  await server.close()
})

test('only the tables named are looked at again', async () => {
  const fake = shop()
  const { server, id } = await connected(fake)
  await extract(server, id)
  fake.calls = []
  fake.tables = fake.tables.map((table) => ({ ...table, columns: { ...table.columns, fresh: 'text' } }))
  const done = await extract(server, id, { tables: ['orders'] })
  expect([done.diff, done.tables]).toEqual([{ added: ['orders.fresh'], removed: [], changed: [] }, ['orders']])
  expect(fake.calls).toEqual(['introspect', 'profile orders'])
  expect((await server.request(`GET /semantic/datasources/${id}`)).body.tables_count).toBe(2)
  expect((await server.request(`GET /semantic/relationships?datasource_id=${id}`)).body).toHaveLength(1)
  expect(await extract(server, id, { tables: ['nope'] })).toMatchObject({ status: 'failed', error: 'the data source serves no table "nope"' })
  await server.close()
})

test('a worker that died is replaced, and what it still writes changes nothing', async () => {
  const fake = shop()
  const { server, id } = await connected(fake)
  let release = (): void => undefined
  let reached = (): void => undefined
  const profiling = new Promise<void>((resolve) => {
    reached = resolve
  })
  // The first worker hangs in its second table until long after its lease ran out.
  fake.gate = (table) =>
    table === 'orders'
      ? new Promise<void>((resolve) => {
          release = resolve
          reached()
        })
      : Promise.resolve()
  const { body } = await start(server, id)
  await profiling
  fake.gate = async () => undefined
  const worker = createWorker({ context: () => server.querent.systemContext('semantic'), handlers: [extractionRuns] })
  await worker.tick()
  expect((await server.request(`GET /semantic/semanticextractions/${body.id}`)).body.status).toBe('running')
  server.clock.now = new Date(server.clock.now.getTime() + LEASE_MS)
  await worker.tick()
  const done = (await server.request(`GET /semantic/semanticextractions/${body.id}`)).body
  expect(done).toMatchObject({ status: 'completed', progress: { tables_done: 2 } })
  const before = await server.db.select().from(descriptions)
  release()
  await server.querent.idle()
  expect((await server.request(`GET /semantic/semanticextractions/${body.id}`)).body).toEqual(done)
  expect(await server.db.select().from(descriptions)).toEqual(before)
  expect(await server.db.select().from(runs)).toMatchObject([{ status: 'succeeded', attempt: 2 }])
  expect(server.log).toContainEqual(expect.objectContaining({ message: 'a run was taken over by another worker' }))
  await server.close()
})

test('an extraction whose process was killed before it began is begun by the next', async () => {
  const fake = shop()
  const { server, id } = await connected(fake)
  const { body } = await start(server, id)
  await server.querent.idle()
  await server.db.update(runs).set({ status: 'queued', attempt: 0, completed_at: null }).where(eq(runs.subject_id, body.id))
  await server.db.update(extractions).set({ status: 'queued', completed_at: null }).where(eq(extractions.id, body.id))
  await createWorker({ context: () => server.querent.systemContext('semantic'), handlers: [extractionRuns] }).tick()
  expect((await server.request(`GET /semantic/semanticextractions/${body.id}`)).body).toMatchObject({ status: 'completed', diff: { added: [] } })
  await server.close()
})

test('a run that kills its workers is given up, and its source can be extracted again', async () => {
  const fake = shop()
  const { server, id } = await connected(fake)
  const ctx = server.querent.systemContext('semantic')
  fake.gate = () => Promise.reject(new Error('no matter what'))
  const { body } = await start(server, id)
  await server.querent.idle()
  for (let attempt = 2; attempt <= 5; attempt++) {
    server.clock.now = new Date(server.clock.now.getTime() + 10 * LEASE_MS)
    await claimRun(ctx, ['extraction'])
  }
  server.clock.now = new Date(server.clock.now.getTime() + LEASE_MS)
  await createWorker({ context: () => ctx, handlers: [extractionRuns] }).tick()
  expect((await server.request(`GET /semantic/semanticextractions/${body.id}`)).body).toMatchObject({ status: 'failed', error: 'given up after 5 attempts' })
  expect((await server.request(`GET /semantic/datasources/${id}`)).body.extraction_status).toBe('failed')
  fake.gate = async () => undefined
  expect((await extract(server, id)).status).toBe('completed')
  await server.close()
})

test('an extraction under way is cancelled at its next step; what it found is dropped', async () => {
  const tables = Array.from({ length: 9 }, (_, index) => ({ name: `t${index}`, columns: { id: 'integer' as const } }))
  const fake = fakeSources(tables)
  const { server, id } = await connected(fake)
  let reply = { status: 0, body: { id: '', status: '' } }
  fake.gate = async (table, signal) => {
    if (table !== 't0') return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    const [running] = await server.db.select().from(extractions)
    reply = await server.request(`POST /semantic/semanticextractions/${running?.id}/cancel`)
  }
  const done = await extract(server, id)
  expect([reply.status, reply.body.status]).toEqual([200, 'running'])
  expect(done).toMatchObject({ status: 'cancelled', diff: null, completed_at: expect.any(String) })
  expect(fake.calls).not.toContain('profile t8')
  expect(await server.db.select().from(descriptions)).toEqual([])
  expect((await server.db.select().from(datasources))[0]).toMatchObject({ extraction_status: 'cancelled', last_extraction_at: null, layer_version: 1 })
  const again = await server.request(`POST /semantic/semanticextractions/${done.id}/cancel`)
  expect([again.status, again.body.error.code]).toEqual([409, 'conflict'])
  await server.close()
})

test('a source stays usable while a later extraction fails', async () => {
  const fake = shop()
  const { server, id } = await connected(fake)
  const model = (await server.request('POST /core/models', { body: { name: 'shop', base_model_id: 'builtin' } })).body
  const bind = () => server.request('POST /semantic/datasourcemodels', { body: { datasource_id: id, model_id: model.id } })
  expect((await bind()).body.error.code).toBe('extraction_required')
  await extract(server, id)
  expect((await extract(server, id, { tables: ['nope'] })).status).toBe('failed')
  expect((await server.request(`GET /semantic/datasources/${id}`)).body).toMatchObject({
    extraction_status: 'failed',
    last_extraction_at: expect.any(String),
    tables_count: 2,
  })
  expect((await bind()).status).toBe(201)
  await server.close()
})

test('its events tell each step and end with it', async () => {
  const fake = shop()
  const { server, id } = await connected(fake)
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  fake.gate = () => opened
  const { body } = await start(server, id)
  const response = await server.open(`GET /semantic/semanticextractions/${body.id}/events`)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = (await reader.read()).value ?? ''
  open()
  for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value
  const events = text
    .trim()
    .split('\n\n')
    .map((event) => ({ name: /event: (\w+)/.exec(event)?.[1], data: JSON.parse(/data: (.*)/.exec(event)?.[1] ?? '{}') }))
  expect(events[0]).toMatchObject({ name: 'progress', data: { id: body.id } })
  expect(events.at(-1)).toMatchObject({ name: 'done', data: { status: 'completed', stage: 'done' } })
  expect(events.filter(({ name }) => name === 'done')).toHaveLength(1)
  await server.close()
})

test('who may only view a source sees its extractions but starts and ends none', async () => {
  const { server, id } = await connected(shop())
  const [viewer, stranger] = [await server.account(), await server.account()]
  await server.request(`POST /semantic/datasources/${id}/share/user`, { body: { user_id: viewer.id } })
  const done = await extract(server, id)
  const as = (key: string, line: string, body?: object) => server.request(line, { as: key, ...(body ? { body } : {}) })
  expect((await as(viewer.key, 'GET /semantic/semanticextractions/paginated')).body.total).toBe(1)
  expect((await as(viewer.key, `GET /semantic/semanticextractions/${done.id}`)).status).toBe(200)
  expect((await as(viewer.key, 'POST /semantic/semanticextractions', { datasource_id: id })).status).toBe(403)
  expect((await as(viewer.key, `POST /semantic/semanticextractions/${done.id}/cancel`)).status).toBe(403)
  expect((await as(stranger.key, 'GET /semantic/semanticextractions')).body).toEqual([])
  expect((await as(stranger.key, `GET /semantic/semanticextractions/${done.id}/events`)).status).toBe(404)
  expect((await as(stranger.key, `POST /semantic/semanticextractions/${done.id}/cancel`)).status).toBe(404)
  expect((await as(stranger.key, 'POST /semantic/semanticextractions', { datasource_id: id })).body.error).toMatchObject({
    code: 'not_found',
    param: 'datasource_id',
  })
  const entries = await server.db.select({ type: auditLogs.type, actor: auditLogs.actor }).from(auditLogs).orderBy(auditLogs.position)
  const own = entries.filter(({ type }) => type.startsWith('extraction.'))
  expect(own.map(({ type }) => type)).toEqual(['extraction.started', 'extraction.completed'])
  expect(own[1]?.actor).toMatchObject({ type: 'system', user_id: null })
  await server.close()
})
