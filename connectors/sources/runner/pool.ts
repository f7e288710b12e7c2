import { Failure } from '#domain/failure.ts'
import type { SourceSpec } from '#domain/semantics/sources/source.ts'
import { createTurns } from '../fair/turns.ts'
import { type Child, type ChildRun, type ChildSettings, NotStarted, startChild } from './child.ts'
import type { Answers, Job } from './jobs.ts'

export type RunnerPoolOptions = {
  /** Processes, each doing one job at a time. */
  size: number
  /** Private memory one process may hold, in MB (at least 192). */
  memoryMb: number
  /** The runtime that runs them; by default the one running this. */
  execPath?: string
  /** Threads DuckDB uses in each process. */
  threads?: number
  /** Jobs of one account that may wait; more are refused. */
  queueLimit?: number
  /** Milliseconds a job somebody waits for may wait for its turn. */
  queueMs?: number
  /** Milliseconds a process may leave a job untaken, or take no processor time at one, before it is given up (Linux only). */
  stallMs?: number
}

/** `asker`: whose share of the pool the job is; the platform's own work has none. */
export type RunOptions = ChildRun & Pick<SourceSpec, 'asker'>

export type RunnerPool = {
  /** Runs a job when its turn comes, and kills its process when it passes its deadline, its memory or its caller's patience. Fails with the job's own failures, `rate_limited`, `overloaded` and `source_unavailable_here`. */
  run<J extends Job>(job: J, options: RunOptions): Promise<Answers[J['kind']]>
  /** Starts every process now instead of at its first job. */
  warm(): Promise<void>
  pids(): number[]
  /** Jobs under way and waiting for their turn. */
  counts(): { running: number; waiting: number }
  close(): Promise<void>
}

type Slot = { child: Child | null; isBusy: boolean; lastKey: string }

/** Processes tried for one job before it is refused, and the milliseconds after which no other is. */
const TRIES = 3
const TRYING_MS = 30_000

/** A pool of warm runner processes. Jobs take turns by whose they are; one goes to a process that last served the same source when one is free; uploads never take the last process. */
export function createRunnerPool(options: RunnerPoolOptions): RunnerPool {
  const { execPath = process.execPath, threads = 2, stallMs = 15_000 } = options
  const settings: ChildSettings = { memoryMb: Math.max(192, options.memoryMb), threads, execPath, stallMs }
  const slots: Slot[] = Array.from({ length: Math.max(1, options.size) }, () => ({ child: null, isBusy: false, lastKey: '' }))
  const { queueLimit, queueMs = 10_000 } = options
  const turns = createTurns({ places: slots.length, of: 'everything', perAsker: Math.ceil(slots.length * 0.75), waitMs: queueMs, queueLimit })
  const maxIngests = Math.max(1, slots.length - 1)
  let lastStartFailed = false
  let closed = false

  function childOf(slot: Slot): Child {
    if (slot.child && !slot.child.dead()) return slot.child
    const child = startChild(settings)
    slot.child = child
    slot.lastKey = ''
    child.exited.then(() => {
      if (slot.child === child) slot.child = null
    })
    return child
  }

  /** Whoever has the turn finds one. */
  function freeSlot(job: Job): Slot {
    const rank = (slot: Slot) => (slot.child === null ? 0 : slot.lastKey === keyOf(job) ? 3 : slot.lastKey === '' ? 2 : 1)
    const [best] = slots.filter((slot) => !slot.isBusy).sort((left, right) => rank(right) - rank(left))
    if (!best) throw new Error('a turn was given without a free process')
    return best
  }

  /** Does a job in a slot. `free` is told when the slot is ready for the next one: a process that had to be killed is replaced at the cost of the one whose job it was. */
  async function occupy(slot: Slot, job: Job, run: RunOptions, free: () => void): Promise<unknown> {
    slot.isBusy = true
    const done = () => {
      slot.isBusy = false
      free()
    }
    try {
      return await attempt(slot, job, run)
    } finally {
      // None is started where none starts at all.
      if (!closed && slot.child?.dead() !== false && !lastStartFailed) childOf(slot).ready.then(done)
      else done()
    }
  }

  async function attempt(slot: Slot, job: Job, run: ChildRun): Promise<unknown> {
    const begun = performance.now()
    for (let tries = 0; tries < TRIES && !closed && performance.now() - begun < TRYING_MS; tries++) {
      const child = childOf(slot)
      lastStartFailed = !(await unlessAborted(child.ready, run.signal))
      if (lastStartFailed) continue
      slot.lastKey = keyOf(job)
      try {
        return await child.run(job, run)
      } catch (error) {
        if (!(error instanceof NotStarted)) throw error
      }
    }
    throw closed ? draining() : new Failure('source_unavailable_here', 'the query runner does not start here')
  }

  return {
    async run<J extends Job>(job: J, run: RunOptions): Promise<Answers[J['kind']]> {
      const claim = { asker: run.asker, source: keyOf(job), ofKind: job.kind === 'ingest' ? { kind: 'ingest', atMost: maxIngests } : undefined }
      const leave = await turns.take(claim, run.signal)
      return (await occupy(freeSlot(job), job, run, leave)) as Answers[J['kind']]
    },
    async warm() {
      await Promise.all(slots.map((slot) => childOf(slot).ready))
    },
    pids: () => slots.flatMap((slot) => slot.child?.pid ?? []),
    counts: () => turns.counts(),
    async close() {
      closed = true
      turns.close(draining)
      await Promise.all(
        slots.map(async ({ child }) => {
          child?.kill()
          await child?.exited
        }),
      )
    },
  }
}

/** What `promise` answers; fails with the signal's reason when that comes first. */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const left = Promise.withResolvers<never>()
  const leave = () => left.reject(signal.reason)
  signal.addEventListener('abort', leave)
  return Promise.race([promise, left.promise]).finally(() => signal.removeEventListener('abort', leave))
}

function draining(): Failure {
  return new Failure('draining', 'the server is shutting down')
}

function keyOf(job: Job): string {
  return 'source' in job ? job.source.key : ''
}
