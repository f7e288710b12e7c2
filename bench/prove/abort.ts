import { readFileSync } from 'node:fs'
import Libsql from 'libsql'
import { type Kind, type Left, leaveAtRandom } from '#test/leaving/clients.ts'
import { type Call, startEndlessUpstream } from '#test/leaving/endless-provider.ts'
import { addModels, type Ours, startOurs } from '../llm/service.ts'
import { cpuSeconds, treeOf } from '../processes.ts'
import { sized } from '../smoke.ts'
import { leaveOnWorkerd, type Stored } from './abort-workerd.ts'

const STOP_WITHIN_MS = 2_000
const KINDS: Kind[] = [
  { model: 'endless', streamed: true },
  { model: 'endless', streamed: false },
  { model: 'endless', streamed: true },
  { model: 'endless-sourced', streamed: true },
  { model: 'endless', streamed: false },
  { model: 'endless-sourced', streamed: false },
]
const flag = (name: string, otherwise: string) => process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise
const runtimes = flag('on', sized('node,bun,workerd', 'node')).split(',')

type Verdict = { runtime: string; clients: number; asked: number; late: number; slowestMs: number; leaks: string[] }
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const verdicts: Verdict[] = []
if (runtimes.includes('node')) verdicts.push(await proveLocal('node', Number(flag('clients', sized('1000', '12')))))
if (runtimes.includes('bun')) verdicts.push(await proveLocal('bun', 100))
if (runtimes.includes('workerd')) verdicts.push(await proveWorkerd(100))

for (const { runtime, leaks } of verdicts) for (const leak of leaks) console.log(`${runtime}: ${leak}`)
console.log(
  `abort: ${verdicts
    .map(
      ({ runtime, clients, asked, late, slowestMs, leaks }) =>
        `${runtime}: ${clients} clients left, ${asked} calls and queries under way, ${asked - late} stopped within 2 s (slowest ${slowestMs} ms), ${leaks.length} leaks`,
    )
    .join('; ')}`,
)
process.exit(verdicts.some(({ late, leaks }) => late || leaks.length) ? 1 : 0)

async function proveLocal(runtime: 'node' | 'bun', clients: number): Promise<Verdict> {
  let ours: Ours | undefined
  const upstream = await startEndlessUpstream(() => ours?.datasourceId ?? '')
  ours = await startOurs(runtime, { QUERY_RUNNERS: '2', LOG: 'off' }, null, './bench/prove/active-resources.ts')
  await addModels(ours.call, ours.datasourceId, upstream.url, ['endless'], ['endless'])
  await leaveAtRandom(ours.url, ours.key, KINDS, 24, 6, 500)
  await sleep(STOP_WITHIN_MS)
  upstream.calls.clear()
  const before = await held(ours, runtime)
  const left = await leaveAtRandom(ours.url, ours.key, KINDS, clients, 40, 600)
  await sleep(STOP_WITHIN_MS)
  const busy = await runnersBusy(ours.server.pid)
  const after = await held(ours, runtime)
  const { asked, late, slowestMs, running } = stopsOf(left, upstream.calls, storedIn(ours.databaseFile))
  const leaks = [
    ...(upstream.open.size ? [`${upstream.open.size} provider calls still open`] : []),
    ...(running ? [`${running} completions left running`] : []),
    ...(busy ? [`query processes still used ${busy.toFixed(2)} CPU seconds a second`] : []),
    ...(after.clients > before.clients ? [`sockets of clients grew from ${before.clients} to ${after.clients}`] : []),
    ...(after.timers > before.timers + 2 ? [`timers grew from ${before.timers} to ${after.timers}`] : []),
    ...(after.sockets > before.sockets + 2 ? [`sockets grew from ${before.sockets} to ${after.sockets}`] : []),
  ]
  await ours.server.stop()
  await upstream.stop()
  return { runtime, clients, asked, late, slowestMs, leaks }
}

async function proveWorkerd(clients: number): Promise<Verdict> {
  const { left, calls, open, rows, runnerPid, end } = await leaveOnWorkerd(KINDS, clients, STOP_WITHIN_MS)
  const busy = await runnersBusy(runnerPid)
  const { asked, late, slowestMs, running } = stopsOf(left, calls, rows)
  await end()
  const leaks = [
    ...(open ? [`${open} provider calls still open`] : []),
    ...(running ? [`${running} completions left running`] : []),
    ...(busy ? [`query processes still used ${busy.toFixed(2)} CPU seconds a second`] : []),
  ]
  return { runtime: 'workerd', clients, asked, late, slowestMs, leaks }
}

function storedIn(databaseFile: string): Stored[] {
  const database = new Libsql(databaseFile, { readonly: true })
  const rows = database
    .prepare("select s.title, c.status, c.completed_at from completions c join sessions s on s.id = c.session_id where s.title like '%client %'")
    .all([]) as Stored[]
  database.close()
  return rows
}

/** How long after its client left each provider call ended, and each answer was stored. */
function stopsOf(left: Left[], calls: Map<string, Call[]>, rows: Stored[]): { asked: number; late: number; slowestMs: number; running: number } {
  const stored = Map.groupBy(rows, ({ title }) => /client (\d+)/.exec(title)?.[1] ?? '')
  const took = left.flatMap(({ number, at }) => [
    ...(calls.get(String(number)) ?? []).map(({ closedAt }) => (closedAt === null ? Number.POSITIVE_INFINITY : closedAt - at)),
    // The clients that warmed the service bore the same first numbers: the last answer of a number is its.
    ...(stored.get(String(number)) ?? []).slice(-1).map((row) => (row.completed_at === null ? Number.POSITIVE_INFINITY : Date.parse(row.completed_at) - at)),
  ])
  return {
    asked: took.length,
    late: took.filter((ms) => ms > STOP_WITHIN_MS).length,
    slowestMs: Math.round(took.reduce((most, ms) => Math.max(most, ms), 0)),
    running: rows.filter(({ status }) => status === 'running').length,
  }
}

/** CPU seconds a second the processes that run queries still use; zero when next to nothing. */
async function runnersBusy(pid: number): Promise<number> {
  const runners = treeOf(pid).filter((member) => readFileSync(`/proc/${member}/cmdline`, 'utf8').includes('runner'))
  const used = () => runners.reduce((sum, runner) => sum + cpuSeconds(runner), 0)
  const before = used()
  await sleep(1_000)
  const share = used() - before
  return share > 0.2 ? share : 0
}

/** Connections of clients to a service, and the timers and sockets it holds itself; only Node tells those. */
async function held({ server: { pid, output }, url }: Ours, runtime: string): Promise<{ clients: number; timers: number; sockets: number }> {
  const clients = openTo(url)
  if (runtime !== 'node') return { clients, timers: 0, sockets: 0 }
  const latest = () => [...output().matchAll(/resources (\d+) (\d+) (\d+)/g)].at(-1)
  const before = Number(latest()?.[1] ?? 0)
  process.kill(pid, 'SIGUSR2')
  for (let i = 0; i < 1_000; i++) {
    const found = latest()
    if (found && Number(found[1]) > before) return { clients, timers: Number(found[2]), sockets: Number(found[3]) }
    await sleep(5)
  }
  throw new Error('the server does not tell what it holds')
}

/** Established connections to a port of this machine, from the kernel's table. */
function openTo(url: string): number {
  const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0')
  const ESTABLISHED = '01'
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local = '', , state]) => local.endsWith(`:${port}`) && state === ESTABLISHED).length
}
