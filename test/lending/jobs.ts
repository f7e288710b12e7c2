import type { Ports } from '#domain/context.ts'
import type { TestServer } from '#test/harness.ts'
import { either, has, ofChart, ofSource, ofTile } from './oracle.ts'
import { shareOn } from './things.ts'
import type { Ask, Chance, Graph, Job, Row } from './world.ts'
import { markOf } from './world.ts'

const FORMATS = ['csv', 'xlsx', 'ndjson', 'parquet', 'json']
const hookOf = (owner: string): string => `https://hooks.example.com/${owner}`

type Outbox = { url: string; body: { data: { job?: { id: string }; run_id?: string } } & Record<string, unknown> }[]

/** A sender that keeps what webhooks are sent, in place of sending it. */
export function keptMessages(): { outbox: Outbox; webhooks: Ports['webhooks'] } {
  const outbox: Outbox = []
  const send: Ports['webhooks']['send'] = async ({ url }, { body }) => {
    outbox.push({ url, body: JSON.parse(body) })
    return { status: 200 }
  }
  return { outbox, webhooks: { check: async () => {}, send } }
}

/** People make jobs over what they see, with a webhook of theirs, and share them. */
export async function layJobs(graph: Graph, ask: Ask, random: Chance, admin: string): Promise<void> {
  const everybody = [...graph.people.keys()]
  for (let index = 0; index < 5; index++) {
    const owner = random.one(everybody)
    const task = taskOf(graph, random, owner)
    const job = task && (await newJob(graph, ask, owner, task))
    if (job) await shareOn({ graph, ask, random, admin, everybody }, 'job', job)
  }
  const plain = everybody.filter((id) => id !== admin)
  const left = [...graph.jobs.values()].find(({ owner }) => owner !== admin)
  const heir = plain.find((id) => id !== left?.owner && random.chance(0.5))
  if (left && heir && random.chance(0.5)) graph.endings.push({ leaves: left.owner, heir })
}

type Task = { kind: Job['kind']; payload: Record<string, unknown> }

/** A job that tells a webhook of its owner's how it ended; null where it is refused. */
export async function newJob(graph: Graph, ask: Ask, owner: string, task: Task): Promise<Job | null> {
  const hook = await ask('POST /core/webhooks', owner, { name: 'Mine', url: hookOf(owner) })
  const made = await ask('POST /core/jobs', owner, { name: 'Job', ...task, retries: 0, notify: { webhook_ids: [hook.body.id], on: ['success', 'failure'] } })
  if (made.status !== 201) return null
  const reads = String(Object.values(task.payload)[0])
  const job: Job = { id: made.body.id, owner, source: '', given: [], kind: task.kind, reads, webhook: hook.body.id, runs: [] }
  if (task.kind === 'question') job.reads = [...graph.sources.values()].find(({ model }) => model === task.payload.model)?.id ?? ''
  graph.jobs.set(job.id, job)
  return job
}

function taskOf(graph: Graph, random: Chance, owner: string): Task | null {
  const person = graph.people.get(owner)
  const charts = [...graph.charts.values()].filter((chart) => has(chart, person, 'view'))
  const dashboards = [...graph.dashboards.values()].filter((dashboard) => has(dashboard, person, 'view') && dashboard.charts.length > 0)
  const kind = random.one<Job['kind']>(['export', 'export', 'subscription', 'alert', 'alert', 'question', 'chart_refresh'])
  if (kind === 'question') return { kind, payload: { model: random.one([...graph.sources.values()]).model, question: 'List the code of all orders' } }
  if (kind === 'subscription') return dashboards.length > 0 ? { kind, payload: { dashboard_id: random.one(dashboards).id, formats: ['csv'] } } : null
  if (charts.length === 0) return null
  const chart_id = random.one(charts).id
  if (kind === 'export') return { kind, payload: { chart_id, format: random.one(FORMATS) } }
  if (kind === 'alert')
    return { kind, payload: { chart_id, column: 'id', of_rows: random.one(['min', 'max', 'first']), condition: { operator: 'above', value: 0 } } }
  return { kind, payload: { chart_id } }
}

/** Every job runs once, and what its owner sees then is noted as what its run may hold. */
export async function runJobs(server: TestServer, graph: Graph, outbox: Outbox): Promise<void> {
  const begun: Job[] = []
  for (const job of graph.jobs.values()) {
    await server.request(`POST /core/jobs/${job.id}/enable`)
    const { status, body } = await server.request(`POST /core/jobs/${job.id}/run`)
    if (status >= 300) continue
    job.runs.push({ id: body.id, by: job.owner, rows: seenByOwner(graph, job) })
    begun.push(job)
  }
  // What is told of a run is on its way only after it.
  for (let rounds = begun.length + 2; rounds > 0; rounds--) {
    await server.querent.idle()
    await server.querent.worker.tick()
  }
  await server.querent.idle()
  for (const job of begun) await keepAnswer(server, graph, job)
  for (const { url, body } of outbox.splice(0)) {
    const to = url.split('/').at(-1) ?? ''
    graph.sent.push({ to, job: body.data.job?.id ?? '', run: body.data.run_id ?? '', text: toldByRun(body) })
  }
}

/** The session in which a question was answered is read as any other. */
async function keepAnswer(server: TestServer, graph: Graph, { kind, reads, owner, runs }: Job): Promise<void> {
  const run = runs.at(-1)
  if (kind !== 'question' || !run) return
  const { body } = await server.request(`GET /core/jobs/runs/${run.id}`)
  if (body.status !== 'succeeded') return
  const { session_id: id, completion_id: completion } = body.result
  graph.sessions.set(id, { id, owner, source: reads, given: [], completion, link: null, rows: run.rows, said: [] })
}

function seenByOwner(graph: Graph, { kind, owner, reads }: Job): Row[] {
  if (kind === 'question') return ofSource(graph, reads, owner)
  if (kind !== 'subscription') return ofChart(graph, reads, owner)
  const dashboard = graph.dashboards.get(reads)
  return either((dashboard?.charts ?? []).map((chart) => (dashboard ? ofTile(graph, dashboard, chart, owner) : [])))
}

/** What a reply or a message says of a run: words as they are, and the row whose number an alert names. */
export function toldByRun(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const numbers = [...text.matchAll(/"value":(\d+)|number is (\d+)|(\d+): is/g)].map((found) => Number(found[1] ?? found[2] ?? found[3]))
  return [text, ...numbers.map(markOf)].join(' ')
}
