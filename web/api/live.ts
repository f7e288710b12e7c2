import { useSyncExternalStore } from 'react'
import { open } from './client.ts'
import type { ChangeEvent } from './core.gen.ts'
import { asFailure } from './failure.ts'
import { askAnew } from './queries.ts'
import { serverEvents } from './server-events.ts'
import { forgetSignIn, signedIn } from './signed-in.ts'

/** Kinds whose objects are shown as part of others'. */
const ALSO: Record<string, string[]> = {
  completion: ['session', 'message'],
  message: ['session'],
  session: ['message'],
  extraction: ['datasource', 'description'],
  share: ['session', 'chart', 'dashboard', 'datasource'],
}
const listeners = new Set<(change: ChangeEvent) => void>()

/** Hears each change that the caller may see, until the returned function is called. */
export function onChange(listener: (change: ChangeEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Failures in a row after which the page says that the services are out of reach: one alone is a restart, or a proxy that cut the line. */
const CUT_OFF_AFTER = 2
let failures = 0
const onReach = new Set<() => void>()
function failed(next: number): void {
  const before = failures
  failures = next
  if (before >= CUT_OFF_AFTER === next >= CUT_OFF_AFTER) return
  // What failed meanwhile, and what changed unheard, is asked for again.
  if (next === 0) askAnew()
  for (const listener of onReach) listener()
}

/** Whether the services are out of reach. */
export const useCutOff = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      onReach.add(listener)
      return () => onReach.delete(listener)
    },
    () => failures >= CUT_OFF_AFTER,
  )

/** Follows the change feed as long as somebody is signed in: each change makes the queries of its kind be asked again. */
export async function followChanges(until: AbortSignal): Promise<void> {
  let last: string | undefined
  let pause = 1_000
  while (!until.aborted && signedIn()) {
    try {
      const response = await open('GET /core/events', { headers: last === undefined ? {} : { 'last-event-id': last }, signal: until })
      pause = 1_000
      failed(0)
      for await (const { id, data } of serverEvents(response)) {
        // What was read before the feed was there may have changed before it was there, too.
        if (last === undefined) askAnew()
        last = id ?? last
        take(JSON.parse(data) as ChangeEvent)
      }
    } catch (error) {
      if (until.aborted) return
      const { status } = asFailure(error)
      if (status === 401) return forgetSignIn()
      failed(status === 0 || status >= 500 ? failures + 1 : 0)
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
    pause = Math.min(pause * 2, 30_000)
  }
}

function take(change: ChangeEvent): void {
  if (change.type === 'feed.reset') askAnew()
  const kind = change.resource.type
  for (const each of [kind, ...(ALSO[kind] ?? [])]) askAnew({ queryKey: [each] })
  for (const listener of listeners) listener(change)
}
