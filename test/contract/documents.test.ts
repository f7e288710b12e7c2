import { expect, test } from 'vitest'
import { SERVICES } from '#runtime/compose.ts'
import { testServer } from '#test/harness.ts'
import { redoclyFindings } from './redocly.ts'

test("Redocly's recommended rules find nothing in the OpenAPI documents, and do find what is planted", { timeout: 120_000 }, async () => {
  const server = await testServer()
  const documents = new Map<string, { paths: Record<string, unknown> }>()
  for (const service of SERVICES)
    documents.set(service, (await (await server.open(`GET /${service}/openapi.json`)).json()) as { paths: Record<string, unknown> })
  await server.close()
  const planted = structuredClone(documents.get('audio'))
  if (planted) planted.paths = { '/planted/{id}': { get: { operationId: 'planted', responses: { 200: { description: 'ok' } } } } }
  const findings = await redoclyFindings(new Map<string, unknown>([...documents, ['planted', planted]]))
  expect(findings.filter((finding) => !finding.includes('planted'))).toEqual([])
  expect(findings.some((finding) => finding.includes('planted') && finding.startsWith('error'))).toBe(true)
})

test('a shape with a name is never null itself: what may be null says so where it stands', async () => {
  const server = await testServer()
  const named: string[] = []
  for (const service of SERVICES) {
    const { components } = (await (await server.open(`GET /${service}/openapi.json`)).json()) as { components: { schemas: Record<string, Nullable> } }
    for (const [name, schema] of Object.entries(components.schemas)) if (takesNull(schema)) named.push(`${service} ${name}`)
    const { filters } = components.schemas.Measure?.properties ?? {}
    if (service === 'semantic') expect(filters && takesNull(filters)).toBe(true)
  }
  await server.close()
  expect(named).toEqual([])
})

type Nullable = { type?: string | string[]; anyOf?: Nullable[]; properties?: Record<string, Nullable> }
const takesNull = ({ type, anyOf = [] }: Nullable): boolean => type === 'null' || (Array.isArray(type) && type.includes('null')) || anyOf.some(takesNull)
