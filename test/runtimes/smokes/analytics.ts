import { expect } from 'vitest'
import type { Smoke } from './smoke.ts'

export const analytics: Smoke[] = [
  {
    service: 'analytics',
    name: 'a write and its page',
    async run({ api }) {
      const made = await api.call('analytics', 'POST /dashboards', { body: { title: 'Smoke' } })
      expect(made.status).toBe(201)
      const page = await api.call('analytics', 'GET /dashboards/paginated?page=1&page_size=1')
      expect(page.body).toMatchObject({ page: 1, items: [{ id: made.body.id, title: 'Smoke' }] })
    },
  },
  {
    service: 'analytics',
    name: 'a chart is drawn as SVG and as PNG',
    async run({ api }) {
      const [source] = (await api.call('semantic', 'GET /datasources')).body
      const spec = { mark: 'bar', encoding: { x: { field: 'Country', type: 'nominal' }, y: { field: 'customers', type: 'quantitative' } } }
      const sql = 'select Country, count(*) as customers from Customer group by Country order by customers desc limit 5'
      const made = await api.call('analytics', 'POST /charts', { body: { title: 'Customers', datasource_id: source.datasource_id, query: { sql }, spec } })
      expect([made.status, made.body]).toEqual([201, expect.objectContaining({ title: 'Customers' })])
      const picture = (format: string) => api.open('analytics', `GET /charts/${made.body.id}/render?format=${format}&width=400&height=300&scale=1`)
      const svg = await picture('svg')
      expect([svg.status, svg.headers.get('content-type'), svg.headers.get('x-chart-error')]).toEqual([200, 'image/svg+xml; charset=utf-8', null])
      const drawn = await svg.text()
      expect(drawn).toMatch(/^<svg.*width="400" height="300"/s)
      expect(drawn).toContain('>USA<')
      expect(drawn.match(/aria-roledescription="bar"/g)).toHaveLength(5)
      const png = await picture('png')
      expect([png.status, png.headers.get('content-type'), png.headers.get('x-chart-error')]).toEqual([200, 'image/png', null])
      const bytes = new DataView(await png.arrayBuffer())
      expect([bytes.getUint32(0), bytes.getUint32(16), bytes.getUint32(20)]).toEqual([0x89504e47, 400, 300])
      expect(bytes.byteLength).toBeGreaterThan(2_000)
    },
  },
  {
    service: 'analytics',
    name: 'a guest token opens its dashboard and nothing else',
    async run({ api }) {
      const { body } = await api.call('analytics', 'POST /dashboards', { body: { title: 'Embedded', embedded: { enabled: true, allowed_domains: [] } } })
      const guest = await api.call('analytics', 'POST /auth/guest-token', { body: { dashboard_id: body.id } })
      expect(guest.status).toBe(200)
      const as = guest.body.token
      expect((await api.call('analytics', `GET /dashboards/${body.id}`, { as })).status).toBe(200)
      expect((await api.call('analytics', 'GET /charts', { as })).status).toBe(403)
    },
  },
  {
    service: 'analytics',
    name: 'a refused body',
    async run({ api }) {
      const { status, body } = await api.call('analytics', 'POST /dashboards', { body: {} })
      expect([status, body.error.code]).toEqual([422, 'invalid'])
    },
  },
]
