import { count, inArray } from 'drizzle-orm'
import type { Turns } from '#connectors/sources/fair/turns.ts'
import type { RunnerPool } from '#connectors/sources/runner/pool.ts'
import type { Database, WriteWatch } from '#db/client.ts'
import { runs } from '#db/schema/catalog.ts'
import type { Metrics, Reading } from './metrics.ts'
import type { SpanCounts } from './span-queue.ts'

export type Watched = { db: Database; pool: Pick<RunnerPool, 'pids' | 'counts'>; turns: Turns['counts'] }

const WAITS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5]

/** Writes wait for one another: how long, and how often the database was busy all the same. */
export function watchWrites(metrics: Metrics): WriteWatch {
  const waits = metrics.histogram('database_write_wait_seconds', 'Seconds a write waited for those before it', [], WAITS)
  const busy = metrics.counter('database_busy', 'Writes and reads that found the database locked and were tried again', [])
  return { waited: (ms) => waits.observe(ms / 1000), busy: () => busy.inc() }
}

/** What is read of the process at each scrape. */
export function readProcess(metrics: Metrics, { db, pool, turns, spans }: Watched & { spans: (() => SpanCounts) | null }): void {
  metrics.reading('runs_open', 'Background work of the whole deployment by queue and state', ['queue', 'state'], async () => {
    const open = inArray(runs.status, ['queued', 'running'])
    const found = await db.select({ queue: runs.kind, state: runs.status, value: count() }).from(runs).where(open).groupBy(runs.kind, runs.status)
    return found.map(({ queue, state, value }) => ({ labels: { queue, state }, value }))
  })
  metrics.reading('query_turns', 'Queries under way and waiting for their turn, on database servers and in query runners', ['place', 'state'], () => [
    ...turnsOf('servers', turns()),
    ...turnsOf('runners', pool.counts()),
  ])
  metrics.reading('query_runner_processes', 'Query runners that live', [], () => [{ labels: {}, value: pool.pids().length }])
  if (!spans) return
  metrics.reading('spans_total', 'Spans since the start, by what became of them', ['state'], () =>
    Object.entries(spans()).map(([state, value]) => ({ labels: { state }, value })),
  )
}

const turnsOf = (place: string, counts: ReturnType<Turns['counts']>): Reading[] =>
  Object.entries(counts).map(([state, value]) => ({ labels: { place, state }, value }))
