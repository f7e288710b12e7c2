import assert from 'node:assert/strict'
import type { Journey } from '../journey.ts'

const LONGEST_MS = 2000

export const live: Journey[] = [
  {
    name: 'what curl creates stands in every open list within two seconds, and leaves it when it is deleted',
    as: 'maker',
    isLean: true,
    async run({ page, world, note }) {
      const as = { as: world.tokens.maker }
      const made = async (path: string, create: () => Promise<string>, remove: (id: string) => string, shown: string) => {
        await page.goto(path)
        await page.locator('h1').first().waitFor()
        await page.waitForTimeout(500)
        const started = Date.now()
        const id = await create()
        await page.getByText(shown).first().waitFor()
        const came = Date.now() - started
        await world.api(remove(id), undefined, as)
        const left = Date.now()
        await page.getByText(shown).first().waitFor({ state: 'detached' })
        note(`${path}: ${came} ms, gone after ${Date.now() - left} ms`)
        assert.ok(came <= LONGEST_MS, `${path} showed it after ${came} ms`)
      }
      const layout = [{ chart_id: world.chart, x: 0, y: 0, w: 6, h: 4 }]
      await made(
        '/analytics/dashboards',
        async () => (await world.api('POST /analytics/dashboards', { title: 'From curl', layout }, as)).body.id,
        (id) => `DELETE /analytics/dashboards/${id}`,
        'From curl',
      )
      await made(
        '/sessions',
        async () => (await world.api('POST /llm/sessions/new', { title: 'Asked by curl' }, as)).body.id,
        (id) => `DELETE /llm/sessions/${id}`,
        'Asked by curl',
      )
    },
  },
  {
    name: 'a renamed source is renamed on its open page',
    as: 'reader',
    async run({ page, world, note }) {
      await page.goto(`/data/${world.source}/general`)
      await page.getByRole('heading', { name: 'Music shop', level: 1 }).waitFor()
      await page.waitForTimeout(500)
      const started = Date.now()
      await world.api(`PATCH /semantic/datasources/${world.source}`, { name: 'Music store' })
      await page.getByRole('heading', { name: 'Music store', level: 1 }).waitFor()
      note(`${Date.now() - started} ms`)
      assert.ok(Date.now() - started <= LONGEST_MS)
      await world.api(`PATCH /semantic/datasources/${world.source}`, { name: 'Music shop' })
    },
  },
  {
    name: 'offline is said, and the page is up to date once the services are back',
    as: 'maker',
    own: true,
    at: '/data',
    async run({ page, tab, world }) {
      tab.expect(0)
      await page.getByRole('link', { name: 'Music shop' }).waitFor()
      await world.kill()
      await page.getByText('Offline', { exact: true }).or(page.getByText('The services cannot be reached')).first().waitFor({ timeout: 30_000 })
      await world.start()
      await world.api(`PATCH /semantic/datasources/${world.source}`, { name: 'Back again' })
      await page.getByRole('link', { name: 'Back again' }).waitFor({ timeout: 60_000 })
      await page.getByText('The services cannot be reached').waitFor({ state: 'detached', timeout: 60_000 })
    },
  },
]
