import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditLogs } from '#db/schema/catalog.ts'
import { datasources } from '#db/schema/semantics.ts'
import { type Account, type TestServer, testServer } from '#test/harness.ts'
import { chinook, connectFiles, extract, realSources, uploadOf } from '#test/ports.ts'

const CUSTOMERS = 'id,name,city\n1,Ada,Paris\n2,Bob,Berlin\n3,Eve,Paris\n'
const ORDERS = 'id,customer_id,amount\n1,1,12.5\n2,1,7.25\n3,3,100\n'

async function upload(server: TestServer, name: string, content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  return (await server.request('POST /semantic/files', { raw: uploadOf(name, content) })).body.id
}

test('a data source is connected, tried at once, changed, switched and deleted', async () => {
  const server = await testServer({ ports: realSources() })
  const ids = [await upload(server, 'customers.csv', CUSTOMERS), await upload(server, 'orders.csv', ORDERS)]
  const made = await server.request('POST /semantic/datasources', { body: { name: 'Shop', type: 'file', connection: { file_ids: ids } } })
  expect([made.status, made.headers.get('etag')]).toEqual([201, '"1"'])
  expect(made.body).toMatchObject({ name: 'Shop', type: 'file', connection: { file_ids: ids }, status: 'connected', extraction_status: 'none', level: 'own' })
  const path = `/semantic/datasources/${made.body.datasource_id}`
  expect((await server.request('GET /semantic/datasources')).body).toEqual([made.body])
  expect((await server.request(`PUT ${path}`, { body: { name: 'Shop EU' }, headers: { 'if-match': '"1"' } })).body).toMatchObject({
    name: 'Shop EU',
    revision: 2,
  })
  expect((await server.request(`PATCH ${path}`, { body: { name: 'Lost' }, headers: { 'if-match': '"1"' } })).status).toBe(412)
  for (const _twice of [1, 2]) expect((await server.request(`POST ${path}/disable`)).body.status).toBe('disabled')
  expect((await server.request(`POST ${path}/query`, { body: { sql: 'select 1' } })).body.error.code).toBe('resource_disabled')
  expect((await server.request(`GET ${path}/tables`)).body.error.code).toBe('resource_disabled')
  expect((await server.request(`POST ${path}/enable`)).body.status).toBe('connected')
  expect((await server.request(`DELETE ${path}`)).status).toBe(204)
  expect((await server.request(`GET ${path}`)).status).toBe(404)
  const types = (await server.db.select({ type: auditLogs.type }).from(auditLogs).orderBy(auditLogs.position)).map(({ type }) => type)
  expect(types.filter((type) => type.startsWith('datasource.'))).toEqual(
    ['created', 'updated', 'disabled', 'enabled', 'deleted'].map((step) => `datasource.${step}`),
  )
  await server.close()
})

test('a connection keeps the form of its type and names files the caller can see', async () => {
  const server = await testServer({ ports: realSources() })
  const [csv, database] = [await upload(server, 'orders.csv', ORDERS), await upload(server, 'chinook.db', chinook())]
  const post = async (type: string, connection: object) => (await server.request('POST /semantic/datasources', { body: { name: 'X', type, connection } })).body
  expect((await post('file', { file_ids: ['fil_none'] })).error).toMatchObject({ code: 'not_found', param: 'connection.file_ids.0' })
  expect((await post('sqlite', { file_id: csv })).error).toMatchObject({ code: 'invalid', param: 'connection.file_id' })
  expect((await post('sqlite', { file_ids: [database] })).error.details).toContainEqual({
    path: 'connection',
    message: 'unknown field "file_ids"; known fields: file_id',
  })
  expect((await post('file', { file_ids: [csv, csv] })).error).toMatchObject({ code: 'invalid', param: 'connection.file_ids' })
  expect((await post('oracle', {})).error.message).toContain('must be one of file, sqlite')
  const source = await post('sqlite', { file_id: database })
  const wrong = await server.request(`PUT /semantic/datasources/${source.id}`, { body: { connection: { file_ids: [database] } } })
  expect(wrong.body.error).toMatchObject({ code: 'invalid', param: 'connection', message: expect.stringContaining('file_id') })
  await server.close()
})

test('a connection is tried before it is saved, and again afterwards', async () => {
  const server = await testServer({ ports: realSources() })
  const file = await upload(server, 'orders.csv', ORDERS)
  const tried = await server.request('POST /semantic/datasources/validate', { body: { type: 'file', connection: { file_ids: [file] } } })
  expect(tried.body).toMatchObject({
    valid: true,
    read_only: true,
    checks: expect.arrayContaining([expect.objectContaining({ name: 'read_schema', ok: true })]),
  })
  const id = await connectFiles(server, { 'orders.csv': ORDERS })
  await server.db.update(datasources).set({ status: 'failed', status_message: 'was gone' })
  expect((await server.request(`POST /semantic/datasources/${id}/validate`)).body.valid).toBe(true)
  expect((await server.request(`GET /semantic/datasources/${id}`)).body).toMatchObject({ status: 'connected', status_message: null })
  await server.close()
})

test('where no query can run, a source stays unverified and says why', async () => {
  const { files } = realSources()
  const server = await testServer({ ports: { files } })
  const id = await connectFiles(server, { 'orders.csv': ORDERS })
  expect((await server.request(`GET /semantic/datasources/${id}`)).body).toMatchObject({ status: 'unverified', status_message: 'this test has no sources' })
  expect((await server.request(`GET /semantic/datasources/${id}/tables`)).status).toBe(503)
  await server.close()
})

test('the kinds of source come with the form of their connection', async () => {
  const server = await testServer({ ports: realSources() })
  const { body } = await server.request('GET /semantic/datasource-types')
  expect(body.map((kind: { type: string; available: boolean }) => [kind.type, kind.available])).toEqual([
    ['file', true],
    ['sqlite', true],
    ...['postgres', 'mysql', 'mariadb', 'clickhouse', 'libsql', 's3', 'delta', 'iceberg', 'duckdb'].map((type) => [type, false]),
  ])
  expect(body[0].connection).toMatchObject({ type: 'object', required: ['file_ids'], additionalProperties: false })
  const bare = await testServer()
  expect((await bare.request('GET /semantic/datasource-types')).body[0].available).toBe(false)
  await Promise.all([server.close(), bare.close()])
})

test('tables are browsed, previewed, and left out as the source says', async () => {
  const server = await testServer({ ports: realSources() })
  const id = await connectFiles(server, { 'customers.csv': CUSTOMERS, 'orders.csv': ORDERS, 'tmp_orders.csv': ORDERS })
  const path = `/semantic/datasources/${id}`
  const names = async () => (await server.request(`GET ${path}/tables`)).body.map((table: { name: string }) => table.name)
  expect(await names()).toEqual(['customers', 'orders', 'tmp_orders'])
  await server.request(`PUT ${path}`, { body: { tables: { exclude: ['TMP_*'] } } })
  expect(await names()).toEqual(['customers', 'orders'])
  const preview = await server.request(`GET ${path}/tables/customers/preview?limit=2`)
  expect(preview.body).toMatchObject({
    rows: [
      [1, 'Ada', 'Paris'],
      [2, 'Bob', 'Berlin'],
    ],
    row_count: 2,
    truncated: true,
  })
  expect((await server.request(`GET ${path}/tables/tmp_orders/preview`)).status).toBe(404)
  const refused = await server.request(`POST ${path}/query`, { body: { sql: 'select * from tmp_orders' } })
  expect(refused.body.error.code).toBe('table_not_allowed')
  await server.close()
})

test('a semantic query needs an extraction; SQL is guarded and cut', async () => {
  const server = await testServer({ ports: realSources() })
  const id = await connectFiles(server, { 'customers.csv': CUSTOMERS, 'orders.csv': ORDERS })
  const ask = (body: object) => server.request(`POST /semantic/datasources/${id}/query`, { body })
  const question = {
    measures: [{ aggregate: 'sum', table: 'orders', column: 'amount' }],
    dimensions: [{ table: 'customers', column: 'city' }],
    filters: { table: 'customers', column: 'name', operator: 'not_equals', values: ["O'Hara?"] },
  }
  expect((await ask({ semantic_query: question })).body.error.code).toBe('extraction_required')
  expect((await ask({ sql: 'select count(*) as n from orders' })).body).toMatchObject({ rows: [[3]], columns: [{ name: 'n', role: 'measure', label: 'N' }] })
  await extract(server, id)
  const { body } = await ask({ semantic_query: question })
  expect(body).toMatchObject({
    rows: [['Paris', 119.75]],
    row_count: 1,
    truncated: false,
    tables: ['orders', 'customers'],
    semantic_query: { distinct: false },
  })
  expect(body.columns.map((column: { name: string; role: string }) => [column.name, column.role])).toEqual([
    ['city', 'dimension'],
    ['sum_amount', 'measure'],
  ])
  expect(body.sql).toContain("'O''Hara?'")
  expect((await ask({ sql: body.sql })).body.rows).toEqual(body.rows)
  expect((await ask({ sql: 'select id from orders order by id', row_limit: 2 })).body).toMatchObject({ rows: [[1], [2]], truncated: true })
  expect((await ask({ semantic_query: { dimensions: [{ table: 'orders', column: 'id' }] }, row_limit: 2 })).body).toMatchObject({
    row_count: 2,
    truncated: true,
  })
  expect((await ask({ sql: 'delete from orders' })).body.error.code).toBe('statement_not_allowed')
  expect((await ask({ sql: "select * from read_csv('/etc/passwd')" })).status).toBe(422)
  expect((await ask({ sql: 'select 1', semantic_query: question })).status).toBe(422)
  expect((await ask({})).body.error.message).toContain('either sql or semantic_query')
  await server.close()
})

describe('who may do what with a data source', () => {
  let server: TestServer
  let id = ''
  const who: Record<string, Account> = {}
  beforeAll(async () => {
    server = await testServer({ ports: realSources() })
    id = await connectFiles(server, { 'orders.csv': ORDERS })
    for (const level of ['view', 'edit', 'own', 'none']) {
      who[level] = await server.account()
      if (level !== 'none') {
        const shared = await server.request(`POST /semantic/datasources/${id}/share/user`, { body: { user_id: who[level].id, level } })
        expect([shared.status, shared.body.level]).toEqual([201, level])
      }
    }
    await extract(server, id)
  })
  afterAll(() => server.close())

  test.each([
    ['GET', '', undefined, [200, 200, 200, 404]],
    ['GET', '/tables', undefined, [200, 200, 200, 404]],
    ['GET', '/tables/orders/preview', undefined, [200, 200, 200, 404]],
    ['POST', '/query', { sql: 'select 1' }, [200, 200, 200, 404]],
    ['PUT', '', { description: 'x' }, [403, 200, 200, 404]],
    ['POST', '/validate', undefined, [403, 200, 200, 404]],
    ['POST', '/disable', undefined, [403, 200, 200, 404]],
    ['POST', '/enable', undefined, [403, 200, 200, 404]],
    ['PUT', '', { connection: { file_ids: ['fil_x'] } }, [403, 403, 404, 404]],
    ['POST', '/share/group', { group_id: 'grp_none' }, [403, 403, 404, 404]],
    ['DELETE', '/share/group?group_id=grp_none', undefined, [403, 403, 404, 404]],
  ])('%s %s %o', async (method, path, body, statuses) => {
    const replies = []
    for (const level of ['view', 'edit', 'own', 'none']) {
      replies.push((await server.request(`${method} /semantic/datasources/${id}${path}`, { as: who[level]?.key, ...(body ? { body } : {}) })).status)
    }
    expect(replies).toEqual(statuses)
  })

  test('who may only view is not told the connection, who sees nothing gets an empty list', async () => {
    const seen = async (level: string) => (await server.request('GET /semantic/datasources', { as: who[level]?.key })).body
    expect([(await seen('view'))[0].connection, (await seen('view'))[0].level]).toEqual([null, 'view'])
    expect((await seen('edit'))[0].connection).toMatchObject({ file_ids: [expect.any(String)] })
    expect(await seen('none')).toEqual([])
  })

  test('a share reaches a whole group, and ends from the next request', async () => {
    const group = (await server.request('POST /core/groups', { body: { name: 'Sales' } })).body
    await server.request('POST /core/usergroups', { body: { group_id: group.id, user_id: who.none?.id } })
    const path = `/semantic/datasources/${id}`
    expect((await server.request(`POST ${path}/share/group`, { body: { group_id: group.id } })).status).toBe(201)
    expect((await server.request(`POST ${path}/share/group`, { body: { group_id: group.id } })).status).toBe(200)
    expect((await server.request(`GET ${path}`, { as: who.none?.key })).body.level).toBe('view')
    expect((await server.request(`DELETE ${path}/share/group`, { body: { group_id: group.id } })).status).toBe(204)
    expect((await server.request(`GET ${path}`, { as: who.none?.key })).status).toBe(404)
    expect((await server.request(`DELETE ${path}/share/user`)).status).toBe(422)
  })

  test('connecting one needs the right to', async () => {
    const body = { name: 'X', type: 'file', connection: { file_ids: ['fil_x'] } }
    expect((await server.request('POST /semantic/datasources', { as: who.own?.key, body })).status).toBe(403)
    expect(
      (await server.request('POST /semantic/datasources/validate', { as: who.own?.key, body: { type: body.type, connection: body.connection } })).status,
    ).toBe(403)
  })
})

test('who may edit a source says whether models see its values, and nobody else', async () => {
  const server = await testServer({ ports: realSources() })
  const [editor, viewer] = [await server.account(), await server.account()]
  const file = await upload(server, 'customers.csv', CUSTOMERS)
  const made = await server.request('POST /semantic/datasources', { body: { name: 'Shop', type: 'file', connection: { file_ids: [file] } } })
  const path = `/semantic/datasources/${made.body.id}`
  expect(made.body.models_see_values).toBe(true)
  await server.request(`POST ${path}/share/user`, { body: { user_id: editor.id, level: 'edit' } })
  await server.request(`POST ${path}/share/user`, { body: { user_id: viewer.id, level: 'view' } })
  const { body: shared } = await server.request(`GET ${path}`)
  const set = (as: string) => server.request(`PUT ${path}`, { as, body: { models_see_values: false }, headers: { 'if-match': `"${shared.revision}"` } })
  expect((await set(viewer.key)).status).toBe(403)
  expect((await set(editor.key)).body).toMatchObject({ models_see_values: false })
  expect((await server.request(`GET ${path}`, { as: viewer.key })).body.models_see_values).toBe(false)
  await server.close()
})
