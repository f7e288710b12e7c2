import { type TestServer, testServer } from '#test/harness.ts'
import { realSources } from '#test/ports.ts'
import { type Graph, loseRights, openSources, type Row, randomGraph } from './graph.ts'
import { ofChart, ofGuest, ofSource, ofTile } from './oracle.ts'

export type Beyond = { route: string; seed: number; who: string; allowed: number[]; got: number[] }
/** `shown` counts the cases in which rows came back: a product that answers nobody proves nothing. */
export type Proof = { cases: number; shown: number; beyond: Beyond[] }

/** Random graphs, each read by everyone through every route that returns rows, then again after rights were lost, until that many cases were judged. */
export async function proveLending(count: number, seed: number, stopAtFirst = false): Promise<Proof> {
  const server = await testServer({ ports: realSources() })
  const proof: Proof = { cases: 0, shown: 0, beyond: [] }
  try {
    const sources = await openSources(server, 2)
    for (let round = 0; proof.cases < count && !(stopAtFirst && proof.beyond.length > 0); round++) {
      const at = seed + round * 7919
      const graph = await randomGraph(server, sources, at)
      await readAll(server, graph, proof, at)
      await loseRights(server, graph, at + 1)
      await readAll(server, graph, proof, at)
      for (const person of graph.people.values()) if (!person.active) await server.request(`PUT /core/users/${person.id}`, { body: { status: 'active' } })
    }
  } finally {
    await server.close()
  }
  return proof
}

async function readAll(server: TestServer, graph: Graph, proof: Proof, seed: number): Promise<void> {
  const judge = (route: string, who: string, reply: { status: number; body: any } | null, allowed: Row[]) => {
    proof.cases++
    const got: number[] = (reply?.body?.rows ?? []).map(([id]: [number | string]) => Number(id))
    const may = new Set(allowed.map(({ id }) => id))
    if (got.length > 0) proof.shown++
    if (got.some((id) => !may.has(id))) proof.beyond.push({ route, seed, who, allowed: [...may], got })
  }
  const judgeTiles = (route: string, who: string, body: any, allowedOf: (chart: string) => Row[], charts: string[]) => {
    for (const [index, id] of charts.entries()) judge(route, who, { status: 200, body: body?.charts?.[index]?.data }, allowedOf(id))
  }
  for (const { id: who, key, name } of graph.people.values()) {
    const ask = (line: string, body?: unknown, headers?: Record<string, string>) =>
      server.request(line, { as: key, ...(body === undefined ? {} : { body }), ...(headers ? { headers } : {}) })
    for (const source of graph.sources.keys()) {
      const line = `POST /semantic/datasources/${source}/query`
      const allowed = ofSource(graph, source, who)
      judge('source: SQL', name, await ask(line, { sql: 'select id, region from orders' }), allowed)
      const semantic_query = { dimensions: ['orders.id'] }
      judge('source: semantic query', name, await ask(line, { semantic_query }), allowed)
      judge('source: repeated', name, await ask(line, { sql: 'select id from orders' }, { 'Idempotency-Key': `k${seed}` }), allowed)
      const preview = await ask(`GET /semantic/datasources/${source}/tables/orders/preview`)
      judge('source: preview', name, preview, allowed)
    }
    for (const chart of graph.charts.keys()) judge('chart', name, await ask(`GET /analytics/charts/${chart}/data`), ofChart(graph, chart, who))
    for (const dashboard of graph.dashboards.values()) {
      const { body } = await ask(`GET /analytics/dashboards/${dashboard.id}/data`)
      judgeTiles('dashboard', name, body, (chart) => ofTile(graph, dashboard, chart, who), dashboard.charts)
    }
  }
  for (const token of graph.tokens) {
    const who = `guest of ${graph.people.get(token.minter)?.name}`
    const ask = (line: string) => server.request(line, { as: token.token })
    const charts = graph.dashboards.get(token.dashboard)?.charts ?? []
    const { body } = await ask(`GET /analytics/dashboards/${token.dashboard}/data`)
    judgeTiles('guest: dashboard', who, body, (chart) => ofGuest(graph, token, chart), charts)
    for (const chart of graph.charts.keys()) judge('guest: chart', who, await ask(`GET /analytics/charts/${chart}/data`), ofGuest(graph, token, chart))
  }
}
