import type { Delivery } from '#http/edge.ts'

/** What belongs to one connection and not to the message (RFC 9110 §7.6.1), and what is told anew. */
const NOT_PASSED = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'content-length',
]
const NOT_RETURNED = ['connection', 'keep-alive', 'proxy-authenticate', 'trailer', 'transfer-encoding', 'upgrade']

export type PassOn = (request: Request, delivery: Delivery) => Promise<Response>

/**
 * Passes requests on to a service elsewhere, at the same path below `base`: bodies and streams as they come, the id of the request and the caller's address
 * with them. A caller that leaves ends the call there. A service that cannot be reached is a 502 in the form of every error.
 */
export function passOn(base: string, call: typeof globalThis.fetch = globalThis.fetch): PassOn {
  const target = base.replace(/\/+$/, '')
  return async (request, { ip }) => {
    const url = new URL(request.url)
    const headers = new Headers(request.headers)
    for (const name of [...NOT_PASSED, ...namedIn(headers.get('connection'))]) headers.delete(name)
    const id = headers.get('x-request-id') ?? `req_${crypto.randomUUID().replaceAll('-', '')}`
    headers.set('x-request-id', id)
    headers.set('x-forwarded-host', url.host)
    headers.set('x-forwarded-proto', url.protocol.slice(0, -1))
    // A reply is passed on as it comes, not unpacked on the way.
    headers.set('accept-encoding', 'identity')
    if (ip) headers.set('x-forwarded-for', [headers.get('x-forwarded-for'), ip].filter(Boolean).join(', '))
    try {
      const init = { method: request.method, headers, body: request.body, redirect: 'manual', signal: request.signal, duplex: 'half' } as RequestInit
      const response = await call(`${target}${url.pathname}${url.search}`, init)
      const returned = new Headers(response.headers)
      for (const name of [...NOT_RETURNED, ...namedIn(returned.get('connection'))]) returned.delete(name)
      return new Response(response.body, { status: response.status, headers: returned })
    } catch (error) {
      if (request.signal.aborted) throw error
      return unreachable(id)
    }
  }
}

const namedIn = (connection: string | null): string[] =>
  (connection ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => /^[a-z0-9-]+$/.test(name))

const unreachable = (id: string): Response => {
  const error = { message: 'this service cannot be reached now', type: 'internal_error', code: 'overloaded', request_id: id }
  return new Response(JSON.stringify({ error }), {
    status: 502,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': id,
      'retry-after': '5',
    },
  })
}
