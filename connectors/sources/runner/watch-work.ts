import { processorTicks } from './memory.ts'

const LOOKS = 10

/**
 * Watches a process at its job, and calls `stalled` once when it took no processor time for `stallMs`: it waits for what never comes. Time in which it `waits`
 * for its reader is not counted. Does nothing where processor time cannot be read.
 */
export function watchWork(pid: number | undefined, stallMs: number, { waits, stalled }: { waits: () => boolean; stalled: () => void }): { end: () => void } {
  let ticks = ticksOf(pid)
  let idleLooks = 0
  const timer = setInterval(() => {
    const now = ticksOf(pid)
    idleLooks = now === null || now !== ticks || waits() ? 0 : idleLooks + 1
    ticks = now
    if (idleLooks < LOOKS) return
    clearInterval(timer)
    stalled()
  }, stallMs / LOOKS)
  return { end: () => clearInterval(timer) }
}

const ticksOf = (pid: number | undefined): number | null => (pid === undefined ? null : processorTicks(pid))
