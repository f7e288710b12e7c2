import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { getRequestListener } from '@hono/node-server'
import { packagedAssets } from '#runtime/reference-assets.ts'
import { builtWorkspace } from '#runtime/workspace/built.ts'
import { type TestServer, testServer } from '#test/harness.ts'
import { listen } from '#test/listen.ts'
import { connectFiles, extract, realSources } from '#test/ports.ts'

const customers = 'id,country,city\n1,France,Paris\n2,France,Lyon\n3,Chile,Lima\n4,Chile,Arica\n'
const orders = 'id,customer_id,amount,day\n1,1,10,2026-11-20\n2,1,20,2026-10-02\n3,2,30,2026-11-01\n4,3,40,2025-01-04\n5,4,50,2026-11-21\n'
const NOTE = '## Sales\n\nSee [the manual](https://example.com). <img src=x onerror="window.broken=1"><script>window.broken=1</script>'

export type Place = {
  server: TestServer
  service: string
  /** The origin that may frame the dashboard, and one that may not. */
  host: string
  stranger: string
  dashboard: string
  /** How the host's next tokens are asked for. */
  token: { body: Record<string, unknown>; minted: number; refuse: boolean }
  /** The files of the embedded page whose names these are wait until it is set to null. */
  held: { pattern: RegExp; release: Promise<void> } | null
  close(): Promise<void>
}

/** A deployment with one dashboard, and two sites on origins of their own that frame it by Superset's SDK. */
export async function openPlace(): Promise<Place> {
  const workspace = builtWorkspace((entry) => {
    if (entry.level === 'error') throw new Error(`${entry.message}: ${entry.cause}`)
  })
  const read = packagedAssets(() => workspace)
  const place = { held: null, token: { body: {}, minted: 0, refuse: false } } as unknown as Place
  const server = await testServer({
    ports: realSources(),
    asset: async (name) => {
      if (place.held?.pattern.test(name)) await place.held.release
      return read(name)
    },
  })
  // Tokens are held against the clock of the browser.
  server.clock.now = new Date()
  const answer = server.querent.origin(['core', 'llm', 'analytics', 'semantic', 'audio'])
  const service = await listen(
    createServer(getRequestListener((request) => answer(request, { ip: '127.0.0.1', waitUntil: null }), { overrideGlobalObjects: false })),
  )
  const site = createServer(async (request, response) => {
    if (request.url === '/token') {
      place.token.minted += 1
      if (place.token.refuse) return void response.writeHead(503).end()
      server.clock.now = new Date()
      const { body } = await server.request('POST /analytics/auth/guest-token', { body: { dashboard_id: place.dashboard, ...place.token.body } })
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    const script = request.url === '/sdk.js' ? sdk : null
    response.writeHead(200, { 'content-type': script ? 'text/javascript' : 'text/html' }).end(script ?? hostPage)
  })
  const stranger = createServer((request, response) => {
    response.writeHead(200, { 'content-type': request.url === '/sdk.js' ? 'text/javascript' : 'text/html' }).end(request.url === '/sdk.js' ? sdk : hostPage)
  })
  const [host, other] = [await listen(site), await listen(stranger)]
  Object.assign(place, { server, service: service.origin, host: host.origin, stranger: other.origin, dashboard: await dashboardOf(server, host.origin) })
  place.close = async () => {
    await Promise.all([service.stop(), host.stop(), other.stop()])
    await server.close()
  }
  return place
}

export const sdk = readFileSync(createRequire(import.meta.url).resolve('@superset-ui/embedded-sdk/bundle/index.js'), 'utf8')
export const hostPage = `<!doctype html><title>Host</title><link rel="icon" href="data:,"><style>#mount,#mount iframe,querent-dashboard{display:block;width:1100px;height:800px;border:0}</style>
<div id="mount"></div><script src="/sdk.js"></script><script>
window.fetchToken = async () => { const reply = await fetch('/token'); if (!reply.ok) throw new Error('no token'); return (await reply.json()).token }
window.embed = async (id, supersetDomain, dashboardUiConfig, resolve) => {
  window.masks = []
  window.embedded = await supersetEmbeddedSdk.embedDashboard({ id, supersetDomain, mountPoint: document.getElementById('mount'), fetchGuestToken: window.fetchToken, dashboardUiConfig,
    ...(resolve ? { resolvePermalinkUrl: async ({ key }) => location.origin + '/link/' + key } : {}) })
  window.embedded.observeDataMask((mask) => window.masks.push(mask))
}
</script>`

async function dashboardOf(server: TestServer, host: string): Promise<string> {
  const source = await connectFiles(server, { 'orders.csv': orders, 'customers.csv': customers, 'secrets.csv': 'id,word\n1,needle\n' })
  await extract(server, source)
  const relationship = { datasource_id: source, from_table: 'orders', from_columns: ['customer_id'], to_table: 'customers', to_columns: ['id'] }
  await server.request('POST /semantic/relationships', { body: { ...relationship, cardinality: 'many_to_one' } })
  const total = { aggregate: 'sum', table: 'orders', column: 'amount', name: 'total' }
  const country = { table: 'customers', column: 'country', name: 'country' }
  const bar = { mark: 'bar', encoding: { x: { field: 'country', type: 'nominal' }, y: { field: 'total', type: 'quantitative' } } }
  const chart = async (title: string, semantic_query: unknown, more: object = {}) => {
    const reply = await server.request('POST /analytics/charts', { body: { title, datasource_id: source, query: { semantic_query }, ...more } })
    if (reply.status !== 201) throw new Error(reply.text)
    return reply.body.id as string
  }
  const byCountry = await chart('By country', { measures: [total], dimensions: [country], order: [{ by: 'country' }] }, { spec: bar })
  const sum = await chart('Total', { measures: [total] })
  const cities = await chart('Cities', { measures: [total], dimensions: [{ ...country, column: 'city', name: 'city' }], order: [{ by: 'city' }] })
  const body = {
    title: 'Shop',
    layout: [
      { id: 'note', type: 'text', text: NOTE, x: 0, y: 0, w: 12, h: 1 },
      { id: 'bars', chart_id: byCountry, x: 0, y: 1, w: 6, h: 4 },
      { id: 'sum', chart_id: sum, x: 6, y: 1, w: 6, h: 4 },
      {
        id: 'tabs',
        type: 'tabs',
        tabs: [
          { id: 'first', title: 'First' },
          { id: 'second', title: 'Second' },
        ],
        x: 0,
        y: 5,
        w: 12,
        h: 5,
      },
      { id: 'cities', tab: 'first', chart_id: cities, x: 0, y: 0, w: 12, h: 4 },
      { id: 'again', tab: 'second', chart_id: sum, x: 0, y: 0, w: 6, h: 4 },
    ],
    filters: [{ id: 'country', member: 'customers.country', label: 'Country' }],
    embedded: { enabled: true, allowed_domains: [host] },
  }
  const reply = await server.request('POST /analytics/dashboards', { body })
  if (reply.status !== 201) throw new Error(reply.text)
  return reply.body.id
}
