import { afterAll, beforeAll, expect, test } from 'vitest'
import { newMasterKey } from '#domain/access/master-keys.ts'
import { type ChartServer, chartServer } from '#test/fixtures/chart-server.ts'
import { type TestServer, testServer } from '#test/harness.ts'
import { mayFrame } from '#web/embed/may-frame.ts'
import { CHROMIUM, NO_CHROMIUM, openChromium } from './chromium.ts'
import { JOURNEYS, travel } from './journeys.ts'

let server: ChartServer
const opened: TestServer[] = []
beforeAll(async () => {
  server = await chartServer()
  opened.push(server)
})
afterAll(() => Promise.all(opened.map((one) => one.close())))

const page = (id: string, of: Pick<TestServer, 'querent'> = server) =>
  of.querent.origin(['analytics'])(new Request(`http://querent.test/embedded/${id}?uiConfig=1&anything=x`), { ip: '127.0.0.1', waitUntil: null })
const ancestors = (reply: Response) => /frame-ancestors ([^;]*)/.exec(reply.headers.get('content-security-policy') ?? '')?.[1]

test('the embedded page may be framed by its allowed domains, and holds no data', async () => {
  const allowed_domains = ['https://app.example.com', 'https://*.example.org']
  const id = await server.dashboard([await server.chart()], { title: 'Secret sales', embedded: { enabled: true, allowed_domains } })
  const reply = await page(id)
  expect([reply.status, ancestors(reply), reply.headers.get('x-frame-options')]).toEqual([200, allowed_domains.join(' '), null])
  expect(reply.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
  const text = await reply.text()
  expect(text).toContain(`data-parents="${allowed_domains.join(' ')}"`)
  expect(text).not.toContain('Secret')
})

test('without allowed domains anybody may frame it in development, and nobody in production', async () => {
  expect(ancestors(await page(await server.dashboard([])))).toBe('*')
  const production = await testServer({ environment: { APP_ENV: 'production', QUERENT_MASTER_KEYS: newMasterKey() } })
  opened.push(production)
  const made = await production.request('POST /analytics/dashboards', { body: { title: 'x' } })
  expect(ancestors(await page(made.body.id, production))).toBe("'none'")
})

test.each([
  ['disabled', async (id: string) => void (await server.request(`POST /analytics/dashboards/${id}/disable`, { as: server.owner.key }))],
  [
    'no longer embedded',
    async (id: string) =>
      void (await server.request(`PATCH /analytics/dashboards/${id}`, { as: server.owner.key, body: { embedded: { enabled: false, allowed_domains: [] } } })),
  ],
])('a dashboard that is %s has no page', async (_what, change) => {
  const id = await server.dashboard([])
  await change(id)
  const reply = await page(id)
  expect([reply.status, ancestors(reply)]).toEqual([404, "'none'"])
})

test('no file but those of the page is served beside it', async () => {
  for (const name of ['page.js.br', '..%2fpackage.json', '.sources', 'page.html', 'index.js']) expect((await page(`assets/${name}`)).status).toBe(404)
})

test.each([
  ['*', 'https://a.example', true],
  ['https://a.example', 'https://a.example', true],
  ['https://a.example', 'https://a.example:8443', false],
  ['https://*.a.example', 'https://b.a.example', true],
  ['https://*.a.example', 'https://a.example', false],
  ['https://*.a.example', 'http://b.a.example', false],
  ['https://*.a.example', 'https://evil-a.example', false],
  ['', 'https://a.example', false],
])('"%s" lets %s speak: %s', (parents, origin, may) => {
  expect(mayFrame(parents, origin)).toBe(may)
})

const inBrowser = CHROMIUM ? test : test.skip
inBrowser(`Superset's embedded SDK works unchanged${CHROMIUM ? '' : ` (${NO_CHROMIUM})`}`, { timeout: 120_000 }, async () => {
  const lean = JOURNEYS.filter(({ name }) => /^(?:mounts|filters the other|is framed by no)/.test(name))
  const browser = await openChromium()
  try {
    expect(lean).toHaveLength(3)
    expect(Object.fromEntries(await travel(browser, lean))).toEqual({})
  } finally {
    await browser.close()
  }
})
