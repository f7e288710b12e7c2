import { expect, vi } from 'vitest'
import type { Smoke } from './smoke.ts'

export const semantic: Smoke[] = [
  {
    service: 'semantic',
    name: 'an authenticated call',
    async run({ api }) {
      const { status, body } = await api.call('semantic', 'GET /datasource-types')
      expect([status, body.map(({ type }: { type: string }) => type)]).toEqual([200, expect.arrayContaining(['file', 'sqlite'])])
    },
  },
  {
    service: 'semantic',
    name: 'a data source is connected, extracted and queried',
    async run({ api, upload }) {
      const fileId = await upload('chinook.sqlite')
      const made = await api.call('semantic', 'POST /datasources', { body: { name: 'Music shop', type: 'sqlite', connection: { file_id: fileId } } })
      expect([made.status, made.body.status]).toEqual([201, 'connected'])
      const id = made.body.datasource_id
      const begun = await api.call('semantic', 'POST /semanticextractions', { body: { datasource_id: id } })
      expect(begun.status).toBe(202)
      const extracted = async () => (await api.call('semantic', `GET /semanticextractions/${begun.body.id}`)).body
      await vi.waitFor(async () => expect(await extracted()).toMatchObject({ status: 'completed', stage: 'done' }), { timeout: 20_000, interval: 100 })
      const queried = await api.call('semantic', `POST /datasources/${id}/query`, { body: { sql: 'select count(*) as n from Customer' } })
      expect([queried.status, queried.body.rows]).toEqual([200, [[59]]])
      const page = await api.call('semantic', `GET /descriptions/paginated?datasource_id=${id}&page=1&page_size=2`)
      expect([page.status, page.body.items.length, page.body.has_next]).toEqual([200, 2, true])
    },
  },
  {
    service: 'semantic',
    name: 'a refused body',
    async run({ api }) {
      const { status, body } = await api.call('semantic', 'POST /semanticextractions', { body: { datasource_id: 'ds_nothing' } })
      expect([status, body.error.code]).toEqual([404, 'not_found'])
    },
  },
]
