import type { Context as Call } from 'hono'
import type { Shown } from '#domain/directory/users.ts'
import type { FailureCode } from '#domain/failure.ts'
import type { Env } from '#http/inbound.ts'
import { headersFor, json } from '#http/reply.ts'
import { SCIM_PATH, scimFailing, scimType } from '#http/scim.ts'

/** What all routes of SCIM declare. A group of many thousands is sent whole. */
export const scim = (path: string) => ({
  path: `${SCIM_PATH}${path}`,
  tags: ['scim'],
  access: { who: 'directory' as const, scope: 'none', maxBytes: 16_777_216 },
  anyQuery: true as const,
  failing: (codes: readonly FailureCode[]) => scimFailing([...codes, 'not_found']),
})

export const answered = (c: Call<Env>, body: unknown) => json(c, body, 200, { 'content-type': scimType(c) }) as never

/** A resource with its ETag; 304 where the caller has this version already (RFC 7644 §3.14). */
export function shown(c: Call<Env>, { resource, revision }: Shown, status: 200 | 201 = 200) {
  const etag = `W/"${revision}"`
  const known = c.req.method === 'GET' ? c.req.header('if-none-match') : undefined
  const isKnown = known?.split(',').some((one) => one.trim().replace(/^W\//, '') === `"${revision}"`)
  if (isKnown) return new Response(null, { status: 304, headers: headersFor(c.env.trace, { etag }) }) as never
  const location = (resource.meta as { location?: string } | undefined)?.location
  const headers = { 'content-type': scimType(c), etag, ...(status === 201 && location ? { location } : {}) }
  return json(c, resource, status, headers) as never
}
