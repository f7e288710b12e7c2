import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { type Client, type InArgs, type InStatement, LibsqlError, type ResultSet } from '@libsql/client'
import { isRead } from '#db/statement.ts'
import { openChangeCounter } from './change-counter.ts'
import { isUnsynced, type ThreadOptions, type ThreadRequest, type ThreadResult, type ThreadWork } from './database-messages.ts'
import { resultSet, threadFailure, threadStatement } from './database-results.ts'
import { decodeAnswer, RequestEncoder, type WireReply } from './database-wire.ts'
import { SharedVersion } from './shared-version.ts'

/** A local database whose work is done on other threads. */
export type ThreadedClient = Client & {
  /** Lets calls in flight finish, closes both connections and settles when that is done. `close` starts the same without waiting. */
  end: () => Promise<void>
  /** Differs after every commit by any process; needs no query. */
  changeCounter: () => string
  /** As `batch`, answered before it is on the disk: it outlives the process, not the machine, until anything is written after it. */
  batchUnsynced: Client['batch']
  /** As `batch`, and with `unsynced` as `batchUnsynced`, of what nobody reads the results. */
  write: (statements: InStatement[], unsynced: boolean) => Promise<void>
  /** What the query `version` answered after the last write of this process; `null` when it is not known or another process has committed since. */
  version: () => string | null
}

type Pending = { resolve: (results: ThreadResult[]) => void; reject: (error: Error) => void; unsynced: boolean }

/** One thread with one connection. Requests are answered in the order they were sent. */
class DatabaseThread {
  readonly #worker: Worker
  readonly #pending = new Map<number, Pending>()
  readonly #encoder = new RequestEncoder()
  readonly opened: Promise<unknown>
  #last = 0
  #outbox: ThreadRequest[] = []
  /** How much of what crossed is not answered yet, and how much of that waits for no disk. */
  #away = 0
  #unsyncedAway = 0
  #isPlanned = false
  #stopped: Error | null = null

  constructor(options: ThreadOptions) {
    this.#worker = new Worker(new URL('./database-worker.ts', import.meta.url), { workerData: options, execArgv: [] })
    this.#worker.on('message', (replies: WireReply[]) => {
      for (const reply of replies) this.#receive(reply)
      this.#plan()
    })
    this.#worker.on('error', (error) => this.#stop(error instanceof Error ? error : new Error(String(error))))
    this.#worker.on('exit', () => this.#stop(new LibsqlError('the database is closed', 'CLIENT_CLOSED')))
    this.opened = new Promise((resolve, reject) => this.#pending.set(0, { resolve, reject, unsynced: false }))
  }

  send(work: ThreadRequest['work']): Promise<ThreadResult[]> {
    if (this.#stopped) return Promise.reject(this.#stopped)
    this.#last += 1
    const request = { id: this.#last, work }
    return new Promise((resolve, reject) => {
      // A process ends when nothing is in flight, as with any other driver of a file.
      if (this.#pending.size === 0) this.#worker.ref()
      this.#pending.set(request.id, { resolve, reject, unsynced: isUnsynced(work) })
      this.#outbox.push(request)
      this.#plan()
    })
  }

  /**
   * While the thread is at work what is asked gathers, and crosses together once it has answered: so writes of many share a transaction. What waits for
   * no disk does not wait for those that do.
   */
  #plan(): void {
    if (this.#isPlanned || this.#outbox.length === 0) return
    if (this.#away > 0 && (this.#unsyncedAway > 0 || !this.#outbox.some(({ work }) => isUnsynced(work)))) return
    this.#isPlanned = true
    setImmediate(() => this.#flush())
  }

  #flush(): void {
    const { crossing = [], waiting = [] } = Object.groupBy(this.#outbox, ({ work }) => (this.#away === 0 || isUnsynced(work) ? 'crossing' : 'waiting'))
    this.#outbox = waiting
    this.#isPlanned = false
    if (this.#stopped) return
    this.#away += crossing.length
    for (const { work } of crossing) if (isUnsynced(work)) this.#unsyncedAway += 1
    this.#worker.postMessage(crossing.map((request) => this.#encoder.encode(request)))
  }

  #receive(wire: WireReply): void {
    const reply = Array.isArray(wire) ? decodeAnswer(wire) : wire
    const call = this.#pending.get(reply.id)
    if (reply.id !== 0) this.#away -= 1
    if (call?.unsynced) this.#unsyncedAway -= 1
    this.#pending.delete(reply.id)
    if (this.#pending.size === 0) this.#worker.unref()
    if ('error' in reply) call?.reject(threadFailure(reply.error))
    else call?.resolve(reply.results)
  }

  #stop(error: Error): void {
    this.#stopped ??= error
    for (const call of this.#pending.values()) call.reject(this.#stopped)
    this.#pending.clear()
  }
}

const pathOf = (url: string): string => {
  if (!url.startsWith('file:')) throw new Error('a database thread opens file: URLs only')
  return url.startsWith('file://') ? fileURLToPath(url) : url.slice('file:'.length)
}

/**
 * Opens the database at a `file:` URL on two threads, one connection each: every write goes to the first, reads go to the second, and no statement
 * blocks the event loop. A write is answered when it is on the disk (WAL, `synchronous = full`) unless it asks otherwise; a read issued after that sees it. `version` is a query
 * of one value that is read after each write.
 */
export async function openDatabaseThread(url: string, busyTimeoutMs = 5_000, version: string | null = null): Promise<ThreadedClient> {
  const path = pathOf(url)
  const shared = new SharedVersion()
  const writer = new DatabaseThread({ path, role: 'writer', busyTimeoutMs, version: version === null ? null : { sql: version, memory: shared.memory } })
  await writer.opened
  const reader = new DatabaseThread({ path, role: 'reader', busyTimeoutMs, version: null })
  await reader.opened
  await reader.send({ kind: 'execute', statement: { sql: 'select 1 from sqlite_master limit 1', args: [] } })
  const counter = openChangeCounter(path)
  let ending: Promise<void> | null = null

  const ask = async (thread: DatabaseThread, work: ThreadWork): Promise<ResultSet[]> => {
    if (ending) throw new LibsqlError('the database is closed', 'CLIENT_CLOSED')
    return (await thread.send(work)).map(resultSet)
  }
  const execute = async (statement: InStatement): Promise<ResultSet> => {
    const ready = threadStatement(statement)
    const [result] = await ask(isRead(ready.sql) ? reader : writer, { kind: 'execute', statement: ready })
    if (!result) throw new Error('the database thread answered without a result')
    return result
  }
  const end = (): Promise<void> => {
    ending ??= (async () => {
      await reader.send({ kind: 'close' })
      await writer.send({ kind: 'close' })
      counter.close()
    })()
    return ending
  }

  return {
    execute: (statement: InStatement, args?: InArgs) => execute(typeof statement === 'string' ? { sql: statement, args: args ?? [] } : statement),
    batch: async (statements) => {
      const ready = statements.map(threadStatement)
      return ask(ready.every(({ sql }) => isRead(sql)) ? reader : writer, { kind: 'batch', statements: ready })
    },
    batchUnsynced: async (statements) => ask(writer, { kind: 'batch', statements: statements.map(threadStatement), unsynced: true }),
    write: async (statements, unsynced) => {
      await ask(writer, { kind: 'batch', statements: statements.map(threadStatement), unsynced, unread: true })
    },
    migrate: async (statements) => ask(writer, { kind: 'migrate', statements: statements.map(threadStatement) }),
    executeMultiple: async (sql) => {
      await ask(writer, { kind: 'script', sql })
    },
    transaction: () => Promise.reject(new Error('interactive transactions are not available: use batch')),
    sync: () => Promise.reject(new Error('this database is no replica')),
    reconnect: () => {},
    close: () => void end(),
    end,
    changeCounter: () => (ending ? '' : counter.read()),
    version: () => {
      const known = ending ? null : shared.read()
      return known?.counter === counter.read() ? known.value : null
    },
    get closed() {
      return ending !== null
    },
    // Unlike "file", this tells the write discipline that writes already wait for each other without blocking.
    protocol: 'thread',
  }
}
