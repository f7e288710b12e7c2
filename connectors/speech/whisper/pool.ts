import { Failure } from '#domain/failure.ts'
import type { Asker } from '#domain/semantics/sources/source.ts'
import { createTurns } from '../../sources/fair/turns.ts'
import { residentMb } from '../../sources/runner/memory.ts'
import { type EngineChild, startEngine } from './child.ts'
import { engineFolder, modelPath } from './installed.ts'
import type { RecogniseJob } from './jobs.ts'
import type { Heard, Recognised } from './recognise.ts'

export type EnginePoolOptions = {
  /** Where engine and models lie. */
  folder: string
  /** Processes, each recognising one recording at a time. */
  size: number
  /** Private memory one may hold, in MB. */
  memoryMb: number
  /** Milliseconds a recording may take once it has its turn. */
  timeoutMs: number
  /** Milliseconds it may wait for its turn. */
  waitMs?: number
  /** Milliseconds after which a process with nothing to do is ended. */
  idleMs?: number
  execPath?: string
}

export type EngineRun = { model: string; asker: Asker | undefined; signal: AbortSignal; heard: (heard: Heard) => void }

export type EnginePool = {
  /** Recognises a recording when its turn comes. Fails as a child does, and with `rate_limited`, `overloaded` and `draining`. */
  run(job: RecogniseJob, run: EngineRun): Promise<Recognised>
  pids(): number[]
  close(): Promise<void>
}

/** `restingMb`: what its process held after the first recording with speech in it; before, the model has not taken its memory. */
type Slot = { child: EngineChild | null; model: string; isBusy: boolean; restingMb: number | null; idle: NodeJS.Timeout | undefined }

/** Megabytes a process may keep beyond that when a recording is done: what an allocator once took it mostly keeps. */
const KEEPS_MB = 64

/** Processes of the embedded engine. They start when they are needed, and a caller who has many recordings does not keep the others waiting. */
export function createEnginePool({
  folder,
  size,
  memoryMb,
  timeoutMs,
  waitMs = 60_000,
  idleMs = 600_000,
  execPath = process.execPath,
}: EnginePoolOptions): EnginePool {
  const slots: Slot[] = Array.from({ length: Math.max(1, size) }, () => ({ child: null, model: '', isBusy: false, restingMb: null, idle: undefined }))
  const turns = createTurns({ places: slots.length, of: 'everything', perAsker: Math.ceil(slots.length * 0.75), waitMs, what: 'recordings' })
  let closed = false

  function childOf(slot: Slot, model: string): EngineChild {
    if (slot.child && !slot.child.dead() && slot.model === model) return slot.child
    slot.child?.kill()
    slot.child = startEngine({ engine: engineFolder(folder), model: modelPath(folder, model) }, memoryMb, execPath)
    slot.model = model
    slot.restingMb = null
    return slot.child
  }

  function endIfGrown(slot: Slot, spoken: boolean): void {
    const pid = slot.child?.dead() ? undefined : slot.child?.pid
    const held = pid === undefined ? null : residentMb(pid)
    if (held === null) return
    if (spoken) slot.restingMb ??= held
    if (slot.restingMb !== null && held > slot.restingMb + KEEPS_MB) slot.child?.kill()
  }

  /** Whoever has the turn finds one: best the one that has his model in memory. */
  function freeSlot(model: string): Slot {
    const rank = (slot: Slot) => (slot.child === null || slot.child.dead() ? 1 : slot.model === model ? 2 : 0)
    const [best] = slots.filter((slot) => !slot.isBusy).sort((left, right) => rank(right) - rank(left))
    if (!best) throw new Error('a turn was given without a free process')
    return best
  }

  async function occupy(slot: Slot, job: RecogniseJob, { model, signal, heard }: EngineRun): Promise<Recognised> {
    clearTimeout(slot.idle)
    const child = childOf(slot, model)
    if (!(await unlessAborted(child.ready, signal))) {
      throw closed ? draining() : new Failure('provider_failed', 'the speech engine does not start here', { hint: 'npm run get:speech checks what is there' })
    }
    return child.run(job, { timeoutMs, memoryMb, signal, heard })
  }

  return {
    async run(job, run) {
      const leave = await turns.take({ asker: run.asker, source: run.model }, run.signal)
      const slot = freeSlot(run.model)
      slot.isBusy = true
      let spoken = false
      try {
        const recognised = await occupy(slot, job, run)
        spoken = !recognised.noSpeech
        return recognised
      } finally {
        slot.isBusy = false
        endIfGrown(slot, spoken)
        slot.idle = setTimeout(() => slot.child?.kill(), idleMs)
        slot.idle.unref()
        leave()
      }
    },
    pids: () => slots.flatMap(({ child }) => (child && !child.dead() && child.pid !== undefined ? [child.pid] : [])),
    async close() {
      closed = true
      turns.close(draining)
      await Promise.all(
        slots.map(async ({ child, idle }) => {
          clearTimeout(idle)
          child?.kill()
          await child?.exited
        }),
      )
    },
  }
}

const draining = (): Failure => new Failure('draining', 'the server is shutting down')

/** What `promise` answers; fails with the signal's reason when that comes first. */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const left = Promise.withResolvers<never>()
  const leave = () => left.reject(signal.reason)
  signal.addEventListener('abort', leave)
  return Promise.race([promise, left.promise]).finally(() => signal.removeEventListener('abort', leave))
}
