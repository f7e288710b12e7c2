import { Failure } from '#domain/failure.ts'
import { type Child, type ChildSettings, NotStarted, type RunOptions, startChild } from './child.ts'
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
  /** Jobs that may wait; more are refused with `overloaded`. */
  queueLimit?: number
  /** Milliseconds a job may wait. */
  queueMs?: number
  /** Milliseconds a process may leave a job untaken, or take no processor time at one, before it is given up (Linux only). */
  stallMs?: number
}

export type RunnerPool = {
  /** Runs a job and kills its process when it passes its deadline, its memory or its caller's patience. Fails with the job's own failures, `overloaded` and `source_unavailable_here`. */
  run<J extends Job>(job: J, options: RunOptions): Promise<Answers[J['kind']]>
  /** Starts every process now instead of at its first job. */
  warm(): Promise<void>
  pids(): number[]
  close(): Promise<void>
}

type Slot = { child: Child | null; busy: Job['kind'] | null; lastKey: string }
type Waiting = { job: Job; options: RunOptions; resolve: (answer: unknown) => void; reject: (reason: unknown) => void }

/** Processes tried for one job before it is refused, and the milliseconds after which no other is. */
const TRIES = 3
const TRYING_MS = 30_000

/** A pool of warm runner processes. A job goes to a process that last served the same source when one is free; uploads never take the last process. */
export function createRunnerPool(options: RunnerPoolOptions): RunnerPool {
  const { execPath = process.execPath, threads = 2, stallMs = 15_000 } = options
  const settings: ChildSettings = { memoryMb: Math.max(192, options.memoryMb), threads, execPath, stallMs }
  const { queueLimit = 64, queueMs = 10_000 } = options
  const slots: Slot[] = Array.from({ length: Math.max(1, options.size) }, () => ({ child: null, busy: null, lastKey: '' }))
  const maxIngests = Math.max(1, slots.length - 1)
  let queue: Waiting[] = []
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

  function freeSlot(job: Job): Slot | undefined {
    if (job.kind === 'ingest' && slots.filter((slot) => slot.busy === 'ingest').length >= maxIngests) return undefined
    const free = slots.filter((slot) => slot.busy === null)
    const rank = (slot: Slot) => (slot.child === null ? 0 : slot.lastKey === keyOf(job) ? 3 : slot.lastKey === '' ? 2 : 1)
    return free.sort((left, right) => rank(right) - rank(left))[0]
  }

  function dispatch(): void {
    for (const waiting of [...queue]) {
      const slot = freeSlot(waiting.job)
      if (!slot) continue
      leaveQueue(waiting)
      void occupy(slot, waiting)
    }
  }

  function leaveQueue(waiting: Waiting): boolean {
    const waited = queue.includes(waiting)
    queue = queue.filter((other) => other !== waiting)
    return waited
  }

  async function occupy(slot: Slot, waiting: Waiting): Promise<void> {
    slot.busy = waiting.job.kind
    try {
      waiting.resolve(await attempt(slot, waiting))
    } catch (error) {
      waiting.reject(error)
    } finally {
      slot.busy = null
      if (!closed) {
        // A killed process is replaced at once, so that the next job finds a warm one; not where none starts at all.
        if (slot.child?.dead() !== false && !lastStartFailed) childOf(slot)
        dispatch()
      }
    }
  }

  async function attempt(slot: Slot, { job, options: run }: Waiting): Promise<unknown> {
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
    run<J extends Job>(job: J, run: RunOptions): Promise<Answers[J['kind']]> {
      if (closed) return Promise.reject(draining())
      if (run.signal.aborted) return Promise.reject(run.signal.reason)
      if (queue.length >= queueLimit) return Promise.reject(overloaded())
      return new Promise<Answers[J['kind']]>((resolve, reject) => {
        const giveUp = (reason: unknown) => {
          if (leaveQueue(waiting)) waiting.reject(reason)
        }
        const onAbort = () => giveUp(run.signal.reason)
        const timer = setTimeout(() => giveUp(overloaded()), queueMs)
        const settle = () => {
          clearTimeout(timer)
          run.signal.removeEventListener('abort', onAbort)
        }
        const waiting: Waiting = {
          job,
          options: run,
          resolve(answer) {
            settle()
            resolve(answer as Answers[J['kind']])
          },
          reject(reason) {
            settle()
            reject(reason)
          },
        }
        run.signal.addEventListener('abort', onAbort)
        queue.push(waiting)
        dispatch()
      })
    },
    async warm() {
      await Promise.all(slots.map((slot) => childOf(slot).ready))
    },
    pids: () => slots.flatMap((slot) => slot.child?.pid ?? []),
    async close() {
      closed = true
      for (const waiting of [...queue]) waiting.reject(draining())
      queue = []
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

function overloaded(): Failure {
  return new Failure('overloaded', 'too many queries are running', { retryAfter: 2 })
}

function keyOf(job: Job): string {
  return 'source' in job ? job.source.key : ''
}
