import { Failure } from '#domain/failure.ts'
import type { ColumnType, JsonValue, SourceParam } from '#domain/semantics/sources/source.ts'
import { jsonSize } from '../json-values.ts'
import { MAX_COLUMNS, MAX_RESULT_BYTES } from '../limits.ts'
import { identifier } from '../quote.ts'
import type { Client } from './client.ts'
import { isServerError, postgresFailure } from './failures.ts'
import { columnTypeOf } from './values.ts'

/** How long after its deadline a server may take to stop by itself, and how long to answer a cancel. */
const SLACK_MS = 2_000
const CANCEL_MS = 3_000

export type Statement = { sql: string; params: SourceParam[]; rowLimit: number; timeoutMs: number; schemas: readonly string[] }
export type Read = { columns: { name: string; type: ColumnType }[]; rows: JsonValue[][]; truncated: boolean }

/** Thrown in place of what happened to a connection that did not run the statement at all. */
export class StaleConnection extends Error {}

/**
 * Runs one statement in a read-only transaction that is always rolled back, so that nothing it sets outlives it. Transaction, statement and rollback are
 * sent together: one round trip. An abort cancels the statement on the server. Throws `Failure`, the reason of the abort, or `StaleConnection`.
 */
export async function read(client: Client, statement: Statement, signal: AbortSignal): Promise<Read> {
  signal.throwIfAborted()
  const { sql } = client
  const wasUsed = client.isUsed
  if (!client.isOpen) await firstWord(client, signal)
  const rows: JsonValue[][] = []
  let bytes = 0
  let truncated = false
  let wasStopped = false

  const begun = sql.unsafe(opening(statement)).execute()
  const query = sql.unsafe(statement.sql, statement.params as never[], { simple: false } as never).values()
  query.forEach(((row: JsonValue[]) => {
    if (truncated) return
    bytes += jsonSize(row)
    truncated = rows.length === statement.rowLimit || bytes > MAX_RESULT_BYTES
    if (!truncated) rows.push(row)
    else if (bytes > MAX_RESULT_BYTES) cancel(client, query)
  }) as never)
  const ended = sql.unsafe('rollback').execute()

  const stop = () => {
    if (wasStopped) return
    wasStopped = true
    cancel(client, query)
    setTimeout(client.destroy, CANCEL_MS).unref?.()
  }
  const limit = AbortSignal.any([signal, AbortSignal.timeout(statement.timeoutMs + SLACK_MS)])
  limit.addEventListener('abort', stop)
  if (limit.aborted) stop()
  const [opened, result] = await Promise.allSettled([begun, query, ended]).finally(() => limit.removeEventListener('abort', stop))
  client.isUsed = true
  if (wasStopped) {
    signal.throwIfAborted()
    throw new Failure('query_timeout', 'the query took too long')
  }
  const failed = opened.status === 'rejected' ? opened : result
  if (failed.status === 'rejected' && !truncated) {
    if (wasUsed && !isServerError(failed.reason) && rows.length === 0)
      throw new StaleConnection('the connection was closed while it was idle', { cause: failed.reason })
    throw postgresFailure(failed.reason)
  }
  return { columns: columnsOf(query), rows, truncated }
}

/** The columns as the server described them, known even of a statement that was cut short. */
function columnsOf(query: unknown): Read['columns'] {
  const columns = (query as { statement: { columns: { name: string; type: number }[] | null } }).statement?.columns ?? []
  if (columns.length > MAX_COLUMNS) throw new Failure('query_invalid', `a result has at most ${MAX_COLUMNS} columns`)
  return columns.map(({ name, type }) => ({ name, type: columnTypeOf(type) }))
}

/** Asks the server to stop, over a connection of its own; that this may fail changes nothing. */
function cancel(client: Client, query: unknown): void {
  client.isSpent = true
  const { canceller } = query as { canceller: ((query: unknown) => Promise<unknown>) | null }
  canceller?.(query).catch(() => {})
}

/** Opens the connection, so that what follows is known to reach one session. */
async function firstWord(client: Client, signal: AbortSignal): Promise<void> {
  const gone = () => client.destroy()
  signal.addEventListener('abort', gone)
  try {
    await client.sql.unsafe('select 1')
    client.isOpen = true
  } catch (error) {
    client.destroy()
    signal.throwIfAborted()
    throw postgresFailure(error)
  } finally {
    signal.removeEventListener('abort', gone)
  }
}

/** Settings a statement's meaning hangs on, whatever the server's defaults are: its deadline, the spelling of strings, bytes, days and zones. */
function opening({ timeoutMs, schemas }: Statement): string {
  const settings = [
    `statement_timeout = ${Math.max(1, Math.round(timeoutMs))}`,
    'standard_conforming_strings = on',
    "bytea_output = 'hex'",
    "datestyle = 'ISO, YMD'",
    "timezone = 'UTC'",
    `search_path = ${schemas.map(identifier).join(', ')}`,
  ]
  return `begin read only; ${settings.map((setting) => `set local ${setting}`).join('; ')}`
}
