import { Failure } from '#domain/failure.ts'
import { type LimitedProcess, ranOutOfMemory, startLimited } from '../../sources/runner/limited-process.ts'
import { residentMb } from '../../sources/runner/memory.ts'
import type { EngineReply, EngineSettings, RecogniseJob } from './jobs.ts'
import type { Heard, Recognised } from './recognise.ts'

const POLL_MS = 50
/** Milliseconds until the first half minute of a recording is decoded: a damaged index can take for ever. */
const OPENING_MS = 15_000
/** Milliseconds a process gets to load its model: much, for a slow disk. */
const START_MS = 60_000
/** JavaScript's share of an engine's memory; the model lies outside it. */
const HEAP_MB = 160

export type ChildRun = { timeoutMs: number; memoryMb: number; signal: AbortSignal; heard: (heard: Heard) => void }

/** One process with one model in memory, doing one job at a time. A job that is stopped ends it. */
export type EngineChild = {
  pid: number | undefined
  ready: Promise<{ multilingual: boolean } | null>
  exited: Promise<void>
  dead(): boolean
  /** Fails with `provider_timeout`, `payload_too_large` (memory), `provider_failed`, the recording's own failures, and the signal's reason. */
  run(job: RecogniseJob, run: ChildRun): Promise<Recognised>
  kill(): void
}

/** Starts an engine with this same runtime, nothing of this process's environment, and standard input as its lifeline. */
export function startEngine(settings: EngineSettings, memoryMb: number, execPath: string): EngineChild {
  const limited = startLimited({
    execPath,
    module: new URL('./process.ts', import.meta.url),
    settings,
    memoryMb,
    heapMb: HEAP_MB,
    serialization: 'advanced',
  })
  const { child, exited, dead, kill } = limited
  let lastId = 0
  const ready = new Promise<{ multilingual: boolean } | null>((resolve) => {
    const late = setTimeout(kill, START_MS)
    const decide = (told: { multilingual: boolean } | null) => {
      clearTimeout(late)
      resolve(told)
    }
    child.once('message', (reply: EngineReply) => decide('ready' in reply ? { multilingual: reply.multilingual } : null))
    exited.then(() => decide(null))
  })

  function run(job: RecogniseJob, { timeoutMs, memoryMb, signal, heard }: ChildRun): Promise<Recognised> {
    const id = ++lastId
    return new Promise((resolve, reject) => {
      let settled = false
      const settle = (act: () => void) => {
        if (settled) return
        settled = true
        clearTimeout(deadline)
        clearTimeout(opening)
        clearInterval(poll)
        child.off('message', onMessage)
        signal.removeEventListener('abort', onAbort)
        act()
      }
      const stop = (reason: unknown) =>
        settle(() => {
          kill()
          exited.then(() => reject(reason))
        })
      const onMessage = (reply: EngineReply) => {
        if (!('id' in reply) || reply.id !== id) return
        if ('opened' in reply) return clearTimeout(opening)
        if ('heard' in reply) return heard(reply.heard)
        if ('answer' in reply) return settle(() => resolve(reply.answer))
        const { code, message, param } = reply.failure
        settle(() => reject(new Failure(code, message, param === undefined ? {} : { param })))
      }
      const onAbort = () => stop(signal.reason)
      const late = () => new Failure('provider_timeout', 'the speech engine took too long', { hint: 'send a shorter recording' })
      const deadline = setTimeout(() => stop(late()), timeoutMs)
      const unread = () => new Failure('unsupported_media_type', 'the recording cannot be read in time: its index is damaged', { param: 'file' })
      const opening = setTimeout(() => stop(unread()), OPENING_MS)
      const poll = setInterval(() => {
        if (child.pid !== undefined && (residentMb(child.pid) ?? 0) > memoryMb) stop(tooMuchMemory())
      }, POLL_MS)
      exited.then(() => settle(() => reject(endOf(limited))))
      child.on('message', onMessage)
      signal.addEventListener('abort', onAbort)
      if (signal.aborted) return onAbort()
      child.send({ id, job }, (error) => {
        if (error) stop(new Failure('provider_failed', 'the speech engine stopped', { transient: true, cause: error }))
      })
    })
  }
  return { pid: child.pid, ready, exited, dead, run, kill }
}

const tooMuchMemory = (): Failure => new Failure('payload_too_large', 'the recording takes more memory than it may', { param: 'file' })

const endOf = (ended: LimitedProcess): Failure =>
  ranOutOfMemory(ended) ? tooMuchMemory() : new Failure('provider_failed', 'the speech engine stopped', { cause: ended.lastWords() || ended.child.signalCode })
