import { and, eq, or, type SQL } from 'drizzle-orm'
import { runs } from '#db/schema/catalog.ts'
import type { Context } from '../context.ts'
import { Failure, type FailureCode } from '../failure.ts'
import type { RunOutcome, Span } from '../telemetry.ts'
import { type WatchedRun, watchRun } from './run-span.ts'
import { claimRun, endRun, LEASE_MS, type Lease, LeaseLost, MAX_ATTEMPTS, type Run, type RunEnd, releaseRun, type Statement, writeUnderLease } from './runs.ts'

const HEARTBEAT_MS = LEASE_MS / 6
const POLL_MS = 2_000
const BACKOFF_MS = 1_000
/** Failures that say nothing about the work: it is tried again. */
const PASSING = new Set<FailureCode>(['overloaded', 'draining', 'provider_timeout', 'rate_limited'])

/** What the work of a run is given. */
export type HeldRun = {
  run: Run
  /** Aborted when the run is cancelled, its lease is lost or the worker stops. */
  signal: AbortSignal
  /** Writes in one transaction while the lease holds; nothing of it happens otherwise. Rejects when the work has to end. */
  write(statements: Statement[]): Promise<void>
  /** Says which kind of work of its queue it is, for traces and figures. */
  isOf(kind: string): void
}

/** One kind of long work. It may be begun several times: what it does must be the same when done again. */
export type RunHandler = {
  kind: string
  /** Does the work; answers the last statements, which are committed together with the run's success. A `Failure` ends the run, any other error is tried again. */
  work(ctx: Context, held: HeldRun): Promise<Statement[]>
  /** The condition under which a run that is due may be begun; always when absent. */
  when?(ctx: Context): SQL
  /** Whether and when a failed attempt is tried again, and what is committed with that; `null` ends the run. What the platform does of itself when absent. */
  retry?(ctx: Context, run: Run, error: unknown): Promise<Retry | null>
  /** Attempts until a run is given up; `MAX_ATTEMPTS` when absent. */
  maxAttempts?: number
  /** What tells the run's subject that it ended without success; committed together with that end. */
  ended(ctx: Context, run: Run, end: Exclude<RunEnd, { status: 'succeeded' }>): Statement[] | Promise<Statement[]>
}

export type Retry = { delayMs: number; statements: Statement[] }

type Stop = 'cancelled' | 'lost' | 'stopping'
/** Why a run's signal was aborted; `null` when it was not by the worker. */
export const stopOf = (signal: AbortSignal): Stop | null => (signal.reason instanceof Stopped ? signal.reason.why : null)

class Stopped extends Error {
  readonly why: Stop
  constructor(why: Stop) {
    super(`the work was ended: ${why}`)
    this.why = why
  }
}

/** A context for work that outlives the request it came from: acts for the platform, and ends by `signal` alone. */
function backgroundContext(ctx: Context, { id, kind }: { id: string; kind: string }, span: Span, signal: AbortSignal): Context {
  const { db, settings, ports } = ctx
  return {
    db,
    settings,
    ports,
    span,
    signal,
    actor: { type: 'system' },
    service: ctx.service,
    request: { id, method: 'RUN', path: kind, ip: null, userAgent: null },
    expectedRevision: null,
    idempotencyId: null,
    catalogVersion: () => ctx.catalogVersion(),
    now: () => ctx.now(),
    newId: (prefix) => ctx.newId(prefix),
    defer: (work) => ctx.defer(work),
  }
}

/**
 * Claims one run that is due (or the one named by `id`) and works on it to its end. Answers false when there was nothing to do.
 * `stopping` hands the run back to the queue.
 */
export async function workOn(
  ctx: Context,
  handlers: RunHandler[],
  options: { id?: string; stopping?: AbortSignal; begun?: () => void } = {},
): Promise<boolean> {
  const lease = await claimRun(
    ctx,
    handlers.map((handler) => handler.kind),
    { id: options.id, when: or(...handlers.map((handler) => and(eq(runs.kind, handler.kind), handler.when?.(ctx)))) },
  )
  const handler = handlers.find(({ kind }) => kind === lease?.run.kind)
  if (!lease || !handler) return false
  options.begun?.()
  const watched = watchRun(ctx.ports.telemetry, lease.run)
  try {
    const { outcome, error } = await workUnderLease(ctx, handler, lease, watched, options.stopping)
    watched.end(outcome, error)
  } catch (error) {
    watched.end('lost', error)
    if (!(error instanceof LeaseLost)) throw error
    ctx.ports.log({ level: 'warn', message: 'a run was taken over by another worker', run: lease.run.id, kind: handler.kind })
  }
  return true
}

type Worked = { outcome: RunOutcome; error?: unknown }

async function workUnderLease(ctx: Context, handler: RunHandler, lease: Lease, watched: WatchedRun, stopping: AbortSignal | undefined): Promise<Worked> {
  const { run } = lease
  const controller = new AbortController()
  const working = backgroundContext(ctx, run, watched.span, controller.signal)
  const end = async (how: Exclude<RunEnd, { status: 'succeeded' }>): Promise<Worked> => {
    await endRun(working, lease, how, await handler.ended(working, run, how))
    return { outcome: how.status }
  }
  if (run.cancel_requested) return end({ status: 'cancelled' })
  const attempts = handler.maxAttempts ?? MAX_ATTEMPTS
  if (run.attempt > attempts) {
    ctx.ports.log({ level: 'error', message: 'a run was given up', run: run.id, kind: run.kind, attempts })
    return end({ status: 'failed', error: `given up after ${attempts} attempts` })
  }

  const stop = (why: Stop) => controller.abort(new Stopped(why))
  const onStopping = () => stop('stopping')
  stopping?.addEventListener('abort', onStopping)
  async function write(statements: Statement[]): Promise<void> {
    controller.signal.throwIfAborted()
    try {
      const { cancelRequested } = await writeUnderLease(working, lease, statements)
      if (cancelRequested) stop('cancelled')
    } catch (error) {
      if (error instanceof LeaseLost) stop('lost')
      throw error
    }
    controller.signal.throwIfAborted()
  }
  const heartbeat = setInterval(() => {
    write([]).catch((error) => {
      if (!controller.signal.aborted) ctx.ports.log({ level: 'warn', message: 'a heartbeat failed', run: run.id, cause: String(error) })
    })
  }, HEARTBEAT_MS)

  try {
    const last = await handler.work(working, { run, signal: controller.signal, write, isOf: watched.isOf })
    await endRun(working, lease, { status: 'succeeded' }, last)
    return { outcome: 'succeeded' }
  } catch (error) {
    if (error instanceof LeaseLost) throw error
    const why = stopOf(controller.signal)
    if (why === 'lost') throw new LeaseLost('the lease is held by another worker')
    if (why === 'cancelled') return await end({ status: 'cancelled' })
    if (why !== 'stopping') return { outcome: await failOrRetry(working, handler, lease, error), error }
    await releaseRun(working, lease, { uncounted: true })
    return { outcome: 'handed_back' }
  } finally {
    clearInterval(heartbeat)
    stopping?.removeEventListener('abort', onStopping)
  }
}

async function failOrRetry(ctx: Context, handler: RunHandler, lease: Lease, error: unknown): Promise<RunOutcome> {
  const { run } = lease
  const told = error instanceof Failure
  if (!told) {
    const cause = error instanceof Error ? (error.stack ?? error.message) : String(error)
    ctx.ports.log({ level: 'error', message: 'a run failed', run: run.id, kind: run.kind, attempt: run.attempt, cause })
  }
  const retry = handler.retry ? await handler.retry(ctx, run, error) : undefined
  const isPassing = retry === undefined && run.attempt < MAX_ATTEMPTS && (!told || PASSING.has(error.code))
  if (retry || isPassing) {
    await releaseRun(ctx, lease, retry ?? { delayMs: BACKOFF_MS * 2 ** run.attempt })
    return 'repeated'
  }
  const how = { status: 'failed' as const, error: told ? error.message : 'internal error' }
  await endRun(ctx, lease, how, await handler.ended(ctx, run, how))
  return 'failed'
}

export type Worker = {
  /** Looks for runs that are due every two seconds. */
  start(): void
  /** Works on what is due until nothing is; what a `scheduled` event calls. */
  tick(): Promise<void>
  /** Takes no more, hands back what is under way, and settles when that is done. */
  stop(): Promise<void>
}

type WorkerParts = {
  /** Makes the context of work that no request caused. */
  context: () => Context
  handlers: RunHandler[]
  pollMs?: number
  /** Runs worked on at a time; one when absent. */
  lanes?: number
  /** Done before each look: queues what has become due. */
  before?: (ctx: Context) => Promise<unknown>
}

/** A worker of a process. An idle lane costs nothing: one looks for all, and wakes another for each run it finds. */
export function createWorker({ context, handlers, pollMs = POLL_MS, lanes = 1, before }: WorkerParts): Worker {
  const stopping = new AbortController()
  const busy = new Set<Promise<void>>()
  let timer: ReturnType<typeof setInterval> | undefined
  const failed = (ctx: Context, error: unknown) =>
    ctx.ports.log({ level: 'error', message: 'the worker failed', cause: error instanceof Error ? (error.stack ?? error.message) : String(error) })

  async function drain(): Promise<void> {
    const ctx = context()
    try {
      const begun = () => void open()
      while (!stopping.signal.aborted && (await workOn(ctx, handlers, { stopping: stopping.signal, begun })));
    } catch (error) {
      failed(ctx, error)
    }
  }

  /** Has one more lane look, unless all are at work. */
  function open(): void {
    if (busy.size >= lanes || stopping.signal.aborted) return
    const lane: Promise<void> = drain().finally(() => busy.delete(lane))
    busy.add(lane)
  }

  async function look(): Promise<void> {
    const ctx = context()
    if (!stopping.signal.aborted) await before?.(ctx).catch((error) => failed(ctx, error))
    open()
  }

  let looking: Promise<void> | null = null
  const lookOnce = (): Promise<void> => {
    looking ??= look().finally(() => {
      looking = null
    })
    return looking
  }

  return {
    async tick() {
      await lookOnce()
      while (busy.size) await Promise.all(busy)
    },
    start() {
      timer ??= setInterval(() => void lookOnce(), pollMs)
    },
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await looking
      while (busy.size) await Promise.all(busy)
    },
  }
}

/**
 * A worker for where work ends with the request it began in, as on Workers: each tick looks and works by itself, so that none waits for what was cut off.
 * It runs by ticks alone.
 */
export const createLoneWorker = (parts: WorkerParts): Worker => ({
  start() {},
  tick: () => createWorker(parts).tick(),
  async stop() {},
})

/** Several workers as one. */
export const together = (workers: Worker[]): Worker => ({
  start: () => {
    for (const worker of workers) worker.start()
  },
  tick: async () => void (await Promise.all(workers.map((worker) => worker.tick()))),
  stop: async () => void (await Promise.all(workers.map((worker) => worker.stop()))),
})
