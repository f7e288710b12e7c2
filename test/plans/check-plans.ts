import { type Client, createClient } from '@libsql/client'
import { expect, test } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { forgetStatistics } from '#db/statistics.ts'
import { overloaded } from '#runtime/overloaded.ts'
import { freshDatabaseFile, type Recorded } from '#test/database.ts'
import { fullScans, isPlanned, type Plan, partialIndexes, planOf } from './plans.ts'
import { pretendRows } from './statistics.ts'

/** Statements that may read a growing table from end to end, and why. */
const ALLOWED: [RegExp, string][] = [
  [/^select count\(\*\) from "audit_logs"/, 'the total of a list of the whole trail, for administrators'],
  [
    /^select .* from "charts" where (?!.*"charts"."owner_id" = \?)/,
    'the total, or another order than that of time, of the charts of all people, for administrators',
  ],
  [/^update "grants" set "created_by" = \? where/, 'a user is deleted'],
  [
    /^select .* from "learned_phrases"(?!.*"datasource_id" = \?)/,
    'the total, or an order of its own, of the phrases of all data sources, for administrators; each source keeps 2,000',
  ],
]

type Planned = { plans: Map<string, Plan>; scans: string[] }

/** The plans on a database of which `prepare` made something, each step of that on a connection of its own, as where the product runs. */
async function plannedAfter(statements: Recorded[], ...prepare: ((client: Client) => Promise<void>)[]): Promise<Planned> {
  const url = `file:${await freshDatabaseFile()}`
  for (const step of prepare) {
    const client = createClient({ url, concurrency: 1 })
    await step(client)
    client.close()
  }
  const client = createClient({ url, concurrency: 1 })
  const partial = await partialIndexes(client)
  const plans = new Map<string, Plan>()
  for (const statement of statements) plans.set(statement.sql, await planOf(client, statement))
  client.close()
  const scans = statements.flatMap((statement) => {
    const steps = fullScans(statement, plans.get(statement.sql) ?? [], partial)
    return steps.length === 0 || ALLOWED.some(([pattern]) => pattern.test(statement.sql)) ? [] : [`${steps.join(', ')}: ${statement.sql}`]
  })
  return { plans, scans }
}

/** Tests that no statement of those heard reads a growing table from end to end. */
export function checkPlans(heard: () => Recorded[]): void {
  const statements = () => heard().filter(isPlanned)
  const planned = (...prepare: ((client: Client) => Promise<void>)[]) => plannedAfter(statements(), ...prepare)
  /** Those on a database as it is made, for the tests that ask for them. */
  let asMade: Promise<Planned> | undefined
  const plannedAsMade = () => (asMade ??= planned())

  test('every route and the work between requests was heard', () => {
    expect(statements().length).toBeGreaterThan(1_000)
    for (const table of ['audit_logs', 'sessions', 'messages', 'usage', 'withdrawals', 'idempotency', 'runs']) {
      expect(statements().some(({ sql }) => sql.includes(table))).toBe(true)
    }
  })

  test('no statement reads a growing table from end to end', async () => {
    expect((await plannedAsMade()).scans).toEqual([])
  })

  test('nor by statistics of a full database', async () => {
    expect((await planned((client) => pretendRows(client, 1_000_000))).scans).toEqual([])
  })

  test('statistics of an empty database would make many do so, and are taken away', async () => {
    const without = await plannedAsMade()
    const early = (client: Client) => pretendRows(client, 3)
    expect((await planned(early)).scans.length).toBeGreaterThan(20)
    const forgotten = await planned(early, (client) => forgetStatistics(openDatabase(client, overloaded)))
    expect(forgotten.plans).toEqual(without.plans)
  })
}
