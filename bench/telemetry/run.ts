import { createServer } from 'node:http'
import { freePort } from '#test/free-port.ts'
import { listen } from '#test/listen.ts'
import { type Ours, startOurs } from '../llm/service.ts'
import { measured, median } from '../processes.ts'
import { endTimed, given, isSmoke, sized } from '../smoke.ts'

/** What telemetry may cost a request and a question at most, as a factor on processor time. */
const GOALS = { request: 1.5, question: 1.25 }
const rounds = Number(given[0] ?? sized(7, 1))
const requests = sized(3_000, 50)
const questions = sized(60, 2)

let batches = 0
const collector = await listen(
  createServer((request, response) => {
    batches += 1
    request.resume().on('end', () => response.writeHead(200).end())
  }),
)
const SETTINGS: Record<string, Record<string, string>> = {
  off: {},
  metrics: { METRICS: 'on', METRICS_PORT: String(await freePort()) },
  'traces and metrics': { METRICS: 'on', METRICS_PORT: String(await freePort()), OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin },
  'traces of one in ten': { OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' },
}
const served = new Map<string, Ours>()
// No goal is about the two others: a smoke run starts those that are held against each other.
for (const [name, settings] of Object.entries(SETTINGS)) {
  if (isSmoke && name !== 'off' && name !== 'traces and metrics') continue
  const ours = await startOurs('node', { LOG: 'off', FIND_LOCAL_MODELS: 'false', ...settings })
  const made = await ours.call('core', 'POST /models', { body: { name: 'music', base_model_id: 'builtin', datasource_ids: [ours.datasourceId] } })
  if (made.status !== 201) throw new Error(made.text)
  served.set(name, ours)
}

const work: Record<keyof typeof GOALS, { times: number; once: (ours: Ours) => Promise<unknown> }> = {
  request: {
    times: requests,
    once: async ({ url, key }) => {
      const reply = await fetch(`${url}/api/v1/core/auths`, { headers: { authorization: `Bearer ${key}` } })
      if (reply.status !== 200) throw new Error(`answered ${reply.status}`)
      await reply.arrayBuffer()
    },
  },
  question: {
    times: questions,
    once: async ({ call }) => {
      const body = { model: 'music', messages: [{ role: 'user', content: 'How many customers are there in each country?' }] }
      const { status, text } = await call('llm', 'POST /session/completions', { body })
      if (status !== 200) throw new Error(text)
    },
  },
}

const AT_ONCE = 8
async function cost(ours: Ours, { times, once }: (typeof work)['request']): Promise<number> {
  const { cpu } = await measured(ours.server.pid, async () => {
    let left = times
    const lane = async () => {
      while (left-- > 0) await once(ours)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
  })
  return (cpu * 1e6) / times
}

const costs = new Map<string, number[]>()
for (let round = 0; round <= rounds; round++) {
  for (const [kind, done] of Object.entries(work)) {
    for (const [name, ours] of served) {
      const micros = await cost(ours, done)
      if (round > 0) costs.set(`${kind} ${name}`, [...(costs.get(`${kind} ${name}`) ?? []), micros])
    }
  }
}

console.log(
  `Node ${process.version}, ${rounds} interleaved rounds of ${requests} requests and ${questions} questions, each service on one core; µs of its processor\n`,
)
console.log('| telemetry | a request | × | a question | × |\n|---|---|---|---|---|')
const of = (kind: string, name: string) => costs.get(`${kind} ${name}`) ?? []
const factor = (kind: string, name: string) => median(of(kind, name).map((micros, round) => micros / (of(kind, 'off')[round] ?? Number.NaN)))
for (const name of served.keys()) {
  const cells = Object.keys(work).flatMap((kind) => [Math.min(...of(kind, name)).toFixed(0), factor(kind, name).toFixed(2)])
  console.log(`| ${name} | ${cells.join(' | ')} |`)
}
for (const ours of served.values()) await ours.server.stop()
await collector.stop()
const figures = Object.entries(GOALS).map(([kind, goal]) => ({ kind, goal, value: factor(kind, 'traces and metrics') }))
console.log()
for (const { kind, goal, value } of figures)
  console.log(`${value <= goal ? 'met  ' : 'short'} a ${kind} with traces and metrics: ${value.toFixed(2)} (goal ${goal})`)
console.log(`telemetry: ${figures.filter(({ value, goal }) => value <= goal).length} of ${figures.length} goals met, ${batches} batches taken by the collector`)
endTimed(figures.every(({ value, goal }) => value <= goal) && batches > 0)
