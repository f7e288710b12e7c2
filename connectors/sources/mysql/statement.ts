import type { Connection, ExecuteValues, PrepareStatementInfo } from 'mysql2'
import { Failure } from '#domain/failure.ts'
import type { JsonValue, SourceParam } from '#domain/semantics/sources/source.ts'
import { jsonSize } from '../json-values.ts'
import { MAX_COLUMNS, MAX_RESULT_BYTES } from '../limits.ts'
import { mysqlFailure } from './failures.ts'
import { command, type Session } from './session.ts'
import { type ResultColumn, type ResultField, resultColumn } from './values.ts'

/** Milliseconds a server gets to end a statement at its deadline before we do. */
const GRACE_MS = 500

export type Statement = { sql: string; params: SourceParam[]; rowLimit: number; timeoutMs: number }
export type Read = { columns: ResultColumn[]; rows: JsonValue[][]; truncated: boolean }

/** Why a statement was stopped from here: the server may still be at it. */
export class Stopped extends Error {
  override name = 'Stopped'
}

/**
 * Runs one statement under the server's own limit on time, and ours on rows and bytes.
 * Rejects with `Stopped` when the caller or the deadline ended it, otherwise with a `Failure`. A session that was left in the middle of a result is dead.
 */
export async function readStatement(session: Session, statement: Statement, signal: AbortSignal): Promise<Read> {
  const stopped = new AbortController()
  const stop = () => stopped.abort(new Stopped())
  const timer = setTimeout(stop, statement.timeoutMs + GRACE_MS)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    await setDeadline(session, statement.timeoutMs, stopped.signal)
    if (/into/i.test(statement.sql)) await requireResult(session.connection, statement.sql, stopped.signal)
    return await readRows(session, statement, stopped.signal)
  } catch (error) {
    throw error instanceof Stopped ? error : mysqlFailure(error)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

/** Tells the server how long, unless it knows. */
async function setDeadline(session: Session, timeoutMs: number, signal: AbortSignal): Promise<void> {
  if (session.deadlineMs === timeoutMs) return
  session.deadlineMs = null
  await command(
    session,
    session.flavour === 'mariadb' ? `set session max_statement_time = ${timeoutMs / 1000}` : `set session max_execution_time = ${Math.ceil(timeoutMs)}`,
    signal,
  )
  session.deadlineMs = timeoutMs
}

async function readRows(session: Session, statement: Statement, signal: AbortSignal): Promise<Read> {
  const { connection } = session
  const run = statement.params.length === 0 ? () => connection.query(statement.sql) : await prepared(connection, statement, signal)
  return new Promise((resolve, reject) => {
    let columns: ResultColumn[] = []
    const rows: JsonValue[][] = []
    let bytes = 0
    let truncated = false
    let settled = false
    const settle = (act: () => void, leftover: boolean) => {
      if (settled) return
      settled = true
      signal.removeEventListener('abort', onAbort)
      connection.off('error', onError)
      if (leftover) session.destroy()
      act()
    }
    const onAbort = () => settle(() => reject(signal.reason), false)
    const onError = (error: unknown) => settle(() => reject(error), true)
    signal.addEventListener('abort', onAbort, { once: true })
    connection.on('error', onError)
    const running = run()
    running.on('error', (error: unknown) => settle(() => reject(error), false))
    running.on('fields', (fields: ResultField[] | undefined) => {
      if (fields === undefined) return
      if (fields.length > MAX_COLUMNS) settle(() => reject(new Failure('query_invalid', `a result may have at most ${MAX_COLUMNS} columns`)), true)
      columns = fields.map(resultColumn)
    })
    running.on('result', (values: unknown) => {
      if (settled || !Array.isArray(values)) return
      // The row that shows there are more is mostly the statement's last. Where it is not, the rest is not worth reading.
      if (truncated) return settle(() => resolve({ columns, rows, truncated }), true)
      truncated = rows.length === statement.rowLimit
      if (truncated) return
      const row = new Array<JsonValue>(columns.length)
      bytes += 2
      for (let index = 0; index < columns.length; index++) {
        const value = values[index]
        const json = value === null ? null : (columns[index] as ResultColumn).json(value)
        row[index] = json
        bytes += typeof json === 'string' ? json.length + 3 : jsonSize(json)
      }
      truncated = bytes > MAX_RESULT_BYTES
      if (!truncated) rows.push(row)
    })
    running.on('end', () => settle(() => resolve({ columns, rows, truncated }), false))
    if (signal.aborted) onAbort()
  })
}

/**
 * Fails for a statement that answers no columns. A reading transaction and a user's missing rights do not keep a server from writing the rows of a
 * `select … into outfile` where it may: it is the server that tells, before it runs the statement, that such a one has no result.
 */
async function requireResult(connection: Connection, sql: string, signal: AbortSignal): Promise<void> {
  const statement = await prepare(connection, sql, signal)
  statement.close()
  if (statement.columns.length === 0) throw new Failure('query_invalid', 'the statement has no result')
}

/** What the server tells of a statement that is not run yet; the driver's types leave out most of it. */
type Prepared = PrepareStatementInfo & { parameters: unknown[]; columns: unknown[] }

function prepare(connection: Connection, sql: string, signal: AbortSignal): Promise<Prepared> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    connection.prepare(sql, (error, statement) => {
      signal.removeEventListener('abort', onAbort)
      if (error) reject(error)
      else resolve(statement as Prepared)
    })
    if (signal.aborted) onAbort()
  })
}

type Running = { on(event: string, listener: (value: never) => void): unknown }

/** Values travel apart from the statement: the driver's own `?` replacement does not know a literal from a placeholder. */
async function prepared(connection: Connection, { sql, params }: Statement, signal: AbortSignal): Promise<() => Running> {
  const statement = await prepare(connection, sql, signal)
  if (statement.parameters.length !== params.length) throw new Failure('query_invalid', 'the parameters do not fit the statement')
  const { TypedParameter } = (await import('mysql2')).default
  const bound = params.map((value): unknown => {
    if (typeof value !== 'number') return value
    if (Number.isSafeInteger(value)) return TypedParameter.LONGLONG(value)
    return String(value).includes('e') ? value : TypedParameter.DECIMAL(String(value))
  })
  return () => statement.execute(bound as ExecuteValues) as unknown as Running
}
