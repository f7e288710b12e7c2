import { createServer } from 'node:http'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestHarness, type TestHarness } from 'wrangler'
import { newApiKey } from '#domain/access/api-key.ts'
import { newMasterKey } from '#domain/access/master-keys.ts'
import { HASHED, NEVER_KEPT, WORKSPACE_HEADERS } from '#http/workspace-headers.ts'
import { builtWorkspace } from '#runtime/workspace/built.ts'
import { CHROMIUM, NO_CHROMIUM, openChromium } from '#test/embed/chromium.ts'
import { hostPage, sdk } from '#test/embed/place.ts'
import { freePort } from '#test/free-port.ts'
import { listen } from '#test/listen.ts'
import { hasSqld, startSqld } from '#test/sqld.ts'
import { openTab } from '#test/workspace/tab.ts'
import { type Api, apiAt } from './api.ts'
import { type Deployment, startDeployment, uploadExample } from './local-process.ts'
import { builtWorker } from './worker-bundle.ts'

const PASSWORD = 'correct horse battery'
const EMAIL = 'mara@example.com'
const STARTING_MS = 240_000

/** The Worker with its static files, as a deployment has them, and a machine that runs its queries. */
describe.skipIf(!hasSqld)(
  hasSqld ? 'the workspace from workerd' : 'the workspace from workerd (skipped: no libSQL server is packaged for this platform)',
  () => {
    let harness: TestHarness
    let database: Awaited<ReturnType<typeof startSqld>>
    let machine: Deployment
    let host: Awaited<ReturnType<typeof listen>>
    let browser: Browser
    let api: Api
    let origin = ''
    let dashboard = ''

    const made = async (service: Parameters<Api['call']>[0], line: string, body: unknown) => {
      const reply = await api.call(service, line, { body })
      if (reply.status >= 300) throw new Error(`${line}: ${reply.status} ${reply.text}`)
      return reply.body
    }

    beforeAll(async () => {
      const faults: string[] = []
      const [port] = await Promise.all([
        freePort(),
        startSqld().then((started) => (database = started)),
        builtWorkspace(({ level, cause }) => void (level === 'error' && faults.push(`${cause}`))),
      ])
      const { key, secret } = newApiKey('dev')
      const both = { DATABASE_URL: database.url, QUERENT_MASTER_KEYS: newMasterKey(), QUERENT_ADMIN_API_KEY: key, QUERY_RUNNER_SECRET: secret + key }
      const vars = { ...both, APP_ENV: 'development', QUERY_RUNNER_URL: `http://127.0.0.1:${port}` }
      const configPath = join(import.meta.dirname, '../../wrangler.toml')
      harness = createTestHarness({ workers: [{ configPath, vars, prebuiltWorkerDir: await builtWorker('') }] })
      origin = (await harness.listen()).url.origin
      api = apiAt(() => origin, key)
      machine = await startDeployment('node', { ...both, QUERY_RUNNER_PORT: String(port) }, { adminKey: key })
      if (CHROMIUM) browser = await openChromium()
      host = await listen(
        createServer(async (request, response) => {
          if (request.url === '/token') {
            const { body } = await api.call('analytics', 'POST /auth/guest-token', { body: { dashboard_id: dashboard } })
            return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
          }
          const isScript = request.url === '/sdk.js'
          response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' }).end(isScript ? sdk : hostPage)
        }),
      )
      await made('core', 'POST /users', { email: EMAIL, name: 'Mara', password: PASSWORD, role: 'admin' })
      const source = await made('semantic', 'POST /datasources', {
        name: 'Music shop',
        type: 'sqlite',
        connection: { file_id: await uploadExample(machine.api, 'chinook.sqlite') },
      })
      const { id } = await made('semantic', 'POST /semanticextractions', { datasource_id: source.id })
      for (const end = Date.now() + 60_000; (await api.call('semantic', `GET /semanticextractions/${id}`)).body.status !== 'completed'; )
        if (Date.now() > end) throw new Error('the extraction did not end')
      await made('core', 'POST /models', { name: 'music-analyst', base_model_id: 'builtin', datasource_ids: [source.id] })
      const sql = 'select Country, count(*) as customers from Customer group by Country order by customers desc limit 5'
      const spec = { mark: 'bar', encoding: { x: { field: 'Country', type: 'nominal' }, y: { field: 'customers', type: 'quantitative' } } }
      const chart = await made('analytics', 'POST /charts', { title: 'Customers', datasource_id: source.id, query: { sql }, spec })
      const layout = [{ id: 'bars', chart_id: chart.id, x: 0, y: 0, w: 6, h: 4 }]
      dashboard = (await made('analytics', 'POST /dashboards', { title: 'Shop', layout, embedded: { enabled: true, allowed_domains: [host.origin] } })).id
      expect(faults).toEqual([])
    }, STARTING_MS)
    afterAll(async () => {
      await browser?.close()
      await harness?.close()
      await machine?.end()
      await Promise.all([database?.stop(), host?.stop()])
    })

    const get = (path: string, init: RequestInit = {}) => fetch(`${origin}${path}`, { redirect: 'manual', ...init })
    const told = (reply: Response, names: string[]) => Object.fromEntries(names.map((name) => [name, reply.headers.get(name)]))

    test('its page stands on each of its places, never kept, under the same policy as elsewhere', async () => {
      const names = [...Object.keys(WORKSPACE_HEADERS), 'cache-control']
      for (const path of ['/', '/analytics/dashboards', `/analytics/dashboards/${dashboard}`, '/link']) {
        const reply = await get(path)
        expect([path, reply.status, reply.headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8'])
        expect(told(reply, names)).toEqual({ ...WORKSPACE_HEADERS, 'cache-control': NEVER_KEPT })
        expect(await reply.text()).toContain('<div id="root">')
      }
      expect(await (await get('/sessions', { method: 'HEAD' })).text()).toBe('')
    })

    test('its files are kept for good, and a path of none of them is not found', async () => {
      const [, script] = /src="(\/assets\/[^"]+\.js)"/.exec(await (await get('/')).text()) ?? []
      const file = await get(script ?? '/none')
      expect([file.status, file.headers.get('content-type')]).toEqual([200, expect.stringMatching(/javascript/)])
      expect(told(file, ['cache-control', 'x-content-type-options'])).toEqual({ 'cache-control': HASHED, 'x-content-type-options': 'nosniff' })
      for (const path of ['/assets/gone-12345678.js', '/.sources', '/_headers', '/index.html.br', '/reference/swagger-ui-bundle.js', '/api/v1/nothing'])
        expect([path, (await get(path)).status]).toEqual([path, 404])
      const posted = await get('/analytics/dashboards', { method: 'POST' })
      expect(posted.status).toBe(404)
    })

    test('a dashboard is framed by whom it names', async () => {
      const page = await get(`/embedded/${dashboard}`)
      expect([page.status, page.headers.get('content-security-policy')]).toEqual([200, expect.stringContaining(`frame-ancestors ${host.origin}`)])
      const script = await get('/embedded/assets/page.js')
      expect([script.status, script.headers.get('content-type'), script.headers.get('cross-origin-resource-policy')]).toEqual([
        200,
        expect.stringMatching(/javascript/),
        'cross-origin',
      ])
      expect((await get('/embedded/dsh_nothing')).status).toBe(404)
    })

    const inBrowser = CHROMIUM ? test : test.skip

    inBrowser(`somebody signs in, asks, and stays signed in${CHROMIUM ? '' : ` (${NO_CHROMIUM})`}`, { timeout: 120_000 }, async () => {
      const tab = await openTab(browser, origin)
      const { page } = tab
      await page.goto('/signin')
      await page.getByLabel('E-mail').fill(EMAIL)
      await page.locator('input[type=password]').fill(PASSWORD)
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => url.pathname !== '/signin')
      // Loaded anew, it is signed in by its cookie.
      await page.goto('/')
      await page.getByRole('textbox', { name: 'Ask a question about your data' }).fill('How many customers are there?')
      await page.keyboard.press('Enter')
      const answer = page.getByRole('article', { name: 'How many customers are there?' })
      await answer.getByRole('button', { name: 'Good answer' }).waitFor({ timeout: 60_000 })
      expect(await answer.textContent()).toContain('59')
      await page.goto(`/analytics/dashboards/${dashboard}`)
      await page.getByText('Shop').first().waitFor()
      await page.getByText('USA').first().waitFor({ timeout: 60_000 })
      expect(tab.faults).toEqual([])
      await tab.close()
    })

    inBrowser(`the official SDK mounts its dashboard${CHROMIUM ? '' : ` (${NO_CHROMIUM})`}`, { timeout: 120_000 }, async () => {
      const page = await browser.newPage()
      const errors: string[] = []
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
      page.on('pageerror', (error) => errors.push(error.message))
      await page.goto(host.origin)
      await page.evaluate(([id, service]) => (globalThis as any).embed(id, service, {}), [dashboard, origin] as const)
      const frame = page.frames().find((one) => one.url().startsWith(`${origin}/embedded/`))
      await frame?.waitForSelector('[data-tile="bars"][data-drawn="chart"]', { timeout: 60_000 })
      expect(await frame?.textContent('h1')).toBe('Shop')
      expect(errors).toEqual([])
      await page.close()
    })
  },
)
