import module from 'node:module'
import type { Readable } from 'node:stream'
import { Failure } from '#domain/failure.ts'
import type { RowSink } from '#domain/semantics/sources/source.ts'
import type { Job, Reply, Request, RunnerSettings } from './jobs.ts'
import { type LimitedProcess, ranOutOfMemory, startLimited } from './limited-process.ts'
import { residentMb } from './memory.ts'
import { stepBack } from './priority.ts'
import { ROW_PIPE, readRows } from './row-pipe.ts'
import { watchWork } from './watch-work.ts'

/** Milliseconds an engine gets to stop by itself at its deadline before the process is killed. */
const GRACE_MS = 250
const MEMORY_POLL_MS = 25
/** Milliseconds after which a job counts as long: from then on it steps back behind others. */
const LONG_MS = 1_000
/** Milliseconds a process that works gets to come up: much, for where many start at once. */
const START_MS = 45_000
/** Milliseconds a killed process is waited for. */
const EXIT_MS = 2_000

/** `stallMs`: how long a process may leave a job untaken, or do nothing at one, before it is given up. */
export type ChildSettings = RunnerSettings & { execPath: string; stallMs: number }
/** `sink` takes the rows of a query that is poured. */
export type ChildRun = { timeoutMs: number; signal: AbortSignal; sink?: RowSink }

/** The process ended before it took the job, which another one can do. */
export class NotStarted extends Error {
  override name = 'NotStarted'
}

/** One runner process, doing one job at a time. `run` settles as soon as the job is decided; a killed process is `dead` from then on. */
export type Child = {
  pid: number | undefined
  /** Resolves to whether it came up. */
  ready: Promise<boolean>
  exited: Promise<void>
  dead: () => boolean
  run: (job: Job, options: ChildRun) => Promise<unknown>
  kill: () => void
}

/** Starts a runner with this same runtime, no secrets in its environment, and standard input as its lifeline. Where this process keeps compiled code (NODE_COMPILE_CACHE), it does too. */
export function startChild(settings: ChildSettings): Child {
  const { execPath, stallMs, ...told } = settings
  const cache = module.getCompileCacheDir?.()
  const limited = startLimited({
    execPath,
    module: new URL('./process.ts', import.meta.url),
    settings: told,
    memoryMb: settings.memoryMb,
    heapMb: Math.ceil(settings.memoryMb / 2),
    serialization: 'json',
    hasPipe: true,
    env: cache ? { NODE_COMPILE_CACHE: cache } : {},
  })
  const { child, exited, dead, kill } = limited
  let lastId = 0
  const rows = child.stdio[ROW_PIPE] as Readable
  rows.on('error', () => {})
  const ready = new Promise<boolean>((resolve) => {
    const decide = (up: boolean) => {
      clearTimeout(timer)
      work.end()
      resolve(up)
    }
    const giveUp = () => {
      kill()
      decide(false)
    }
    const timer = setTimeout(giveUp, START_MS)
    const work = watchWork(child.pid, stallMs, { waits: () => false, stalled: giveUp })
    child.once('message', () => decide(true))
    exited.then(() => decide(false))
  })
  const watch = { ...limited, memoryMb: settings.memoryMb, stallMs, rows }
  return { pid: child.pid, ready, exited, dead, kill, run: (job, options) => runJob({ id: ++lastId, job }, { ...options, ...watch }) }
}

type Watch = ChildRun & LimitedProcess & { memoryMb: number; stallMs: number; rows: Readable }

/** Sends one job and waits for its answer, its deadline, its memory cap, its caller, its process's standstill or end, whichever comes first. A stopped job's process is gone when this rejects, unless the system does not end it in time. */
function runJob(request: Request, watch: Watch): Promise<unknown> {
  const { child } = watch
  return new Promise((resolve, reject) => {
    let settled = false
    let started = false
    let comeForward: (() => boolean) | null = null
    const reader = watch.sink ? readRows(watch.rows, watch.sink) : null
    // What was poured is taken first, so that the pipe is empty for the next job.
    const drained = (poured: number, act: () => void) => (reader ? void reader.finish(poured).then(() => settle(act)) : settle(act))
    const settle = (act: () => void) => {
      if (settled) return
      settled = true
      clearTimeout(deadline)
      clearInterval(poll)
      clearTimeout(long)
      work.end()
      // Where it stays behind, the next job gets another process.
      if (comeForward && !comeForward()) watch.kill()
      child.off('message', onMessage)
      child.off('exit', onExit)
      reader?.release()
      watch.signal.removeEventListener('abort', onAbort)
      act()
    }
    const stop = (reason: unknown) =>
      settle(() => {
        watch.kill()
        const late = setTimeout(() => reject(reason), EXIT_MS)
        watch.exited.then(() => {
          clearTimeout(late)
          reject(reason)
        })
      })
    const onMessage = (reply: Reply) => {
      if (!('id' in reply) || reply.id !== request.id) return
      if ('started' in reply) started = true
      else if ('columns' in reply) reader?.columns(reply.columns)
      else if ('answer' in reply) drained(reply.poured, () => resolve(reply.answer))
      else drained(reply.poured, () => reject(new Failure(reply.failure.code, reply.failure.message, reply.failure)))
    }
    const onExit = () => settle(() => reject(started ? exitFailure(watch) : new NotStarted()))
    const onAbort = () => stop(watch.signal.reason)
    const deadline = setTimeout(() => stop(new Failure('query_timeout', 'the query took too long')), watch.timeoutMs + GRACE_MS)
    const poll = setInterval(() => {
      if (child.pid !== undefined && (residentMb(child.pid) ?? 0) > watch.memoryMb) stop(memoryExceeded())
    }, MEMORY_POLL_MS)
    const long = setTimeout(() => {
      if (child.pid !== undefined) comeForward = stepBack(child.pid)
    }, LONG_MS)
    const work = watchWork(child.pid, watch.stallMs, {
      waits: () => reader?.waits() ?? false,
      stalled: () => stop(started ? new Failure('query_failed', 'the query runner stood still') : new NotStarted()),
    })
    child.on('message', onMessage)
    child.on('exit', onExit)
    watch.signal.addEventListener('abort', onAbort)
    if (watch.signal.aborted) return onAbort()
    child.send(request, (error) => {
      if (error) stop(new NotStarted())
    })
  })
}

function memoryExceeded(): Failure {
  return new Failure('query_memory_exceeded', 'the query needs more memory than it may use')
}

function exitFailure(ended: LimitedProcess): Failure {
  if (ranOutOfMemory(ended)) return memoryExceeded()
  const { signalCode, exitCode } = ended.child
  if (signalCode === 'SIGXFSZ') return new Failure('query_failed', 'the query wrote more than it may')
  return new Failure('query_failed', 'the query runner stopped', { cause: ended.lastWords() || signalCode || exitCode })
}
