import { expect, test } from 'vitest'
import { testServer } from '#test/harness.ts'

test('budgets are kept by administrators, one for each principal', async () => {
  const server = await testServer()
  const { id, key } = await server.account()
  const make = (body: object, as?: string) => server.request('POST /core/budgets', { body, ...(as ? { as } : {}) })
  const made = await make({ principal_type: 'user', principal_id: id, requests_per_minute: 10 })
  expect([made.status, made.body]).toMatchObject([
    201,
    { principal_type: 'user', principal_id: id, requests_per_minute: 10, requests_per_day: null, tokens_per_day: null, concurrent_questions: null },
  ])
  expect((await make({ principal_type: 'user', principal_id: id })).body.error).toMatchObject({ code: 'already_exists', param: 'principal_id' })
  expect((await make({ principal_type: 'group', principal_id: 'grp_none' })).body.error).toMatchObject({ code: 'not_found', param: 'principal_id' })
  expect((await make({ principal_type: 'user' })).body.error).toMatchObject({ code: 'not_found', param: 'principal_id' })
  expect((await make({ principal_type: 'everyone', principal_id: id })).body.error).toMatchObject({ code: 'invalid', param: 'principal_id' })
  expect((await make({ principal_type: 'everyone', tokens_per_day: 5 })).body.principal_id).toBeNull()
  expect((await server.request('GET /core/budgets')).body).toHaveLength(2)

  const changed = await server.request(`PATCH /core/budgets/${made.body.id}`, { body: { requests_per_minute: null, concurrent_questions: 3 } })
  expect(changed.body).toMatchObject({ requests_per_minute: null, concurrent_questions: 3, revision: 2 })
  expect((await server.request(`DELETE /core/budgets/${made.body.id}`)).status).toBe(204)
  expect((await server.request(`GET /core/budgets/${made.body.id}`)).status).toBe(404)

  for (const line of ['GET /core/budgets', `GET /core/budgets/${made.body.id}`]) expect((await server.request(line, { as: key })).status).toBe(403)
  expect((await make({ principal_type: 'everyone' }, key)).status).toBe(403)
  const entries = (await server.db.query.auditLogs.findMany()).map(({ type }) => type).filter((type) => type.startsWith('budget.'))
  expect(entries).toEqual(['budget.created', 'budget.created', 'budget.updated', 'budget.deleted'])
  await server.close()
})
