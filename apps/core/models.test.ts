import { expect, test } from 'vitest'
import { grants } from '#db/schema/identity.ts'
import { datasources } from '#db/schema/semantics.ts'
import { seedBuiltin } from '#domain/catalog/builtin-model.ts'
import { resolveModel } from '#domain/catalog/models.ts'
import { type TestServer, testServer } from '#test/harness.ts'

async function base(server: TestServer, name = 'gpt') {
  const { body: provider } = await server.request('POST /core/providers', { body: { name: `of ${name}`, kind: 'openai', api_key: 'sk-canary-77aa' } })
  return (await server.request('POST /core/models', { body: { name, provider_id: provider.id, upstream: 'gpt-4o-mini', params: { temperature: 0 } } })).body
}

async function source(server: TestServer, id: string, owner_id: string, extraction_status: 'none' | 'completed' = 'completed') {
  const at = server.clock.now.toISOString()
  const stamps = { owner_id, created_at: at, updated_at: at }
  const tables = { tables: { include: [], exclude: [] }, tables_count: 0 }
  const facts = { name: id, description: '', type: 'file', connection: {}, status: 'connected' as const, extraction_status }
  await server.db.insert(datasources).values({ id, ...facts, ...tables, ...stamps })
  return id
}

/** A user one of whose groups may make models. */
async function maker(server: TestServer) {
  const user = await server.account()
  const { body: group } = await server.request('POST /core/groups', { body: { name: `Makers ${user.id}`, permissions: { create_models: true } } })
  await server.request('POST /core/usergroups', { body: { user_id: user.id, group_id: group.id } })
  return user
}

const builtinOf = async (server: TestServer) => (await server.request('GET /core/models?type=provider')).body.find((model: any) => model.name === 'builtin')

test('the built-in model is there for everyone from the first start, once', async () => {
  const server = await testServer()
  await Promise.all(Array.from({ length: 5 }, () => seedBuiltin(server.querent.systemContext('core'))))
  const user = await server.account()
  const { body } = await server.request('GET /core/models', { as: user.key })
  expect(body).toMatchObject([{ object: 'model', name: 'builtin', type: 'provider', provider: 'builtin', upstream: 'builtin', is_enabled: true }])
  expect(body[0].model_id).toBe(body[0].id)
  expect((await server.request(`DELETE /core/models/${body[0].id}`)).body.error.code).toBe('conflict')
  await server.close()
})

test('a start does not undo what an administrator did to the built-in model', async () => {
  const server = await testServer()
  const builtin = await builtinOf(server)
  await server.request(`PUT /core/models/${builtin.id}`, { body: { name: 'house', is_enabled: false } })
  await server.db.delete(grants)
  await seedBuiltin(server.querent.systemContext('core'))
  expect((await server.request('GET /core/models')).body).toMatchObject([{ name: 'house', is_enabled: false }])
  expect(await server.db.select().from(grants)).toEqual([])
  await server.close()
})

test('a list holds the models the caller may use, and nobody else sees more', async () => {
  const server = await testServer()
  const gpt = await base(server)
  const [holder, other] = [await server.account(), await server.account()]
  await server.request('POST /core/modelusers', { body: { model_id: gpt.id, user_id: holder.id } })
  const names = async (as: string) => (await server.request('GET /core/models?sort=name', { as })).body.map((model: any) => model.name)
  expect([await names(holder.key), await names(other.key)]).toEqual([['builtin', 'gpt'], ['builtin']])
  expect((await server.request('GET /core/models/paginated', { as: other.key })).body.total).toBe(1)
  expect((await server.request(`GET /core/models/${gpt.id}`, { as: other.key })).status).toBe(404)
  await server.request(`PUT /core/providers/${gpt.provider_id}`, { body: { is_enabled: false } })
  expect(await names(holder.key)).toEqual(['builtin'])
  await server.request(`PUT /core/providers/${gpt.provider_id}`, { body: { is_enabled: true } })
  await server.request(`DELETE /core/modelusers?model_id=${gpt.id}&user_id=${holder.id}`)
  expect(await names(holder.key)).toEqual(['builtin'])
  await server.close()
})

test('a custom model needs the permission, the use of its base, and data sources that are extracted and editable', async () => {
  const server = await testServer()
  const [user, plain] = [await maker(server), await server.account()]
  const [gpt, builtin] = [await base(server), await builtinOf(server)]
  await source(server, 'ds_mine', user.id)
  await source(server, 'ds_raw', user.id, 'none')
  await source(server, 'ds_other', plain.id)
  const make = (facts: object, as = user.key) => server.request('POST /core/models', { as, body: { name: 'sales', base_model_id: builtin.id, ...facts } })
  expect((await make({}, plain.key)).status).toBe(403)
  expect((await make({ base_model_id: gpt.id })).body.error).toMatchObject({ code: 'not_found', param: 'base_model_id' })
  expect((await make({ datasource_ids: ['ds_other'] })).body.error).toMatchObject({ code: 'not_found', param: 'datasource_ids' })
  expect((await make({ datasource_ids: ['ds_raw'] })).body.error).toMatchObject({ code: 'extraction_required', param: 'datasource_ids' })
  const made = await make({ datasource_ids: ['ds_mine', 'ds_mine'] })
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({ type: 'custom', base_model_id: builtin.id, datasource_ids: ['ds_mine'], upstream: 'builtin', owned_by: user.id })
  expect((await make({})).body.error).toMatchObject({ code: 'already_exists', param: 'name' })
  expect((await make({ name: 'nested', base_model_id: made.body.id })).body.error).toMatchObject({ code: 'invalid', param: 'base_model_id' })
  expect((await server.request('GET /semantic/datasourcemodels', { as: user.key })).body).toMatchObject([{ datasource_id: 'ds_mine', model_id: made.body.id }])
  await server.close()
})

test('a model shows its data sources only to those who may see them', async () => {
  const server = await testServer()
  const [user, viewer] = [await maker(server), await server.account()]
  await source(server, 'ds_mine', user.id)
  const builtin = await builtinOf(server)
  const { body: model } = await server.request('POST /core/models', {
    as: user.key,
    body: { name: 'sales', base_model_id: builtin.id, datasource_ids: ['ds_mine'] },
  })
  await server.request('POST /core/modelusers', { as: user.key, body: { model_id: model.id, user_id: viewer.id } })
  const seen = async () => (await server.request(`GET /core/models/${model.id}`, { as: viewer.key })).body.datasource_ids
  expect(await seen()).toEqual([])
  await server.request('POST /semantic/datasourceusers', { as: user.key, body: { datasource_id: 'ds_mine', user_id: viewer.id } })
  expect(await seen()).toEqual(['ds_mine'])
  await server.close()
})

test('viewers use a custom model, editors change it, its owner deletes it; provider models are the administrators’', async () => {
  const server = await testServer()
  const [owner, editor, viewer] = [await maker(server), await server.account(), await server.account()]
  const builtin = await builtinOf(server)
  const { body: model } = await server.request('POST /core/models', { as: owner.key, body: { name: 'sales', base_model_id: builtin.id } })
  const share = (user: { id: string }, level: string) =>
    server.request('POST /core/modelusers', { as: owner.key, body: { model_id: model.id, user_id: user.id, level } })
  await share(editor, 'edit')
  await share(viewer, 'view')
  const change = async (as: string, id = model.id) => (await server.request(`PUT /core/models/${id}`, { as, body: { description: 'Sales' } })).status
  const remove = async (as: string) => (await server.request(`DELETE /core/models/${model.id}`, { as })).status
  expect([await change(viewer.key), await change(editor.key), await change(viewer.key, builtin.id)]).toEqual([403, 200, 403])
  expect([await remove(viewer.key), await remove(editor.key), await remove(owner.key), await remove(owner.key)]).toEqual([403, 403, 204, 404])
  expect((await server.request('POST /core/models', { as: owner.key, body: { name: 'x', provider_id: builtin.provider_id } })).status).toBe(403)
  await server.close()
})

test('a model resolves to its provider with the key opened, unless anything on the way is switched off', async () => {
  const server = await testServer()
  const gpt = await base(server)
  const { body: custom } = await server.request('POST /core/models', {
    body: { name: 'sales', base_model_id: gpt.id, system_prompt: 'Be brief.', params: { max_tokens: 100 } },
  })
  const ctx = server.querent.systemContext('llm')
  const resolved = await resolveModel(ctx, 'sales')
  expect(resolved).toMatchObject({ kind: 'openai', upstream: 'gpt-4o-mini', systemPrompt: 'Be brief.', params: { temperature: 0, max_tokens: 100 } })
  expect(await resolved.connect()).toMatchObject({ apiKey: 'sk-canary-77aa' })
  expect((await resolveModel(ctx, custom.id)).model.name).toBe('sales')
  expect(await (await resolveModel(ctx, 'builtin')).connect()).toBeNull()
  for (const switchOff of [`PUT /core/models/${custom.id}`, `PUT /core/models/${gpt.id}`, `PUT /core/providers/${gpt.provider_id}`]) {
    await server.request(switchOff, { body: { is_enabled: false } })
    await expect(resolveModel(ctx, 'sales')).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('switched off'),
      details: { param: 'model' },
    })
    await server.request(switchOff, { body: { is_enabled: true } })
  }
  await expect(resolveModel(ctx, 'nope')).rejects.toMatchObject({ code: 'not_found', message: 'no such model' })
  await server.close()
})

test('what a model can do is told as far as it is not the usual, and changed member by member', async () => {
  const server = await testServer()
  const { request } = server
  const provider = await request('POST /core/providers', { body: { name: 'local', kind: 'openai-compatible', base_url: 'http://127.0.0.1:9/v1' } })
  const made = await request('POST /core/models', { body: { name: 'seeing', provider_id: provider.body.id, capabilities: { vision: true } } })
  expect(made.body.capabilities).toEqual({ tools: true, vision: true, transcription: false })
  const changed = await request(`PATCH /core/models/${made.body.id}`, { body: { capabilities: { tools: false } } })
  expect(changed.body.capabilities).toEqual({ tools: false, vision: true, transcription: false })
  await server.close()
})

test('members of the other kind are refused by name', async () => {
  const server = await testServer()
  const gpt = await base(server)
  const post = (body: object) => server.request('POST /core/models', { body: { name: 'x', ...body } })
  expect((await post({ base_model_id: gpt.id, upstream: 'y' })).body.error).toMatchObject({ code: 'invalid', param: 'upstream' })
  expect((await post({ type: 'custom' })).body.error).toMatchObject({ code: 'invalid', param: 'base_model_id' })
  expect((await post({})).body.error).toMatchObject({ code: 'invalid', param: 'provider_id' })
  expect((await post({ name: 'mdl_fake', base_model_id: gpt.id })).body.error).toMatchObject({ code: 'invalid', param: 'name' })
  await server.close()
})

test('a custom model may name its base instead of giving its id', async () => {
  const { request, close } = await testServer()
  const made = await request('POST /core/models', { body: { name: 'analyst', base_model_id: 'builtin' } })
  const [builtin] = (await request('GET /core/models?q=builtin')).body
  expect([made.status, made.body.base_model_id]).toEqual([201, builtin.id])
  await close()
})
