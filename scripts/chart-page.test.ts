import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHROMIUM, openChromium } from '#test/embed/chromium.ts'
import { type TestServer, testServer } from '#test/harness.ts'
import { buildChartPage } from './chart-page.ts'

const COLUMNS = [
  { name: 'region', label: 'Region', type: 'string', unit: null },
  { name: 'revenue', label: 'Revenue', type: 'number', unit: null },
]
const SPEC = { mark: { type: 'bar', tooltip: true }, encoding: { x: { field: 'region', type: 'nominal' }, y: { field: 'revenue', type: 'quantitative' } } }
const chart = (...rows: [string, number][]) => ({
  content: [{ type: 'text', text: 'Revenue' }],
  structuredContent: {
    chart_id: 'cht_1',
    title: 'Revenue by region',
    chart_type: 'bar',
    spec: SPEC,
    data: { columns: COLUMNS, rows, row_count: rows.length, truncated: false },
  },
})

/** A host of MCP Apps as little as it can be: it answers the handshake, sends what it is told to, and keeps what the page says. */
const HOST = `<!doctype html><body><script>
  window.said = []
  window.answer = {}
  window.open_ = (html, context) => {
    const frame = document.createElement('iframe')
    frame.setAttribute('sandbox', 'allow-scripts')
    frame.style.width = '640px'
    frame.style.height = '420px'
    frame.srcdoc = html
    document.body.append(frame)
    window.tell = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*')
    addEventListener('message', ({ source, data }) => {
      if (source !== frame.contentWindow) return
      window.said.push(data)
      if (data.method === 'ui/initialize') tell({ id: data.id, result: { protocolVersion: '2026-01-26', hostInfo: { name: 'h', version: '1' }, hostCapabilities: { serverTools: {} }, hostContext: context } })
      if (data.method === 'tools/call') tell({ id: data.id, result: window.answer })
    })
  }
</script></body>`

let server: TestServer
let browser: Browser | null = null
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chart-page-'))
  await buildChartPage(folder)
  server = await testServer({
    asset: async (name) => (name === 'embedded/assets/mcp-chart.js' ? { body: await readFile(join(folder, 'mcp-chart.js')), type: 'text/javascript' } : null),
  })
  browser = CHROMIUM ? await openChromium() : null
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

async function readPage(): Promise<any> {
  const body = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'ui://querent/chart' } }
  const text = await (await server.open('POST /llm/mcp', { body })).text()
  return JSON.parse(text.replace(/^(?:event: message\n)?data: /, '')).result.contents[0]
}

async function shown(context: object): Promise<{ page: Page; frame: Frame; outside: string[]; errors: string[] }> {
  const page = (await browser?.newPage()) as Page
  const [outside, errors]: [string[], string[]] = [[], []]
  page.on('request', (request) => /^https?:/.test(request.url()) && outside.push(request.url()))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(String(error)))
  await page.setContent(HOST)
  await page.evaluate(([html, given]) => (globalThis as any).open_(html, given), [(await readPage()).text, context] as const)
  await page.waitForFunction(() => (globalThis as any).said.some(({ method }: any) => method === 'ui/notifications/initialized'))
  return { page, frame: page.frames()[1] as Frame, outside, errors }
}

const tell = (page: Page, method: string, params: unknown) => page.evaluate((message) => (globalThis as any).tell(message), { method, params })
const said = (page: Page): Promise<any[]> => page.evaluate(() => (globalThis as any).said)

test('the page is one file of its type, and names no domain it would reach', async () => {
  const page = await readPage()
  expect([page.uri, page.mimeType]).toEqual(['ui://querent/chart', 'text/html;profile=mcp-app'])
  expect(page._meta.ui.csp).toEqual({ connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] })
  expect(page.text).not.toMatch(/<(?:link|img|iframe)\b|<script[^>]+src=/i)
  expect(page.text.match(/<\/script>/gi)).toHaveLength(1)
})

test.skipIf(!CHROMIUM)('a result is drawn, in the theme of the client, and asks nothing outside', async () => {
  const { page, frame, outside, errors } = await shown({ theme: 'dark', locale: 'de-DE' })
  await tell(page, 'ui/notifications/tool-result', chart(['EU', 3], ['US', 5]))
  await frame.waitForSelector('#chart svg .mark-rect path')
  expect(await frame.locator('.mark-rect.role-mark path').count()).toBe(2)
  expect([await frame.textContent('h1'), await frame.textContent('button')]).toEqual(['Revenue by region', 'Neu lesen'])
  const ground = () => frame.evaluate(() => (globalThis as any).getComputedStyle((globalThis as any).document.body).backgroundColor)
  expect(await ground()).toBe('rgb(20, 23, 31)')
  await tell(page, 'ui/notifications/host-context-changed', { theme: 'light' })
  await expect.poll(ground).toBe('rgb(255, 255, 255)')
  expect((await said(page)).filter(({ method }) => method === 'ui/notifications/size-changed').at(-1).params.height).toBeGreaterThan(200)
  expect([outside, errors]).toEqual([[], []])
  await page.close()
})

test.skipIf(!CHROMIUM)('it is read anew by the server’s own tool', async () => {
  const { page, frame } = await shown({})
  await tell(page, 'ui/notifications/tool-result', chart(['EU', 3]))
  await frame.waitForSelector('.mark-rect.role-mark path')
  await page.evaluate((answer) => ((globalThis as any).answer = answer), chart(['EU', 3], ['US', 5], ['APAC', 4]))
  await frame.click('button')
  await expect.poll(() => frame.locator('.mark-rect.role-mark path').count()).toBe(3)
  expect((await said(page)).find(({ method }) => method === 'tools/call').params).toEqual({
    name: 'get_chart',
    arguments: { chart_id: 'cht_1', row_limit: 1000 },
  })
  await page.close()
})

test.skipIf(!CHROMIUM)('values that look like markup, faults and answers without rows are text', async () => {
  const { page, frame } = await shown({})
  await tell(page, 'ui/notifications/tool-result', chart(['<img src=x onerror=alert(1)>', 3]))
  await frame.waitForSelector('.mark-rect.role-mark path')
  expect(await frame.locator('#chart img').count()).toBe(0)
  await tell(page, 'ui/notifications/tool-result', { isError: true, content: [{ type: 'text', text: 'not_found: no such <b>chart</b>' }] })
  await expect.poll(() => frame.textContent('.notice')).toBe('not_found: no such <b>chart</b>')
  await tell(page, 'ui/notifications/tool-result', { content: [], structuredContent: { answer: 'There are 59 customers.', attachments: [] } })
  await expect.poll(() => frame.textContent('.notice')).toBe('There are 59 customers.')
  await page.close()
})
