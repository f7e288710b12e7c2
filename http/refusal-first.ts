import type { Context as Call } from 'hono'
import { requireAsked } from '#domain/access/asked-object.ts'
import { requirePermission } from '#domain/access/group-permission.ts'
import { Failure, type FailureCode } from '#domain/failure.ts'
import type { Env } from './inbound.ts'

/** What is found at fault with a request before its verb is called. */
const OF_REQUESTS: ReadonlySet<FailureCode> = new Set(['invalid', 'malformed_request', 'payload_too_large', 'unsupported_media_type'])

/**
 * The failure to tell of a request: who may not do it at all is told that, and not what is wrong with his request. Validation runs before a verb can check
 * rights; so a request that fails it is put to the access its route declares, which costs nothing where all is well.
 */
export async function refusalFirst(c: Call<Env>, found: Failure): Promise<Failure> {
  const { ctx, access } = c.var
  if (!OF_REQUESTS.has(found.code) || !access || ctx?.actor.type !== 'user') return found
  try {
    if (access.permission) await requirePermission(ctx, access.permission)
    const { object } = access
    if (!object) return found
    const id = object.in === 'path' ? c.req.param(object.name) : object.in === 'query' ? c.req.query(object.name) : await idInBody(c, object.name)
    if (id) await requireAsked(ctx, object, id, object.in === 'path' ? undefined : object.name)
    return found
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}

/** The member of a JSON body that was read already; nothing of one that is no object. */
async function idInBody(c: Call<Env>, name: string): Promise<string | undefined> {
  const text = await c.req.bodyCache.text
  if (text === undefined) return undefined
  try {
    const body: unknown = JSON.parse(text)
    const id = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined
    return typeof id === 'string' ? id : undefined
  } catch {
    return undefined
  }
}
