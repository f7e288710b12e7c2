import { NO_SPAN, type Telemetry } from '#domain/telemetry.ts'
import { pathOf } from '#http/edge.ts'
import type { RequestWatch, Trace, WatchRequest } from '#http/inbound.ts'
import type { Metrics } from './metrics.ts'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Requests as spans of their own trace or the caller's, and as figures; by the template of their route, never by their path. */
export function watchRequests(begin: Telemetry['begin'] | null, metrics: Metrics | null): WatchRequest {
  const requests = metrics?.counter('http_requests', 'Requests by route and status', ['method', 'route', 'status'])
  const seconds = metrics?.histogram('http_request_duration_seconds', 'Seconds until a reply began', ['method', 'route'])
  const inFlight = metrics?.gauge('http_requests_in_flight', 'Requests whose reply has not begun', [])
  const streams = metrics?.gauge('open_streams', 'Replies that are read while they are made', ['kind'])

  return (request, trace): RequestWatch => {
    const method = METHODS.has(request.method) ? request.method : '_OTHER'
    const attributes = { 'http.request.method': method, 'querent.service': trace.service, 'querent.request.id': trace.requestId }
    const span = begin?.(method, attributes, 'server', request.headers.get('traceparent')) ?? NO_SPAN
    let open = 1
    let failure: string | null = null
    const part = () => {
      open -= 1
      if (open === 0) span.end(failure)
    }
    inFlight?.inc()
    return {
      span,
      streams(kind) {
        open += 1
        streams?.inc({ kind })
        let isOver = false
        return () => {
          if (isOver) return
          isOver = true
          streams?.dec({ kind })
          part()
        }
      },
      answered(status) {
        const template = templateOf(request, trace)
        const route = template ?? 'none'
        inFlight?.dec()
        requests?.inc({ method, route, status: String(status) })
        seconds?.observe({ method, route }, (performance.now() - trace.startedAt) / 1000)
        if (template !== null) span.rename(`${method} ${route}`)
        // By the conventions a caller's mistake is no error of the server; which it was is told all the same.
        span.set({ 'http.route': template ?? undefined, 'http.response.status_code': status, 'querent.failure': trace.errorCode ?? undefined })
        if (status >= 500) failure = trace.errorCode ?? String(status)
        part()
      },
    }
  }
}

const templateOf = ({ url }: Request, { route, service }: Trace): string | null =>
  route !== null && pathOf(url).startsWith('/api/v1/') ? `/api/v1/${service}${route}` : route
