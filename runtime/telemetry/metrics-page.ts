import type { Answer } from '../listener.ts'
import type { Metrics } from './metrics.ts'

/** Answers `GET /metrics` and nothing else; with a token only who shows it. */
export function metricsPage(metrics: Metrics, token: string | undefined): Answer {
  const expected = token === undefined ? null : digest(`Bearer ${token}`)
  return async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname !== '/metrics') return plain(404, 'the metrics are at /metrics')
    if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'GET only', { allow: 'GET, HEAD' })
    if (expected && !isEqual(await expected, await digest(request.headers.get('authorization') ?? ''))) {
      return plain(401, 'the token of METRICS_TOKEN is needed', { 'www-authenticate': 'Bearer' })
    }
    const { body, type } = await metrics.text()
    return new Response(request.method === 'HEAD' ? null : body, { headers: { 'content-type': type, 'cache-control': 'no-store' } })
  }
}

const plain = (status: number, text: string, headers: Record<string, string> = {}): Response =>
  new Response(`${text}\n`, { status, headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers } })

const digest = async (text: string): Promise<Uint8Array> => new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))

/** Looks at every byte whatever it finds, so that the time taken tells nothing. */
const isEqual = (left: Uint8Array, right: Uint8Array): boolean => left.reduce((difference, byte, index) => difference | (byte ^ (right[index] ?? 0)), 0) === 0
