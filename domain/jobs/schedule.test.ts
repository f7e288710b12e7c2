import { expect, test } from 'vitest'
import { lastRunUntil, nextRuns, Schedule } from './schedule.ts'

const at = (text: string) => new Date(text)
const told = (dates: Date[]) => dates.map((date) => date.toISOString())

test('a time that the spring night skips is made up for once, right after it', () => {
  const nightly = { cron: '30 2 * * *', timezone: 'Europe/Berlin' }
  expect(told(nextRuns(nightly, at('2027-03-26T12:00:00Z'), 3))).toEqual(['2027-03-27T01:30:00.000Z', '2027-03-28T01:00:00.000Z', '2027-03-29T00:30:00.000Z'])
})

test('a time that the autumn night has twice comes once', () => {
  const nightly = { cron: '30 2 * * *', timezone: 'Europe/Berlin' }
  const runs = told(nextRuns(nightly, at('2026-10-24T12:00:00Z'), 2))
  expect(runs).toEqual(['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z'])
  // Asked from between the two.
  expect(told(nextRuns(nightly, at('2026-10-25T00:45:00Z'), 1))).toEqual(['2026-10-26T01:30:00.000Z'])
})

test('an hourly schedule runs each hour of both nights', () => {
  const hourly = { cron: '15 * * * *', timezone: 'America/New_York' }
  for (const evening of ['2026-10-31T22:00:00Z', '2027-03-13T22:00:00Z']) {
    const runs = nextRuns(hourly, at(evening), 30).map((date) => date.getTime())
    expect(new Set(runs.slice(1).map((time, index) => time - (runs[index] ?? 0)))).toEqual(new Set([3_600_000]))
  }
})

test('what passed while nothing worked is counted', () => {
  const hourly = { cron: '0 * * * *', timezone: 'UTC' }
  expect(lastRunUntil(hourly, at('2026-11-21T06:00:00Z'), at('2026-11-21T09:30:00Z'))).toEqual({ last: at('2026-11-21T09:00:00Z'), before: 3 })
  expect(lastRunUntil(hourly, at('2026-11-21T09:00:00Z'), at('2026-11-21T09:30:00Z'))).toEqual({ last: at('2026-11-21T09:00:00Z'), before: 0 })
  const minutely = { cron: '* * * * *', timezone: 'UTC' }
  expect(lastRunUntil(minutely, at('2025-11-21T06:00:00Z'), at('2026-11-21T09:30:30Z'))).toEqual({ last: at('2026-11-21T09:30:00Z'), before: 999 })
})

test('a schedule that cannot be read, or never comes, is refused by name', () => {
  const refused = (schedule: unknown) => Schedule.safeParse(schedule).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  expect(refused({ cron: '99 * * * *' })).toEqual([expect.stringMatching(/^cron: a cron expression of five fields/)])
  expect(refused({ cron: '* * * * * *' })).toEqual([expect.stringMatching(/^cron: a cron expression of five fields/)])
  expect(refused({ cron: '0 0 31 2 *' })).toEqual(['cron: this schedule has no time to come'])
  expect(refused({ cron: '0 0 * * *', timezone: 'Mars/Base' })?.[0]).toBe('timezone: an IANA time zone such as Europe/Berlin')
  expect(refused({ cron: '0 0 * * *', every: 1 })).toEqual([': unknown field "every"; known fields: cron, timezone'])
  expect(Schedule.parse({ cron: '0 7 * * 1-5' })).toEqual({ cron: '0 7 * * 1-5', timezone: 'UTC' })
})
