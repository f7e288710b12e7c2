import { and, eq, lt, sql } from 'drizzle-orm'
import type { Context as Call, Next } from 'hono'
import { idempotency } from '#db/schema/catalog.ts'
import { CHANGED } from '#domain/commit.ts'
import { type Context, instantOf } from '#domain/context.ts'
import { Failure } from '#domain/failure.ts'
import { digestForm, formDigestOf } from './form-digest.ts'
import type { Env } from './inbound.ts'
import { headersFor } from './reply.ts'

const KEPT_MS = 24 * 3600 * 1000
/** Longer than any request may take: a holder silent for this long is dead. */
const HOLDER_DEAD_MS = 10 * 60 * 1000
const REPLAYED_HEADERS = ['content-type', 'etag', 'location', 'x-accel-buffering', 'x-vercel-ai-ui-message-stream']

/**
 * Runs a POST once per `Idempotency-Key` (the draft's header, with Stripe's rules): the same body again gets the stored reply, another body 422,
 * a request still running 409. The effect's own transaction marks the key, so a crash between effect and reply is told and not repeated; a route
 * that `replays` then answers from what the effect stored.
 */
export async function withIdempotency(
  c: Call<Env>,
  ctx: Context,
  key: string,
  { next, replays, keepsReply }: { next: Next; replays: boolean; keepsReply: boolean },
): Promise<Response | undefined> {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new Failure('invalid', 'Idempotency-Key must be 1 to 255 visible ASCII characters', { param: 'Idempotency-Key' })
  const credential = ctx.actor.type === 'user' ? ctx.actor.credential.id : c.req.header('authorization')
  const id = await digest(`${credential}\n${ctx.request.method}\n${ctx.request.path}\n${key}`)
  const bodyHash = await digest(await bodyText(c))
  const stored = await claim(ctx, id, bodyHash, () => digestForm(c.req.raw, ctx.settings.maxUploadBytes))
  if (stored && 'changed' in stored) {
    if (!replays || stored.changed === undefined) {
      throw new Failure('idempotency_reply_lost', 'the request with this Idempotency-Key took effect, but its reply was lost', {
        hint: 'read the resource to see its state',
      })
    }
    c.set('repeated', stored.changed)
    await next()
    c.res.headers.set('idempotency-replayed', 'true')
    return undefined
  }
  if (stored) {
    const headers = headersFor(c.env.trace, { ...stored.headers, 'idempotency-replayed': 'true' })
    return new Response(stored.body, { status: stored.status, headers })
  }
  ctx.idempotencyId = id
  await next()
  await settle(c, ctx, id, { replays, keepsReply })
  return undefined
}

/** A form is streamed and not read beforehand: what it says is compared once a reply to it is kept. */
async function bodyText(c: Call<Env>): Promise<string> {
  const type = c.req.header('content-type') ?? ''
  const { search } = new URL(c.req.url)
  if (type.startsWith('multipart/')) return `multipart ${search}`
  return `${search}\n${await c.req.text()}`
}

type Kept = { status: number; headers: Record<string, string>; body: string }
/** A request took effect and its reply is not kept: all that is known is what it changed. */
type Lost = { changed: string | undefined }

async function claim(ctx: Context, id: string, bodyHash: string, formDigest: () => Promise<string | null>): Promise<Kept | Lost | null> {
  const fresh = { id, body_hash: bodyHash, state: 'running' as const, holder: ctx.request.id, created_at: instantOf(ctx) }
  const [mine] = await ctx.db.insert(idempotency).values(fresh).onConflictDoNothing().returning({ id: idempotency.id })
  if (mine) return null
  const [held] = await ctx.db.select().from(idempotency).where(eq(idempotency.id, id))
  if (!held) return claim(ctx, id, bodyHash, formDigest)
  const age = ctx.now().getTime() - Date.parse(held.created_at)
  const same = and(eq(idempotency.id, id), eq(idempotency.holder, held.holder))
  if (age > KEPT_MS || (held.state === 'running' && age > HOLDER_DEAD_MS)) {
    await ctx.db.delete(idempotency).where(same)
    return claim(ctx, id, bodyHash, formDigest)
  }
  const [hash, form] = held.body_hash.split('.')
  if (hash !== bodyHash || (form !== undefined && form !== (await formDigest()))) {
    throw new Failure('idempotency_key_reused', 'this Idempotency-Key was used with another body', { param: 'Idempotency-Key' })
  }
  if (held.state === 'finished' && held.status !== null) return { status: held.status, headers: held.headers ?? {}, body: await unseal(ctx, id, held.body) }
  if (held.state === 'finished' || (held.state === 'committed' && age > HOLDER_DEAD_MS)) {
    return { changed: held.headers?.[CHANGED] }
  }
  throw new Failure('idempotency_in_progress', 'a request with this Idempotency-Key is still running', { retryAfter: 1 })
}

/** Keeps the reply for the next request with the same key; a failure that changed nothing, or asks to come again, frees the key instead. */
async function settle(c: Call<Env>, ctx: Context, id: string, { replays, keepsReply }: { replays: boolean; keepsReply: boolean }): Promise<void> {
  const reply = c.res
  const mine = and(eq(idempotency.id, id), eq(idempotency.holder, ctx.request.id))
  // What it changed is only that a question went unanswered: clients repeat it with the key they have, and mean it.
  if (replays && reply.headers.has('retry-after')) {
    await ctx.db.delete(idempotency).where(mine)
    return
  }
  if (reply.status >= 400) {
    const [freed] = await ctx.db
      .delete(idempotency)
      .where(and(mine, eq(idempotency.state, 'running')))
      .returning({ id: idempotency.id })
    if (freed) return
    if (reply.status >= 500) {
      // What took effect stands, and only a route that replays can tell of it again.
      await ctx.db.update(idempotency).set({ state: 'finished' }).where(mine)
      return
    }
  }
  const headers: Record<string, string> = {}
  for (const name of REPLAYED_HEADERS) {
    const value = reply.headers.get(name)
    if (value) headers[name] = value
  }
  // What changed nothing is simply run again: a kept reply would show rows after the right to see them has gone.
  const wasRead = and(mine, eq(idempotency.state, 'running'))
  if (!keepsReply && (await ctx.db.delete(idempotency).where(wasRead).returning({ id: idempotency.id })).length > 0) return
  const keep = async (text: string) => {
    const body = JSON.stringify(await ctx.ports.vault.seal(replyOf(id), text))
    const form = formDigestOf(c.req.raw)
    const told = form === null ? {} : { body_hash: sql`${idempotency.body_hash} || ${`.${form}`}` }
    await ctx.db
      .update(idempotency)
      .set({ state: 'finished', status: reply.status, headers, body, ...told })
      .where(mine)
  }
  if (headers['content-type']?.startsWith('application/x-ndjson')) {
    // Lines are as many as there are rows, and reading them changed nothing.
    await ctx.db.delete(idempotency).where(mine)
    return
  }
  if (!headers['content-type']?.startsWith('text/event-stream') || !reply.body) {
    await keep(await reply.clone().text())
    return
  }
  const decoder = new TextDecoder()
  let text = ''
  const kept = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, out) {
      text += decoder.decode(chunk, { stream: true })
      out.enqueue(chunk)
    },
    flush: () => keep(text),
    // A client that left part way: the answer is stored, the rest of the reply never was.
    cancel: () => ctx.defer(async () => void (await ctx.db.update(idempotency).set({ state: 'finished' }).where(mine))),
  })
  c.res = new Response(reply.body.pipeThrough(kept), { status: reply.status, headers: reply.headers })
}

/** A reply may hold a key that is shown once: kept replies are sealed. */
const replyOf = (id: string) => ({ table: 'idempotency', row: id, column: 'body' })

const unseal = async (ctx: Context, id: string, body: string | null): Promise<string> =>
  body === null ? '' : (await ctx.ports.vault.open(replyOf(id), JSON.parse(body))).expose()

async function digest(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...new Uint8Array(hash)))
}

/** Forgets the keys whose time is over, with the replies kept for them. */
export async function forgetKeptReplies(ctx: Context): Promise<void> {
  await ctx.db.delete(idempotency).where(lt(idempotency.created_at, new Date(ctx.now().getTime() - KEPT_MS).toISOString()))
}
