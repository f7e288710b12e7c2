import type { Context as Call, TypedResponse } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Page } from '#domain/pagination.ts'
import type { Env, Trace } from './inbound.ts'

const CONSTANT = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

/** The headers of every reply, as one plain object: headers added to a finished reply cost more than all the rest of it. */
export function headersFor(trace: Trace, more?: Record<string, string>): Record<string, string> {
  const headers: Record<string, string> = { ...CONSTANT, 'x-request-id': trace.requestId }
  if (trace.cors) Object.assign(headers, trace.cors)
  return more ? Object.assign(headers, more) : headers
}

/** A JSON reply. The type parameter ties it to the schema its route declares for that status. */
export function json<T, S extends ContentfulStatusCode>(
  c: Call<Env>,
  body: T,
  status: S,
  more?: Record<string, string>,
): Response & TypedResponse<T, S, 'json'> {
  const headers = headersFor(c.env.trace, more)
  headers['content-type'] ??= 'application/json; charset=utf-8'
  return new Response(JSON.stringify(body), { status, headers }) as Response & TypedResponse<T, S, 'json'>
}

/** A resource that can be changed, with its `ETag`. */
export const resource = <T extends { revision: number }, S extends ContentfulStatusCode>(c: Call<Env>, body: T, status: S, more?: Record<string, string>) =>
  json(c, body, status, { etag: `"${body.revision}"`, ...more })

/** A reply without content. */
export const noContent = (c: Call<Env>): Response => new Response(null, { status: 204, headers: headersFor(c.env.trace) })

/** A page as a bare array: what it says about itself goes into `X-Total-Count` and `Link` (RFC 8288). */
export function list<T>(c: Call<Env>, page: Page<T>): Response & TypedResponse<T[], 200, 'json'> {
  const url = new URL(c.req.url)
  const link = (number: number, rel: string) => {
    url.searchParams.set('page', String(number))
    url.searchParams.set('page_size', String(page.page_size))
    return `<${url.pathname}${url.search}>; rel="${rel}"`
  }
  const links = [link(1, 'first')]
  if (page.has_prev) links.push(link(Math.min(page.page - 1, Math.max(1, page.total_pages)), 'prev'))
  if (page.has_next) links.push(link(page.page + 1, 'next'))
  links.push(link(Math.max(1, page.total_pages), 'last'))
  return json(c, page.items, 200, { 'x-total-count': String(page.total), link: links.join(', ') })
}
