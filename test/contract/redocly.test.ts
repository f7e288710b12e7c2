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
