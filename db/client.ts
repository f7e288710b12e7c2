import type { Client, InArgs, InStatement, InValue, ResultSet } from '@libsql/client'
import type { BatchItem } from 'drizzle-orm/batch'
import { LibSQLDatabase } from 'drizzle-orm/libsql/driver-core'
import { LibSQLSession } from 'drizzle-orm/libsql/session'
import { createTableRelationsHelpers, type ExtractTablesWithRelations, extractTablesRelationalConfig } from 'drizzle-orm/relations'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import { isBusy } from './errors.ts'
import * as schema from './schema/schema.ts'
import { isRead } from './statement.ts'

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

/** Settles when `work` has, or after so many milliseconds. */
function ended(work: Promise<unknown>, mostMs: number): Promise<unknown> {
  const over = work.catch(() => undefined)
  if (mostMs === Number.POSITIVE_INFINITY) return over
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, mostMs)
    void over.then(() => {
      clearTimeout(timer)
      resolve(undefined)
    })
  })
}

const sqlOf = (statement: BatchStatement): string => {
  if (typeof statement === 'string') return statement
  return Array.isArray(statement) ? statement[0] : statement.sql
}

/**
 * The write discipline around any libSQL client: a batch with a write starts as a writer (`BEGIN IMMEDIATE`), a write waits `turnMs` milliseconds at most
 * for the one before it (for a local file until it has ended, otherwise not at all), a busy database is tried again up to five times within five seconds and then becomes the error `overloaded` makes, and there are no
 * interactive transactions, which would hold the write lock across awaits.
 */
export function disciplined(
  client: AnyClient,
  overloaded: (cause: unknown) => Error,
  turnMs = client.protocol === 'file' ? Number.POSITIVE_INFINITY : 0,
  watch?: WriteWatch,
): Client & Writing {
  let tail: Promise<unknown> = Promise.resolve()

  async function retried<T>(call: () => Promise<T>): Promise<T> {
    const started = Date.now()
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await call()
      } catch (error) {
        if (!isBusy(error)) throw error
        watch?.busy()
        // A statement the driver left open after BUSY fails every later commit on that connection.
        if (client.protocol === 'file') client.reconnect()
        if (attempt === retries || Date.now() - started > patience) throw overloaded(error)
        await new Promise((resolve) => setTimeout(resolve, 2 ** attempt * (5 + Math.random() * 20)))
      }
    }
  }

  function write<T>(call: () => Promise<T>): Promise<T> {
    if (turnMs === 0) return retried(call)
    const asked = watch ? performance.now() : 0
    const mine = tail.then(() => {
      watch?.waited(performance.now() - asked)
      return retried(call)
    })
    tail = ended(mine, turnMs)
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

/**
 * The database over `client`, under the write discipline. `overloaded` makes the error a caller meets when the database stays busy.
 * Every write is one statement or one `batch`; `transaction` is refused.
 */
export function openDatabase(client: AnyClient, overloaded: (cause: unknown) => Error, turnMs?: number, watch?: WriteWatch): Database {
  const dialect = new SQLiteAsyncDialect()
  const tables = extractTablesRelationalConfig<ExtractTablesWithRelations<typeof schema>>(schema, createTableRelationsHelpers)
  const relational = { fullSchema: schema, schema: tables.tables, tableNamesMap: tables.tableNamesMap }
  const careful = disciplined(client, overloaded, turnMs, watch)
  const over = (client: Client) =>
    new LibSQLDatabase<typeof schema>('async', dialect, new PlainErrorSession(client, dialect, relational, {}, undefined), relational)
  const write: Database['write'] = (statements, { unsynced = false } = {}) => careful.write(statements.map(built), unsynced)
  return Object.assign(over(careful), { $client: careful, unsynced: over({ ...careful, batch: careful.batchUnsynced }), write })
}
