import type { Listener } from './listener.ts'
import type { Local } from './local.ts'

const OPEN_MS = 5_000
const LOOK_MS = 20

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Ends in good order within `patienceMs`: queued work goes back to the queue, health says `draining` while the ports stay open for what is under way (at most five seconds), then no
 * new connection is taken, streams get most of the time that is left, and what has not ended by then is cut.
 */
export async function stopServing(local: Local, listeners: Listener[], patienceMs: number): Promise<void> {
  const started = performance.now()
  const until = (ms: number) => Math.max(0, ms - (performance.now() - started))
  const forReplies = patienceMs - Math.min(1_000, patienceMs / 4)
  local.querent.drain()
  const handedBack = local.querent.worker.stop()
  while (until(Math.min(OPEN_MS, forReplies)) && listeners.some((listener) => listener.inFlight() > 0)) await pause(LOOK_MS)
  const closed = Promise.all(listeners.map((listener) => listener.close()))
  await Promise.race([closed, pause(until(forReplies))])
  for (const listener of listeners) listener.cut()
  await Promise.race([handedBack.then(local.close), pause(until(patienceMs))])
}
