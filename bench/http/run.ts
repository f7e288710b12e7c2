import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { newApiKey } from '#domain/access/api-key.ts'
import { freePort } from '#test/free-port.ts'
import { type Measured, measured, median, type Server, startServer } from '../processes.ts'
import { endTimed, given, isSmoke, sized } from '../smoke.ts'
import { countCost, seedSessions, seedTrail, unchained } from './seed.ts'
import { readTrail } from './trail.ts'

const rounds = Number(given[0] ?? sized(5, 1))
const seconds = Number(given[1] ?? sized(2, 1))
const rows = Number(given[2] ?? sized(1_000_000, 400))

const folder = mkdtempSync(join(tmpdir(), 'querent-bench-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const { key } = newApiKey('dev')
const port = await freePort()
const anchorPort = await freePort()
const email = 'bench@example.com'
const environment = { PORT: String(port), WORKSPACE_PORT: 'off', DATA_DIR: folder, QUERENT_ADMIN_API_KEY: key, QUERENT_ADMIN_EMAIL: email, QUERY_RUNNERS: '1' }
const start = () => startServer(process.execPath, ['--import', './bench/http/loop-gap.ts', 'runtime/node.ts'], environment, answersHealth, 1)

let ours = await start()
await ours.stop()
console.log(`seeding ${rows.toLocaleString('en')} sessions`)
await seedSessions(join(folder, 'querent.db'), email, rows)
const [entries, backlog] = sized([1_000_000, 100_000], [2_000, 1_000])
console.log(`seeding ${entries.toLocaleString('en')} entries of the audit trail, ${backlog.toLocaleString('en')} of them not chained`)
await seedTrail(join(folder, 'querent.db'), entries, backlog)
ours = await start()
const anchors = await startServer(
  process.execPath,
  ['bench/http/anchors.ts'],
  { PORT: String(anchorPort), ANCHOR_DATABASE: join(folder, 'anchor.db') },
  (output) => output.includes('ready'),
  1,
)

const api = `http://127.0.0.1:${port}/api/v1`
const authorized = { authorization: `Bearer ${key}` }
const body = JSON.stringify({ title: 'Revenue by region' })
const json = { 'content-type': 'application/json' }
console.log('reading the trail while the backlog is chained')
const trail = await readTrail(api, authorized, join(folder, 'querent.db'))
console.log(`  ${trail.chainedMeanwhile.toLocaleString('en')} entries were chained meanwhile`)
await chained()
const lastPage = await cursorOfLastPage()

type Cell = { name: string; server: Server; url: string; method?: 'POST'; headers?: Record<string, string>; body?: string; connections?: number }
const cells: Cell[] = [
  { name: 'Hono hello', server: anchors, url: `http://127.0.0.1:${anchorPort}/hello` },
  { name: 'S6 authenticated GET', server: ours, url: `${api}/core/auths`, headers: authorized },
  { name: 'create by hand', server: anchors, url: `http://127.0.0.1:${anchorPort}/sessions`, method: 'POST', headers: json, body },
  { name: 'S7 validated create', server: ours, url: `${api}/llm/sessions/new`, method: 'POST', headers: { ...authorized, ...json }, body },
  { name: 'first page', server: ours, url: `${api}/llm/sessions/paginated?page_size=20`, headers: authorized, connections: 4 },
  { name: 'S9 last page', server: ours, url: `${api}/llm/sessions/paginated?page_size=20&cursor=${lastPage}`, headers: authorized, connections: 4 },
]

const results = new Map<string, { micros: number; rate: number; foreign: number; bad: number }[]>()
for (let round = 0; round <= rounds; round++) {
  for (const cell of isSmoke && round === 0 ? [] : cells) {
    const { value, cpu, foreignPercent } = await hit(cell)
    if (round === 0) continue
    const answered = value['2xx']
    const row = { micros: (cpu * 1e6) / answered, rate: answered / seconds, foreign: foreignPercent, bad: value.non2xx + value.errors }
    results.set(cell.name, [...(results.get(cell.name) ?? []), row])
  }
}

const column = (name: string, member: 'micros' | 'rate' | 'foreign' | 'bad') => (results.get(name) ?? []).map((row) => row[member])
const ratio = (name: string, base: string) => median(column(name, 'micros').map((value, index) => value / (column(base, 'micros')[index] ?? Number.NaN)))

console.log(`\nNode ${process.version}, ${rounds} interleaved rounds of ${seconds} s, 50 connections (4 on pages), server on one core\n`)
console.log('| route | requests/s | CPU µs a request | foreign CPU % | not 2xx |\n|---|---|---|---|---|')
for (const { name } of cells) {
  console.log(
    `| ${name} | ${median(column(name, 'rate')).toFixed(0)} | ${median(column(name, 'micros')).toFixed(1)} | ${median(column(name, 'foreign')).toFixed(0)} | ${column(name, 'bad').reduce((a, b) => a + b, 0)} |`,
  )
}
console.log(
  `\ncounting ${rows.toLocaleString('en')} sessions for \`total\`: ${(await countCost(join(folder, 'querent.db'))).toFixed(1)} ms; a page reads a kept count instead`,
)

const gap = await longestGap()
await ours.stop()
await anchors.stop()

const figures: [string, number, number][] = [
  ['S6 authenticated GET / Hono hello', ratio('S6 authenticated GET', 'Hono hello'), 1.2],
  ['S7 validated create / by hand', ratio('S7 validated create', 'create by hand'), 1.6],
  ['S9 last page / first page', ratio('S9 last page', 'first page'), 1.5],
  [`reading the audit trail beside its backlog (${trail.slowest}), ms`, trail.slowestMs, 250],
  [`S10 longest event-loop gap (${gap.route}), ms`, gap.ms, 20],
]
const broken = [...results.values()].flat().some(({ bad }) => bad > 0) || (!isSmoke && trail.chainedMeanwhile === 0)
const short = figures.filter(([, value, goal]) => !(value <= goal))
console.log()
for (const [name, value, goal] of figures) console.log(`${value <= goal ? 'met  ' : 'short'} ${name}: ${value.toFixed(2)} (goal ${goal})`)
console.log(`http: ${figures.length - short.length} of ${figures.length} goals met${broken ? ', and some requests failed' : ''}`)
endTimed(short.length === 0 && !broken)

function hit({ server, url, method, headers = {}, body: payload, connections = 50 }: Cell): Promise<Measured<autocannon.Result>> {
  return measured(server.pid, () =>
    autocannon({
      url,
      method: method ?? 'GET',
      headers,
      ...(payload ? { body: payload } : {}),
      connections,
      timeout: 30,
      ...sized({ duration: seconds }, { amount: 100 }),
    }),
  )
}

/** The cursor that leads to the last page: asked of the page before it, found once by number. */
async function cursorOfLastPage(): Promise<string> {
  const pages = Math.ceil(rows / 20)
  const reply = await fetch(`${api}/llm/sessions/paginated?page_size=20&page=${pages - 1}`, { headers: authorized })
  const page = (await reply.json()) as { next_cursor: string | null }
  if (!page.next_cursor) throw new Error(`no cursor on page ${pages - 1}: ${JSON.stringify(page).slice(0, 200)}`)
  return page.next_cursor
}

/** Calls every list and search of the services on the big database, and tells the longest time any of them held the event loop; noise only adds, so the best of three counts. */
async function longestGap(): Promise<{ route: string; ms: number }> {
  const routes = [
    '/llm/sessions?page_size=500',
    '/llm/sessions/paginated?page=50000',
    '/llm/sessions/paginated?page=25000&sort=title',
    '/llm/sessions/paginated?q=week%20999999',
    '/llm/sessions/paginated?archived=true',
    '/llm/sessions/search?q=revenue',
    '/llm/sessions/search?q=absent',
    '/core/audit-logs?page_size=500',
    '/core/audit-logs/paginated?q=session',
    '/core/users/paginated',
    '/core/models',
    '/analytics/charts/paginated?q=x',
    '/semantic/datasources/paginated',
  ]
  let worst = { route: '', ms: 0 }
  for (const route of routes) {
    let best = Number.POSITIVE_INFINITY
    for (let i = 0; i < sized(3, 1); i++) {
      await readGap()
      const reply = await fetch(`${api}${route}`, { headers: authorized })
      if (!reply.ok) throw new Error(`${route}: ${reply.status} ${await reply.text()}`)
      await reply.arrayBuffer()
      best = Math.min(best, await readGap())
    }
    console.log(`  ${best.toFixed(1).padStart(6)} ms  ${route}`)
    if (best > worst.ms) worst = { route, ms: best }
  }
  return worst
}

/** Nothing is measured while the backlog is chained. */
async function chained(): Promise<void> {
  while ((await unchained(join(folder, 'querent.db'))) > 500) await new Promise((resolve) => setTimeout(resolve, 500))
}

async function readGap(): Promise<number> {
  const latest = () => [...ours.output().matchAll(/loop-gap (\d+) ([\d.]+)/g)].at(-1)
  const before = Number(latest()?.[1] ?? 0)
  process.kill(ours.pid, 'SIGUSR2')
  for (let i = 0; i < 1000; i++) {
    const found = latest()
    if (found && Number(found[1]) > before) return Number(found[2])
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error('the server does not tell its gaps')
}

async function answersHealth(): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/health`, { headers: { authorization: `Bearer ${key}` } }).then(
    (reply) => reply.ok,
    () => false,
  )
}
