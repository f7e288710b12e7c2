import { connect } from 'node:net'
import { Failure } from '#domain/failure.ts'
import type { ServerConnection } from '#domain/semantics/sources/connections.ts'
import { type ConnectedSpec, type Engine, type EngineParts, MOST_CONNECTIONS, poolKey } from '../engine.ts'
import { mysqlFailure } from './failures.ts'
import { listOf, readTables } from './introspect.ts'
import { createSessionPool, type SessionPool } from './pool.ts'
import { profileMysqlTable } from './profile.ts'
import { type Dial, type Flavour, killQuery, type MysqlTarget, openSession, type Session } from './session.ts'
import { readStatement, Stopped } from './statement.ts'
import { validateMysql } from './validate.ts'

const OWN_MS = 60_000
const OWN_ROWS = 1_000_000
const MOST_POOLS = 200
/** How long a caller who leaves waits for the server to be told. */
const KILL_MS = 2_000

/** MySQL from 8.0.31 and MariaDB from 10.5, over `mysql2`. */
export function createMysqlEngine({ network, pooled, connections = MOST_CONNECTIONS }: EngineParts): Engine<ServerConnection> {
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
    const found = pools.get(key) ?? createSessionPool(targetOf(spec.connection), dial, { keeps: pooled, most: connections })
    if (!pooled) return found
    // The least recently used goes first.
    pools.delete(key)
    pools.set(key, found)
    const [oldest] = pools.keys()
    if (pools.size > MOST_POOLS && oldest !== undefined) {
      pools.get(oldest)?.close()
      pools.delete(oldest)
    }
    return found
  }

  /** Does work on a session of the pool; one whose server let go of it meanwhile is replaced once. */
  async function withSession<T>(spec: ConnectedSpec<ServerConnection>, signal: AbortSignal, work: (session: Session) => Promise<T>): Promise<T> {
    const pool = poolOf(spec)
    for (let fresh = false; ; fresh = true) {
      const { session, reused } = await pool.take(signal, { fresh })
      try {
        return await work(session)
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

  const readingOwn = (session: Session, signal: AbortSignal) => async (sql: string) =>
    (await readStatement(session, { sql, params: [], rowLimit: OWN_ROWS, timeoutMs: OWN_MS }, signal)).rows

  return {
    async validate(spec, signal) {
      const target = targetOf(spec.connection)
      let opened: Session | null = null
      const read = (session: Session, sql: string) => readingOwn(session, signal)(sql).catch(rethrown(signal))
      try {
        return await validateMysql(
          {
            async reach() {
              const open = await dial(target, signal).catch((error) => Promise.reject(signal.aborted ? signal.reason : mysqlFailure(error)))
              open().destroy()
            },
            async signIn() {
              opened = await openSession(target, dial, signal)
              return opened
            },
            async countTables(session) {
              const [[count] = []] = await read(
                session,
                `select count(*) from information_schema.tables where table_schema in ${listOf(schemasOf(spec.connection))}`,
              )
              return Number(count)
            },
            read,
          },
          spec.type as Flavour,
          signal,
        )
      } finally {
        ;(opened as Session | null)?.destroy()
      }
    },

    introspect: (spec, signal) =>
      withSession(spec, signal, async (session) => {
        const { database: home } = targetOf(spec.connection)
        const { flavour, version: serverVersion } = session
        const tables = await readTables(readingOwn(session, signal), { schemas: schemasOf(spec.connection), home, flavour })
        return { dialect: spec.type as Flavour, serverVersion, tables }
      }),

    profile: (spec, table, signal) => withSession(spec, signal, (session) => profileMysqlTable(readingOwn(session, signal), table)),

    async query(spec, { sql, params = [], rowLimit, timeoutMs }, signal) {
      const started = performance.now()
      const statement = { sql, params, rowLimit, timeoutMs }
      const { columns, rows, truncated } = await withSession(spec, signal, (session) => readStatement(session, statement, signal))
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
