import type { Context } from '../context.ts'
import { Failure, type FailureCode } from '../failure.ts'
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
}

/** One kind of long work. It may be begun several times: what it does must be the same when done again. */
export type RunHandler = {
  kind: string
  /** Does the work; answers the last statements, which are committed together with the run's success. A `Failure` ends the run, any other error is tried again. */
  work(ctx: Context, held: HeldRun): Promise<Statement[]>
  /** What tells the run's subject that it ended without success; committed together with that end. */
  ended(ctx: Context, run: Run, end: Exclude<RunEnd, { status: 'succeeded' }>): Statement[]
}

type Stop = 'cancelled' | 'lost' | 'stopping'
class Stopped extends Error {
  readonly why: Stop
  constructor(why: Stop) {
    super(`the work was ended: ${why}`)
    this.why = why
  }
}

/** A context for work that outlives the request it came from: acts for the platform, and ends by `signal` alone. */
function backgroundContext(ctx: Context, { id, kind }: { id: string; kind: string }, signal: AbortSignal): Context {
  const { db, settings, ports } = ctx
  return {
    db,
    settings,
    ports,
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
export async function workOn(ctx: Context, handlers: RunHandler[], options: { id?: string; stopping?: AbortSignal } = {}): Promise<boolean> {
  const lease = await claimRun(
    ctx,
    handlers.map((handler) => handler.kind),
    options.id,
  )
  const handler = handlers.find(({ kind }) => kind === lease?.run.kind)
  if (!lease || !handler) return false
  try {
    await workUnderLease(ctx, handler, lease, options.stopping)
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error
    ctx.ports.log({ level: 'warn', message: 'a run was taken over by another worker', run: lease.run.id, kind: handler.kind })
  }
  return true
}

async function workUnderLease(ctx: Context, handler: RunHandler, lease: Lease, stopping: AbortSignal | undefined): Promise<void> {
  const { run } = lease
  const controller = new AbortController()
  const working = backgroundContext(ctx, run, controller.signal)
  const end = (how: Exclude<RunEnd, { status: 'succeeded' }>) => endRun(working, lease, how, handler.ended(working, run, how))
  if (run.cancel_requested) return end({ status: 'cancelled' })
  if (run.attempt > MAX_ATTEMPTS) {
    ctx.ports.log({ level: 'error', message: 'a run was given up', run: run.id, kind: run.kind, attempts: MAX_ATTEMPTS })
    return end({ status: 'failed', error: `given up after ${MAX_ATTEMPTS} attempts` })
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
    const last = await handler.work(working, { run, signal: controller.signal, write })
    await endRun(working, lease, { status: 'succeeded' }, last)
  } catch (error) {
    if (error instanceof LeaseLost) throw error
    const why = controller.signal.reason instanceof Stopped ? controller.signal.reason.why : null
    if (why === 'lost') throw new LeaseLost('the lease is held by another worker')
    if (why === 'stopping') await releaseRun(working, lease, { uncounted: true })
    else if (why === 'cancelled') await end({ status: 'cancelled' })
    else await failOrRetry(working, handler, lease, error)
  } finally {
    clearInterval(heartbeat)
    stopping?.removeEventListener('abort', onStopping)
  }
}

async function failOrRetry(ctx: Context, handler: RunHandler, lease: Lease, error: unknown): Promise<void> {
  const { run } = lease
  const told = error instanceof Failure
  if (!told) {
    const cause = error instanceof Error ? (error.stack ?? error.message) : String(error)
    ctx.ports.log({ level: 'error', message: 'a run failed', run: run.id, kind: run.kind, attempt: run.attempt, cause })
  }
  if (run.attempt < MAX_ATTEMPTS && (!told || PASSING.has(error.code))) return releaseRun(ctx, lease, { delayMs: BACKOFF_MS * 2 ** run.attempt })
  const how = { status: 'failed' as const, error: told ? error.message : 'internal error' }
  await endRun(ctx, lease, how, handler.ended(ctx, run, how))
}

export type Worker = {
  /** Looks for runs that are due every two seconds. */
  start(): void
  /** Works on what is due until nothing is; what a `scheduled` event calls. */
  tick(): Promise<void>
  /** Takes no more, hands back what is under way, and settles when that is done. */
  stop(): Promise<void>
}

/** The worker of a process. `context` makes the context of work that no request caused; one run is worked on at a time. */
export function createWorker(parts: { context: () => Context; handlers: RunHandler[]; pollMs?: number }): Worker {
  const stopping = new AbortController()
  let timer: ReturnType<typeof setInterval> | undefined
  let ticking: Promise<void> | null = null

  async function drain(): Promise<void> {
    const ctx = parts.context()
    try {
      while (!stopping.signal.aborted && (await workOn(ctx, parts.handlers, { stopping: stopping.signal })));
    } catch (error) {
      ctx.ports.log({ level: 'error', message: 'the worker failed', cause: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    }
  }

  function tick(): Promise<void> {
    ticking ??= drain().finally(() => {
      ticking = null
    })
    return ticking
  }

  return {
    tick,
    start() {
      timer ??= setInterval(() => void tick(), parts.pollMs ?? POLL_MS)
    },
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await ticking
    },
  }
}
