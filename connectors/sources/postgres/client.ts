import type { Sql } from 'postgres'
import type { EngineParts } from '../engine.ts'
import { diallingOf, noEncryption, offersEncryption, openSocket, type PostgresTarget } from './connection.ts'
import { driverTypes } from './values.ts'

const IDLE_SECONDS = 20
const CONNECT_SECONDS = 10

/** One connection. The driver opens it at the first statement, and anew when it was closed in between. */
export type Client = {
  sql: Sql
  /** Whether the connection is known to be open: only then does everything sent together reach the same session. */
  isOpen: boolean
  /** Whether a statement has run on it before. */
  isUsed: boolean
  /** Whether a cancel was sent for it: one that comes late would meet the next statement. */
  isSpent: boolean
  /** Ends it at once, whatever is under way. */
  destroy(): void
}

/** A client of one connection, so that nothing it sends can meet another session. Fails with `invalid` where the target may not be dialled. */
export async function createClient({ network }: EngineParts, target: PostgresTarget): Promise<Client> {
  const dialling = diallingOf(network)
  const { default: postgres } = await import('postgres')
  if (dialling === null) await network.resolve(target.host, target.port, 'connection.host')
  const opening = new AbortController()
  const sql = postgres({
    host: [target.host],
    port: [target.port],
    database: target.database,
    user: target.user,
    // A function, so that an empty one is not taken from the environment.
    password: () => target.password,
    max: 1,
    ssl: dialling === null ? await encryptionHere(target) : false,
    prepare: false,
    fetch_types: false,
    types: driverTypes as never,
    idle_timeout: IDLE_SECONDS,
    connect_timeout: CONNECT_SECONDS,
    max_lifetime: 1800,
    keep_alive: 60,
    backoff: () => 0,
    max_pipeline: 10,
    debug: false,
    target_session_attrs: undefined as never,
    connection: { application_name: 'querent' },
    onnotice: () => {},
    onclose: () => {
      client.isOpen = false
    },
    ...(dialling === null
      ? {}
      : { socket: () => openSocket(dialling, target, AbortSignal.any([opening.signal, AbortSignal.timeout(CONNECT_SECONDS * 1000)])) }),
  } as never)
  const client: Client = {
    sql,
    isOpen: false,
    isUsed: false,
    isSpent: false,
    destroy() {
      client.isOpen = false
      opening.abort(new Error('the connection was given up'))
      sql.end({ timeout: 0 }).catch(() => {})
    },
  }
  return client
}

/** Workers encrypt by themselves and always check the certificate; they cannot go on in clear after asking. */
async function encryptionHere(target: PostgresTarget): Promise<'require' | false> {
  if (target.sslMode === 'disable') return false
  const isOffered = await offersEncryption(target)
  if (!isOffered && target.sslMode !== 'prefer') throw noEncryption()
  return isOffered ? 'require' : false
}
