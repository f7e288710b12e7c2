import type { Context as Call, MiddlewareHandler, Next } from 'hono'
import type { Actor } from '#domain/access/actor.ts'
import { unauthenticated } from '#domain/access/authenticate.ts'
import { opens } from '#domain/access/oauth/resources.ts'
import { grantsScope } from '#domain/access/scopes.ts'
import { recordAudit } from '#domain/commit.ts'
import type { Context } from '#domain/context.ts'
import { Failure } from '#domain/failure.ts'
import type { Access } from './access-rule.ts'
import { takeJsonBody } from './body.ts'
import { withIdempotency } from './idempotency.ts'
import type { Env } from './inbound.ts'
import { type KnownParameters, refuseUnknownParameters } from './query-parameters.ts'

type Passed = ReturnType<MiddlewareHandler<Env>>

const NOBODY: Actor = { type: 'anonymous' }

/**
 * What every call passes before its input is looked at: credential, role, scope, names of query parameters, body limit, idempotency. Without a body a
 * validator would take `{}` for it; with `needsBody` its absence is `malformed_request`.
 */
export const gate = (
  access: Access,
  known: KnownParameters,
  needsBody = false,
  success: number | null = null,
  path: string | null = null,
): MiddlewareHandler<Env> => {
  // Not an async function: a remembered credential on a GET then costs no turn of the event loop.
  return function passGate(c, next) {
    c.env.trace.success = success
    c.env.trace.route = path
    const actor = access.who === 'anyone' ? NOBODY : c.env.platform.authenticate(c.req.header('authorization'))
    return actor instanceof Promise ? actor.then((found) => enter(c, next, access, known, needsBody, found)) : enter(c, next, access, known, needsBody, actor)
  }
}

function enter(c: Call<Env>, next: Next, access: Access, known: KnownParameters, needsBody: boolean, actor: Actor): Passed {
  const { platform, trace } = c.env
  const { method } = c.req
  const reads = method === 'GET' || method === 'HEAD'
  const ctx = platform.contextFor(actor, c.env, c.req, reads || method === 'POST' ? null : revisionOf(c.req.header('if-match')))
  if (actor.type === 'user') {
    trace.actorId = actor.userId
    const { resource } = actor.credential
    // RFC 8707 §2, RFC 9700 §2.3: a token for one address is none for another.
    if (resource !== undefined && !opens(resource, c.req.path)) throw unauthenticated('a token for another resource')
  }
  if (actor.type === 'directory') trace.actorId = actor.directoryId
  if (access.who !== 'anyone') allow(ctx, actor, access, access.scope ?? `${trace.service}:${reads ? 'read' : 'write'}`)
  refuseUnknownParameters(c.req.url, known)
  c.set('ctx', ctx)
  c.set('access', access)
  return reads ? next() : enterWithBody(c, next, access, needsBody, ctx)
}

async function enterWithBody(c: Call<Env>, next: Next, access: Access, needsBody: boolean, ctx: Context): Passed {
  if (!access.rawBody) await takeJsonBody(c.req, access.maxBytes ?? ctx.settings.maxJsonBytes)
  if (needsBody && !(await c.req.bodyCache.text)) throw new Failure('malformed_request', 'this route needs a JSON body')
  const key = c.req.method === 'POST' && access.who !== 'anyone' ? c.req.header('idempotency-key') : undefined
  return key === undefined ? next() : withIdempotency(c, ctx, key, { next, replays: access.replays === true, keepsReply: access.keepsReply === true })
}

function allow(ctx: Context, actor: Actor, access: Access, scope: string): void {
  const refused = refusal(actor, access, scope)
  if (!refused) return
  ctx.defer(() =>
    recordAudit(ctx, { type: 'access.denied', resource: { type: 'route', id: null }, outcome: 'denied', code: refused.code, details: { code: refused.code } }),
  )
  throw refused
}

function refusal(actor: Actor, access: Access, scope: string): Failure | null {
  if (access.who === 'directory') return actor.type === 'directory' ? null : new Failure('forbidden', 'only the token of a directory opens this')
  if (actor.type === 'guest') return access.guest ? null : new Failure('forbidden', 'a guest token does not open this')
  if (actor.type !== 'user') return new Failure('forbidden', 'this credential cannot be used here')
  if (actor.role === 'pending' && !access.pending) return new Failure('forbidden', 'this account awaits approval by an administrator')
  if (access.signin && actor.credential.type !== 'signin')
    return new Failure('forbidden', 'only somebody who has signed in may do this, with no API key and no app')
  if (access.who === 'admin' && actor.role !== 'admin') return new Failure('forbidden', 'administrators only')
  if (scope !== 'none' && !grantsScope(actor.scopes, scope)) {
    return new Failure('insufficient_scope', `this API key lacks the scope "${scope}"`, { hint: `its scopes: ${actor.scopes.join(', ')}` })
  }
  return null
}

function revisionOf(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '*') return null
  const match = /^\s*(?:W\/)?"(\d{1,15})"\s*$/.exec(header)
  if (!match?.[1]) throw new Failure('precondition_failed', 'If-Match must be an ETag this resource was sent with', { param: 'If-Match' })
  return Number(match[1])
}
