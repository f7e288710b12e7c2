import type { Client, InArgs, InStatement, InValue, ResultSet } from '@libsql/client'
import type { BatchItem } from 'drizzle-orm/batch'
import { LibSQLDatabase } from 'drizzle-orm/libsql/driver-core'
import { LibSQLSession } from 'drizzle-orm/libsql/session'
import { createTableRelationsHelpers, type ExtractTablesWithRelations, extractTablesRelationalConfig } from 'drizzle-orm/relations'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import { isBusy, isUnanswered } from './errors.ts'
import * as schema from './schema/schema.ts'
import { isRead } from './statement.ts'
import { WriteTurns } from './write-turns.ts'

type Plain = LibSQLDatabase<typeof schema>
/**
 * `unsynced` writes what may be lost with the machine's power, never with the process: where the database is a local file its answer does not wait for
 * the disk.
 */
export type Database = Plain & {
  $client: Client
  unsynced: Pick<Plain, 'batch'>
  /** As `batch`, for statements whose results nobody reads: telling them costs about as much as a small statement. */
  write: (statements: BatchItem<'sqlite'>[], manner?: { unsynced?: boolean }) => Promise<void>
}
type Writing = { batchUnsynced: Client['batch']; write: (statements: InStatement[], unsynced: boolean) => Promise<void> }
/** Where `batchUnsynced` and `write` are missing every batch is answered when it is kept. */
type AnyClient = Client & Partial<Writing>

type BatchStatement = InStatement | [string, InArgs?]

/** Told of writes: how long each waited for those before it, and that it found the database busy. */
export type WriteWatch = { waited(ms: number): void; busy(): void }

const retries = 5
const patience = 5_000
/** The longest wait for a turn, in turns that others took whole. */
const LONGEST_WAIT = 4

const sqlOf = (statement: BatchStatement): string => {
  if (typeof statement === 'string') return statement
  return Array.isArray(statement) ? statement[0] : statement.sql
}

export type WriteManner = {
  /** A write waits at most so many milliseconds for the end of the one before it. For a local file it waits for that end, otherwise not at all, when absent. */
  turnMs?: number
  /** Keeps a write alive whose request has ended, where a runtime ends it otherwise. */
  keep?: (write: Promise<unknown>) => void
  watch?: WriteWatch | undefined
}

/**
 * The write discipline around any libSQL client: a batch with a write starts as a writer (`BEGIN IMMEDIATE`), writes take turns as `turnMs` says, a busy
 * database is tried again up to five times within five seconds and then becomes the error `overloaded` makes, as does one that does not answer, and there
 * are no interactive transactions, which would hold the write lock across awaits.
 */
export function disciplined(client: AnyClient, overloaded: (cause: unknown) => Error, { turnMs, keep, watch }: WriteManner = {}): Client & Writing {
  const turn = turnMs ?? (client.protocol === 'file' ? Number.POSITIVE_INFINITY : 0)
  const turns = turn === 0 ? null : new WriteTurns(turn, turn * LONGEST_WAIT)

  async function retried<T>(call: () => Promise<T>): Promise<T> {
    const started = Date.now()
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await call()
      } catch (error) {
        if (isUnanswered(error)) throw overloaded(error)
        if (!isBusy(error)) throw error
        watch?.busy()
        // A statement the driver left open after BUSY fails every later commit on that connection.
        if (client.protocol === 'file') client.reconnect()
        if (attempt === retries || Date.now() - started > patience) throw overloaded(error)
        await new Promise((resolve) => setTimeout(resolve, 2 ** attempt * (5 + Math.random() * 20)))
      }
    }
  }

  async function inTurn<T>(call: () => Promise<T>, turns: WriteTurns): Promise<T> {
    const asked = watch ? performance.now() : 0
    const end = await turns.take()
    watch?.waited(performance.now() - asked)
    if (end === null) throw overloaded(new Error('the writes before it took too long'))
    try {
      return await retried(call)
    } finally {
      end()
    }
  }

  function write<T>(call: () => Promise<T>): Promise<T> {
    const mine = turns === null ? retried(call) : inTurn(call, turns)
    keep?.(mine.catch(() => {}))
    return mine
  }

  const run = (statement: InStatement): Promise<ResultSet> => {
    const call = () => client.execute(statement)
    return isRead(sqlOf(statement)) ? retried(call) : write(call)
  }

  return {
    execute: (statement: InStatement, args?: InArgs) => run(typeof statement === 'string' ? { sql: statement, args: args ?? [] } : statement),
    batch: (statements) =>
      statements.every((statement) => isRead(sqlOf(statement)))
        ? retried(() => client.batch(statements, 'read'))
        : write(() => client.batch(statements, 'write')),
    batchUnsynced: (statements) => write(() => (client.batchUnsynced ? client.batchUnsynced(statements) : client.batch(statements, 'write'))),
    write: async (statements, unsynced) => {
      await write<unknown>(() => (client.write ? client.write(statements, unsynced) : client.batch(statements, 'write')))
    },
    migrate: (statements) => write(() => client.migrate(statements)),
    executeMultiple: (sql) => write(() => client.executeMultiple(sql)),
    transaction: () => Promise.reject(new Error('interactive transactions are not available: use batch')),
    sync: () => client.sync(),
    close: () => client.close(),
    reconnect: () => client.reconnect(),
    get closed() {
      return client.closed
    },
    get protocol() {
      return client.protocol
    },
  }
}

/** drizzle wraps each error into one whose message holds the SQL and its values; ours go out as they came. */
class PlainErrorSession extends LibSQLSession<typeof schema, ExtractTablesWithRelations<typeof schema>> {
  override prepareQuery(...query: Parameters<LibSQLSession<typeof schema, ExtractTablesWithRelations<typeof schema>>['prepareQuery']>) {
    const prepared = super.prepareQuery(...query)
    return Object.assign(prepared, { queryWithCache: <T>(_sql: string, _params: unknown[], call: () => Promise<T>): Promise<T> => call() })
  }
}

type Preparable = { _prepare(): { getQuery(): { sql: string; params: unknown[] } } }

function built(statement: BatchItem<'sqlite'>): InStatement {
  const { sql, params } = (statement as unknown as Preparable)._prepare().getQuery()
  return { sql, args: params as InValue[] }
}

let known: { fullSchema: typeof schema; schema: ExtractTablesWithRelations<typeof schema>; tableNamesMap: Record<string, string> } | undefined

/** The same for every database: found out once. */
function relationalSchema() {
  if (known) return known
  const { tables, tableNamesMap } = extractTablesRelationalConfig<ExtractTablesWithRelations<typeof schema>>(schema, createTableRelationsHelpers)
  known = { fullSchema: schema, schema: tables, tableNamesMap }
  return known
}

/**
 * The database over `client`, under the write discipline. `overloaded` makes the error a caller meets when the database stays busy.
 * Every write is one statement or one `batch`; `transaction` is refused.
 */
export function openDatabase(client: AnyClient, overloaded: (cause: unknown) => Error, manner?: WriteManner): Database {
  const dialect = new SQLiteAsyncDialect()
  const relational = relationalSchema()
  const careful = disciplined(client, overloaded, manner)
  const over = (client: Client) =>
    new LibSQLDatabase<typeof schema>('async', dialect, new PlainErrorSession(client, dialect, relational, {}, undefined), relational)
  const write: Database['write'] = (statements, { unsynced = false } = {}) => careful.write(statements.map(built), unsynced)
  return Object.assign(over(careful), { $client: careful, unsynced: over({ ...careful, batch: careful.batchUnsynced }), write })
}
