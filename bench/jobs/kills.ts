import { createClient } from '@libsql/client'
import { newApiKey } from '#domain/access/api-key.ts'
import { newMasterKey } from '#domain/access/master-keys.ts'
import { temporaryFolder } from '#test/database.ts'
import { freePort } from '#test/free-port.ts'
import { startSqld } from '#test/sqld.ts'
import { type Server, startServer } from '../processes.ts'
import { sized } from '../smoke.ts'
import { type Receiver, startReceiver } from './receiver.ts'

const JOBS = sized(20, 4)
const HOOKS = sized(10, 2)
const FAILS_ONE_IN = 40
const ENDS_WITHIN_MS = 600_000
const MINUTE_MS = 60_000

export type KillsOutcome = {
  runs: number
  kills: number
  taken_over: number
  lost: number
  doubled: number
  stuck: number
  minutes: number
  messages: { sent: number; retried: number; lost: number; doubled: number; unsigned: number; disordered: number }
  problems: string[]
}

type Call = (path: string, body: unknown) => Promise<{ status: number; body: any }>

/** Two processes on one libSQL server work on `wanted` runs while one or the other is killed and started again; in the end the database is counted. */
export async function killWhileRunning(wanted: number, kills: number, report: (line: string) => void): Promise<KillsOutcome> {
  const database = await startSqld()
  const receiver = await startReceiver(FAILS_ONE_IN)
  const { key } = newApiKey('dev')
  const master = newMasterKey()
  const ports = [await freePort(), await freePort()]
  const start = async (index: number): Promise<Server> => {
    const environment = {
      PORT: String(ports[index]),
      WORKSPACE_PORT: 'off',
      DATA_DIR: temporaryFolder(),
      DATABASE_URL: database.url,
      QUERENT_MASTER_KEYS: master,
      QUERENT_ADMIN_API_KEY: key,
      FIND_LOCAL_MODELS: 'false',
      LOG: 'off',
    }
    const isUp = () =>
      fetch(`http://127.0.0.1:${ports[index]}/health`, { headers: { authorization: `Bearer ${key}` } }).then(
        (reply) => reply.ok,
        () => false,
      )
    return startServer(process.execPath, ['runtime/node.ts'], environment, isUp)
  }
  const servers = [await start(0), await start(1)] as [Server, Server]

  const ask = async (index: number, path: string, body: unknown): Promise<{ status: number; body: any }> => {
    const response = await fetch(`http://127.0.0.1:${ports[index]}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    })
    return { status: response.status, body: await response.json() }
  }
  const call: Call = (path, body) => ask(0, path, body)

  try {
    const { jobs, minutely, began } = await define(call, receiver)
    let stopped = false
    let killed = 0
    const killing = (async () => {
      while (!stopped && killed < kills) {
        await new Promise((resolve) => setTimeout(resolve, 1_000 + Math.random() * 2_000))
        const victim = killed % 2
        process.kill((servers[victim] as Server).pid, 'SIGKILL')
        await (servers[victim] as Server).stop()
        killed += 1
        servers[victim] = await start(victim)
        if (killed % 5 === 0) report(`${killed} kills`)
      }
    })()
    const acknowledged: string[] = []
    let unanswered = 0
    let asked = 0
    // A request whose process is killed may have queued its run or not: another is asked for, and only what was answered is owed.
    const lane = async () => {
      while (acknowledged.length < wanted) {
        asked += 1
        const answer = await ask(asked % 2, `/core/jobs/${jobs[asked % JOBS]}/run`, {}).catch((error) => {
          // Whom nobody listened to, nobody did anything for.
          if (error.cause?.code !== 'ECONNREFUSED') unanswered += 1
          return null
        })
        if (answer?.status === 202) acknowledged.push(answer.body.id)
        else if (answer && answer.status !== 503) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
        else await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
    await Promise.all(Array.from({ length: 8 }, lane))
    report(`${acknowledged.length} runs queued, ${unanswered} requests without an answer`)
    await killing
    stopped = true
    const client = createClient({ url: database.url })
    const count = async (sql: string): Promise<number> => Number(Object.values((await client.execute(sql)).rows[0] ?? {})[0] ?? 0)
    const open = () =>
      count(
        "select (select count(*) from runs where kind = 'job' and status in ('queued', 'running')) + (select count(*) from deliveries where status = 'queued')",
      )
    for (const until = Date.now() + ENDS_WITHIN_MS; Date.now() < until && (await open()) > 0; ) await new Promise((resolve) => setTimeout(resolve, 500))
    for (const id of minutely) await call(`/core/jobs/${id}/disable`, {})
    const ended = Date.now()
    for (const until = Date.now() + 60_000; Date.now() < until && (await open()) > 0; ) await new Promise((resolve) => setTimeout(resolve, 500))
    const outcome = await counted(client, { acknowledged, unanswered, kills: killed, receiver, minutely, began, ended })
    client.close()
    return outcome
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    receiver.close()
    await database.stop()
  }
}

async function define(call: Call, receiver: Receiver): Promise<{ jobs: string[]; minutely: string[]; began: number }> {
  const hooks: string[] = []
  for (let index = 0; index < HOOKS; index += 1) {
    const { body } = await call('/core/webhooks', { name: `Hook ${index}`, url: receiver.url(String(index)) })
    receiver.secret(String(index), body.secret)
    hooks.push(body.id)
  }
  const job = async (facts: object) => {
    const { status, body } = await call('/core/jobs', { name: 'Work', kind: 'maintenance', payload: { task: 'retention', keep_days: 3650 }, ...facts })
    if (status !== 201) throw new Error(JSON.stringify(body))
    return body.id as string
  }
  const jobs: string[] = []
  for (let index = 0; index < JOBS; index += 1) jobs.push(await job({ coalesce: false, concurrency: 2, notify: { webhook_ids: [hooks[index % HOOKS]] } }))
  const minutely: string[] = []
  for (let index = 0; index < 5; index += 1) minutely.push(await job({ schedule: { cron: '* * * * *', timezone: 'UTC' } }))
  return { jobs, minutely, began: Date.now() }
}

type Facts = { acknowledged: string[]; unanswered: number; kills: number; receiver: Receiver; minutely: string[]; began: number; ended: number }

async function counted(
  client: ReturnType<typeof createClient>,
  { acknowledged, unanswered, kills, receiver, minutely, began, ended }: Facts,
): Promise<KillsOutcome> {
  const rows = async (sql: string) => (await client.execute(sql)).rows
  const runs = await rows(
    'select r.id, r.status, r.attempt, j.trigger, j.job_id, j.scheduled_for, j.missed, j.coalesced from job_runs j join runs r on r.id = j.id',
  )
  const ends = Map.groupBy(
    await rows("select json_extract(details, '$.run_id') as run from audit_logs where type in ('job.run_succeeded', 'job.run_failed')"),
    ({ run }) => String(run),
  )
  const manual = runs.filter(({ trigger }) => trigger === 'manual')
  const problems: string[] = []
  const note = (text: string) => void (problems.length < 20 && problems.push(text))
  const known = new Set(manual.map(({ id }) => String(id)))
  const missing = acknowledged.filter((id) => !known.has(id)).length
  const tooMany = Math.max(0, manual.length - acknowledged.length - unanswered) + acknowledged.length - new Set(acknowledged).size
  let [lost, doubled, stuck] = [missing, tooMany, 0]
  if (missing || tooMany) note(`${manual.length} runs of ${acknowledged.length} answered and ${unanswered} unanswered requests, ${missing} missing`)
  for (const { id, status } of runs) {
    const times = ends.get(String(id))?.length ?? 0
    if (status === 'queued' || status === 'running') stuck += 1
    else if (status !== 'succeeded' || times === 0) lost += 1
    if (times > 1) doubled += 1
    if (status !== 'succeeded' || times !== 1) note(`${id}: ${status}, ended ${times} times`)
  }
  // Each minute that passed has a run, or is told by the one that makes up for it.
  let minutes = 0
  for (const job of minutely) {
    const its = runs.filter(({ job_id, trigger }) => job_id === job && trigger === 'schedule')
    const covered = its.reduce((sum, { missed, coalesced }) => sum + 1 + Number(missed) + Number(coalesced), 0)
    const expected = Math.floor(ended / MINUTE_MS) - Math.floor(began / MINUTE_MS)
    minutes += covered
    if (Math.abs(covered - expected) > 1) note(`${job}: ${covered} of ${expected} minutes`)
    if (covered < expected - 1) lost += 1
    if (covered > expected + 1) doubled += 1
  }
  const sent = await rows(
    'select d.message_id, d.status, d.job_run_id, d.webhook_id, d.position, json_array_length(d.tries) as tries from deliveries d order by d.position',
  )
  const taken = new Map<string, number>()
  for (const { message } of receiver.taken) taken.set(message, (taken.get(message) ?? 0) + 1)
  const perRun = Map.groupBy(sent, ({ job_run_id }) => String(job_run_id))
  const messages = {
    sent: sent.length,
    retried: sent.filter(({ tries }) => Number(tries) > 1).length,
    lost:
      manual.filter(({ id }) => !perRun.has(String(id))).length +
      sent.filter(({ message_id, status }) => status !== 'delivered' || !taken.has(String(message_id))).length,
    doubled: [...perRun.values()].filter((its) => its.length > 1).length,
    unsigned: receiver.badSignatures(),
    disordered: disordered(receiver, new Map(sent.map(({ message_id, position }) => [String(message_id), Number(position)]))),
  }
  return { runs: runs.length, kills, taken_over: runs.filter(({ attempt }) => Number(attempt) > 1).length, lost, doubled, stuck, minutes, messages, problems }
}

/** Messages that came to their webhook for the first time after a later one. One that comes again because its sender died is the same message. */
function disordered(receiver: Receiver, positions: ReadonlyMap<string, number>): number {
  let wrong = 0
  for (const its of Map.groupBy(receiver.taken, ({ hook }) => hook).values()) {
    let last = 0
    const seen = new Set<string>()
    for (const { message } of its) {
      if (seen.has(message)) continue
      seen.add(message)
      const position = positions.get(message) ?? 0
      if (position < last) wrong += 1
      last = Math.max(last, position)
    }
  }
  return wrong
}
