import { mkdtempSync, openAsBlob, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { newApiKey } from '#domain/access/api-key.ts'
import { freePort } from '#test/free-port.ts'
import { measured, median, startServer } from '../processes.ts'
import { endTimed, given, sized } from '../smoke.ts'
import { measureBarrier } from './barrier-price.ts'
import { type GuardedPath, measureGuardedPath } from './guarded-path.ts'
import { writeSales } from './sales.ts'

const rounds = Number(given[0] ?? sized(7, 1))
const sales = Number(given[1] ?? sized(10_000_000, 2_000))
const ROWS_AS_JSON = sized(100_000, 500)
const ROWS_AS_LINES = sized(1_000_000, 1_500)
const postgresServer = process.env.POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

const folder = mkdtempSync(join(tmpdir(), 'querent-bench-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const { key } = newApiKey('dev')
const port = await freePort()
const environment = {
  ...{ PORT: String(port), WORKSPACE_PORT: 'off', DATA_DIR: join(folder, 'data'), QUERENT_ADMIN_API_KEY: key, LOG: 'off' },
  ...{ QUERY_RUNNERS: '1', QUERY_MEMORY_MB: '4096', QUERY_ROW_LIMIT: String(ROWS_AS_LINES), MAX_UPLOAD_BYTES: '2000000000' },
}
const authorization = `Bearer ${key}`
const health = () =>
  fetch(`http://127.0.0.1:${port}/health`, { headers: { authorization } }).then(
    ({ ok }) => ok,
    () => false,
  )
const server = await startServer(process.execPath, ['--import', './bench/http/loop-gap.ts', 'runtime/node.ts'], environment, health)
const api = `http://127.0.0.1:${port}/api/v1`

const file = join(folder, 'sales.parquet')
console.log(`writing ${sales.toLocaleString('en')} rows of Parquet`)
await writeSales(file, sales)
const id = await connect()

const GROUPED = 'select region, category, sum(price * quantity) as revenue, count(*) as n from sales group by 1, 2 order by 1, 2'
const SEMANTIC = (id: number) => ({
  dimensions: [{ table: 'sales', column: 'region', name: 'region' }],
  measures: [{ aggregate: 'sum', table: 'sales', column: 'price', name: 'revenue' }],
  filters: { table: 'sales', column: 'id', operator: 'equals', values: [id] },
})

const grouped = await measureGrouped()
const asJson = await measureJson()
const semantic = await measureSemantic()
const lines = await measureLines()
const guarded = await measureGuardedPath(postgresServer, rounds).catch((error): GuardedPath | null => {
  console.log(`the guarded path on PostgreSQL was not measured: ${String(error).slice(0, 200)}`)
  return null
})
await server.stop()
const barrier = await measureBarrier(rounds)
for (const { engine, what, free, filtered } of barrier)
  console.log(
    `  row filter, ${engine}, ${what}: written by hand ${free.toFixed(2)} ms, as a filter ${filtered.toFixed(2)} ms, ${(filtered / free).toFixed(1)} x`,
  )
const scanned = barrier.filter(({ isScan }) => isScan).map(({ free, filtered }) => filtered / free)

const figures: [string, number, number][] = [
  ['S11 group-by of the whole file through the service / (1.2 x bare DuckDB + 2 ms)', grouped, 1],
  [`S12 ${ROWS_AS_JSON.toLocaleString('en')} rows as JSON, CPU µs a row`, asJson, 1.5],
  ['S14 semantic query over the same SQL by hand, ms of CPU', semantic, 0.5],
  [`first row of ${ROWS_AS_LINES.toLocaleString('en')} as lines / time of all`, lines.firstShare, 0.2],
  [`memory grown while ${ROWS_AS_LINES.toLocaleString('en')} rows pass, MB`, lines.grownMb, 64],
  ['longest event-loop gap meanwhile, ms', lines.gapMs, 20],
  ['a row filter / its condition written by hand, all rows of a table, the worst engine', Math.max(...scanned), 2.5],
  ...(guarded
    ? ([
        ['guarded path / bare driver, 10,000 rows on PostgreSQL, CPU', guarded.ratio, 1.15],
        ['guarded path over the bare driver, one row, ms', guarded.addedMs, 3],
      ] satisfies [string, number, number][])
    : []),
]
const short = figures.filter(([, value, goal]) => !(value <= goal))
for (const [name, value, goal] of figures) console.log(`${value <= goal ? 'met  ' : 'short'} ${name}: ${value.toFixed(2)} (goal ${goal})`)
console.log(`query: ${figures.length - short.length} of ${figures.length} goals met`)
endTimed(short.length === 0)

async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const reply = await fetch(`${api}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { authorization, 'content-type': 'application/json', ...headers },
  })
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  return reply
}

async function connect(): Promise<string> {
  const form = new FormData()
  form.append('file', await openAsBlob(file), 'sales.parquet')
  const stored = (await (await fetch(`${api}/semantic/files`, { method: 'POST', body: form, headers: { authorization } })).json()) as { id: string }
  const source = (await (await post('/semantic/datasources', { name: 'Sales', type: 'file', connection: { file_ids: [stored.id] } })).json()) as { id: string }
  const extraction = (await (await post('/semantic/semanticextractions', { datasource_id: source.id })).json()) as { id: string; status: string }
  for (;;) {
    const record = (await (await fetch(`${api}/semantic/semanticextractions/${extraction.id}`, { headers: { authorization } })).json()) as { status: string }
    if (record.status === 'completed') return source.id
    if (record.status === 'failed') throw new Error(JSON.stringify(record))
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** Wall time through HTTP against the same engine in this process, turn and turn about. */
async function measureGrouped(): Promise<number> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' })
  const connection = await instance.connect()
  await connection.run(`create view sales as from read_parquet('${file}')`)
  const ratios: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const [bare, ours] = [await msOf(async () => (await connection.runAndReadAll(GROUPED)).getRowObjectsJson()), await msOf(() => query({ sql: GROUPED }))]
    if (round > 0) ratios.push(ours / (1.2 * bare + 2))
    if (round > 0) console.log(`  group-by: bare ${bare.toFixed(1)} ms, service ${ours.toFixed(1)} ms`)
  }
  connection.disconnectSync()
  instance.closeSync()
  return median(ratios)
}

async function query(body: unknown): Promise<number> {
  return (await (await post(`/semantic/datasources/${id}/query`, body)).arrayBuffer()).byteLength
}

async function measureJson(): Promise<number> {
  const sql = `select id, region, category, quantity, price, customer from sales limit ${ROWS_AS_JSON}`
  const micros: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const { cpu, value } = await measured(server.pid, async () => {
      let bytes = 0
      for (let i = 0; i < 5; i += 1) bytes += await query({ sql, row_limit: ROWS_AS_JSON })
      return bytes
    })
    if (value < ROWS_AS_JSON * 5 * 20) throw new Error(`only ${value} bytes came`)
    if (round > 0) micros.push((cpu * 1e6) / (5 * ROWS_AS_JSON))
  }
  return median(micros)
}

/** Both go the same way but for the compiler, a new filter value each time: CPU of the server and its runner, ms a query. */
async function measureSemantic(): Promise<number> {
  const each = sized(50, 5)
  const differences: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const ids = Array.from({ length: each }, (_, index) => round * each + index)
    const byHand = await measured(server.pid, async () => {
      for (const id of ids) await query({ sql: `select region, sum(price) as revenue from sales where id = ${id} group by region` })
    })
    const semantic = await measured(server.pid, async () => {
      for (const id of ids) await query({ semantic_query: SEMANTIC(id) })
    })
    if (round > 0) differences.push(((semantic.cpu - byHand.cpu) * 1000) / each)
  }
  return median(differences)
}

async function measureLines(): Promise<{ firstShare: number; grownMb: number; gapMs: number }> {
  const sql = `select id, region, category, sold_on, quantity, price, customer from sales limit ${ROWS_AS_LINES}`
  const shares: number[] = []
  const gaps: number[] = []
  let grown = 0
  for (let round = 0; round < sized(3, 1); round += 1) {
    await readGap()
    const before = residentMb(server.pid)
    const started = performance.now()
    const reply = await post(`/semantic/datasources/${id}/query`, { sql }, { accept: 'application/x-ndjson' })
    let first = 0
    let lineCount = 0
    for await (const part of reply.body ?? []) {
      first ||= performance.now() - started
      for (const byte of part) if (byte === 10) lineCount += 1
      grown = Math.max(grown, residentMb(server.pid) - before)
    }
    if (lineCount !== ROWS_AS_LINES + 2) throw new Error(`${lineCount} lines came`)
    shares.push(first / (performance.now() - started))
    gaps.push(await readGap())
  }
  return { firstShare: median(shares), grownMb: grown, gapMs: Math.min(...gaps) }
}

function residentMb(pid: number): number {
  const { readFileSync } = process.getBuiltinModule('node:fs')
  return (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096) / 1e6
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function readGap(): Promise<number> {
  const latest = () => [...server.output().matchAll(/loop-gap (\d+) ([\d.]+)/g)].at(-1)
  const before = Number(latest()?.[1] ?? 0)
  process.kill(server.pid, 'SIGUSR2')
  for (let i = 0; i < 1000; i += 1) {
    const found = latest()
    if (found && Number(found[1]) > before) return Number(found[2])
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error('the server does not tell its gaps')
}
