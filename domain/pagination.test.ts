import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '#test/harness.ts'

let server: TestServer
let team = ''
beforeAll(async () => {
  server = await testServer()
  const member = await server.account()
  await server.account({ role: 'pending' })
  server.clock.now = new Date('2026-11-24T08:00:00.000Z')
  team = (await server.request('POST /core/groups', { body: { name: 'Late' } })).body.id
  await server.request('POST /core/usergroups', { body: { user_id: member.id, group_id: team } })
})
afterAll(() => server.close())

const names = async (line: string) => (await server.request(line)).body.map(({ name }: { name: string }) => name)
const count = async (line: string) => {
  const { status, headers, body } = await server.request(line)
  return status === 200 ? Number(headers.get('x-total-count')) : `${body.error.param}: ${body.error.message}`
}

test('users are found by role, state and group, the filters people try first', async () => {
  expect(await count('GET /core/users')).toBe(3)
  expect(await count('GET /core/users?role=admin')).toBe(1)
  expect(await count('GET /core/users?role=pending&status=active')).toBe(1)
  expect(await count('GET /core/users?status=disabled')).toBe(0)
  expect(await count(`GET /core/users?group_id=${team}`)).toBe(1)
  expect(await count('GET /core/users?role=owner')).toMatch(/^role: /)
})

test('lists are narrowed by the dates of creation and change, a date being a whole day in UTC', async () => {
  expect(await count('GET /core/groups?created_from=2026-11-24')).toBe(1)
  expect(await count('GET /core/groups?created_to=2026-11-24')).toBe(1)
  expect(await count('GET /core/groups?created_to=2026-11-23')).toBe(0)
  expect(await count('GET /core/groups?created_from=2026-11-24T09:00:00%2B01:00&updated_to=2026-11-24T08:00:00Z')).toBe(1)
  expect(await count('GET /core/groups?created_from=2026-11-24T08:00:00.001Z')).toBe(0)
  expect(await count('GET /core/groups?created_from=yesterday')).toMatch(/^created_from: .*2026-11-21/)
  expect(await count('GET /llm/sessions?created_from=2026-11-21')).toBe(0)
})

test('a page counts what its dates leave', async () => {
  const { body } = await server.request('GET /core/groups/paginated?created_to=2026-11-23')
  expect(body).toMatchObject({ items: [], total: 0 })
})

test('what a list cannot be sorted by is refused, with what it can', async () => {
  expect(await names('GET /core/groups?sort=name&order=desc')).toEqual(['Late'])
  expect(await count('GET /core/groups?sort=size')).toMatch(/^sort: .*created_at.*name.*updated_at/)
})

test('each filter of a list narrows it', async () => {
  for (const line of [
    'core/models?type=custom',
    'core/models?is_enabled=false',
    'core/providers?kind=openai',
    'core/prompts?is_enabled=true',
    'core/budgets?principal_type=user',
    `core/groups?user_id=nobody`,
    'core/audit-logs?service=audio',
    'core/audit-logs?resource_type=chart',
    'semantic/datasources?type=postgres&status=failed&extraction_status=running',
    'semantic/files?format=csv',
    'semantic/measures?table_name=orders',
    'semantic/relationships?table_name=orders&source=manual',
    'semantic/hierarchies?is_suggested=true',
    'semantic/verified-queries?verified_by=nobody',
    'semantic/filters?table_name=orders',
    'semantic/semanticextractions?status=failed',
    'analytics/charts?chart_type=bar&tag=sales&is_locked=true&session_id=none',
    'analytics/dashboards?is_enabled=false&chart_id=none',
  ])
    expect([line, await count(`GET /${line}`)]).toEqual([line, 0])
})
