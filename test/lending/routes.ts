import type { Reply, TestServer } from '#test/harness.ts'
import { savedAs } from './files.ts'
import {
  behindTile,
  either,
  mayRead,
  ofAnswer,
  ofChart,
  ofChat,
  ofEditor,
  ofFacts,
  ofFilter,
  ofFiltered,
  ofGuest,
  ofGuestChat,
  ofGuestFilter,
  ofGuestThread,
  ofSource,
  ofTile,
  ofVerified,
  ofWords,
} from './oracle.ts'
import { readFeed, readJobs, readPlain } from './other-routes.ts'
import type { Chance, Graph, Person, Row, Session, Token } from './world.ts'
import { markOf, rowsIn } from './world.ts'

/** One reading of one route by one caller: what came back, and what might at most. */
export type Case = { route: string; allowed: Row[]; told: string }
export type Reader = { server: TestServer; graph: Graph; random: Chance; seed: number; scene: string; share: number }

const FORMATS = ['csv', 'json', 'ndjson', 'xlsx', 'parquet']
const NDJSON = { accept: 'application/x-ndjson' }
const STREAM = { accept: 'text/event-stream' }
const QUESTION = { question: 'List the code of all orders' }
const MEMBER = `filters=${encodeURIComponent('[{"member":"orders.region","values":["EU"]}]')}`
const COLUMN = `filters=${encodeURIComponent('[{"column":"region","values":["EU"]}]')}`
type Options = { body?: unknown; headers?: Record<string, string> }

/** Some of many, by the share that is read. */
const some = <T>({ random, share }: Reader, things: Iterable<T>): T[] => [...things].filter(() => share === 1 || random.chance(share))

const asking =
  (server: TestServer, as: string) =>
  (line: string, options: Options = {}) =>
    server.request(line, { as, ...options })
type Asking = ReturnType<typeof asking>

/** Threads of guests that one reader reads. */
const THREADS = 3

/** What guests of the caller's tokens asked. */
async function* readGuestThreads({ graph }: Reader, ask: Asking, who: string): AsyncGenerator<Case> {
  const { body: threads } = await ask('GET /analytics/guest-threads')
  for (const { id } of Array.isArray(threads) ? threads.slice(0, THREADS) : [])
    yield { route: 'guest thread', allowed: ofGuestThread(graph, who), told: (await ask(`GET /analytics/guest-threads/${id}`)).text }
}

/** The stream of an answer or of a dashboard that has ended, as text. */
async function streamed(server: TestServer, line: string, as: string, headers: Record<string, string> = {}): Promise<string> {
  const ending = new AbortController()
  const reply = await server.open(line, { as, headers, signal: ending.signal })
  return reply.text()
}

const callTool = (ask: Asking, name: string, given: unknown): Promise<Reply> =>
  ask('POST /llm/mcp', {
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
    headers: { accept: 'application/json, text/event-stream' },
  })

/** Every route by which a person may come to rows. The dear ones are read now and then. */
export async function* readAsPerson(reader: Reader, person: Person): AsyncGenerator<Case> {
  const { server, graph, random } = reader
  const ask = asking(server, person.key)
  const who = person.id
  for (const source of some(reader, graph.sources.values())) yield* readSource(reader, ask, source, who)
  if (random.chance(0.3)) yield* readGuestThreads(reader, ask, who)
  for (const id of some(reader, graph.charts.keys())) {
    const allowed = ofChart(graph, id, who)
    yield { route: 'chart', allowed, told: (await ask(`GET /analytics/charts/${id}/data`)).text }
    if (random.chance(0.3)) {
      const format = random.one(FORMATS)
      yield { route: `chart: export as ${format}`, allowed, told: await savedAs(server, `GET /analytics/charts/${id}/export?format=${format}`, person.key) }
    }
    if (random.chance(0.2)) yield { route: 'chart: ndjson', allowed, told: (await ask(`GET /analytics/charts/${id}/data`, { headers: NDJSON })).text }
    const cut = ofFiltered(graph, id, who).filter(({ region }) => region === 'EU')
    if (random.chance(0.2)) yield { route: 'chart: filtered', allowed: cut, told: (await ask(`GET /analytics/charts/${id}/data?${MEMBER}`)).text }
    if (random.chance(0.1)) yield { route: 'chart: filtered export', allowed: cut, told: (await ask(`GET /analytics/charts/${id}/export?${MEMBER}`)).text }
    if (random.chance(0.05)) yield { route: 'chart: filtered picture', allowed: cut, told: (await ask(`GET /analytics/charts/${id}/render?${MEMBER}`)).text }
    if (random.chance(0.1)) yield { route: 'chart: history', allowed: [], told: (await ask(`GET /analytics/charts/${id}/history`)).text }
    if (random.chance(0.1)) {
      const begun = (await ask('POST /llm/sessions/about', { body: { chart_id: id } })).body.id
      yield { route: 'chart: about', allowed: ofFiltered(graph, id, who), told: begun ? (await ask(`GET /llm/sessions/${begun}/messages`)).text : '' }
      if (begun) await ask(`DELETE /llm/sessions/${begun}`)
    }
    if (random.chance(0.1)) yield { route: 'chart: picture', allowed, told: (await ask(`GET /analytics/charts/${id}/render?format=svg`)).text }
    if (random.chance(0.1)) yield { route: 'chart: MCP', allowed, told: (await callTool(ask, 'get_chart', { chart_id: id })).text }
  }
  for (const dashboard of some(reader, graph.dashboards.values())) {
    const line = `GET /analytics/dashboards/${dashboard.id}`
    const tiles = dashboard.charts.map((chart) => ofTile(graph, dashboard, chart, who))
    const { body } = await ask(`${line}/data${random.chance(0.1) ? '?pictures=light' : ''}`)
    for (const [index, allowed] of tiles.entries()) yield { route: 'dashboard', allowed, told: JSON.stringify(body?.charts?.[index] ?? null) }
    if (random.chance(0.2)) yield { route: 'dashboard: ndjson', allowed: either(tiles), told: await streamed(server, `${line}/data`, person.key, NDJSON) }
    if (random.chance(0.2)) yield { route: 'dashboard: events', allowed: either(tiles), told: await streamed(server, `${line}/data`, person.key, STREAM) }
    yield { route: 'dashboard: values', allowed: ofFilter(graph, dashboard, who), told: (await ask(`${line}/filters/0/values`)).text }
    const [first] = dashboard.charts
    if (first !== undefined && random.chance(0.5))
      yield { route: 'dashboard: rows', allowed: behindTile(graph, dashboard, first, who), told: (await ask(`${line}/tiles/tile_0/rows`)).text }
    if (random.chance(0.15)) yield* readChat(ask, `${line.slice(4)}/chat`, ofChat(graph, dashboard, who), 'dashboard')
    if (random.chance(0.05)) yield { route: 'dashboard: picture', allowed: either(tiles), told: (await ask(`${line}/render?format=svg`)).text }
    if (random.chance(0.1)) yield { route: 'embedded page', allowed: [], told: await streamed(server, `GET /embedded/${dashboard.id}`, person.key) }
  }
  for (const session of graph.sessions.values()) yield* readSession(reader, ask, session, person)
  yield* readJobs(reader, person)
  if (random.chance(0.4)) yield* readFeed(reader, person)
  yield* readPlain(reader, person)
  const told = [...graph.sessions.values()].filter((session) => mayRead(graph, session, who)).flatMap((session) => ofWords(graph, session, who))
  const said = [...graph.sessions.values()].flatMap((session) => session.said)
  const sought = said.length > 0 && random.chance(0.7) ? random.one(said) : random.one(graph.rows).id
  const { text, headers } = await ask(`GET /llm/sessions/search?q=${markOf(sought)}`)
  // That something is found tells the word that was sought.
  const found = headers.get('x-total-count') === '0' || headers.get('x-total-count') === null ? '' : markOf(sought)
  yield { route: 'sessions: search', allowed: either([told]), told: `${text} ${found}` }
}

async function* readSource(reader: Reader, ask: Asking, { id, model }: { id: string; model: string }, who: string): AsyncGenerator<Case> {
  const { graph, seed, random } = reader
  const line = `POST /semantic/datasources/${id}/query`
  const [rows, facts, edited] = [ofSource(graph, id, who), ofFacts(graph, id, who), ofEditor(graph, id, who)]
  const semantic_query = { dimensions: [{ table: 'orders', column: 'code' }] }
  const sql = 'select code, region from orders'
  const told = async (asked: Promise<Reply>) => (await asked).text
  yield { route: 'source: SQL', allowed: rows, told: await told(ask(line, { body: { sql } })) }
  yield { route: 'source: semantic query', allowed: rows, told: await told(ask(line, { body: { semantic_query } })) }
  const headers = { 'Idempotency-Key': `k${seed}` }
  yield { route: 'source: repeated', allowed: rows, told: await told(ask(line, { body: { sql: 'select code from orders' }, headers })) }
  yield { route: 'source: preview', allowed: rows, told: await told(ask(`GET /semantic/datasources/${id}/tables/orders/preview`)) }
  yield { route: 'source: descriptions', allowed: facts, told: await told(ask(`GET /semantic/descriptions?datasource_id=${id}`)) }
  yield { route: 'source: tables', allowed: facts, told: await told(ask(`GET /semantic/datasources/${id}/tables`)) }
  yield { route: 'source: verified queries', allowed: ofVerified(graph, id, who), told: await told(ask(`GET /semantic/verified-queries?datasource_id=${id}`)) }
  yield { route: 'source: layer', allowed: edited, told: await told(ask(`GET /semantic/datasources/${id}/export`)) }
  yield { route: 'source: unmatched terms', allowed: edited, told: await told(ask(`GET /semantic/datasources/${id}/unmatched-terms`)) }
  yield { route: 'source: learned phrases', allowed: edited, told: await told(ask(`GET /semantic/learned-phrases?datasource_id=${id}`)) }
  yield { route: 'source: suggestions', allowed: either([facts, edited]), told: await told(ask(`GET /semantic/hierarchies?datasource_id=${id}`)) }
  const body = { datasource_id: id, query: { sql }, chart_type: 'table' }
  if (random.chance(0.3)) yield { route: 'source: chart tried', allowed: rows, told: await told(ask('POST /analytics/charts/preview', { body })) }
  if (random.chance(0.3)) yield { route: 'source: questions to begin with', allowed: facts, told: await told(ask(`GET /llm/suggestions?model=${model}`)) }
  if (random.chance(0.3)) yield* readFacts(reader, ask, id, who)
  if (random.chance(0.3))
    yield { route: 'source: MCP', allowed: rows, told: await told(callTool(ask, 'run_semantic_query', { datasource_id: id, query: semantic_query })) }
  if (random.chance(0.3))
    yield { route: 'source: MCP table', allowed: facts, told: await told(callTool(ask, 'describe_table', { datasource_id: id, table: 'orders' })) }
  if (random.chance(0.15)) {
    const body = { model: (await ask(`GET /core/models/${model}`)).body.name, messages: [{ role: 'user', content: 'List the code of all orders' }] }
    const answer = await ask('POST /llm/openai/v1/chat/completions', { body })
    yield { route: 'OpenAI', allowed: rows, told: answer.text }
    // It is his own from then on: no search is to find it.
    if (answer.body.session_id) await ask(`DELETE /llm/sessions/${answer.body.session_id}`)
    const response = await ask('POST /llm/openai/v1/responses', { body: { model: body.model, input: 'List the code of all orders', store: false } })
    yield { route: 'OpenAI responses', allowed: rows, told: response.text }
  }
}

/** What is told of a table, one by one and in pages, by the ids an administrator knows. */
async function* readFacts({ server, graph, random }: Reader, ask: Asking, source: string, who: string): AsyncGenerator<Case> {
  const facts = ofFacts(graph, source, who)
  const verified = ofVerified(graph, source, who)
  const one = async (path: string) => random.one<{ id: string } | undefined>((await server.request(`GET /semantic/${path}?datasource_id=${source}`)).body)?.id
  const read = async (path: string) => (await ask(`GET /semantic/${path}`)).text
  const page = `paginated?datasource_id=${source}&page_size=100`
  yield { route: 'source: description', allowed: facts, told: await read(`descriptions/${await one('descriptions')}`) }
  yield { route: 'source: page of descriptions', allowed: facts, told: await read(`descriptions/${page}`) }
  yield { route: 'source: verified query', allowed: verified, told: await read(`verified-queries/${await one('verified-queries')}`) }
  const edited = ofEditor(graph, source, who)
  yield { route: 'source: learned phrase', allowed: edited, told: await read(`learned-phrases/${await one('learned-phrases')}`) }
  yield { route: 'source: page of learned phrases', allowed: edited, told: await read(`learned-phrases/${page}`) }
  yield { route: 'source: page of verified queries', allowed: verified, told: await read(`verified-queries/${page}`) }
}

async function* readSession({ server, graph, random }: Reader, ask: Asking, session: Session, person: Person): AsyncGenerator<Case> {
  const { id, completion, link, source } = session
  const may = mayRead(graph, session, person.id)
  const words = ofWords(graph, session, person.id)
  const [allowed, rows] = may ? [words, ofAnswer(graph, session, person.id)] : [[], []]
  const { body } = await ask(`GET /llm/sessions/${id}/messages`)
  const said: { content: string; attachments: unknown[] }[] = Array.isArray(body) ? body : []
  yield { route: 'session: words', allowed, told: JSON.stringify(said.map(({ content }) => content)) }
  yield { route: 'session: rows', allowed: rows, told: JSON.stringify(said.map(({ attachments }) => attachments)) }
  yield { route: 'session: answer', allowed, told: (await ask(`GET /llm/session/completions/${completion}`)).text }
  yield { route: 'session: events', allowed, told: await streamed(server, `GET /llm/session/completions/${completion}/events`, person.key) }
  if (random.chance(0.2)) yield { route: 'session: page', allowed, told: (await ask(`GET /llm/sessions/${id}/messages/paginated?page_size=50`)).text }
  const own = may ? ofSource(graph, source, person.id) : []
  if (random.chance(0.5)) yield { route: 'session: replay', allowed: own, told: (await ask(`POST /llm/session/completions/${completion}/replay`)).text }
  if (link !== null) yield { route: 'session: link', allowed: words, told: (await ask(`GET /llm/sessions/shared/${link}`)).text }
  if (random.chance(0.2)) {
    const copy = (await ask(`POST /llm/sessions/${id}/clone`)).body.id
    const copied = copy ? await ask(`GET /llm/sessions/${copy}/messages`) : null
    yield { route: 'session: copy', allowed, told: copied?.text ?? '' }
    const last: { id: string } | undefined = copied?.body.at?.(-1)
    if (last) yield* takeSteps(ask, `llm/sessions/${copy}/messages/${last.id}/steps`, own)
    // What is copied is the copier's own from then on, out of reach of what is taken from him.
    if (copy) await ask(`DELETE /llm/sessions/${copy}`)
  }
}

/** What is answered to a question on a dashboard, then read again and forgotten: it is the asker's own, out of reach of what is taken from him. */
async function* readChat(ask: Asking, path: string, allowed: Row[], by: string, isForgotten = true): AsyncGenerator<Case> {
  yield { route: `${by}: chat`, allowed, told: (await ask(`POST ${path}`, { body: QUESTION })).text }
  yield { route: `${by}: chat read again`, allowed, told: (await ask(`GET ${path}`)).text }
  if (isForgotten) await ask(`DELETE ${path}`)
}

/** Every route a guest token opens. */
export async function* readAsGuest(reader: Reader, token: Token): AsyncGenerator<Case> {
  const { server, graph, random } = reader
  const ask = asking(server, token.token)
  const charts = graph.dashboards.get(token.dashboard)?.charts ?? []
  const tiles = charts.map((chart) => ofGuest(graph, token, chart))
  const line = `GET /analytics/dashboards/${token.dashboard}`
  const { body } = await ask(`${line}/data`)
  for (const [index, allowed] of tiles.entries()) yield { route: 'guest: dashboard', allowed, told: JSON.stringify(body?.charts?.[index] ?? null) }
  for (const id of some(reader, graph.charts.keys())) {
    const allowed = ofGuest(graph, token, id)
    yield { route: 'guest: chart', allowed, told: (await ask(`GET /analytics/charts/${id}/data`)).text }
    const cut = allowed.filter(({ region }) => region === 'EU')
    if (random.chance(0.3)) yield { route: 'guest: filtered', allowed: cut, told: (await ask(`GET /analytics/charts/${id}/data?${COLUMN}`)).text }
    if (random.chance(0.2)) yield { route: 'guest: member', allowed: [], told: (await ask(`GET /analytics/charts/${id}/data?${MEMBER}`)).text }
    if (random.chance(0.3)) {
      const format = random.one(FORMATS)
      yield { route: `guest: export as ${format}`, allowed, told: await savedAs(server, `GET /analytics/charts/${id}/export?format=${format}`, token.token) }
    }
    if (random.chance(0.05)) yield { route: 'guest: picture', allowed, told: (await ask(`GET /analytics/charts/${id}/render?format=svg`)).text }
  }
  if (random.chance(0.3)) yield { route: 'guest: ndjson', allowed: either(tiles), told: await streamed(server, `${line}/data`, token.token, NDJSON) }
  if (random.chance(0.3)) yield { route: 'guest: events', allowed: either(tiles), told: await streamed(server, `${line}/data`, token.token, STREAM) }
  yield { route: 'guest: values', allowed: ofGuestFilter(graph, token), told: (await ask(`${line}/filters/0/values`)).text }
  if (random.chance(0.5)) yield* readChat(ask, `${line.slice(4)}/chat`, ofGuestChat(graph, token), 'guest', random.chance(0.1))
  for (const [index, allowed] of tiles.entries())
    if (random.chance(0.2)) yield { route: 'guest: MCP tile', allowed, told: (await callTool(ask, 'read_tile', { tile: `tile_${index}` })).text }
  for (const source of graph.sources.keys()) {
    if (!random.chance(0.2)) continue
    const query = { measures: [], dimensions: [{ table: 'orders', column: 'code', name: 'code' }] }
    const { text } = await callTool(ask, 'run_semantic_query', { datasource_id: source, query })
    yield { route: 'guest: MCP query', allowed: ofGuestChat(graph, token), told: text }
  }
  if (random.chance(0.1)) yield { route: 'guest: picture of all', allowed: either(tiles), told: (await ask(`${line}/render?format=svg`)).text }
  if (random.chance(0.3)) yield { route: 'guest: rows', allowed: [], told: (await ask(`${line}/tiles/tile_0/rows`)).text }
  for (const source of graph.sources.keys())
    if (random.chance(0.2))
      yield {
        route: 'guest: source',
        allowed: [],
        told: (await ask(`POST /semantic/datasources/${source}/query`, { body: { sql: 'select code from orders' } })).text,
      }
}

/** The rows that came back. */
export const told = ({ told: text }: Case): number[] => rowsIn(text)

/** What is done with an answer without asking again. */
async function* takeSteps(ask: Asking, path: string, allowed: Row[]): AsyncGenerator<Case> {
  const change = { action: 'filter', table: 'orders', column: 'id', operator: 'greater_than', values: [0] }
  yield { route: 'session: choices of steps', allowed, told: (await ask(`GET /${path}`)).text }
  yield { route: 'session: step', allowed, told: (await ask(`POST /${path}`, { body: { change } })).text }
}
