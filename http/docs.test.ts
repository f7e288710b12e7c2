import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { newMasterKey } from '#domain/access/master-keys.ts'
import { SERVICES } from '#runtime/compose.ts'
import { type TestServer, testServer } from '#test/harness.ts'
import { strictly } from '#test/strictly.ts'
import { TAG_TEXTS } from './reference/texts.ts'

type Media = Record<string, { schema?: object; example?: unknown }>
type Parameter = { $ref?: string; name?: string; in?: string; description?: string; schema?: Record<string, unknown> }
type Operation = {
  operationId: string
  summary?: string
  security?: unknown[]
  tags?: string[]
  parameters?: Parameter[]
  responses: Record<string, { content?: Media }>
}
type Document = {
  info: { description: string }
  servers: { url: string }[]
  tags: { name: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, Record<string, unknown>>>
}

let server: TestServer
const documents = new Map<string, Document>()
beforeAll(async () => {
  server = await testServer()
  for (const service of SERVICES) documents.set(service, (await (await server.open(`GET /${service}/openapi.json`, { as: null })).json()) as Document)
})
afterAll(() => server.close())

const BINARY = /^(audio\/|image\/(?!svg)|application\/(octet-stream|vnd\.|zip|pdf|parquet))/

const operationsOf = (document: Document | undefined): Operation[] => Object.values(document?.paths ?? {}).flatMap((methods) => Object.values(methods))
const everyOperation = () => [...documents.values()].flatMap(operationsOf)
const operation = (operationId: string) => everyOperation().find((one) => one.operationId === operationId)
const parameter = (operationId: string, name: string) => operation(operationId)?.parameters?.find((one) => one.name === name)

test.each(SERVICES)('the document of %s says what each operation does, once, and under which resource', (service) => {
  const document = documents.get(service)
  const operations = operationsOf(document)
  expect(operations.length).toBeGreaterThan(3)
  expect(operations.filter(({ summary, tags }) => !summary || tags?.length !== 1).map(({ operationId }) => operationId)).toEqual([])
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  const named = operations.flatMap(({ parameters = [] }) => parameters.flatMap(({ $ref }) => $ref?.replace('#/components/parameters/', '') ?? []))
  expect(named.filter((name) => document?.components.parameters?.[name] === undefined)).toEqual([])
})

test.each(SERVICES)('the document of %s begins with what it is for, and says where it is served', (service) => {
  const document = documents.get(service)
  expect(document?.info.description).toMatch(new RegExp(`^${service}\\b[^]*\\n1\\. `, 'i'))
  expect(document?.servers.map(({ url }) => url)).toEqual(['/'])
})

test('each tag has a text (a line in http/reference/texts.ts)', () => {
  const silent = [...documents].flatMap(([service, { tags }]) => tags.filter(({ description }) => !description).map(({ name }) => `${service}: ${name}`))
  expect(silent).toEqual([])
  expect(Object.values(TAG_TEXTS).filter((text) => text.length < 10)).toEqual([])
})

test('each parameter has a description (`.meta({ description })`, or a line in http/reference/parameters.ts)', () => {
  const silent = everyOperation().flatMap(({ operationId, parameters = [] }) =>
    parameters.filter(({ $ref, description }) => !$ref && (description ?? '').length < 8).map(({ name }) => `${operationId}: ${name}`),
  )
  expect(silent).toEqual([])
})

test('a bounded parameter tells its bounds, an absent one its default, in its schema and in words', () => {
  expect(parameter('listGroups', 'page_size')).toMatchObject({
    schema: { type: 'integer', minimum: 1, maximum: 500, default: 100 },
    description: expect.stringContaining('At least 1, at most 500. 100 when absent'),
  })
  expect(parameter('pageGroups', 'page_size')?.schema).toMatchObject({ minimum: 1, maximum: 100, default: 20 })
  expect(parameter('pageGroups', 'page')?.schema).toMatchObject({ minimum: 1, default: 1 })
  const unbounded = everyOperation().flatMap(({ operationId, parameters = [] }) =>
    parameters
      .filter(({ schema = {} }) => schema.type === 'integer' && (schema.minimum === undefined || schema.maximum === undefined))
      .map(({ name }) => `${operationId}: ${name}`),
  )
  expect(unbounded).toEqual([])
})

test('yes or no is a boolean', () => {
  expect(parameter('createTranscription', 'optimize')?.schema).toMatchObject({ type: 'boolean' })
  expect(parameter('listCharts', 'include_hidden')?.schema).toMatchObject({ type: 'boolean', default: false })
  const spelled = everyOperation().flatMap(({ operationId, parameters = [] }) =>
    parameters.filter(({ schema }) => Array.isArray(schema?.enum) && schema.enum.includes('true')).map(({ name }) => `${operationId}: ${name}`),
  )
  expect(spelled).toEqual([])
})

test('each list says by which members it sorts (`listQueries` of domain/pagination.ts)', () => {
  const silent = everyOperation().flatMap(({ operationId, parameters = [] }) =>
    parameters.filter(({ name, schema }) => name === 'sort' && !(Array.isArray(schema?.enum) && schema.enum.length)).map(() => operationId),
  )
  expect(silent).toEqual([])
})

test('If-Match and Idempotency-Key have a pattern, which what is sent keeps', () => {
  const [ifMatch, key] = ['If-Match', 'Idempotency-Key'].map((name) => {
    const schema = documents.get('core')?.components.parameters?.[name]?.schema as { pattern: string }
    return new RegExp(schema.pattern)
  })
  expect(['"3"', 'W/"12"', '*', '3', '"x"'].map((value) => ifMatch?.test(value))).toEqual([true, true, true, false, false])
  expect(['b1a8f2c4-order-42', 'a b', ''].map((value) => key?.test(value))).toEqual([true, false, false])
})

test('a reference that may be null is a choice of it and null', () => {
  const both = [...documents].flatMap(([service, document]) =>
    [...JSON.stringify(document).matchAll(/"allOf":\[\{"\$ref":"([^"]+)"\},\{"type":\[/g)].map(([, ref]) => `${service}: ${ref}`),
  )
  expect(both).toEqual([])
  const data = documents.get('analytics')?.components.schemas?.DashboardTileData as { properties: Record<string, object> } | undefined
  expect(data?.properties.data).toMatchObject({ anyOf: [{ $ref: '#/components/schemas/ChartData' }, { type: 'null' }] })
})

test('each reply that succeeds has an example its schema takes (else give the schema `.meta({ example })`)', () => {
  const wrong: string[] = []
  let checked = 0
  for (const { operationId, responses } of server.contracts) {
    const told = operation(operationId)?.responses ?? {}
    for (const [status, { content = {} }] of responses) {
      if (status < 200 || status > 299) continue
      for (const [type, { schema }] of Object.entries(content)) {
        const example = told[status]?.content?.[type]?.example
        checked++
        if (BINARY.test(type)) continue
        if (example === undefined) wrong.push(`${operationId} ${status} ${type}: no example`)
        else if (type === 'application/json') {
          const parsed = strictly(schema).safeParse(example)
          if (!parsed.success) wrong.push(`${operationId} ${status}: ${JSON.stringify((parsed.error as z.ZodError).issues).slice(0, 300)}`)
        }
      }
    }
  }
  expect(wrong).toEqual([])
  expect(checked).toBeGreaterThan(200)
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

test('with DOCS=authenticated the documents are for callers with a key, and the reference is gone', async () => {
  const closed = await testServer({ environment: { DOCS: 'authenticated' } })
  const path = 'GET /core/openapi.json'
  expect((await closed.open(path, { as: null })).status).toBe(401)
  const reply = await closed.open(path)
  expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'private, max-age=300'])
  expect((await closed.open('GET /core/docs')).status).toBe(404)
  await closed.close()
})

test('in production there are no documents unless DOCS says so', async () => {
  const closed = await testServer({ environment: { APP_ENV: 'production', QUERENT_MASTER_KEYS: newMasterKey() } })
  expect((await closed.open('GET /core/openapi.json')).status).toBe(404)
  await closed.close()
})

test('a pattern is one of JSON Schema, which knows no flags', () => {
  const flagged = [...documents].flatMap(([service, document]) =>
    [...JSON.stringify(document).matchAll(/"pattern":"([^"]*\/[a-z]+)"/g)].map(([, found]) => `${service}: ${found}`),
  )
  expect(flagged).toEqual([])
})

test('an operation that needs no credential says so', () => {
  const unsaid = everyOperation().filter(({ security }) => security === undefined)
  expect(unsaid.map(({ operationId }) => operationId)).toEqual([])
})

test('a body that is needed and does not come is told, whatever could be left out of it', async () => {
  const reply = await server.request('PATCH /audio/config')
  expect([reply.status, reply.body.error.code]).toEqual([400, 'malformed_request'])
})
