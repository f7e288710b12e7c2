import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Service } from '#domain/context.ts'
import type { Env, Inbound, Platform, Trace } from './inbound.ts'
import { headersFor } from './reply.ts'

export type Delivery = Pick<Inbound, 'ip' | 'waitUntil'>
export type Fetch = (request: Request, delivery: Delivery) => Promise<Response>

const API = '/api/v1/'
/** OpenAI's clients have one base URL for questions and for speech. */
const SPEECH_BESIDE_CHAT = '/api/v1/llm/openai/v1/audio/'
const REQUEST_ID = /^[A-Za-z0-9._-]{8,128}$/
let counter = 0
const processTag = Math.random().toString(36).slice(2, 8)

/** The outermost function of one origin: finds the app by path prefix, gives the request its id, and writes its log line. */
export function createOrigin(apps: Partial<Record<Service, OpenAPIHono<Env>>>, platform: Platform): Fetch {
  const entries = Object.entries(apps) as [Service, OpenAPIHono<Env>][]
  const [only] = entries
  if (!only) throw new Error('an origin needs at least one service')
  const alone = entries.length === 1 ? only[0] : null
  const serviceOf = (path: string): Service | null => {
    if (apps.audio && path.startsWith(SPEECH_BESIDE_CHAT)) return 'audio'
    const name = path.startsWith(API) ? path.slice(API.length, path.indexOf('/', API.length)) : path.startsWith('/embedded/') ? 'analytics' : ''
    return Object.hasOwn(apps, name) ? (name as Service) : alone
  }

  return async function deliver(request, delivery) {
    const path = pathOf(request.url)
    const service = serviceOf(path)
    const offered = request.headers.get('x-request-id')
    const trace: Trace = {
      requestId: offered && REQUEST_ID.test(offered) ? offered : `req_${processTag}${(counter++).toString(36).padStart(6, '0')}`,
      service: service ?? 'all',
      startedAt: performance.now(),
      watch: null,
      route: null,
      success: null,
      actorId: null,
      errorCode: null,
      cause: undefined,
      cors: platform.settings.corsOrigins.length ? corsHeaders(platform, request.headers.get('origin')) : null,
    }
    if (platform.watchRequest) trace.watch = platform.watchRequest(request, trace)
    const response =
      request.method === 'OPTIONS' && request.headers.has('access-control-request-method')
        ? preflight(trace)
        : await (service ? (apps[service] ?? only[1]) : only[1]).fetch(request, { platform, trace, ip: delivery.ip, waitUntil: delivery.waitUntil })
    trace.watch?.answered(response.status)
    writeLine(platform, trace, request.method, path, response.status)
    return response
  }
}

/** The path of an absolute URL, without the cost of parsing it whole. */
export function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  if (start < 0) return '/'
  const end = url.indexOf('?', start)
  return end < 0 ? url.slice(start) : url.slice(start, end)
}

function corsHeaders(platform: Platform, origin: string | null): Record<string, string> {
  const { corsOrigins } = platform.settings
  if (!origin || !(corsOrigins.includes('*') || corsOrigins.includes(origin))) return { vary: 'Origin' }
  return {
    'access-control-allow-origin': corsOrigins.includes('*') ? '*' : origin,
    'access-control-expose-headers': 'X-Request-Id, X-Total-Count, Link, ETag, Location, Idempotency-Replayed, Retry-After, WWW-Authenticate, Mcp-Session-Id',
    vary: 'Origin',
  }
}

const preflight = (trace: Trace): Response =>
  new Response(null, {
    status: 204,
    headers: headersFor(
      trace,
      trace.cors?.['access-control-allow-origin']
        ? {
            'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
            'access-control-allow-headers':
              'Authorization, Content-Type, Idempotency-Key, If-Match, X-Request-Id, Mcp-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name',
            'access-control-max-age': '600',
          }
        : {},
    ),
  })

/** One line per request; never a header, a body or a query string, which may hold secrets. */
function writeLine(platform: Platform, trace: Trace, method: string, path: string, status: number): void {
  const { requestId, service, startedAt, actorId, errorCode, cause } = trace
  const traceId = trace.watch?.span.traceparent?.split('-')[1]
  platform.log({
    level: status >= 500 ? 'error' : 'info',
    message: 'request',
    request_id: requestId,
    service,
    method,
    path,
    status,
    duration_ms: Math.round((performance.now() - startedAt) * 100) / 100,
    actor_id: actorId,
    ...(traceId ? { trace_id: traceId } : {}),
    ...(errorCode ? { code: errorCode } : {}),
    ...(cause === undefined ? {} : { cause: describe(cause, errorCode) }),
  })
}

/** A driver quotes rows in what it says of a failed query: of such a cause the log has its kind and place. */
function describe(cause: unknown, code: string | null): string {
  const isQuery = code?.startsWith('query_') ?? false
  if (!(cause instanceof Error)) return isQuery ? typeof cause : String(cause).slice(0, 4000)
  if (!isQuery) return (cause.stack ?? cause.message).slice(0, 4000)
  const kind = 'code' in cause ? `${cause.name} ${String(cause.code)}` : cause.name
  const places = (cause.stack ?? '').split('\n').filter((line) => /^ +at /.test(line))
  return [kind, ...places].join('\n').slice(0, 4000)
}
