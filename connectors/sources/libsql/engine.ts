import type { ResultSet } from '@libsql/client/web'
import { Failure } from '#domain/failure.ts'
import type { LibsqlConnection } from '#domain/semantics/sources/connections.ts'
import type { JsonValue } from '#domain/semantics/sources/source.ts'
import { runChecks } from '../checks.ts'
import type { ConnectedSpec, Engine, EngineParts } from '../engine.ts'
import { jsonSize } from '../json-values.ts'
import { MAX_COLUMNS, MAX_RESULT_BYTES } from '../limits.ts'
import { identifier } from '../quote.ts'
import { profileBySets } from '../set-profile.ts'
import { isTooLarge, libsqlFailure } from './failures.ts'
import { type ReadBatch, readTables } from './introspect.ts'
import { originOf, readAtOnce, readOne } from './read.ts'
import { columnsOf, jsonRow } from './values.ts'

const CATALOGUE_MS = 60_000
const PROFILE_MS = 120_000
const VALIDATE_MS = 15_000
const SAMPLED_ROWS = 200_000

type Spec = ConnectedSpec<LibsqlConnection>

/** A libSQL server over HTTP, in SQLite's dialect. Each call is a request of its own, so there is nothing to pool. */
export function createLibsql({ network }: EngineParts): Engine<LibsqlConnection> {
  const readBatch = (spec: Spec, timeoutMs: number, signal: AbortSignal): ReadBatch => {
    return (statements) =>
      readAtOnce(
        network,
        spec.connection,
        statements.map((sql) => ({ sql })),
        { timeoutMs, signal },
      ).catch((error) => Promise.reject(told(error, signal)))
  }

  return {
    async validate(spec, signal) {
      const until = AbortSignal.any([signal, AbortSignal.timeout(VALIDATE_MS)])
      const ask = (sql: string) => readOne(network, spec.connection, { sql }, { timeoutMs: VALIDATE_MS, signal: until })
      return runChecks(
        [
          { name: 'reach', run: () => reach(network, spec.connection, until) },
          {
            name: 'sign_in',
            run: async () => ({ message: 'the server lets us in', serverVersion: String((await ask('select sqlite_version()')).rows[0]?.[0] ?? '') }),
          },
          {
            name: 'read_schema',
            async run() {
              const count = Number(
                (await ask("select count(*) from sqlite_schema where type in ('table', 'view') and name not like 'sqlite\\_%' escape '\\'")).rows[0]?.[0] ?? 0,
              )
              if (count === 0) throw new Failure('invalid', 'the database has no table')
              return { message: count === 1 ? '1 table' : `${count} tables` }
            },
          },
          { name: 'read_only', run: async () => rightsOf(spec.connection) },
        ],
        signal,
      )
    },

    async introspect(spec, signal) {
      const { tables, version } = await readTables(readBatch(spec, CATALOGUE_MS, signal))
      return { dialect: 'sqlite', serverVersion: version, tables }
    },

    profile: (spec, table, signal) =>
      profileBySets(table, {
        readAll: async (sql) => {
          const result = await readOne(network, spec.connection, { sql }, { timeoutMs: PROFILE_MS, signal })
          const columns = columnsOf(result)
          return result.rows.map((row) => jsonRow(row, columns))
        },
        sampledRows: SAMPLED_ROWS,
        from: `(select * from ${identifier(table.name)} limit ${SAMPLED_ROWS}) as s`,
        identifier,
        text: (expression) => `cast(${expression} as text)`,
        booleanBounds: (value) => [`cast(min(${value}) as text)`, `cast(max(${value}) as text)`],
      }),

    async query(spec, { sql, params = [], rowLimit, timeoutMs }, signal) {
      const started = performance.now()
      // A server cuts no reply that grows too large but refuses it: then fewer rows are asked for.
      for (let most = rowLimit + 1; ; most = Math.ceil(most / 8)) {
        // What is not a SELECT cannot stand in one; the newlines keep a comment of the statement from reaching past it.
        const statement = { sql: `select * from (\n${sql}\n) limit ${most}`, params }
        try {
          const [result] = await readAtOnce(network, spec.connection, [statement], { timeoutMs, signal })
          return { ...cut(result as ResultSet, Math.min(rowLimit, most), most <= rowLimit), durationMs: Math.round(performance.now() - started) }
        } catch (error) {
          signal.throwIfAborted()
          if (!isTooLarge(error) || most === 1) throw told(error, signal)
        }
      }
    },

    schemaOf: () => null,
    async close() {},
  }
}

function told(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  return isTooLarge(error) ? new Failure('query_memory_exceeded', 'a row is larger than a reply of the server may be', { cause: error }) : libsqlFailure(error)
}

function cut(result: ResultSet, rowLimit: number, isShort: boolean): { columns: ReturnType<typeof columnsOf>; rows: JsonValue[][]; truncated: boolean } {
  const columns = columnsOf(result)
  if (columns.length > MAX_COLUMNS) throw new Failure('query_invalid', `a result has at most ${MAX_COLUMNS} columns`)
  const rows: JsonValue[][] = []
  let bytes = 0
  for (const row of result.rows) {
    const values = jsonRow(row, columns)
    bytes += jsonSize(values)
    if (rows.length === rowLimit || bytes > MAX_RESULT_BYTES) return { columns, rows, truncated: true }
    rows.push(values)
  }
  return { columns, rows, truncated: isShort }
}

async function reach(network: EngineParts['network'], connection: LibsqlConnection, signal: AbortSignal) {
  const url = originOf(connection)
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  if (network.dial === null) await network.resolve(url.hostname, port, 'connection.url')
  else (await network.dial(url.hostname, port, { signal, param: 'connection.url' })).destroy()
  return { message: 'the server answers' }
}

/** What a token allows stands in it: `a` of Turso's, `p` where rights are told one by one. */
function rightsOf({ auth_token: token }: LibsqlConnection): { message: string; ok?: boolean } {
  const advice = 'only single SELECTs are ever sent, but a read-only token is safer'
  if (token === undefined) return { ok: false, message: `the server asks for no token, so whoever reaches it may write: ${advice}` }
  const claims = claimsOf(token)
  const mayWrite = claims === null || (claims.p === undefined ? claims.a !== 'ro' : JSON.stringify(claims.p).includes('"rw"'))
  return mayWrite ? { ok: false, message: `this token may write: ${advice}` } : { message: 'this token can only read' }
}

function claimsOf(token: string): { a?: unknown; p?: unknown } | null {
  try {
    const payload = token.split('.')[1] ?? ''
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return null
  }
}
