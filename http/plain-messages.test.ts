import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type TestServer, testServer } from '#test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const message = async (line: string, body?: unknown) => (await server.request(line, body === undefined ? {} : { body })).body.error.message

test('a caller reads what is wrong in plain words', async () => {
  expect(await message('GET /analytics/charts/search')).toBe('q: required')
  expect(await message('POST /core/groups', {})).toBe('name: required')
  expect(await message('POST /core/groups', { name: 7 })).toBe('name: must be a text')
  expect(await message('POST /core/groups', { name: ' ' })).toBe('name: must not be empty')
  expect(await message('POST /core/groups', { name: 'x'.repeat(121) })).toBe('name: must have at most 120 characters')
  expect(await message('POST /core/users', { email: 'nobody' })).toBe('email: must be an email address')
  expect(await message('GET /core/users?role=owner')).toBe('role: must be one of admin, user, pending')
  expect(await message('GET /core/users?page_size=many')).toBe('page_size: must be a number')
  expect(await message('GET /core/users?page_size=1.5')).toBe('page_size: must be a whole number')
  expect(await message('GET /core/users?page_size=501')).toBe('page_size: must be at most 500')
  expect(await message('GET /core/users?role=admin&role=user')).toBe('role: must be one of admin, user, pending')
})

/** Words of the validator, which mean nothing to a caller. */
const RAW = /invalid input|expected|received|undefined|nonoptional|too (big|small)|unrecognized|\bnan\b|invalid option/i

test('no schema of a request speaks as its validator does', () => {
  const odd = [undefined, null, {}, [], '', 'x', 'x'.repeat(100_000), -1, 1.5, 1e300, Number.NaN, true, [[]], { nothing: 1 }]
  const heard = new Set<string>()
  const raw = (operationId: string, schema: z.ZodType, value: unknown) => {
    const parsed = schema.safeParse(value)
    if (parsed.success) return
    const gather = (issues: readonly z.core.$ZodIssue[]): string[] =>
      issues.flatMap((issue) => [issue.message, ...(issue.code === 'invalid_union' ? issue.errors.flatMap(gather) : [])])
    for (const said of gather(parsed.error.issues)) if (RAW.test(said)) heard.add(`${operationId}: ${said}`)
  }
  for (const { operationId, request } of server.contracts) {
    const body = request.body?.content['application/json']?.schema
    for (const schema of [body, request.query, request.params]) {
      if (!(schema instanceof z.ZodType)) continue
      for (const value of odd) raw(operationId, schema, value)
      if (!(schema instanceof z.ZodObject)) continue
      for (const name of Object.keys(schema.shape)) for (const value of odd) raw(operationId, schema, { [name]: value })
    }
  }
  expect([...heard]).toEqual([])
})
