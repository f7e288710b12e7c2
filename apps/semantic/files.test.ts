import { expect, test } from 'vitest'
import { auditLogs } from '#db/schema/catalog.ts'
import { grants } from '#db/schema/identity.ts'
import { type TestServer, testServer } from '#test/harness.ts'
import { chinook, connectFiles, realSources, uploadOf } from '#test/ports.ts'

const ORDERS = 'id,placed,amount,city\n1,2024-01-05,12.50,Paris\n2,2024-02-06,7.25,Berlin\n'

const upload = (server: TestServer, name: string, content: string | Uint8Array<ArrayBuffer>, more = {}) =>
  server.request('POST /semantic/files', { raw: uploadOf(name, content), ...more })

test('an upload is stored, told by its content, listed, read and deleted', async () => {
  const server = await testServer({ ports: realSources() })
  const made = await upload(server, '../or\u202eders.csv', ORDERS)
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({
    name: 'orders.csv',
    format: 'csv',
    size: ORDERS.length,
    tables: [{ rows: 2 }],
    columns: [
      { name: 'id', type: 'integer' },
      { name: 'placed', type: 'date' },
      { name: 'amount', type: 'number' },
      { name: 'city', type: 'text' },
    ],
    rejected_lines: 0,
  })
  expect(made.body.storage_key).toBeUndefined()
  expect((await server.request('GET /semantic/files')).body.map((file: { id: string }) => file.id)).toEqual([made.body.id])
  expect((await server.request('GET /semantic/files/paginated?q=orders')).body.total).toBe(1)
  expect((await server.request(`GET /semantic/files/${made.body.id}`)).body).toEqual(made.body)
  expect((await server.request(`DELETE /semantic/files/${made.body.id}`)).status).toBe(204)
  expect((await server.request(`GET /semantic/files/${made.body.id}`)).status).toBe(404)
  const types = (await server.db.select({ type: auditLogs.type }).from(auditLogs).orderBy(auditLogs.position)).map(({ type }) => type)
  expect(types.filter((type) => type.startsWith('file.'))).toEqual(['file.created', 'file.deleted'])
  await server.close()
})

test('a file keeps its name in any script', async () => {
  const server = await testServer({ ports: realSources() })
  const names = ['Größe.csv', '销售 2024.csv']
  for (const name of names) expect((await upload(server, name, ORDERS)).body.name).toBe(name)
  await server.close()
})

test('lines that do not fit are counted and told', async () => {
  const server = await testServer({ ports: realSources() })
  const { body } = await upload(server, 'ragged.csv', 'a,b\n1,2\n3,4,5,6\n7,8\n')
  expect(body).toMatchObject({ rejected_lines: 1, tables: [{ rows: 2 }] })
  expect(body.rejects[0].line).toBe(3)
  await server.close()
})

test('a file a data source uses is kept until the data source is gone', async () => {
  const server = await testServer({ ports: realSources() })
  const source = await connectFiles(server, { 'orders.csv': ORDERS })
  const [file] = (await server.request('GET /semantic/files')).body
  const refused = await server.request(`DELETE /semantic/files/${file.id}`)
  expect([refused.status, refused.body.error.code]).toEqual([409, 'conflict'])
  await server.request(`DELETE /semantic/datasources/${source}`)
  expect((await server.request(`DELETE /semantic/files/${file.id}`, { headers: { 'if-match': '"7"' } })).status).toBe(412)
  expect((await server.request(`DELETE /semantic/files/${file.id}`)).status).toBe(204)
  await server.close()
})

test('a sqlite source holds its file too', async () => {
  const server = await testServer({ ports: realSources() })
  const { body: file } = await upload(server, 'chinook.sqlite', chinook())
  expect(file).toMatchObject({ format: 'sqlite', tables: expect.arrayContaining([expect.objectContaining({ name: 'Invoice' })]) })
  await server.request('POST /semantic/datasources', { body: { name: 'Chinook', type: 'sqlite', connection: { file_id: file.id } } })
  expect((await server.request(`DELETE /semantic/files/${file.id}`)).status).toBe(409)
  await server.close()
})

test('uploads need the right to create data sources, are private, and can be shared', async () => {
  const server = await testServer({ ports: realSources() })
  const [user, other] = [await server.account(), await server.account()]
  expect((await upload(server, 'orders.csv', ORDERS, { as: user.key })).status).toBe(403)
  const group = (await server.request('POST /core/groups', { body: { name: 'Analysts', permissions: { create_datasources: true } } })).body
  const joined = {
    id: 'shr_1',
    resource_type: 'group',
    resource_id: group.id,
    principal_type: 'user',
    principal_id: user.id,
    level: 'view',
    created_by: 'x',
  } as const
  await server.db.insert(grants).values({ ...joined, created_at: '2026-11-21T09:30:00.000Z' })
  const { body: file, status } = await upload(server, 'orders.csv', ORDERS, { as: user.key })
  expect([status, file.owner_id]).toEqual([201, user.id])
  expect((await server.request(`GET /semantic/files/${file.id}`, { as: other.key })).status).toBe(404)
  expect((await server.request(`DELETE /semantic/files/${file.id}`, { as: other.key })).status).toBe(404)
  await server.db
    .insert(grants)
    .values({ ...joined, id: 'shr_2', resource_type: 'file', resource_id: file.id, principal_id: other.id, created_at: '2026-11-21T09:30:00.000Z' })
  expect((await server.request(`GET /semantic/files/${file.id}`, { as: other.key })).status).toBe(200)
  expect((await server.request(`DELETE /semantic/files/${file.id}`, { as: other.key })).status).toBe(403)
  await server.close()
})

test('uploads that cannot be taken are refused by name', async () => {
  const server = await testServer({ ports: realSources(), environment: { MAX_UPLOAD_BYTES: '2048' } })
  const code = async (raw: FormData | string, headers = {}) => (await server.request('POST /semantic/files', { raw, headers })).body.error.code
  expect(await code(uploadOf('page.html', '<!doctype html><p>no'))).toBe('unsupported_media_type')
  expect(await code(uploadOf('big.csv', `a,b\n${'1,2\n'.repeat(2000)}`))).toBe('payload_too_large')
  expect(await code(uploadOf('empty.csv', ''))).toBe('invalid')
  expect(await code('{}', { 'content-type': 'application/json' })).toBe('unsupported_media_type')
  expect((await server.request('GET /semantic/files')).body).toEqual([])
  await server.close()
})

test('a deployment without a place for uploads says so', async () => {
  const server = await testServer()
  expect((await upload(server, 'orders.csv', ORDERS)).body.error.code).toBe('source_unavailable_here')
  await server.close()
})

test('an upload repeated with its Idempotency-Key is stored once; another file of the same length is refused', async () => {
  const server = await testServer({ ports: realSources() })
  const send = (content: string) => server.request('POST /semantic/files', { raw: uploadOf('orders.csv', content), headers: { 'idempotency-key': 'upload-1' } })
  const first = await send('id,region\n1,EU\n')
  const again = await send('id,region\n1,EU\n')
  const other = await send('id,region\n1,US\n')
  expect([first.status, again.status, again.headers.get('idempotency-replayed'), again.body.id]).toEqual([201, 201, 'true', first.body.id])
  expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_key_reused'])
  expect((await server.request('GET /semantic/files')).body).toHaveLength(1)
  await server.close()
})
