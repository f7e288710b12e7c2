import { randomBytes } from 'node:crypto'
import postgres, { type Sql } from 'postgres'
import { freePort } from './free-port.ts'

/** The server of POSTGRES_TEST_URL, or the one a build machine runs. */
const url = new URL(process.env.POSTGRES_TEST_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres')
const signedIn = { host: url.hostname, port: Number(url.port || 5432), user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) }
const quiet = { max: 1, fetch_types: false, onnotice: () => {}, connect_timeout: 5 }

/** Whether there is a real server to test on. */
export const hasPostgres = await (async () => {
  const sql = postgres({ ...signedIn, ...quiet, database: 'postgres', connect_timeout: 2 })
  try {
    await sql`select 1`
    return true
  } catch {
    return false
  } finally {
    await sql.end({ timeout: 1 }).catch(() => {})
  }
})()
export const NO_POSTGRES = 'skipped: no PostgreSQL answers at 127.0.0.1:5432, nor at POSTGRES_TEST_URL'

type Connection = { host: string; port: number; user: string; password?: string; database: string; ssl_mode: 'disable' | 'prefer' }
export type PostgresDatabase = {
  connection: Connection
  admin: Sql
  /** A user with these privileges on the tables of the schema public; dropped with the database. */
  user(privileges: string): Promise<{ user: string; password: string }>
  drop(): Promise<void>
}

/** A database of its own on the real server, made by the statements. */
export async function createPostgresDatabase(statements: string[]): Promise<PostgresDatabase> {
  const database = `querent_${randomBytes(6).toString('hex')}`
  const server = postgres({ ...signedIn, ...quiet, database: 'postgres' })
  await server.unsafe(`create database ${database}`)
  const admin = postgres({ ...signedIn, ...quiet, database })
  const users: string[] = []
  for (const statement of statements) await admin.unsafe(statement)
  return {
    connection: { ...signedIn, ...(signedIn.password ? {} : { password: undefined as never }), database, ssl_mode: 'prefer' },
    admin,
    async user(privileges) {
      const user = `${database}_${users.length}`
      users.push(user)
      await admin.unsafe(`create role ${user} login password 'reading'`)
      await admin.unsafe(`revoke create on schema public from public`)
      await admin.unsafe(`grant ${privileges} on all tables in schema public to ${user}`)
      return { user, password: 'reading' }
    },
    async drop() {
      for (const user of users) await admin.unsafe(`drop owned by ${user}`)
      await admin.end({ timeout: 5 })
      await server.unsafe(`drop database if exists ${database} with (force)`)
      for (const user of users) await server.unsafe(`drop role if exists ${user}`)
      await server.end({ timeout: 5 })
    },
  }
}

/** PostgreSQL in WebAssembly behind a socket: one session at a time, and neither deadlines nor cancels. */
export async function startPglite(statements: string[]): Promise<{ connection: Connection; stop(): Promise<void> }> {
  const [{ PGlite }, { PGLiteSocketServer }] = await Promise.all([import('@electric-sql/pglite'), import('@electric-sql/pglite-socket')])
  const db = await PGlite.create()
  for (const statement of statements) await db.exec(statement)
  const port = await freePort()
  const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port, maxConnections: 20 })
  await server.start()
  return {
    connection: { host: '127.0.0.1', port, user: 'postgres', database: 'postgres', ssl_mode: 'disable' },
    async stop() {
      await server.stop()
      await db.close()
    },
  }
}
