import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { models } from '#db/schema/catalog.ts'
import { datasources } from '#db/schema/semantics.ts'
import { type TestServer, testServer } from '#test/harness.ts'

async function shopOf(server: TestServer, owner_id: string) {
  const at = server.clock.now.toISOString()
  const stamps = { owner_id, created_at: at, updated_at: at }
  const tables = { tables: { include: [], exclude: [] }, tables_count: 0 }
  const state = { status: 'connected', extraction_status: 'none' } as const
  await server.db.insert(datasources).values({ id: 'ds_shop', name: 'Shop', description: '', type: 'file', connection: {}, ...tables, ...state, ...stamps })
  const capabilities = { tools: true, vision: false, transcription: false }
  await server.db
    .insert(models)
    .values({ id: 'mdl_shop', name: 'shop', description: '', type: 'custom', params: {}, capabilities, is_enabled: true, ...stamps })
}

const binding = { datasource_id: 'ds_shop', model_id: 'mdl_shop' }

test('a data source is bound to a model only after its extraction', async () => {
  const server = await testServer()
  const owner = await server.account()
  await shopOf(server, owner.id)
  const bind = () => server.request('POST /semantic/datasourcemodels', { as: owner.key, body: binding })
  const early = await bind()
  expect(early.status).toBe(409)
  expect(early.body.error).toMatchObject({ code: 'extraction_required', param: 'datasource_id' })
  expect(early.body.error.hint).toContain('POST /api/v1/semantic/semanticextractions')
  await server.db.update(datasources).set({ extraction_status: 'completed' }).where(eq(datasources.id, 'ds_shop'))
  expect([(await bind()).status, (await bind()).status]).toEqual([201, 200])
  expect((await server.request('GET /semantic/datasourcemodels?model_id=mdl_shop', { as: owner.key })).body).toMatchObject([binding])
  await server.close()
})

test('a binding needs to edit both the data source and the model', async () => {
  const server = await testServer()
  const [owner, other] = [await server.account(), await server.account()]
  await shopOf(server, owner.id)
  await server.db.update(datasources).set({ extraction_status: 'completed' })
  await server.db.update(models).set({ owner_id: other.id })
  const bind = (as: string) => server.request('POST /semantic/datasourcemodels', { as, body: binding })
  expect((await bind(owner.key)).body.error).toMatchObject({ code: 'not_found', param: 'model_id' })
  expect((await bind(other.key)).body.error).toMatchObject({ code: 'not_found', param: 'datasource_id' })
  await server.request('POST /core/modelusers', { as: other.key, body: { model_id: 'mdl_shop', user_id: owner.id } })
  expect((await bind(owner.key)).body.error).toMatchObject({ code: 'forbidden', param: 'model_id' })
  await server.request('POST /core/modelusers', { as: other.key, body: { model_id: 'mdl_shop', user_id: owner.id, level: 'edit' } })
  expect((await bind(owner.key)).status).toBe(201)
  await server.close()
})

test('a share opens a data source to a group at once, and its end closes it at once', async () => {
  const server = await testServer()
  const [owner, member] = [await server.account(), await server.account()]
  await shopOf(server, owner.id)
  const { body: group } = await server.request('POST /core/groups', { body: { name: 'Sales' } })
  await server.request('POST /core/usergroups', { body: { user_id: member.id, group_id: group.id } })
  const share = { datasource_id: 'ds_shop', group_id: group.id }
  const asMember = () => server.request('POST /semantic/datasourceusers', { as: member.key, body: { datasource_id: 'ds_shop', user_id: owner.id } })
  expect((await asMember()).status).toBe(404)
  expect((await server.request('POST /semantic/datasourcegroups', { as: owner.key, body: share })).body).toMatchObject({ ...share, level: 'view' })
  expect((await asMember()).status).toBe(403)
  expect((await server.request('GET /semantic/datasourcegroups', { as: member.key })).body).toHaveLength(1)
  await server.request(`DELETE /semantic/datasourcegroups?datasource_id=ds_shop&group_id=${group.id}`, { as: owner.key })
  expect((await asMember()).status).toBe(404)
  await server.close()
})

test('what belonged to a deleted group or model is assigned to nobody', async () => {
  const server = await testServer()
  await shopOf(server, (await server.account()).id)
  const { body: group } = await server.request('POST /core/groups', { body: { name: 'Sales' } })
  await server.request('POST /semantic/datasourcegroups', { body: { datasource_id: 'ds_shop', group_id: group.id } })
  await server.request(`DELETE /core/groups/${group.id}`)
  expect((await server.request('GET /semantic/datasourcegroups')).body).toEqual([])
  await server.close()
})
