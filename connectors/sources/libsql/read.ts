import type { Client, InValue, ResultSet } from '@libsql/client/web'
import { Failure } from '#domain/failure.ts'
import type { LibsqlConnection } from '#domain/semantics/sources/connections.ts'
import type { SourceParam } from '#domain/semantics/sources/source.ts'
import type { Network } from '../network.ts'
import { libsqlFailure } from './failures.ts'

/** Most bytes of a reply that are read. */
const MAX_REPLY_BYTES = 32 * 1024 * 1024
const SLACK_MS = 1_000

export type LibsqlStatement = { sql: string; params?: SourceParam[] }

/** Runs statements in one read transaction and one request. An abort or the deadline ends the request, with which the server stops. Throws `Failure` or the reason of the abort. */
export async function readAtOnce(
  network: Network,
  connection: LibsqlConnection,
  statements: LibsqlStatement[],
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<ResultSet[]> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs + SLACK_MS)])
  const client = await clientOf(network, connection, limit)
  try {
    const asked = client.batch(
      statements.map(({ sql, params = [] }) => ({ sql, args: params.map(bound) })),
      'read',
    )
    return await settledBefore(asked, limit)
  } catch (error) {
    signal.throwIfAborted()
    if (limit.aborted) throw new Failure('query_timeout', 'the query took too long', { cause: error })
    throw error
  } finally {
    client.close()
  }
}

/** As `readAtOnce`, of one statement of our own, with the server's refusals as ours. */
export async function readOne(
  ...[network, connection, statement, options]: [Network, LibsqlConnection, LibsqlStatement, { timeoutMs: number; signal: AbortSignal }]
): Promise<ResultSet> {
  const [result] = await readAtOnce(network, connection, [statement], options).catch((error) => {
    options.signal.throwIfAborted()
    throw libsqlFailure(error)
  })
  return result as ResultSet
}

/** The URL as the network is to open it: libsql is https, and http where `?tls=0` says so. */
export function originOf({ url }: LibsqlConnection): URL {
  const isPlain = /^http:/i.test(url) || /[?&]tls=0(&|$)/.test(url)
  const at = url.replace(/^[a-z]+:/i, isPlain ? 'http:' : 'https:').replace(/\?.*$/, '')
  if (!URL.canParse(at)) throw new Failure('invalid', 'not a URL', { param: 'connection.url' })
  return new URL(at)
}

async function clientOf(network: Network, connection: LibsqlConnection, signal: AbortSignal): Promise<Client> {
  const { createClient } = await import('@libsql/client/web')
  const fetch = async (request: Request): Promise<Response> => bounded(await network.fetch(request, { signal }))
  return createClient({
    url: originOf(connection).href,
    intMode: 'bigint',
    fetch,
    ...(connection.auth_token === undefined ? {} : { authToken: connection.auth_token }),
  })
}

/** Ends a reply that grows beyond what is read of any. */
function bounded(response: Response): Response {
  if (!response.body) return response
  let size = 0
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength
      if (size > MAX_REPLY_BYTES) throw Object.assign(new Error('the reply is too large'), { code: 'RESPONSE_TOO_LARGE' })
      controller.enqueue(chunk)
    },
  })
  return new Response(response.body.pipeThrough(counted), { status: response.status, headers: response.headers })
}

/** The client does not always pass an abort on. */
function settledBefore<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

function bound(value: SourceParam): InValue {
  if (typeof value === 'boolean') return value ? 1n : 0n
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value
}
