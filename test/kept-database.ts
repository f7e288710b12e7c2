import { closeSync, copyFileSync, openSync, writeSync } from 'node:fs'
import { type Client, type InArgs, type InStatement, LibsqlError, type ResultSet } from '@libsql/client'
import { DatabaseConnection, describeError } from '#runtime/database-connection.ts'
import type { ThreadResult, ThreadWork } from '#runtime/database-messages.ts'
import { resultSet, threadFailure, threadStatement } from '#runtime/database-results.ts'

/** The product's own connection on a file of its own, used for one database after the other: its schema is read, and its statements are prepared, once. */
type Kept = { path: string; connection: DatabaseConnection; schema: unknown }

export type KeptClient = Client & {
  batchUnsynced: Client['batch']
  write: (statements: InStatement[], unsynced: boolean) => Promise<void>
}

/** Databases of a process are told apart by the counter SQLite raises with each write; no test writes so often. */
const STEP = 1 << 15
let counter = 0x2000_0000

const idle: Kept[] = []

/**
 * Lays a copy of a database over a file whose connection does nothing now. The counter in its header is one the connection has not seen, so that it forgets what it
 * read of the file; the file is one without a write-ahead log, which would know nothing of this.
 */
function layOver(path: string, source: string): void {
  copyFileSync(source, path)
  counter += STEP
  const number = Buffer.alloc(4)
  number.writeUInt32BE(counter)
  const file = openSync(path, 'r+')
  writeSync(file, Uint8Array.of(1, 1), 0, 2, 18)
  for (const place of [24, 92]) writeSync(file, number, 0, 4, place)
  closeSync(file)
}

const told = (connection: DatabaseConnection, pragma: string): unknown => {
  const [result] = connection.run({ kind: 'execute', statement: { sql: `pragma ${pragma}`, args: [] } })
  return result && 'rows' in result ? result.rows[0]?.[0] : undefined
}

function connect(path: string, source: string): Kept {
  layOver(path, source)
  const connection = new DatabaseConnection({ path, role: 'writer', busyTimeoutMs: 1_000, version: null })
  connection.run({ kind: 'script', sql: 'pragma journal_mode = memory; pragma synchronous = off' })
  return { path, connection, schema: told(connection, 'schema_version') }
}

/** Whether the connection is as it was: a test may change the schema, and one that met a lock is another now. */
const isAsBefore = ({ connection, schema }: Kept): boolean => told(connection, 'journal_mode') === 'memory' && told(connection, 'schema_version') === schema

/** A client of a database that begins as a copy of `source`, at a path `newPath` makes where no connection is free. */
export function openKept(source: string, newPath: () => string): { client: KeptClient; path: string } {
  const free = idle.pop()
  if (free) layOver(free.path, source)
  const kept = free ?? connect(newPath(), source)
  return { client: clientOf(kept), path: kept.path }
}

function clientOf(kept: Kept): KeptClient {
  let closed = false

  function run(work: ThreadWork): ThreadResult[] {
    if (closed) throw new LibsqlError('the client is closed', 'CLIENT_CLOSED')
    try {
      return kept.connection.run(work)
    } catch (error) {
      throw threadFailure(describeError(error))
    }
  }

  function close(): void {
    if (closed) return
    closed = true
    if (isAsBefore(kept)) idle.push(kept)
    else kept.connection.close()
  }

  const execute = async (statement: InStatement): Promise<ResultSet> => {
    const [result] = run({ kind: 'execute', statement: threadStatement(statement) })
    if (!result) throw new Error('the connection answered without a result')
    return resultSet(result)
  }
  const batch: Client['batch'] = async (statements) => run({ kind: 'batch', statements: statements.map(threadStatement) }).map(resultSet)

  return {
    execute: (statement: InStatement, args?: InArgs) => execute(typeof statement === 'string' ? { sql: statement, args: args ?? [] } : statement),
    batch,
    batchUnsynced: batch,
    write: async (statements) => void run({ kind: 'batch', statements: statements.map(threadStatement), unread: true }),
    migrate: async (statements) => run({ kind: 'migrate', statements: statements.map(threadStatement) }).map(resultSet),
    executeMultiple: async (sql) => void run({ kind: 'script', sql }),
    transaction: () => Promise.reject(new Error('interactive transactions are not available: use batch')),
    sync: () => Promise.reject(new Error('this database is no replica')),
    reconnect: () => {},
    close,
    get closed() {
      return closed
    },
    protocol: 'thread',
  }
}
