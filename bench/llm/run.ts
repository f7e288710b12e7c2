import { execFileSync } from 'node:child_process'
import { forgetPeak, measured, median, residentMb } from '../processes.ts'
import { endTimed, sized } from '../smoke.ts'
import { type Gateway, startGateways } from './gateways.ts'
import { ask, type Load, type Outcome } from './load.ts'
import { readLoopDelay } from './service.ts'

const flag = (name: string, otherwise: string) => process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise
const rounds = Number(flag('rounds', sized('5', '1')))
const runtime = process.argv.includes('--bun') ? 'bun' : process.argv.includes('--workerd') ? 'workerd' : 'node'
// A Worker has no machine to run queries on, and its memory is the isolate's: of what is asked of the others only the streams are told.
const only = flag('cells', runtime === 'workerd' ? 'S2' : sized('S1,S2,S3,S4,S5,open', 'S2')).split(',')
const profile = flag('profile', '')

/** With them the time to a first token has no pace in it, and the upstream rests between tokens. */
const SHORT = 'mock-t5-d5'
const PACED = 'mock-t200-d5'
const SLOW = 'mock-t200-d50'
const AT_ONCE = 'mock-t200-d0'
const OPEN = 'mock-t60-d250'

type Cell = { key: string; told: string; load: Load; of: string[]; sourced?: true; rounds?: number }
const base = { tokens: 200, streamed: true, seconds: Number(flag('seconds', sized('3', '0.5'))) }
const cells: Cell[] = [
  {
    key: 'S1',
    told: '50 streams, a token every 5 ms',
    load: { ...base, model: PACED, connections: 50 },
    of: ['direct', 'node-http', 'portkey', 'streamText', 'ours'],
  },
  { key: 'S2', told: 'one stream of 5 tokens', load: { ...base, model: SHORT, tokens: 5, connections: 1 }, of: ['direct', 'node-http', 'portkey', 'ours'] },
  {
    key: 'S3',
    told: '500 streams, a token every 50 ms',
    load: { ...base, model: SLOW, connections: 500, requests: 500 },
    of: ['direct', 'node-http', 'portkey', 'ours'],
    rounds: 3,
  },
  {
    key: 'S4',
    told: '50 at once, not streamed',
    load: { ...base, model: AT_ONCE, connections: 50, streamed: false },
    of: ['direct', 'node-http', 'portkey', 'ours'],
  },
  { key: 'S5', told: '50 streams with one query each', load: { ...base, model: PACED, connections: 50 }, of: ['streamText + tool', 'ours'], sourced: true },
]

type Row = { perThousand: number; perRequest: number; first50: number; first99: number; perSecond: number; failed: number; peakMb: number; foreign: number }
const rows = new Map<string, Row[]>()
const wanted = cells.filter(({ key }) => only.includes(key))

execFileSync('taskset', ['-a', '-p', '-c', '0', String(process.pid)], { stdio: 'ignore' })
const gateways = await startGateways(
  runtime,
  [SHORT, PACED, SLOW, AT_ONCE, OPEN],
  runtime === 'workerd' ? [] : [PACED],
  profile ? { CPU_PROFILE: profile } : {},
)
const percentile = (values: number[], share: number) => values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * values.length) - 1)] ?? Number.NaN
const taking = (gateway: Gateway, cell: Cell, load: Partial<Load> = {}): Promise<Outcome> =>
  ask(gateway.target, { ...cell.load, model: gateway.modelOf(cell.load.model, cell.sourced === true), ...load })

for (const cell of wanted) {
  for (let round = 0; round <= (cell.rounds ?? rounds); round++) {
    for (const gateway of gateways.all) {
      if (!cell.of.includes(gateway.name)) continue
      if (round === 0) {
        await taking(gateway, cell, { connections: Math.min(8, cell.load.connections), seconds: 1.5, requests: 400 })
        continue
      }
      forgetPeak(gateway.server.pid)
      const { value, cpu, foreignPercent } = await measured(gateway.server.pid, () => taking(gateway, cell))
      note(cell, gateway, value, cpu, foreignPercent)
    }
  }
  table(cell)
}

function note(cell: Cell, gateway: Gateway, value: Outcome, cpu: number, foreign: number): void {
  const failed = [...value.failed.values()].reduce((sum, count) => sum + count, 0)
  for (const [why, count] of value.failed) console.log(`${gateway.name}, ${cell.key}: ${count} × ${why}`)
  const row = {
    perThousand: (cpu * 1e6) / value.tokens,
    perRequest: (cpu * 1e3) / value.answered,
    first50: percentile(value.firstTokens, 0.5),
    first99: percentile(value.firstTokens, 0.99),
    perSecond: value.tokens / value.seconds,
    failed,
    peakMb: residentMb(gateway.server.pid, true),
    foreign,
  }
  const key = `${cell.key} ${gateway.name}`
  rows.set(key, [...(rows.get(key) ?? []), row])
}

function column(cell: string, gateway: string, member: keyof Row): number[] {
  return (rows.get(`${cell} ${gateway}`) ?? []).map((row) => row[member])
}

function table({ key, told, of }: Cell): void {
  const round = (value: number, digits: number) => (Number.isFinite(value) ? value.toFixed(digits) : '-')
  console.log(
    `\n### ${key}: ${told}\n\n| | CPU ms per 1,000 tokens | CPU ms a request | first token p50 | p99 ms | tokens/s | peak MB | failed | foreign CPU % |\n|---|---|---|---|---|---|---|---|---|`,
  )
  for (const name of of) {
    const figure = (member: keyof Row, digits: number) => round(median(column(key, name, member)), digits)
    const failed = column(key, name, 'failed').reduce((sum, count) => sum + count, 0)
    console.log(
      `| ${name} | ${figure('perThousand', 1)} | ${figure('perRequest', 3)} | ${figure('first50', 1)} | ${figure('first99', 1)} | ${figure('perSecond', 0)} | ${figure('peakMb', 0)} | ${failed} | ${figure('foreign', 0)} |`,
    )
  }
}

type Figure = { name: string; value: number; holds: (value: number) => boolean; goal: string }
const figures: Figure[] = []
const atMost = (name: string, value: number, goal: number) => figures.push({ name, value, holds: (given) => given <= goal, goal: `at most ${goal}` })
const atLeast = (name: string, value: number, goal: number) => figures.push({ name, value, holds: (given) => given >= goal, goal: `at least ${goal}` })
/** The median over the rounds of what two had in the same round. */
const against = (cell: string, other: string, member: keyof Row, compare = (a: number, b: number) => a / b, which = 'ours') => {
  const theirs = column(cell, other, member)
  return median(column(cell, which, member).map((value, index) => compare(value, theirs[index] ?? Number.NaN)))
}
const hasPortkey = gateways.all.some(({ name }) => name === 'portkey')
const has = (key: string) => only.includes(key)
/** What is left of a goal for everything but passing bytes on. */
const tellPipe = (name: string, cell: string, other: string, member: keyof Row, compare?: (a: number, b: number) => number) =>
  console.log(`the bare pipe's ${name}: ${against(cell, other, member, compare, 'node-http').toFixed(2)}`)

if (has('S1')) {
  if (hasPortkey) atMost('S1 CPU a token / Portkey', against('S1', 'portkey', 'perThousand'), 0.6)
  atMost('S1 CPU a token / node:http', against('S1', 'node-http', 'perThousand'), 1.6)
  console.log(`S1 CPU a token / streamText: ${against('S1', 'streamText', 'perThousand').toFixed(2)}`)
}
if (has('S2')) {
  const after = (a: number, b: number) => a - b
  atMost('S2 first token after direct, ms', against('S2', 'direct', 'first50', after), 1)
  if (runtime !== 'workerd') tellPipe('S2 first token after direct, ms', 'S2', 'direct', 'first50', after)
}
if (has('S3')) {
  atLeast('S3 tokens / direct', against('S3', 'direct', 'perSecond'), 0.95)
  if (hasPortkey) {
    atMost('S3 first token p99 / Portkey', against('S3', 'portkey', 'first99'), 0.25)
    tellPipe('S3 first token p99 / Portkey', 'S3', 'portkey', 'first99')
  }
}
if (has('S4') && hasPortkey) {
  atMost('S4 CPU a request / Portkey', against('S4', 'portkey', 'perRequest'), 0.2)
  tellPipe('S4 CPU a request / Portkey', 'S4', 'portkey', 'perRequest')
}
if (has('S5')) atMost('S5 CPU a token / streamText with a tool', against('S5', 'streamText + tool', 'perThousand'), 0.8)
if (has('open')) await openStreams()
const failed = wanted.reduce((sum, { key }) => sum + column(key, 'ours', 'failed').reduce((all, count) => all + count, 0), 0)
atMost('streams and replies that failed', failed, 0)

/** A thousand streams at once: what each holds in memory, and how late they make the event loop. */
async function openStreams(): Promise<void> {
  const ours = gateways.all.find(({ name }) => name === 'ours') as Gateway
  const load: Load = { ...base, model: OPEN, tokens: 60, connections: 1_000, requests: 1_000, apartMs: 2, seconds: 120 }
  await ask(ours.target, { ...load, connections: 100, requests: 100 })
  const before = residentMb(ours.server.pid)
  forgetPeak(ours.server.pid)
  if (runtime === 'node') await readLoopDelay(ours.server)
  const { failed, answered } = await ask(ours.target, load)
  for (const [why, count] of failed) console.log(`1,000 open: ${count} × ${why}`)
  atMost('1,000 open streams: streams that lost an event', 1_000 - answered, 0)
  atMost('1,000 open streams: KB each', ((residentMb(ours.server.pid, true) - before) * 1024) / 1_000, 60)
  if (runtime !== 'node') return
  const { p99, longest } = await readLoopDelay(ours.server)
  console.log(`1,000 open streams: longest stall ${longest} ms`)
  atMost('1,000 open streams: event-loop stall p99, ms', p99, 50)
}

await gateways.stop()
console.log()
for (const { name, value, holds, goal } of figures) console.log(`${holds(value) ? 'met  ' : 'short'} ${name}: ${value.toFixed(2)} (${goal})`)
const short = figures.filter(({ value, holds }) => !holds(value))
console.log(
  `llm on ${runtime}: ${figures.length - short.length} of ${figures.length} goals met${short.length ? `; short: ${short.map(({ name }) => name).join('; ')}` : ''}`,
)
endTimed(short.length === 0)
