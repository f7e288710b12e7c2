import Libsql from 'libsql'
import { countParameters, isRead } from '#db/statement.ts'
import type { ThreadError, ThreadOptions, ThreadResult, ThreadStatement, ThreadWork } from './database-messages.ts'

/** A failed statement of a batch. */
export class StatementError extends Error {
  readonly statementIndex: number

  constructor(cause: unknown, statementIndex: number) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.statementIndex = statementIndex
  }
}

type Prepared = { statement: Libsql.Statement<unknown[]>; columns: string[]; columnTypes: string[]; returnsRows: boolean; parameters: number | null }

/** What a piece of work came to. */
export type Outcome = ThreadResult[] | { error: unknown }

const remembered = 500
/** A page that is written again and again is copied from the log to the file once in so many. */
const CHECKPOINT_PAGES = 4_000
const CACHE_KB = 16_000
const changesSchema = /^\s*(?:create|alter|drop|attach|detach|vacuum|pragma|reindex)\b/i

/** What SQLite runs outside transactions only, or what would make or end one. */
const standsAlone = /^\s*(?:pragma|vacuum|attach|detach|begin|commit|end|rollback|savepoint|release)\b/i

const statementsOf = (work: ThreadWork): ThreadStatement[] => (work.kind === 'execute' ? [work.statement] : work.kind === 'script' ? [] : work.statements)

/** Whether work may share a transaction with other work. */
function isSharing(work: ThreadWork): boolean {
  const statements = work.kind === 'execute' || work.kind === 'batch' ? statementsOf(work) : []
  return statements.length > 0 && !statements.some(({ sql }) => standsAlone.test(sql))
}

function isBusy(error: unknown): boolean {
  const cause = error instanceof StatementError ? error.cause : error
  return cause instanceof Libsql.SqliteError && cause.code.startsWith('SQLITE_BUSY')
}

function cell(value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value)
    if (Number.isSafeInteger(number)) return number
    throw new RangeError('an integer of the result does not fit a JavaScript number')
  }
  if (value instanceof Uint8Array) return value.buffer.slice(value.byteOffset, value.byteOffset + value.byteLength)
  return value
}

/** One native connection with its PRAGMAs, for use on a thread of its own: every call blocks. */
export class DatabaseConnection {
  readonly #options: ThreadOptions
  readonly #prepared = new Map<string, Prepared>()
  /** Apart from the others: a statement that was last `run` is with `get` run as it was bound then. */
  readonly #unread = new Map<string, Prepared>()
  #database: Libsql.Database
  #synced: 'normal' | 'full' = 'full'

  constructor(options: ThreadOptions) {
    this.#options = options
    this.#database = this.#connect()
  }

  /** Does one piece of work; what it wrote is on the disk when this returns, or undone when it throws. */
  run(work: ThreadWork): ThreadResult[] {
    try {
      const results = this.#run(work)
      if (this.#database.inTransaction) throw new Error('a transaction cannot stay open: use batch')
      return results
    } catch (error) {
      this.#recover(error)
      throw error
    }
  }

  /**
   * Does several pieces of work in their order. Writes that follow each other share one transaction, and so one wait for the disk; each stands or falls
   * by itself, and all are on the disk when this returns. With `unsynced` none is waited for: it outlives the process, and is on the disk with the next
   * that is.
   */
  runAll(works: ThreadWork[], unsynced = false): Outcome[] {
    this.#synchronous(unsynced ? 'normal' : 'full')
    return this.#runInOrder(works)
  }

  #synchronous(wanted: 'normal' | 'full'): void {
    if (this.#options.role === 'reader' || this.#synced === wanted) return
    this.#database.exec(`pragma synchronous = ${wanted}`)
    this.#synced = wanted
  }

  #runInOrder(works: ThreadWork[]): Outcome[] {
    const outcomes: Outcome[] = []
    while (outcomes.length < works.length) {
      const rest = works.slice(outcomes.length)
      const end = this.#options.role === 'writer' ? rest.findIndex((work) => !isSharing(work)) : 0
      const together = end < 0 ? rest : rest.slice(0, end)
      if (together.length > 1) outcomes.push(...this.#runTogether(together))
      else outcomes.push(this.#attempt(rest[0] as ThreadWork))
    }
    return outcomes
  }

  #attempt(work: ThreadWork): Outcome {
    try {
      return this.run(work)
    } catch (error) {
      return { error }
    }
  }

  #runTogether(works: ThreadWork[]): Outcome[] {
    try {
      return this.#inTransaction(works, (work) => this.#executeAll(work))
    } catch (error) {
      this.#recover(error)
      // Nothing of it holds. Who finds the database busy asks again himself; any other fault is one of them's, for which the others must not stand in.
      return isBusy(error) ? works.map(() => ({ error })) : this.#runEachWithin(works)
    }
  }

  #runEachWithin(works: ThreadWork[]): Outcome[] {
    try {
      return this.#inTransaction(works, (work) => this.#runWithin(work))
    } catch (error) {
      this.#recover(error)
      return isBusy(error) ? works.map(() => ({ error })) : works.map((work) => this.#attempt(work))
    }
  }

  #inTransaction(works: ThreadWork[], run: (work: ThreadWork) => Outcome): Outcome[] {
    this.#database.exec('begin immediate')
    const outcomes = works.map(run)
    this.#database.exec('commit')
    return outcomes
  }

  /** One piece of work within a transaction that goes on whether it fails or not. */
  #runWithin(work: ThreadWork): Outcome {
    this.#database.exec('savepoint one')
    let outcome: Outcome
    try {
      outcome = this.#executeAll(work)
    } catch (error) {
      outcome = { error }
      this.#database.exec('rollback to one')
    }
    this.#database.exec('release one')
    return outcome
  }

  close(): void {
    this.#forget()
    if (this.#options.role === 'writer') this.#database.exec('pragma wal_checkpoint(passive)')
    this.#database.close()
  }

  #connect(): Libsql.Database {
    const database = new Libsql(this.#options.path, { timeout: this.#options.busyTimeoutMs })
    const pragmas = ['journal_mode = wal', 'foreign_keys = on', `busy_timeout = ${this.#options.busyTimeoutMs}`]
    if (this.#options.role === 'writer') pragmas.push('synchronous = full', `wal_autocheckpoint = ${CHECKPOINT_PAGES}`, `cache_size = -${CACHE_KB}`)
    else pragmas.push('query_only = on')
    for (const pragma of pragmas) database.exec(`pragma ${pragma}`)
    this.#synced = 'full'
    return database
  }

  #reconnect(): void {
    this.#forget()
    try {
      this.#database.close()
    } finally {
      this.#database = this.#connect()
    }
  }

  /** Undoes what is open. After BUSY the driver may leave a statement running, with which no later commit succeeds: then the connection is a new one. */
  #recover(error: unknown): void {
    try {
      if (this.#database.inTransaction) this.#database.exec('rollback')
      if (isBusy(error)) this.#reconnect()
    } catch {
      this.#reconnect()
    }
  }

  #run(work: ThreadWork): ThreadResult[] {
    switch (work.kind) {
      case 'execute':
        // A lone write is a transaction too: the lock is taken before the statement starts, so that BUSY never leaves it half run.
        if (this.#options.role === 'writer' && !isRead(work.statement.sql) && !standsAlone.test(work.statement.sql)) return this.#transaction(work)
        return this.#executeAll(work)
      case 'batch':
        return this.#transaction(work)
      case 'migrate':
        this.#database.exec('pragma foreign_keys = off')
        try {
          return this.#transaction(work)
        } catch (error) {
          this.#recover(error)
          throw error
        } finally {
          this.#database.exec('pragma foreign_keys = on')
          this.#forget()
        }
      case 'script':
        this.#database.exec(work.sql)
        this.#forget()
        return []
    }
  }

  #transaction(work: ThreadWork): ThreadResult[] {
    this.#database.exec(this.#options.role === 'writer' ? 'begin immediate' : 'begin')
    const results = this.#executeAll(work)
    this.#database.exec('commit')
    return results
  }

  #executeAll(work: ThreadWork): ThreadResult[] {
    const isUnread = work.kind === 'batch' && work.unread === true
    const results: ThreadResult[] = []
    for (const [index, statement] of statementsOf(work).entries()) {
      try {
        if (isUnread) this.#executeUnread(statement)
        else results.push(this.#execute(statement))
      } catch (error) {
        for (const kept of [this.#prepared, this.#unread]) kept.delete(statement.sql)
        throw work.kind === 'execute' ? error : new StatementError(error, index)
      }
    }
    return results
  }

  #execute({ sql, args }: ThreadStatement): ThreadResult {
    const prepared = this.#prepare(sql, args)
    if (!prepared.returnsRows) {
      const info = prepared.statement.run(args)
      this.#noteSchema(sql)
      return [info.changes, info.lastInsertRowid]
    }
    const rows = prepared.statement.all(args) as unknown[][]
    const { columns, columnTypes } = rows[0] && rows[0].length !== prepared.columns.length ? describe(prepared.statement) : prepared
    return { columns, columnTypes, rows: rows.map((row) => row.map(cell)) }
  }

  /** `run` also asks what changed, and that costs more than the rest of the call. */
  #executeUnread(statement: ThreadStatement): void {
    const prepared = this.#prepare(statement.sql, statement.args, this.#unread)
    if (prepared.returnsRows) prepared.statement.all(statement.args)
    else prepared.statement.get(statement.args)
    this.#noteSchema(statement.sql)
  }

  #noteSchema(sql: string): void {
    if (changesSchema.test(sql)) this.#forget()
  }

  #forget(): void {
    this.#prepared.clear()
    this.#unread.clear()
  }

  /** Preparing costs more than most of our queries. A kept statement keeps its bindings too, so only one that gets all of them anew is kept. */
  #prepare(sql: string, args: ThreadStatement['args'], kept = this.#prepared): Prepared {
    const known = kept.get(sql)
    if (known && Array.isArray(args) && known.parameters === args.length) return known
    const statement = this.#database.prepare(sql)
    statement.safeIntegers(true)
    const returnsRows = statement.reader
    if (returnsRows) statement.raw(true)
    const described = returnsRows ? describe(statement) : { columns: [], columnTypes: [] }
    const prepared = { statement, returnsRows, parameters: countParameters(sql), ...described }
    if (Array.isArray(args) && prepared.parameters === args.length) {
      if (kept.size >= remembered) kept.clear()
      kept.set(sql, prepared)
    }
    return prepared
  }
}

function describe(statement: Libsql.Statement<unknown[]>): { columns: string[]; columnTypes: string[] } {
  const all = statement.columns()
  return { columns: all.map((column) => column.name), columnTypes: all.map((column) => column.type ?? '') }
}

/** What is told of an error on another thread. */
export function describeError(error: unknown): ThreadError {
  const cause = error instanceof StatementError ? error.cause : error
  return {
    message: cause instanceof Error ? cause.message : String(cause),
    extendedCode: cause instanceof Libsql.SqliteError ? cause.code : null,
    rawCode: cause instanceof Libsql.SqliteError ? (cause.rawCode ?? null) : null,
    statementIndex: error instanceof StatementError ? error.statementIndex : null,
    isRange: cause instanceof RangeError,
  }
}
