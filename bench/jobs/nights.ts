import { type TestServer, testServer } from '#test/harness.ts'
import { sized } from '../smoke.ts'

const STEP_MS = sized(10, 30) * 60_000
const HOUR_MS = 3_600_000

/** Zones and the UTC days around their two nights: one hour in two hemispheres, and the half hour of Lord Howe. */
const NIGHTS = [
  { timezone: 'Europe/Berlin', nights: ['2027-03-27T12:00:00Z', '2026-10-24T12:00:00Z'] },
  { timezone: 'America/New_York', nights: ['2027-03-13T12:00:00Z', '2026-10-31T12:00:00Z'] },
  { timezone: 'Australia/Lord_Howe', nights: ['2026-10-03T00:00:00Z', '2027-04-03T00:00:00Z'] },
]

export type NightsOutcome = { nights: number; runs: number; wrong: string[] }

/** Lives through each night with two looks at a time: a nightly job runs once for each local day, an hourly one once in each hour that passes. */
export async function liveThroughNights(most: number): Promise<NightsOutcome> {
  const outcome: NightsOutcome = { nights: 0, runs: 0, wrong: [] }
  const nights = NIGHTS.flatMap(({ timezone, nights }) => nights.map((begin) => ({ timezone, begin })))
  for (const { timezone, begin } of nights.slice(0, most)) {
    const server = await testServer()
    server.clock.now = new Date(begin)
    const define = async (cron: string) => {
      const body = { name: cron, kind: 'maintenance', payload: { task: 'retention', keep_days: 3650 }, schedule: { cron, timezone } }
      return (await server.request('POST /core/jobs', { body })).body.id as string
    }
    const nightly = await Promise.all(['30 1 * * *', '0 2 * * *', '15 2 * * *', '30 2 * * *', '0 3 * * *'].map(define))
    const hourly = await define('20 * * * *')
    const hours = 48
    for (let at = 0; at < hours * HOUR_MS; at += STEP_MS) {
      server.clock.now = new Date(Date.parse(begin) + at)
      await Promise.all([server.querent.worker.tick(), server.querent.worker.tick()])
    }
    outcome.nights += 1
    for (const id of nightly) await expectDaily(server, id, timezone, outcome)
    const each = await timesOf(server, hourly)
    outcome.runs += each.length
    const gaps = each.slice(1).map((time, index) => time - (each[index] ?? 0))
    // Where the clock is set by half an hour, the minute of the hour comes half an hour sooner or later, once.
    const odd = gaps.filter((gap) => gap !== HOUR_MS)
    const allowed = timezone === 'Australia/Lord_Howe' ? 1 : 0
    if (odd.length > allowed || Math.abs(each.length - hours) > allowed)
      outcome.wrong.push(`${timezone} from ${begin}, hourly: ${each.length} runs, gaps ${odd}`)
    await server.close()
  }
  return outcome
}

async function timesOf(server: TestServer, job: string): Promise<number[]> {
  const { body } = await server.request(`GET /core/jobs/${job}/runs?page_size=500`)
  return body
    .filter(({ status }: { status: string }) => status === 'succeeded')
    .map(({ scheduled_for }: { scheduled_for: string }) => Date.parse(scheduled_for))
    .sort()
}

async function expectDaily(server: TestServer, job: string, timezone: string, outcome: NightsOutcome): Promise<void> {
  const times = await timesOf(server, job)
  const days = times.map((time) => new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(time))
  outcome.runs += times.length
  if (times.length !== 2 || new Set(days).size !== 2)
    outcome.wrong.push(`${timezone}, ${(await server.request(`GET /core/jobs/${job}`)).body.name}: ran on ${days}`)
}
