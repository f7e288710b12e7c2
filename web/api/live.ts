import { open } from './client.ts'
import type { ChangeEvent } from './core.gen.ts'
import { asFailure } from './failure.ts'
import { queries } from './queries.ts'
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

/** Follows the change feed as long as somebody is signed in: each change makes the queries of its kind be asked again. */
export async function followChanges(until: AbortSignal): Promise<void> {
  let last: string | undefined
  let pause = 1_000
  while (!until.aborted && signedIn()) {
    try {
      const response = await open('GET /core/events', { headers: last === undefined ? {} : { 'last-event-id': last }, signal: until })
      pause = 1_000
      for await (const { id, data } of serverEvents(response)) {
        last = id ?? last
        take(JSON.parse(data) as ChangeEvent)
      }
    } catch (error) {
      if (until.aborted) return
      if (asFailure(error).status === 401) return forgetSignIn()
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
    pause = Math.min(pause * 2, 30_000)
  }
}

function take(change: ChangeEvent): void {
  if (change.type === 'feed.reset') void queries.invalidateQueries()
  const kind = change.resource.type
  for (const each of [kind, ...(ALSO[kind] ?? [])]) void queries.invalidateQueries({ queryKey: [each] })
  for (const listener of listeners) listener(change)
}
