import type { Socket } from 'node:net'
import { Failure } from '#domain/failure.ts'
import type { ServerConnection } from '#domain/semantics/sources/connections.ts'
import type { Network } from '../network.ts'
import { hostOf } from '../network-failures.ts'

/** Where and as whom, complete: what is stored always is. */
export type PostgresTarget = {
  host: string
  port: number
  database: string
  user: string
  password: string
  sslMode: NonNullable<ServerConnection['ssl_mode']>
}

export function targetOf({ host, port = 5432, database, user, password = '', ssl_mode: sslMode = 'prefer' }: ServerConnection): PostgresTarget {
  const known = host === undefined ? null : hostOf(host)
  if (known === null) throw new Failure('invalid', 'the connection names no host', { param: 'connection.host' })
  if (user === undefined) throw new Failure('invalid', 'the connection names no user', { param: 'connection.user' })
  return { host: known, port, database: database ?? user, user, password, sslMode }
}

/** A network that dials. */
export type Dialling = { dial: NonNullable<Network['dial']>; secure: NonNullable<Network['secure']> }

export const diallingOf = ({ dial, secure }: Network): Dialling | null => (dial && secure ? { dial, secure } : null)

const SSL_REQUEST = Uint8Array.of(0, 0, 0, 8, 4, 210, 22, 47)
const YES = 'S'.charCodeAt(0)

/** An open connection to the server, encrypted as its mode demands, before the first word of the protocol. Runtimes that dial by themselves have none. */
export async function openSocket({ dial, secure }: Dialling, { host, port, sslMode }: PostgresTarget, signal: AbortSignal): Promise<Socket> {
  const socket = await dial(host, port, { signal, param: 'connection.host' })
  if (sslMode === 'disable') return socket
  const answer = await ask(socket, signal)
  if (answer !== YES) {
    if (sslMode === 'prefer') return socket
    socket.destroy()
    throw noEncryption()
  }
  return secure(socket, host, { verify: sslMode === 'verify-full', signal })
}

export const noEncryption = (): Failure =>
  new Failure('datasource_unreachable', 'the server offers no encryption', {
    hint: 'ssl_mode "prefer" or "disable" goes without',
    param: 'connection.ssl_mode',
  })

/** Reads the one byte that answers a request for encryption, and nothing after it. */
function ask(socket: Socket, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(5_000)])
    const settle = (act: () => void) => {
      socket.off('data', answered).off('error', failed).off('close', closed)
      limit.removeEventListener('abort', gaveUp)
      act()
    }
    const failed = (error: unknown) =>
      settle(() => {
        socket.on('error', () => {}).destroy()
        reject(error)
      })
    const answered = (bytes: Uint8Array) => {
      // More than a byte came from someone in between who wants it taken for a part of the encrypted conversation.
      if (bytes.length === 1) settle(() => resolve(bytes[0] ?? 0))
      else failed(new Failure('datasource_unreachable', 'the server does not speak PostgreSQL’s protocol'))
    }
    const closed = () => failed(new Failure('datasource_unreachable', 'the server does not speak PostgreSQL’s protocol'))
    const gaveUp = () => failed(limit.reason)
    socket.on('data', answered).on('error', failed).on('close', closed)
    limit.addEventListener('abort', gaveUp)
    socket.write(SSL_REQUEST)
    if (limit.aborted) gaveUp()
  })
}

/** Workers: whether the server would encrypt. The platform checks its certificate then, whatever the mode. */
export async function offersEncryption({ host, port }: PostgresTarget): Promise<boolean> {
  const { connect } = await import('cloudflare:sockets')
  const socket = connect({ hostname: host.includes(':') ? `[${host}]` : host, port })
  try {
    const [writer, reader] = [socket.writable.getWriter(), socket.readable.getReader()]
    await writer.write(SSL_REQUEST)
    const { value } = await reader.read()
    return value?.[0] === YES
  } finally {
    await socket.close().catch(() => {})
  }
}
