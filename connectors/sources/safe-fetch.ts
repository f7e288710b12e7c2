import { Agent, type ClientRequestArgs, type IncomingMessage, request as send } from 'node:http'
import type { Duplex } from 'node:stream'
import { Readable } from 'node:stream'
import { Failure } from '#domain/failure.ts'
import type { NetworkPolicy } from './safe-connect.ts'

const MAX_REDIRECTS = 3
const IDLE_MS = 15_000
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const CREDENTIALS = ['authorization', 'cookie', 'proxy-authorization', 'x-amz-security-token', 'x-clickhouse-key', 'x-clickhouse-user']

type Target = ClientRequestArgs & { secureFor?: string; targetHost: string; targetPort: number }

/** Dials checked addresses only, whatever the name of a request resolves to at that moment. */
class CheckedAgent extends Agent {
  readonly #policy: Pick<NetworkPolicy, 'dial' | 'secure'>

  constructor(policy: Pick<NetworkPolicy, 'dial' | 'secure'>) {
    super({ keepAlive: true, timeout: IDLE_MS, maxSockets: 32, scheduling: 'lifo' })
    this.#policy = policy
  }

  override createConnection(options: ClientRequestArgs, callback?: (error: Error | null, stream: Duplex) => void): Duplex | null | undefined {
    const { targetHost, targetPort, secureFor } = options as Target
    const signal = AbortSignal.timeout(IDLE_MS)
    const open = async () => {
      const socket = await this.#policy.dial(targetHost, targetPort, { signal })
      return secureFor === undefined ? socket : this.#policy.secure(socket, secureFor, { verify: true, signal })
    }
    open().then(
      (socket) => callback?.(null, socket),
      (error) => callback?.(error, undefined as unknown as Duplex),
    )
    return undefined
  }

  override getName(options?: ClientRequestArgs): string {
    const { targetHost, targetPort, secureFor } = options as Target
    return `${targetHost}:${targetPort}:${secureFor ?? ''}`
  }
}

/** A `fetch` over `dial` and `secure`, of http and https; see `Network.fetch`. Bodies are sent as a whole, replies stream. */
export function createFetch({ resolve, dial, secure }: Pick<NetworkPolicy, 'resolve' | 'dial' | 'secure'>): { fetch: NetworkPolicy['fetch']; close(): void } {
  const agent = new CheckedAgent({ dial, secure })

  async function once(request: Request, body: Uint8Array | undefined): Promise<Response> {
    const url = new URL(request.url)
    const isSecure = url.protocol === 'https:'
    if (!isSecure && url.protocol !== 'http:') throw new Failure('invalid', 'only http and https addresses are opened', { param: 'connection.url' })
    const targetPort = Number(url.port || (isSecure ? 443 : 80))
    const targetHost = url.hostname.replace(/^\[(.*)\]$/, '$1')
    // Refused even when a connection made before stands ready.
    await resolve(targetHost, targetPort)
    const options: Target = {
      agent,
      method: request.method,
      path: `${url.pathname}${url.search}`,
      headers: { ...Object.fromEntries(request.headers), host: url.host, ...(body ? { 'content-length': String(body.byteLength) } : {}) },
      signal: request.signal,
      targetHost,
      targetPort,
      ...(isSecure ? { secureFor: targetHost } : {}),
    }
    return new Promise((answer, reject) => {
      const sent = send(options, (message) => answer(responseOf(message, request.method)))
      sent.on('error', (error) => reject(request.signal.aborted ? request.signal.reason : error))
      sent.end(body)
    })
  }

  async function fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    let request = new Request(input, init)
    const body = request.body ? new Uint8Array(await request.arrayBuffer()) : undefined
    for (let followed = 0; ; followed += 1) {
      const response = await once(request, body)
      const location = response.headers.get('location')
      if (!REDIRECTS.has(response.status) || location === null || init?.redirect === 'manual') return response
      await response.body?.cancel()
      if (followed === MAX_REDIRECTS || (request.method !== 'GET' && request.method !== 'HEAD') || !URL.canParse(location, request.url)) {
        throw new Failure('datasource_unreachable', 'the server sends on to another address, which is not followed', {
          hint: 'give the address it sends on to',
        })
      }
      request = redirected(request, new URL(location, request.url))
    }
  }
  return { fetch, close: () => agent.destroy() }
}

/** What identifies the caller goes to the origin it was meant for alone. */
function redirected({ method, url, headers: sent, signal }: Request, next: URL): Request {
  const headers = new Headers(sent)
  if (next.origin !== new URL(url).origin) for (const name of CREDENTIALS) headers.delete(name)
  return new Request(next, { method, headers, signal })
}

function responseOf(message: IncomingMessage, method: string): Response {
  const headers = new Headers()
  for (let index = 0; index + 1 < message.rawHeaders.length; index += 2) headers.append(message.rawHeaders[index] ?? '', message.rawHeaders[index + 1] ?? '')
  const status = message.statusCode ?? 502
  const isBare = method === 'HEAD' || status === 204 || status === 304
  if (isBare) message.resume()
  return new Response(isBare ? null : (Readable.toWeb(message) as ReadableStream<Uint8Array>), { status, statusText: message.statusMessage ?? '', headers })
}
