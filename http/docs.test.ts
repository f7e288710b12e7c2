import { afterAll, beforeAll, expect, test } from 'vitest'
import { SERVICES } from '#runtime/compose.ts'
import { type TestServer, testServer } from '#test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

type Operation = { operationId?: string; summary?: string; tags?: string[]; parameters?: { $ref?: string; name?: string }[] }
type Document = { paths: Record<string, Record<string, Operation>>; components: Record<string, Record<string, unknown>> }

test.each(SERVICES)('the document of %s says what each operation does, once, and under which resource', async (service) => {
  const reply = await server.open(`GET /${service}/openapi.json`, { as: null })
  const { paths, components } = (await reply.json()) as Document
  const operations = Object.entries(paths).flatMap(([path, methods]) => Object.values(methods).map((operation) => ({ path, ...operation })))
  expect(operations.length).toBeGreaterThan(3)
  expect(operations.filter(({ summary, tags }) => !summary || tags?.length !== 1).map(({ path }) => path)).toEqual([])
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  const named = operations.flatMap(({ parameters = [] }) => parameters.flatMap(({ $ref }) => $ref?.replace('#/components/parameters/', '') ?? []))
  expect(named.filter((name) => components.parameters?.[name] === undefined)).toEqual([])
})

test('each JSON body comes with an example that its route would take', () => {
  const bodies = server.contracts.flatMap(({ operationId, request }) => {
    const schema = request.body?.content['application/json']?.schema
    return schema && request.body?.required ? [{ operationId, schema, example: schema.meta()?.example }] : []
  })
  expect(bodies.length).toBeGreaterThan(40)
  const wrong = bodies.filter(({ schema, example }) => !schema.safeParse(example).success)
  expect(wrong.map(({ operationId, schema }) => `${operationId}: ${schema.meta()?.id}`)).toEqual([])
})
