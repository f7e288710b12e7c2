import { useSyncExternalStore } from 'react'
import { call } from '#web/api/client.ts'
import type { Line } from '#web/api/operations.ts'
import { queries } from '#web/api/queries.ts'
import { SHOWN_MS, tell, tellFailure } from './toasts.tsx'

type Doomed = { kind: string; id: string; delete: () => Promise<unknown> }

let doomed: readonly Doomed[] = []
let ids: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()
function become(next: readonly Doomed[]): void {
  doomed = next
  ids = new Set(next.map(({ id }) => id))
  for (const listener of listeners) listener()
}

/** What was deleted here and can still be brought back: lists leave it out already. */
export const useDeleted = (): ReadonlySet<string> =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => ids,
  )

async function carryOut(one: Doomed): Promise<void> {
  try {
    await one.delete()
  } catch (error) {
    tellFailure(error)
  }
  await queries.invalidateQueries({ queryKey: [one.kind] })
  become(doomed.filter((other) => other !== one))
}

/** Deletes objects as soon as the way back, which is offered for a few seconds, has not been taken. Who leaves the page has not taken it. */
export function deleteLater(kind: string, line: Line, paths: Record<string, string>[], message: string): void {
  const these = paths.map(
    (path): Doomed => ({ kind, id: Object.values(path)[0] ?? '', delete: () => (call as (line: Line, input: object) => Promise<unknown>)(line, { path }) }),
  )
  become([...doomed, ...these])
  const timer = setTimeout(() => these.forEach((one) => void carryOut(one)), SHOWN_MS)
  const leaving = () => these.forEach((one) => void one.delete())
  window.addEventListener('pagehide', leaving, { once: true })
  setTimeout(() => window.removeEventListener('pagehide', leaving), SHOWN_MS)
  tell(message, {
    undo: () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', leaving)
      become(doomed.filter((other) => !these.includes(other)))
    },
  })
}
