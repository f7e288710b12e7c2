import type { Database } from '#db/client.ts'
import { type Change, newest, readChanges } from './changes.ts'

/** Changes that wait for one slow listener at most; beyond that it is told to read anew. */
const WAITING = 2_000
/** A listener that comes back after more entries than this reads anew what it shows. */
const FARTHEST = 5_000

export type News = { changes: Change[] } | { reset: number } | { identity: true }

/** What one listener takes its news from. `next` settles with what came, with `null` after `ms` of nothing. */
export type Listening = { position: number; isReset: boolean; next(ms: number): Promise<News | null>; end(): void }
export type ChangeFeed = { listen(after: number | null): Promise<Listening> }

type ReaderParts = {
  db: Database
  /** Differs after every commit to the database, whatever it wrote: as long as it stays, nothing is read. `null` = read each time. */
  commitCounter: () => string | null
  pollMs: number
  failed: (error: unknown) => void
}

/**
 * Reads the audit log for all who listen in this process: every write stands in it, in the order of its commit, whichever process made it. With nobody
 * listening nothing is read.
 */
export function createChangeFeed({ db, commitCounter, pollMs, failed }: ReaderParts): ChangeFeed {
  const listeners = new Set<Listener>()
  let cursor = 0
  let identity = 0
  let counter: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isReading = false
  let starting: Promise<void> | null = null

  async function poll(): Promise<void> {
    timer = undefined
    isReading = true
    try {
      const now = commitCounter()
      if (now === null || now !== counter) await read()
      counter = now
    } catch (error) {
      failed(error)
    }
    isReading = false
    schedule()
  }

  function schedule(): void {
    if (listeners.size && timer === undefined && !isReading) timer = setTimeout(() => void poll(), pollMs)
  }

  async function read(): Promise<void> {
    for (let isAll = false; !isAll; ) {
      const found = await readChanges(db, cursor)
      isAll = found.isAll
      cursor = found.position
      // Who may hear is looked up before what is told.
      if (found.identity !== identity) for (const listener of listeners) listener.tell({ identity: true })
      identity = found.identity
      if (found.changes.length) for (const listener of listeners) listener.tell({ changes: found.changes })
    }
  }

  const start = (): Promise<void> =>
    newest(db).then((now) => {
      cursor = now.position
      identity = now.identity
      counter = null
      schedule()
    })

  function leave(listener: Listener): void {
    listeners.delete(listener)
    if (listeners.size) return
    clearTimeout(timer)
    timer = undefined
    starting = null
  }

  return {
    async listen(after) {
      const listener = new Listener(leave)
      // From here on it is told what is read for all; what it has by then already is passed over by its position.
      listeners.add(listener)
      try {
        starting ??= start()
        await starting
        const last = after !== null && after > cursor ? (await newest(db)).position : cursor
        const isReset = after !== null && (after > last || last - after > FARTHEST)
        listener.isReset = isReset
        listener.position = isReset || after === null ? cursor : after
        listener.before(await changesBetween(listener.position, last))
        return listener
      } catch (error) {
        listener.end()
        throw error
      }
    },
  }

  async function changesBetween(from: number, to: number): Promise<Change[]> {
    const all: Change[] = []
    for (let position = from; position < to; ) {
      const { changes, position: reached } = await readChanges(db, position)
      all.push(...changes)
      if (reached === position) break
      position = reached
    }
    return all
  }
}

class Listener implements Listening {
  position = 0
  isReset = false
  #news: News[] = []
  #waiting = 0
  #wake: (() => void) | null = null
  readonly #leave: (listener: Listener) => void

  constructor(leave: (listener: Listener) => void) {
    this.#leave = leave
  }

  tell(news: News): void {
    if ('changes' in news) {
      this.#waiting += news.changes.length
      if (this.#waiting > WAITING) {
        this.#news = [{ reset: news.changes.at(-1)?.position ?? this.position }]
        this.#waiting = 0
        this.#wake?.()
        return
      }
    }
    this.#news.push(news)
    this.#wake?.()
  }

  /** What it missed comes before what came meanwhile. */
  before(changes: Change[]): void {
    if (changes.length === 0) return
    this.#waiting += changes.length
    this.#news.unshift({ changes })
  }

  async next(ms: number): Promise<News | null> {
    if (this.#news.length === 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(ms, 2 ** 31 - 1))
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      this.#wake = null
    }
    const news = this.#news.shift() ?? null
    if (news && 'changes' in news) this.#waiting -= news.changes.length
    return news
  }

  end(): void {
    this.#leave(this)
    this.#wake?.()
  }
}
