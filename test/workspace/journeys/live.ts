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
    name: 'what is made before the page hears of changes, or while it reads a list for the first time, comes into the list',
    as: 'admin',
    isLean: true,
    async run({ page, world }) {
      const add = (name: string) => world.api('POST /core/users', { email: `${name}@example.com`, name, password: 'correct horse battery' })
      const shown = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
      let connect = () => {}
      const mayConnect = new Promise<void>((resolve) => (connect = resolve))
      await page.route('**/core/events', (route) => mayConnect.then(() => route.continue()))
      await page.goto('/admin/users')
      await shown('admin').or(shown('rui')).first().waitFor()
      await add('early')
      connect()
      await shown('early').waitFor()
      await page.unroute('**/core/events')

      await page.route(
        /\/core\/users\/paginated\?/,
        async (route) => {
          const former = await route.fetch()
          await add('meanwhile')
          await page.waitForTimeout(1_000)
          await route.fulfill({ response: former })
        },
        { times: 1 },
      )
      await page.reload()
      await shown('meanwhile').waitFor()
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
