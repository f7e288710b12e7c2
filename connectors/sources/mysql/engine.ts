import { connect } from 'node:net'
import { Failure } from '#domain/failure.ts'
import type { ServerConnection } from '#domain/semantics/connections.ts'
import type { SourceParam } from '#domain/semantics/source.ts'
import { type ConnectedSpec, type Engine, type EngineParts, poolKey } from '../engine.ts'
import { mysqlFailure } from './failures.ts'
import { readTables } from './introspect.ts'
import { createSessionPool, type SessionPool } from './pool.ts'
import { profileMysqlTable } from './profile.ts'
import { type Dial, type Flavour, killQuery, type MysqlTarget, type Session } from './session.ts'
import { type Read, readStatement, type Statement, Stopped } from './statement.ts'
import { validateMysql } from './validate.ts'

const OWN_MS = 60_000
const OWN_ROWS = 1_000_000
/** How long a caller who leaves waits for the server to be told. */
const KILL_MS = 2_000

/** MySQL from 8.0.31 and MariaDB from 10.5, over `mysql2`. */
export function createMysqlEngine({ network, pooled }: EngineParts): Engine<ServerConnection> {
  const pools = new Map<string, SessionPool>()

  const dial: Dial = async ({ host, port }, signal) => {
    if (network.dial !== null) {
      const socket = await network.dial(host, port, { signal, param: 'connection.host' })
      return () => socket.setNoDelay(true)
    }
    const [first] = await network.resolve(host, port, 'connection.host')
    if (!first) throw new Failure('datasource_unreachable', 'this host has no address')
    return () => connect(port, first.address)
  }

  const poolOf = (spec: ConnectedSpec<ServerConnection>): SessionPool => {
    const key = poolKey(spec)
    const found = pools.get(key) ?? createSessionPool(targetOf(spec.connection), dial, pooled)
    if (pooled) pools.set(key, found)
    return found
  }

  /** Runs a statement on a session of the pool; one whose server let go of it meanwhile is replaced once. */
  async function run(spec: ConnectedSpec<ServerConnection>, statement: Statement, signal: AbortSignal): Promise<Read> {
    const pool = poolOf(spec)
    for (let fresh = false; ; fresh = true) {
      const { session, reused } = await pool.take(signal, { fresh })
      try {
        return await readStatement(session, statement, signal)
      } catch (error) {
        if (error instanceof Stopped) return await stop(session, spec, signal)
        if (!fresh && reused && error instanceof Failure && error.code === 'datasource_unreachable') session.destroy()
        else throw error
      } finally {
        pool.give(session)
      }
    }
  }

  async function stop(session: Session, spec: ConnectedSpec<ServerConnection>, signal: AbortSignal): Promise<never> {
    const killed = killQuery(session, targetOf(spec.connection), dial)
    await Promise.race([killed, new Promise((resolve) => setTimeout(resolve, KILL_MS))])
    session.destroy()
    signal.throwIfAborted()
    throw new Failure('query_timeout', 'the query took too long')
  }

  const own =
    (spec: ConnectedSpec<ServerConnection>, signal: AbortSignal) =>
    async (sql: string, params: SourceParam[] = []) =>
      (await run(spec, { sql, params, rowLimit: OWN_ROWS, timeoutMs: OWN_MS }, signal)).rows

  return {
    async validate(spec, signal) {
      const target = targetOf(spec.connection)
      const pool = createSessionPool(target, dial, false)
      const readWith =
        (session: Session) =>
        async (sql: string, params: SourceParam[] = []) =>
          (await readStatement(session, { sql, params, rowLimit: OWN_ROWS, timeoutMs: OWN_MS }, signal).catch(rethrown(signal))).rows
      const sessions: Session[] = []
      try {
        return await validateMysql(
          {
            async reach() {
              const open = await dial(target, signal).catch((error) => Promise.reject(signal.aborted ? signal.reason : mysqlFailure(error)))
              open().destroy()
            },
            async signIn() {
              const { session } = await pool.take(signal)
              sessions.push(session)
              return session
            },
            async countTables(session) {
              const schemas = schemasOf(spec.connection)
              const [[count] = []] = await readWith(session)(
                `select count(*) from information_schema.tables where table_schema in (${schemas.map(() => '?').join(', ')})`,
                schemas,
              )
              return Number(count)
            },
            read: (session, sql) => readWith(session)(sql),
          },
          spec.type as Flavour,
          signal,
        )
      } finally {
        for (const session of sessions) session.destroy()
      }
    },

    async introspect(spec, signal) {
      const read = own(spec, signal)
      const { session } = await poolOf(spec).take(signal)
      const { flavour, version } = session
      poolOf(spec).give(session)
      const tables = await readTables((sql, params) => read(sql, params), {
        schemas: schemasOf(spec.connection),
        home: targetOf(spec.connection).database,
        flavour,
      })
      return { dialect: spec.type as Flavour, serverVersion: version, tables }
    },

    profile: (spec, table, signal) => profileMysqlTable(own(spec, signal), table),

    async query(spec, { sql, params = [], rowLimit, timeoutMs }, signal) {
      const started = performance.now()
      const { columns, rows, truncated } = await run(spec, { sql, params, rowLimit, timeoutMs }, signal)
      return { columns: columns.map(({ name, type }) => ({ name, type })), rows, truncated, durationMs: Math.round(performance.now() - started) }
    },

    schemaOf(connection) {
      const schemas = schemasOf(connection)
      return schemas.length === 1 ? (schemas[0] ?? null) : null
    },

    async close() {
      for (const pool of pools.values()) pool.close()
      pools.clear()
    },
  }
}

const rethrown =
  (signal: AbortSignal) =>
  (error: unknown): never => {
    signal.throwIfAborted()
    throw error instanceof Stopped ? new Failure('query_timeout', 'the database did not answer in time') : error
  }

/** Where and as whom; what is stored is complete. */
function targetOf({ host, port = 3306, user, password, database, ssl_mode: sslMode = 'prefer' }: ServerConnection): MysqlTarget {
  if (host === undefined) throw new Failure('invalid', 'the connection names no host', { param: 'connection.host' })
  if (user === undefined) throw new Failure('invalid', 'the connection names no user', { param: 'connection.user' })
  if (database === undefined) throw new Failure('invalid', 'the connection names no database', { param: 'connection.database' })
  return { host, port, user, password, database, sslMode }
}

/** The databases whose tables are served. */
const schemasOf = ({ database, schemas }: ServerConnection): string[] => schemas ?? (database === undefined ? [] : [database])
