import { Failure } from '#domain/failure.ts'
import type { ServerConnection } from '#domain/semantics/sources/connections.ts'
import type { SourceParam } from '#domain/semantics/sources/source.ts'
import { type ConnectedSpec, type Engine, type EngineParts, poolKey } from '../engine.ts'
import { refusesSettings } from './failures.ts'
import { type ClickhouseTarget, type Read, readReply, type Statement, send } from './http.ts'
import { readTables } from './introspect.ts'
import { profileClickhouseTable } from './profile.ts'
import { validateClickhouse } from './validate.ts'

const OWN_MS = 60_000
const OWN_ROWS = 1_000_000
/** Milliseconds a server gets to end a statement at its deadline before we do. */
const GRACE_MS = 500
/** How long a caller who leaves waits for the server to be told. */
const KILL_MS = 2_000

type Spec = ConnectedSpec<ServerConnection>

/** ClickHouse from 23.8, over its HTTP interface. */
export function createClickhouseEngine({ network }: EngineParts): Engine<ServerConnection> {
  /** Sources whose user may name no settings. */
  const bare = new Set<string>()

  async function run(spec: Spec, statement: Statement, signal: AbortSignal): Promise<Read> {
    const deadline = AbortSignal.timeout(statement.timeoutMs + GRACE_MS)
    const until = AbortSignal.any([signal, deadline])
    const key = poolKey(spec)
    const target = targetOf(spec.connection)
    for (;;) {
      const queryId = crypto.randomUUID()
      try {
        const response = await send(network, target, statement, { queryId, bare: bare.has(key), signal: until })
        return await readReply(response, statement.rowLimit, until)
      } catch (error) {
        if (until.aborted) {
          await kill(target, queryId, bare.has(key))
          signal.throwIfAborted()
          throw new Failure('query_timeout', 'the query took too long', { cause: error })
        }
        if (!refusesSettings(error) || bare.has(key) || !(await mayNameNone(target, until))) throw error
        bare.add(key)
      }
    }
  }

  /** Whether the profile refuses our settings, and not what a statement asks for itself. */
  async function mayNameNone(target: ClickhouseTarget, signal: AbortSignal): Promise<boolean> {
    const statement = { sql: 'select 1', params: [], rowLimit: 1, timeoutMs: OWN_MS }
    try {
      await readReply(await send(network, target, statement, { queryId: crypto.randomUUID(), bare: false, signal }), 1, signal)
      return false
    } catch (error) {
      if (refusesSettings(error)) return true
      throw error
    }
  }

  /** A reply nobody reads ends the statement on most servers; this ends it on all. */
  async function kill(target: ClickhouseTarget, queryId: string, isBare: boolean): Promise<void> {
    const signal = AbortSignal.timeout(KILL_MS)
    const statement = { sql: `kill query where query_id = '${queryId}' async`, params: [], rowLimit: 1, timeoutMs: KILL_MS }
    try {
      const response = await send(network, target, statement, { queryId: crypto.randomUUID(), bare: isBare, signal })
      await response.body?.cancel()
    } catch {
      // Its own deadline on the server ends it then.
    }
  }

  const own =
    (spec: Spec, signal: AbortSignal) =>
    async (sql: string, params: SourceParam[] = []) =>
      (await run(spec, { sql, params, rowLimit: OWN_ROWS, timeoutMs: OWN_MS }, signal)).rows

  return {
    async validate(spec, signal) {
      const { hostname, port } = new URL(targetOf(spec.connection).origin)
      const reach = async () => {
        await network.resolve(hostname.replace(/^\[(.*)\]$/, '$1'), Number(port), 'connection.host')
        const response = await network.fetch(new URL('/ping', targetOf(spec.connection).origin), { signal, redirect: 'manual' }).catch((error) => {
          if (signal.aborted) throw signal.reason
          throw error instanceof Failure
            ? error
            : new Failure('datasource_unreachable', 'nothing that speaks HTTP answers at this host and port', { cause: error })
        })
        await response.body?.cancel()
      }
      return validateClickhouse({ reach, read: own(spec, signal), isBare: () => bare.has(poolKey(spec)) }, schemasOf(spec.connection), signal)
    },

    async introspect(spec, signal) {
      const read = own(spec, signal)
      const [[version] = []] = await read('select version()')
      const tables = await readTables(read, { schemas: schemasOf(spec.connection), home: targetOf(spec.connection).database })
      return { dialect: 'clickhouse', serverVersion: String(version), tables }
    },

    profile: (spec, table, signal) => profileClickhouseTable(own(spec, signal), table),

    async query(spec, { sql, params = [], rowLimit, timeoutMs }, signal) {
      const started = performance.now()
      const { columns, rows, truncated } = await run(spec, { sql, params, rowLimit, timeoutMs }, signal)
      return { columns: columns.map(({ name, of }) => ({ name, type: of.type })), rows, truncated, durationMs: Math.round(performance.now() - started) }
    },

    schemaOf(connection) {
      const schemas = schemasOf(connection)
      return schemas.length === 1 ? (schemas[0] ?? null) : null
    },

    async close() {},
  }
}

/** Where and as whom; what is stored is complete. A certificate is checked in every mode that encrypts. */
function targetOf({ host, port, user = 'default', password = '', database = 'default', ssl_mode: sslMode = 'prefer' }: ServerConnection): ClickhouseTarget {
  if (host === undefined) throw new Failure('invalid', 'the connection names no host', { param: 'connection.host' })
  const isSecure = sslMode === 'require' || sslMode === 'verify-full' || (sslMode === 'prefer' && (port === 8443 || port === 443))
  const origin = new URL(`${isSecure ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}`)
  origin.port = String(port ?? (isSecure ? 8443 : 8123))
  return { origin: origin.href, user, password, database }
}

/** The databases whose tables are served. */
const schemasOf = ({ database = 'default', schemas }: ServerConnection): string[] => schemas ?? [database]
