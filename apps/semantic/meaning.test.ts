import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditLogs } from '#db/schema/catalog.ts'
import { datasources } from '#db/schema/semantics.ts'
import { fakeSources } from '#test/fakes/sources.ts'
import { type Account, type TestServer, testServer } from '#test/harness.ts'
import { connectFiles, extract } from '#test/ports.ts'

let server: TestServer
let id = ''
let viewer: Account
let stranger: Account

beforeAll(async () => {
  const fake = fakeSources([
    { name: 'countries', columns: { id: 'integer', name: 'text' }, key: 'id' },
    { name: 'cities', columns: { id: 'integer', country_id: 'integer', name: 'text' }, key: 'id', refers: { country_id: 'countries' } },
    { name: 'notes', columns: { body: 'text', writer: 'text' } },
  ])
  server = await testServer({ ports: fake })
  id = await connectFiles(server, { 'x.csv': 'a,b\n1,2\n' })
  await extract(server, id)
  viewer = await server.account()
  stranger = await server.account()
  await server.request(`POST /semantic/datasources/${id}/share/user`, { body: { user_id: viewer.id } })
})
afterAll(() => server.close())

const version = async () => (await server.db.select().from(datasources))[0]?.layer_version ?? 0
const entries = async () => (await server.db.select({ type: auditLogs.type }).from(auditLogs).orderBy(auditLogs.position)).map(({ type }) => type)

/** One write: exactly one audit entry, and a new version of the layer. */
async function written(type: string, work: () => Promise<{ status: number; body: any }>) {
  const [count, before] = [(await entries()).length, await version()]
  const reply = await work()
  expect((await entries()).slice(count)).toEqual([type])
  expect(await version()).toBe(before + 1)
  return reply
}

describe('descriptions', () => {
  const list = async (query = '', as = server.adminKey) => server.request(`GET /semantic/descriptions?datasource_id=${id}${query}`, { as })
  const find = async (table: string, column: string | null) => (await list()).body.find((row: any) => row.table_name === table && row.column_name === column)

  test('are listed each table before its columns, for a source that must be named', async () => {
    const rows = (await list()).body.map((row: any) => `${row.table_name}.${row.column_name ?? ''}`)
    expect(rows).toEqual([
      'countries.',
      'countries.id',
      'countries.name',
      'cities.',
      'cities.id',
      'cities.country_id',
      'cities.name',
      'notes.',
      'notes.body',
      'notes.writer',
    ])
    expect((await list('&object_type=table')).body).toHaveLength(3)
    expect((await list('&table_name=cities&q=country_id')).body).toHaveLength(1)
    expect((await server.request(`GET /semantic/descriptions/paginated?datasource_id=${id}&page_size=4`)).body).toMatchObject({ total: 10, has_next: true })
    const missing = await server.request('GET /semantic/descriptions')
    expect([missing.status, missing.body.error.param]).toEqual([422, 'datasource_id'])
  })

  test('are edited by hand, at their revision, and remember what was', async () => {
    const row = await find('cities', 'name')
    const change = { description: 'What people call the city', synonyms: ['town'] }
    const { body } = await written('description.updated', () =>
      server.request(`PUT /semantic/descriptions/${row.id}`, { body: change, headers: { 'if-match': `"${row.revision}"` } }),
    )
    expect(body).toMatchObject({
      ...change,
      source: 'manual',
      edited_fields: ['description', 'synonyms'],
      generated_description: row.generated_description,
      revision: row.revision + 1,
    })
    expect(
      (await server.request(`PATCH /semantic/descriptions/${row.id}`, { body: { label: 'x' }, headers: { 'if-match': `"${row.revision}"` } })).status,
    ).toBe(412)
    expect((await server.request(`PATCH /semantic/descriptions/${row.id}`, { body: { label: 'city' } })).body.edited_fields).toEqual([
      'description',
      'label',
      'synonyms',
    ])
    const table = await find('cities', null)
    expect((await server.request(`PUT /semantic/descriptions/${table.id}`, { body: { unit: 'm' } })).body.error).toMatchObject({
      code: 'invalid',
      param: 'unit',
    })
    expect((await server.request(`PUT /semantic/descriptions/${table.id}`, { body: { sample_values: [] } })).status).toBe(422)
  })

  test('are edited many at once, all or none', async () => {
    const [body, writer] = [await find('notes', 'body'), await find('notes', 'writer')]
    const items = [
      { id: body.id, label: 'text' },
      { id: writer.id, is_hidden: true },
    ]
    const { body: updated } = await written('descriptions.updated', () => server.request('PUT /semantic/descriptions/bulk', { body: { items } }))
    expect(updated.map((row: any) => [row.id, row.label, row.is_hidden])).toEqual([
      [body.id, 'text', false],
      [writer.id, writer.label, true],
    ])
    const broken = await server.request('PUT /semantic/descriptions/bulk', { body: { items: [{ id: body.id, label: 'lost' }, { id: 'dsc_none' }] } })
    expect(broken.body.error).toMatchObject({ code: 'not_found', param: 'items.1.id' })
    expect((await find('notes', 'body')).label).toBe('text')
  })

  test('belong to those who may see the source, and to its editors to change', async () => {
    const row = await find('cities', 'name')
    const put = (as: string) => server.request(`PUT /semantic/descriptions/${row.id}`, { as, body: { label: 'x' } })
    expect([(await list('', viewer.key)).status, (await put(viewer.key)).status]).toEqual([200, 403])
    expect([(await list('', stranger.key)).status, (await put(stranger.key)).status]).toEqual([404, 404])
    expect((await server.request(`GET /semantic/descriptions/${row.id}`, { as: stranger.key })).status).toBe(404)
    const bulk = (as: string) => server.request('PUT /semantic/descriptions/bulk', { as, body: { items: [{ id: row.id, label: 'x' }] } })
    expect([(await bulk(viewer.key)).status, (await bulk(stranger.key)).status]).toEqual([403, 404])
  })
})

describe('hierarchies', () => {
  const levels = [
    { table_name: 'countries', column_name: 'name' },
    { table_name: 'cities', column_name: 'name' },
  ]
  const post = (body: object, as = server.adminKey) => server.request('POST /semantic/hierarchies', { as, body: { datasource_id: id, ...body } })

  test('are made of levels that exist and joins reach', async () => {
    const made = await written('hierarchy.created', () => post({ name: 'place', levels }))
    expect(made.body).toMatchObject({ datasource_id: id, name: 'place', title: 'place', levels })
    expect((await post({ name: 'place', levels })).body.error).toMatchObject({ code: 'already_exists', param: 'name' })
    const refused = async (level: object) => (await post({ name: 'x', levels: [...levels, level] })).body.error
    expect(await refused({ table_name: 'planets', column_name: 'name' })).toMatchObject({ code: 'invalid', param: 'levels.2.table_name' })
    expect(await refused({ table_name: 'cities', column_name: 'mayor' })).toMatchObject({ param: 'levels.2.column_name' })
    expect(await refused({ table_name: 'notes', column_name: 'body' })).toMatchObject({
      param: 'levels.2.table_name',
      message: 'no join reaches "notes" from "countries"',
    })
    expect(await refused({ table_name: 'cities', column_name: 'name' })).toMatchObject({ param: 'levels.2' })
    const path = `/semantic/hierarchies/${made.body.id}`
    const changed = await written('hierarchy.updated', () => server.request(`PUT ${path}`, { body: { title: 'Place' }, headers: { 'if-match': '"1"' } }))
    expect(changed.body).toMatchObject({ title: 'Place', revision: 2 })
    expect((await server.request(`GET /semantic/hierarchies?datasource_id=${id}`)).body).toEqual([changed.body])
    expect((await server.request('GET /semantic/hierarchies/paginated', { as: viewer.key })).body.total).toBe(1)
    expect((await server.request('GET /semantic/hierarchies', { as: stranger.key })).body).toEqual([])
    expect((await post({ name: 'y', levels }, viewer.key)).status).toBe(403)
    expect((await post({ name: 'y', levels }, stranger.key)).body.error).toMatchObject({ code: 'not_found', param: 'datasource_id' })
    expect((await server.request(`DELETE ${path}`, { as: viewer.key })).status).toBe(403)
    expect((await written('hierarchy.deleted', () => server.request(`DELETE ${path}`))).status).toBe(204)
    expect((await server.request(`GET ${path}`)).status).toBe(404)
  })
})

describe('relationships', () => {
  const list = async () => (await server.request(`GET /semantic/relationships?datasource_id=${id}`)).body
  const join = { from_table: 'notes', from_columns: ['writer'], to_table: 'cities', to_columns: ['name'] }
  const post = (body: object, as = server.adminKey) => server.request('POST /semantic/relationships', { as, body: { datasource_id: id, ...join, ...body } })

  test('are defined by hand and survive an extraction', async () => {
    const { body } = await written('relationship.created', () => post({}))
    expect(body).toMatchObject({ ...join, cardinality: 'many_to_one', source: 'manual' })
    expect((await post({})).body.error.code).toBe('already_exists')
    expect((await post({ from_columns: ['reader'] })).body.error).toMatchObject({ code: 'invalid', param: 'from_columns.0' })
    expect((await post({ to_table: 'planets' })).body.error).toMatchObject({ param: 'to_table' })
    expect((await post({ from_columns: ['writer', 'body'] })).body.error).toMatchObject({ param: 'to_columns' })
    expect([(await post({}, viewer.key)).status, (await post({}, stranger.key)).status]).toEqual([403, 404])
    await extract(server, id)
    expect(await list()).toContainEqual(expect.objectContaining({ id: body.id }))
    expect((await written('relationship.deleted', () => server.request(`DELETE /semantic/relationships/${body.id}`))).status).toBe(204)
  })

  test('that were found can be corrected and rejected for good', async () => {
    const [found] = await list()
    expect(found).toMatchObject({ from_table: 'cities', source: 'declared', cardinality: 'many_to_one' })
    const corrected = await written('relationship.updated', () =>
      server.request(`PATCH /semantic/relationships/${found.id}`, { body: { cardinality: 'one_to_one' } }),
    )
    expect(corrected.body).toMatchObject({ cardinality: 'one_to_one', source: 'manual' })
    await extract(server, id)
    expect(await list()).toEqual([corrected.body])
    await server.request(`DELETE /semantic/relationships/${found.id}`)
    await extract(server, id)
    expect(await list()).toEqual([])
    const back = await server.request('POST /semantic/relationships', {
      body: { datasource_id: id, from_table: 'cities', from_columns: ['country_id'], to_table: 'countries', to_columns: ['id'] },
    })
    expect([back.status, back.body.source, back.body.id === found.id]).toEqual([201, 'manual', false])
  })
})
