import type { Duplex } from 'node:stream'
import type { Connection } from 'mysql2'
import { Failure } from '#domain/failure.ts'
import type { ServerConnection } from '#domain/semantics/sources/connections.ts'
import { isSignInError, mysqlFailure } from './failures.ts'

const CONNECT_MS = 5_000

/** Where a database is and who asks; `host` is whom its certificate has to name. */
export type MysqlTarget = {
  host: string
  port: number
  user: string
  password: string | undefined
  database: string
  sslMode: NonNullable<ServerConnection['ssl_mode']>
}

/** Opens a byte stream to an address a target's host was checked to have. */
export type Dial = (target: { host: string; port: number }, signal: AbortSignal) => Promise<() => Duplex>

export type Flavour = 'mysql' | 'mariadb'

/** One signed-in connection whose every transaction is read-only and runs in UTC. */
export type Session = {
  connection: Connection
  flavour: Flavour
  version: string
  /** Once true, the connection is of no more use. */
  dead: () => boolean
  /** The statement deadline the server was last told. */
  deadlineMs: number | null
  destroy: () => void
}

/** Signs in and makes the connection read-only, within ten seconds. Fails with `datasource_unreachable`, saying what to look at. */
export async function openSession(target: MysqlTarget, dial: Dial, signal: AbortSignal): Promise<Session> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(2 * CONNECT_MS)])
  let session: Session | null = null
  try {
    const { connection, greeting } = await signIn(target, dial, until)
    session = sessionOf(connection, greeting)
    await command(session, readOnlySettings(session.flavour), until)
    return session
  } catch (error) {
    session?.destroy()
    signal.throwIfAborted()
    if (until.aborted) throw new Failure('datasource_unreachable', 'the database did not answer in time', { cause: error })
    throw mysqlFailure(error)
  }
}

/** Stops what a session is doing, over a connection of its own, and lets go of the session. */
export async function killQuery(session: Session, target: MysqlTarget, dial: Dial): Promise<void> {
  const { threadId } = session.connection
  const patience = AbortSignal.timeout(CONNECT_MS)
  try {
    const { connection, greeting } = await signIn(target, dial, patience)
    const killer = sessionOf(connection, greeting)
    await command(killer, `kill query ${Number(threadId)}`, patience).finally(killer.destroy)
  } catch {
    // The statement's own deadline on the server ends it then.
  } finally {
    session.destroy()
  }
}

/** Runs a statement of our own whose rows nobody needs. */
export function command(session: Session, sql: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      session.destroy()
      reject(signal.reason)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    session.connection.query(sql, (error) => {
      signal.removeEventListener('abort', onAbort)
      if (error) reject(error)
      else resolve()
    })
    if (signal.aborted) onAbort()
  })
}

type Greeting = { serverVersion: string }

/** With `prefer`, a server that offers no encryption is signed in to without. */
async function signIn(target: MysqlTarget, dial: Dial, signal: AbortSignal): Promise<{ connection: Connection; greeting: Greeting }> {
  try {
    return await greet(target, dial, signal)
  } catch (error) {
    const plain = (error as { details?: { cause?: { code?: string } } } | null)?.details?.cause?.code === 'HANDSHAKE_NO_SSL_SUPPORT'
    if (!plain || target.sslMode !== 'prefer') throw error
    return greet({ ...target, sslMode: 'disable' }, dial, signal)
  }
}

async function greet(target: MysqlTarget, dial: Dial, signal: AbortSignal): Promise<{ connection: Connection; greeting: Greeting }> {
  const open = await dial(target, signal)
  const { default: mysql } = await import('mysql2')
  const { host, port, user, password, database, sslMode } = target
  const verified = sslMode === 'verify-full'
  return new Promise((resolve, reject) => {
    const connection = mysql.createConnection({
      host,
      port,
      user,
      ...(password !== undefined && { password }),
      database,
      ...(sslMode !== 'disable' && { ssl: { rejectUnauthorized: verified, verifyIdentity: verified, minVersion: 'TLSv1.2' } }),
      stream: open,
      connectTimeout: CONNECT_MS,
      charset: 'utf8mb4',
      timezone: 'Z',
      flags: ['-LOCAL_FILES', '-CONNECT_ATTRS'],
      multipleStatements: false,
      supportBigNumbers: true,
      bigNumberStrings: true,
      dateStrings: true,
      jsonStrings: true,
      rowsAsArray: true,
      disableEval: true,
      maxPreparedStatements: 16,
    })
    const fail = (error: unknown) => {
      signal.removeEventListener('abort', onAbort)
      destroyed(connection)
      reject(error)
    }
    const onAbort = () => fail(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    connection.once('error', (error) => fail(signInFailure(error)))
    connection.once('connect', (greeting: Greeting) => {
      signal.removeEventListener('abort', onAbort)
      resolve({ connection, greeting })
    })
    if (signal.aborted) onAbort()
  })
}

function sessionOf(connection: Connection, { serverVersion }: Greeting): Session {
  let dead = false
  const die = () => {
    dead = true
  }
  connection.on('error', die)
  connection.on('end', die)
  return {
    connection,
    flavour: /mariadb/i.test(serverVersion) ? 'mariadb' : 'mysql',
    // MariaDB 10 puts a version before its own, for clients that know no second digit.
    version: /^(?:5\.5\.5-)?(\d+(?:\.\d+)+)/.exec(serverVersion)?.[1] ?? serverVersion.slice(0, 40),
    dead: () => dead,
    deadlineMs: null,
    destroy() {
      dead = true
      destroyed(connection)
    },
  }
}

/** `connection.destroy` only says goodbye: a server at work would not hear it. */
function destroyed(connection: Connection): void {
  connection.destroy()
  ;(connection as unknown as { stream?: Duplex }).stream?.destroy()
}

/** Session settings, so that not one statement can be run outside a read-only transaction; `sql_mode` is what the statement guard reads a statement by. */
function readOnlySettings(flavour: Flavour): string {
  const modes = flavour === 'mysql' ? 'ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION' : 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION'
  const readOnly = flavour === 'mysql' ? 'transaction_read_only' : 'tx_read_only'
  return `set session ${readOnly} = 1, autocommit = 1, sql_mode = '${modes}', time_zone = '+00:00', group_concat_max_len = 1048576`
}

function signInFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  const { errno, code } = error as { errno?: number; code?: string }
  if (errno === 1049 || errno === 1044) return new Failure('datasource_unreachable', 'this user sees no database of that name', { cause: error })
  if (isSignInError(error)) return mysqlFailure(error)
  if (code === 'ETIMEDOUT') return new Failure('datasource_unreachable', 'the database did not answer in time', { cause: error })
  if (code === 'ECONNREFUSED') return new Failure('datasource_unreachable', 'nothing answers at this host and port', { cause: error })
  return mysqlFailure(error)
}
