import type { ServerConnection } from '#domain/semantics/sources/connections.ts'
import { type ConnectedSpec, type Engine, type EngineParts, MOST_CONNECTIONS, poolKey } from '../engine.ts'
import { createClient } from './client.ts'
import { diallingOf, openSocket, targetOf } from './connection.ts'
import { postgresFailure } from './failures.ts'
import { readTables } from './introspect.ts'
import { createPool, type Pool } from './pool.ts'
import { profilePostgresTable } from './profile.ts'
import { type Read, read, StaleConnection, type Statement } from './read.ts'
import { validatePostgres } from './validate.ts'

const CATALOGUE_MS = 60_000
const PROFILE_MS = 120_000
const VALIDATE_MS = 15_000
const ALL = Number.MAX_SAFE_INTEGER
const DEFAULT_SCHEMAS = ['public']
const MOST_POOLS = 200

type Spec = ConnectedSpec<ServerConnection>

/** PostgreSQL from 10 on, over `postgres`. Tables are named without their schema: of several of one name, that of the first schema is served. */
export function createPostgres(parts: EngineParts): Engine<ServerConnection> {
  const pools = new Map<string, Pool>()

  function poolOf(spec: Spec): Pool {
    const key = poolKey(spec)
    const found =
      pools.get(key) ?? createPool(() => createClient(parts, targetOf(spec.connection)), { keeps: parts.pooled, most: parts.connections ?? MOST_CONNECTIONS })
    if (!parts.pooled) return found
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

  /** Runs a statement on a connection of the pool; one that the server closed while it was idle is replaced. */
  async function run(pool: Pool, spec: Spec, statement: Omit<Statement, 'schemas'>, signal: AbortSignal): Promise<Read> {
    for (;;) {
      const client = await pool.take(signal).catch((error) => {
        signal.throwIfAborted()
        throw postgresFailure(error)
      })
      let isSound = false
      try {
        const found = await read(client, { ...statement, schemas: spec.connection.schemas ?? DEFAULT_SCHEMAS }, signal)
        isSound = !client.isSpent
        return found
      } catch (error) {
        isSound = client.isOpen && !client.isSpent
        if (!(error instanceof StaleConnection)) throw error
        isSound = false
      } finally {
        pool.give(client, isSound)
      }
    }
  }

  const readAllOn = (pool: Pool, spec: Spec, timeoutMs: number, signal: AbortSignal) => async (sql: string, params: (string | number)[]) =>
    (await run(pool, spec, { sql, params, rowLimit: ALL, timeoutMs }, signal)).rows

  return {
    async validate(spec, signal) {
      const until = AbortSignal.any([signal, AbortSignal.timeout(VALIDATE_MS)])
      const pool = createPool(() => createClient(parts, targetOf(spec.connection)), { keeps: true, most: 1 })
      const dialling = diallingOf(parts.network)
      const target = targetOf(spec.connection)
      try {
        return await validatePostgres(
          {
            async reach() {
              if (dialling === null) await parts.network.resolve(target.host, target.port, 'connection.host')
              else (await openSocket(dialling, target, until).catch((error) => Promise.reject(until.aborted ? until.reason : postgresFailure(error)))).destroy()
            },
            readAll: readAllOn(pool, spec, VALIDATE_MS, until),
            schemas: spec.connection.schemas ?? DEFAULT_SCHEMAS,
          },
          signal,
        )
      } finally {
        pool.close()
      }
    },

    async introspect(spec, signal) {
      const readAll = readAllOn(poolOf(spec), spec, CATALOGUE_MS, signal)
      const [[version] = []] = await readAll("select current_setting('server_version')", [])
      const tables = await readTables(readAll, spec.connection.schemas ?? DEFAULT_SCHEMAS)
      return { dialect: 'postgres', serverVersion: String(version).split(' ')[0] ?? '', tables }
    },

    profile: (spec, table, signal) => profilePostgresTable(readAllOn(poolOf(spec), spec, PROFILE_MS, signal), table),

    async query(spec, { sql, params = [], rowLimit, timeoutMs }, signal) {
      const started = performance.now()
      // One row more than asked for tells whether there are more; the newlines keep a comment of the statement from reaching past it.
      const statement = { sql: `select * from (\n${sql}\n) as "_rows" limit ${rowLimit + 1}`, params, rowLimit, timeoutMs }
      const found = await run(poolOf(spec), spec, statement, signal)
      return { ...found, durationMs: Math.round(performance.now() - started) }
    },

    schemaOf: ({ schemas = DEFAULT_SCHEMAS }) => (schemas.length === 1 ? (schemas[0] ?? null) : null),

    async close() {
      for (const pool of pools.values()) pool.close()
      pools.clear()
    },
  }
}
