import { Failure } from '#domain/failure.ts'
import { type Dial, type MysqlTarget, openSession, type Session } from './session.ts'

const IDLE_MS = 30_000
/** How long a caller waits for one of the source's connections. */
const WAIT_MS = 10_000

/** The signed-in connections of one source. A session a caller leaves in order serves the next one; where they cannot outlive a call, each has its own. */
export type SessionPool = {
  /** `reused` says that the server may have let go of it meanwhile. Fails with `datasource_unreachable`. */
  take(signal: AbortSignal, options?: { fresh: boolean }): Promise<{ session: Session; reused: boolean }>
  give(session: Session): void
  close(): void
}

export function createSessionPool(target: MysqlTarget, dial: Dial, { keeps, most }: { keeps: boolean; most: number }): SessionPool {
  const idle: { session: Session; timer: ReturnType<typeof setTimeout> }[] = []
  const waiting: (() => void)[] = []
  let open = 0
  let closed = false

  const leave = (session: Session) => {
    session.destroy()
    open--
    waiting.shift()?.()
  }

  const waitForOne = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const giveUp = (reason: unknown) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
        waiting.splice(waiting.indexOf(next), 1)
        reject(reason)
      }
      const onAbort = () => giveUp(signal.reason)
      const next = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
        resolve()
      }
      const timer = setTimeout(() => giveUp(new Failure('overloaded', 'too many statements run on this data source', { retryAfter: 2 })), WAIT_MS)
      signal.addEventListener('abort', onAbort, { once: true })
      waiting.push(next)
      if (signal.aborted) onAbort()
    })

  return {
    async take(signal, { fresh } = { fresh: false }) {
      for (;;) {
        if (closed) throw new Failure('draining', 'the server is shutting down')
        const kept = idle.pop()
        if (kept) {
          clearTimeout(kept.timer)
          if (!fresh && !kept.session.dead()) return { session: kept.session, reused: true }
          leave(kept.session)
        } else if (open < most) {
          open++
          try {
            return { session: await openSession(target, dial, signal), reused: false }
          } catch (error) {
            open--
            waiting.shift()?.()
            throw error
          }
        } else {
          await waitForOne(signal)
        }
      }
    },
    give(session) {
      if (closed || !keeps || session.dead()) return leave(session)
      const timer = setTimeout(() => {
        idle.splice(
          idle.findIndex((kept) => kept.session === session),
          1,
        )
        leave(session)
      }, IDLE_MS)
      ;(timer as { unref?: () => void }).unref?.()
      idle.push({ session, timer })
      waiting.shift()?.()
    },
    close() {
      closed = true
      for (const { session, timer } of idle.splice(0)) {
        clearTimeout(timer)
        leave(session)
      }
    },
  }
}
