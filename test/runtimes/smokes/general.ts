import { expect } from 'vitest'
import type { Service } from '#domain/context.ts'
import type { Smoke } from './smoke.ts'

/** What holds for each of the five. */
export const general = (service: Service): Smoke[] => [
  {
    service,
    name: 'health',
    async run({ api }) {
      const { status, body } = await api.call(service, 'GET /health')
      expect([status, body.status, body.checks.database.ok]).toEqual([200, 'ok', true])
      expect((await api.call(service, 'GET /health', { as: null })).status).toBe(401)
    },
  },
  {
    service,
    name: 'docs',
    async run({ api }) {
      const [page, script, document] = await Promise.all([
        api.call(service, 'GET /docs', { as: null }),
        api.call(service, 'GET /docs/swagger-ui-bundle.js', { as: null }),
        api.call(service, 'GET /openapi.json', { as: null }),
      ])
      expect(page.text).toContain(`/api/v1/${service}/docs/swagger-ui-bundle.js`)
      expect(script.headers.get('content-type')).toMatch(/javascript/)
      expect(script.text.length).toBeGreaterThan(1_000_000)
      expect(document.body.openapi).toBe('3.1.0')
    },
  },
  {
    service,
    name: 'an error',
    async run({ api }) {
      const { status, body, headers } = await api.call(service, 'GET /nothing-of-this-name', { headers: { 'x-request-id': 'smoke-test-404' } })
      expect([status, body.error.code, body.error.request_id]).toEqual([404, 'not_found', 'smoke-test-404'])
      expect(headers.get('x-request-id')).toBe('smoke-test-404')
    },
  },
]
