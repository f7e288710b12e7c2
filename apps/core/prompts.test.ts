import { expect, test } from 'vitest'
import { testServer } from '#test/harness.ts'

const weekly = { command: '/weekly', title: 'Weekly', content: 'How was {{week}} in {{ region }}? {{week}}!' }

test('a prompt tells its variables and is rendered by replacing them once', async () => {
  const { request, close } = await testServer()
  const { status, body } = await request('POST /core/prompts', { body: weekly })
  expect([status, body.variables, body.version]).toEqual([201, ['week', 'region'], 1])
  const render = (variables: object) => request(`POST /core/prompts/${body.id}/render`, { body: { variables } })
  expect((await render({ week: '{{region}} $& 41', region: 'EU' })).body.content).toBe('How was {{region}} $& 41 in EU? {{region}} $& 41!')
  const missing = await render({ week: 1 })
  expect([missing.status, missing.body.error.param]).toEqual([422, 'variables.region'])
  expect((await render({ week: 1, constructor: 2 })).status).toBe(422)
  await close()
})

test('a command is taken once and has one form', async () => {
  const { request, close } = await testServer()
  const { body: first } = await request('POST /core/prompts', { body: weekly })
  expect((await request('POST /core/prompts', { body: weekly })).body.error).toMatchObject({ code: 'already_exists', param: 'command' })
  const { body: other } = await request('POST /core/prompts', { body: { ...weekly, command: '/daily' } })
  expect((await request(`PUT /core/prompts/${other.id}`, { body: { command: first.command } })).body.error.code).toBe('already_exists')
  expect((await request('POST /core/prompts', { body: { ...weekly, command: 'weekly' } })).body.error).toMatchObject({ code: 'invalid', param: 'command' })
  await close()
})

test('a history holds every version that differs, and parallel edits lose none', async () => {
  const { request, close } = await testServer()
  const { body } = await request('POST /core/prompts', { body: weekly })
  const change = (facts: object) => request(`PATCH /core/prompts/${body.id}`, { body: facts })
  expect((await change({ is_enabled: true, title: 'Weekly' })).body.version).toBe(1)
  await Promise.all([1, 2, 3].map((n) => change({ content: `Edit ${n}` })))
  const history = await request(`GET /core/prompts/${body.id}/history`)
  expect(history.body.map((entry: { version: number }) => entry.version)).toEqual([4, 3, 2, 1])
  expect(history.headers.get('x-total-count')).toBe('4')
  expect(history.body.at(-1).content).toBe(weekly.content)
  expect(new Set(history.body.slice(0, 3).map((entry: { content: string }) => entry.content)).size).toBe(3)
  await close()
})

test('viewers render a shared prompt, editors change it, only its owner deletes it', async () => {
  const server = await testServer()
  const [owner, editor, viewer, stranger] = [await server.account(), await server.account(), await server.account(), await server.account()]
  const { body: prompt } = await server.request('POST /core/prompts', { as: owner.key, body: weekly })
  const share = (user_id: string, level: string) => server.request('POST /core/promptusers', { as: owner.key, body: { prompt_id: prompt.id, user_id, level } })
  await share(editor.id, 'edit')
  await share(viewer.id, 'view')
  const tried = async (as: string) => [
    (await server.request(`GET /core/prompts/${prompt.id}`, { as })).status,
    (await server.request(`POST /core/prompts/${prompt.id}/render`, { as, body: { variables: { week: 1, region: 2 } } })).status,
    (await server.request(`PUT /core/prompts/${prompt.id}`, { as, body: { title: 'New' } })).status,
    (await server.request(`DELETE /core/prompts/${prompt.id}`, { as })).status,
  ]
  expect(await tried(stranger.key)).toEqual([404, 404, 404, 404])
  expect(await tried(viewer.key)).toEqual([200, 200, 403, 403])
  expect(await tried(editor.key)).toEqual([200, 200, 200, 403])
  await server.request(`PUT /core/prompts/${prompt.id}`, { as: owner.key, body: { is_enabled: false } })
  expect((await server.request('GET /core/prompts', { as: viewer.key })).body).toEqual([])
  expect((await server.request('GET /core/prompts', { as: owner.key })).body).toHaveLength(1)
  expect((await server.request(`POST /core/prompts/${prompt.id}/render`, { as: viewer.key, body: {} })).body.error.code).toBe('resource_disabled')
  expect((await tried(owner.key)).at(-1)).toBe(204)
  await server.close()
})

const typed = {
  command: '/typed',
  title: 'Typed',
  content: '{{metric}} since {{since}}, top {{n}}',
  inputs: [
    { name: 'metric', type: 'choice', choices: ['Revenue', 'Orders'] },
    { name: 'since', type: 'date', default: 'yesterday' },
    { name: 'n', type: 'number', default: 10 },
  ],
}

test('variables have types and defaults, and what does not fit is named', async () => {
  const { request, close } = await testServer()
  const { body, status } = await request('POST /core/prompts', { body: typed })
  expect([status, body.variables]).toEqual([201, ['metric', 'since', 'n']])
  expect(body.inputs[1]).toEqual({ name: 'since', type: 'date', label: null, default: 'yesterday', choices: [], datasource_id: null })
  const render = (variables: object) => request(`POST /core/prompts/${body.id}/render`, { body: { variables } })
  expect((await render({ metric: 'revenue' })).body.content).toBe('Revenue since 2026-11-20, top 10')
  expect((await render({ metric: 'orders', since: '2026-01-31', n: '5' })).body.content).toBe('Orders since 2026-01-31, top 5')
  const { body: refused } = await render({ metric: 'profit', since: 'May', n: 'ten', other: 1 })
  expect(refused.error.details.map(({ path }: { path: string }) => path)).toEqual(['variables.metric', 'variables.since', 'variables.n', 'variables.other'])
  expect(refused.error.details[0].message).toBe('expected one of Revenue, Orders')
  const wrong = async (inputs: object[]) => (await request(`PUT /core/prompts/${body.id}`, { body: { inputs } })).body.error?.param
  expect(await wrong([{ name: 'nothing' }])).toBe('inputs.0.name')
  expect(await wrong([{ name: 'n' }, { name: 'n' }])).toBe('inputs.1.name')
  expect(await wrong([{ name: 'n', type: 'choice' }])).toBe('inputs.0.choices')
  expect(await wrong([{ name: 'n', type: 'number', default: 'ten' }])).toBe('inputs.0.default')
  await close()
})

test('an earlier version is restored with its inputs, as a new version', async () => {
  const { request, close } = await testServer()
  const { body } = await request('POST /core/prompts', { body: typed })
  await request(`PUT /core/prompts/${body.id}`, { body: { title: 'Other', content: 'Just {{n}}' } })
  const { body: now } = await request(`GET /core/prompts/${body.id}`)
  expect([now.version, now.inputs.map(({ name }: { name: string }) => name)]).toEqual([2, ['n']])
  expect(now.inputs[0].default).toBe(10)
  const restored = await request(`POST /core/prompts/${body.id}/history/1/restore`, { body: undefined })
  expect([restored.status, restored.body.version, restored.body.content, restored.body.inputs]).toEqual([200, 3, typed.content, body.inputs])
  expect((await request(`GET /core/prompts/${body.id}/history`)).body.map(({ version }: { version: number }) => version)).toEqual([3, 2, 1])
  expect((await request(`POST /core/prompts/${body.id}/history/9/restore`)).status).toBe(404)
  expect((await request(`POST /core/prompts/${body.id}/history/1/restore`)).body.version).toBe(3)
  const { body: entries } = await request('GET /core/audit-logs?type=prompt.restored')
  expect(entries[0].details).toEqual({ version: 1 })
  await close()
})
