import type { Client } from './client.ts'

/** The connections of one source. */
export type Pool = {
  take(signal: AbortSignal): Promise<Client>
  /** Gives a connection back; one that failed is ended. */
  give(client: Client, isSound: boolean): void
  close(): void
}

/** At most `most` connections, opened as they are needed; who comes too many waits in turn. Without `keeps` each is ended when it is given back. */
export function createPool(open: () => Promise<Client>, { keeps, most }: { keeps: boolean; most: number }): Pool {
  const idle: Client[] = []
  const waiting: ((client: Client | null) => void)[] = []
  const taken = new Set<Client>()
  let opened = 0
  let isClosed = false

  return {
    async take(signal) {
      for (;;) {
        signal.throwIfAborted()
        const known = idle.pop()
        if (known) {
          taken.add(known)
          return known
        }
        if (opened < most) break
        const handed = await turn(waiting, signal)
        if (handed) return handed
      }
      opened += 1
      try {
        const client = await open()
        taken.add(client)
        return client
      } catch (error) {
        opened -= 1
        waiting.shift()?.(null)
        throw error
      }
    },
    give(client, isSound) {
      taken.delete(client)
      if (isSound && keeps && !isClosed) {
        const next = waiting.shift()
        if (next) {
          taken.add(client)
          next(client)
        } else idle.push(client)
        return
      }
      opened -= 1
      client.destroy()
      waiting.shift()?.(null)
    },
    close() {
      isClosed = true
      for (const client of [...idle.splice(0), ...taken]) client.destroy()
    },
  }
}

/** A connection handed over, or `null` for a place that became free. */
function turn(waiting: ((client: Client | null) => void)[], signal: AbortSignal): Promise<Client | null> {
  return new Promise((resolve, reject) => {
    const handed = (client: Client | null) => {
      signal.removeEventListener('abort', left)
      resolve(client)
    }
    const left = () => {
      const at = waiting.indexOf(handed)
      if (at >= 0) waiting.splice(at, 1)
      reject(signal.reason)
    }
    waiting.push(handed)
    signal.addEventListener('abort', left, { once: true })
  })
}
