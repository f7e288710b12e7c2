import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newApiKey } from '#domain/access/api-key.ts'
import { freePort } from '#test/free-port.ts'
import { seedSessions } from '../http/seed.ts'
import { median, startServer } from '../processes.ts'
import { endTimed, given, sized } from '../smoke.ts'
import { seedWords } from './seed.ts'

const rows = Number(given[0] ?? sized(1_000_000, 300))
const times = Number(given[1] ?? sized(100, 3))
const GOAL_MS = 25
const GOAL_RATIO = 1.5

const folder = mkdtempSync(join(tmpdir(), 'querent-sessions-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const { key } = newApiKey('dev')
const port = await freePort()
const email = 'bench@example.com'
const environment = {
  PORT: String(port),
  WORKSPACE_PORT: 'off',
  DATA_DIR: folder,
  QUERENT_ADMIN_API_KEY: key,
  QUERENT_ADMIN_EMAIL: email,
  QUERY_RUNNERS: '1',
  LOG: 'off',
}
const api = `http://127.0.0.1:${port}/api/v1/llm`
const headers = { authorization: `Bearer ${key}` }
const answers = () =>
  fetch(`http://127.0.0.1:${port}/health`, { headers }).then(
    (reply) => reply.ok,
    () => false,
  )
const start = () => startServer(process.execPath, ['runtime/node.ts'], environment, answers, 1)

const first = await start()
await first.stop()
const file = join(folder, 'querent.db')
console.log(`seeding ${rows.toLocaleString('en')} sessions`)
await seedSessions(file, email, rows)
const texts = await seedWords(file)
console.log(`${texts.toLocaleString('en')} texts indexed, ${Math.round(statSync(file).size / 1e6)} MB`)
const server = await start()

const lastPage = Math.ceil(rows / 20)
const read = async (path: string): Promise<any> => {
  const reply = await fetch(`${api}${path}`, { headers })
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  return reply.json()
}
const cursor = (await read(`/sessions/paginated?page_size=20&page=${lastPage - 1}`)).next_cursor

const CELLS: [string, string][] = [
  ['page 1', '/sessions/paginated?page_size=20'],
  ['last page, by cursor', `/sessions/paginated?page_size=20&cursor=${cursor}`],
  ['last page, by number', `/sessions/paginated?page_size=20&page=${lastPage}`],
  ['middle page, by number', `/sessions/paginated?page_size=20&page=${Math.floor(lastPage / 2)}`],
  ['archived', '/sessions/paginated?page_size=20&archived=true'],
  ['pinned', '/sessions/paginated?page_size=20&pinned=true'],
  ['not pinned', '/sessions/paginated?page_size=20&pinned=false'],
  ['a model', '/sessions/paginated?page_size=20&model=analyst'],
  ['the model of nearly all', '/sessions/paginated?page_size=20&model=builtin'],
  ['by their last change', '/sessions/paginated?page_size=20&sort=updated_at&order=desc'],
  ['words of a title', `/sessions/paginated?page_size=20&q=week%20${Math.floor(rows / 3)}`],
  ['a word of every title', '/sessions/paginated?page_size=20&q=revenue'],
  ['search: a word of every title', '/sessions/search?q=revenue&page_size=20'],
  ['search: a word of many messages', '/sessions/search?q=supplier&page_size=20'],
  ['search: two words of a message', '/sessions/search?q=north%20churn&page_size=20'],
  ['search: a rare word', `/sessions/search?q=${Math.floor(rows / 3)}&page_size=20`],
  ['search: a word begun', '/sessions/search?q=wareho&page_size=20'],
  ['search: words nothing holds together', '/sessions/search?q=warehouse%20absent&page_size=20'],
  ['search: its tenth page', '/sessions/search?q=revenue&page_size=20&page=10'],
]

const taken = new Map<string, number[]>()
for (let round = -2; round < times; round++) {
  for (const [name, path] of CELLS) {
    const started = performance.now()
    await read(path)
    if (round >= 0) taken.set(name, [...(taken.get(name) ?? []), performance.now() - started])
  }
}
await server.stop()

const at = (name: string, share: number): number => {
  const sorted = (taken.get(name) ?? []).toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
console.log(`\nNode ${process.version}, ${times} requests each, one after the other\n\n| | p50 ms | p95 ms |\n|---|---|---|`)
for (const [name] of CELLS) console.log(`| ${name} | ${at(name, 0.5).toFixed(1)} | ${at(name, 0.95).toFixed(1)} |`)
/** A page of a million by its number, from the middle, is walked to over the index; a cursor is not. Told, and no goal. */
const goals = CELLS.filter(([name]) => name !== 'middle page, by number')
const slow = goals.filter(([name]) => !(at(name, 0.95) <= GOAL_MS)).map(([name]) => name)
const ratio = median((taken.get('last page, by cursor') ?? []).map((value, index) => value / (taken.get('page 1')?.[index] ?? Number.NaN)))
const worst = Math.max(...goals.map(([name]) => at(name, 0.95)))
console.log(`\nlast page / page 1: ${ratio.toFixed(2)} (goal ${GOAL_RATIO})`)
if (slow.length) console.log(`above ${GOAL_MS} ms: ${slow.join(', ')}`)
console.log(
  `sessions: ${goals.length - slow.length} of ${goals.length} reads within ${GOAL_MS} ms at p95 (worst ${worst.toFixed(1)} ms), last page / page 1 ${ratio.toFixed(2)}`,
)
endTimed(slow.length === 0 && ratio <= GOAL_RATIO)
