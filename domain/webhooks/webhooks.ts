import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { webhooks } from '#db/schema/webhooks.ts'
import { toBase64 } from '../access/base64.ts'
import { grantsScope } from '../access/scopes.ts'
import type { SealContext } from '../access/vault.ts'
import { isAdmin, notFound, requireUser } from '../allow.ts'
import { atRevision, bumped, commitOne } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { Failure } from '../failure.ts'
import { newest } from '../feed/changes.ts'
import { flagged } from '../list-filters.ts'
import { matches, type Page, readPage } from '../pagination.ts'
import type { Endpoint } from './sender.ts'
import { AUDIT_EVENT, type CreatedWebhook, type NewWebhook, type Webhook, type WebhookChange, type webhookQueries, webhookSorts } from './webhook-shape.ts'

export type WebhookRow = typeof webhooks.$inferSelect

const columns = {
  id: webhooks.id,
  webhook_id: sql<string>`${webhooks.id}`.as('webhook_id'),
  name: webhooks.name,
  url: webhooks.url,
  format: webhooks.format,
  events: webhooks.events,
  is_enabled: webhooks.is_enabled,
  stopped_reason: webhooks.stopped_reason,
  owner_id: webhooks.owner_id,
  revision: webhooks.revision,
  created_at: webhooks.created_at,
  updated_at: webhooks.updated_at,
}

const sealed = (id: string): SealContext => ({ table: 'webhooks', row: id, column: 'endpoint' })

/** Only its owner and administrators see a webhook: it tells what the owner may see. */
const mine = (ctx: Context) => (isAdmin(ctx) ? undefined : eq(webhooks.owner_id, requireUser(ctx).userId))

/** The webhooks of the caller; of all for administrators. */
export const listWebhooks = (ctx: Context, query: z.output<typeof webhookQueries.list> | z.output<typeof webhookQueries.page>): Promise<Page<Webhook>> =>
  readPage<Webhook>(ctx, {
    table: webhooks,
    columns,
    where: and(mine(ctx), flagged(webhooks.is_enabled, query.is_enabled), matches(query.q, webhooks.name, webhooks.url)),
    sorts: webhookSorts,
    query,
  })

/** Fails with `not_found` when there is none of the caller's. */
export async function getWebhook(ctx: Context, id: string): Promise<Webhook> {
  const [row] = await ctx.db
    .select(columns)
    .from(webhooks)
    .where(and(eq(webhooks.id, id), mine(ctx)))
  if (!row) throw notFound('webhook')
  return row
}

const SECRET_BYTES = 24
const newSecret = (): string => `whsec_${toBase64(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)))}`

/** What of an address may be shown: that of an incoming webhook of Slack is a secret itself. */
function shownUrl(url: string, format: 'standard' | 'slack'): string {
  const { origin, pathname } = new URL(url)
  return format === 'slack' ? `${origin}/…` : `${origin}${pathname}`
}

async function requireAddress(ctx: Context, url: string): Promise<void> {
  if (ctx.settings.appEnv === 'production' && !url.startsWith('https:')) throw new Failure('invalid', 'url: https is needed in production', { param: 'url' })
  await ctx.ports.webhooks.check(url)
}

/** The audit log goes only where an administrator has it sent who may read it. */
function requireStreamable(ctx: Context, events: string[]): void {
  if (!events.includes(AUDIT_EVENT)) return
  if (!isAdmin(ctx)) throw new Failure('forbidden', 'only administrators have the audit log streamed', { param: 'events' })
  if (!grantsScope(requireUser(ctx).scopes, 'core:read'))
    throw new Failure('insufficient_scope', 'this API key lacks the scope "core:read"', { param: 'events' })
}

/** Answers its secret, which is shown once. Fails with `invalid` for an address nothing may be sent to. */
export async function createWebhook(ctx: Context, input: z.infer<typeof NewWebhook>): Promise<CreatedWebhook> {
  const { userId, scopes } = requireUser(ctx)
  requireStreamable(ctx, input.events)
  await requireAddress(ctx, input.url)
  const secret = newSecret()
  const id = ctx.newId('whk')
  const at = instantOf(ctx)
  const endpoint = await sealEndpoint(ctx, id, { url: input.url, secret })
  const { position } = await newest(ctx.db)
  const change = ctx.db
    .insert(webhooks)
    .values({ ...input, url: shownUrl(input.url, input.format), endpoint, id, since: position, owner_id: userId, scopes, created_at: at, updated_at: at })
    .returning(columns)
  const entry = { type: 'webhook.created', resource: { type: 'webhook', id }, details: { name: input.name, events: input.events } }
  return { ...(await commitOne(ctx, change, entry)), secret }
}

/** A new address gets a new secret only by `rotateWebhook`. Fails with `not_found`, `invalid`. */
export async function updateWebhook(ctx: Context, id: string, { url, ...input }: z.infer<typeof WebhookChange>): Promise<Webhook> {
  const before = await getWebhook(ctx, id)
  const format = input.format ?? before.format
  const endpoint = await openEndpoint(ctx, id)
  if (url !== undefined || input.events !== undefined) requireStreamable(ctx, input.events ?? before.events)
  if (url !== undefined) await requireAddress(ctx, url)
  // Another address is told what the credential that named it may read.
  const moved = url === undefined ? {} : { endpoint: await sealEndpoint(ctx, id, { ...endpoint, url }), scopes: requireUser(ctx).scopes }
  const change = ctx.db
    .update(webhooks)
    .set({
      ...input,
      ...moved,
      url: shownUrl(url ?? endpoint.url, format),
      ...(input.is_enabled ? { stopped_reason: null } : {}),
      ...bumped(ctx, webhooks),
    })
    .where(atRevision(ctx, webhooks, id))
    .returning(columns)
  const fields = Object.keys({ ...input, ...(url === undefined ? {} : { url }) })
  return commitOne(ctx, change, { type: 'webhook.updated', resource: { type: 'webhook', id }, details: { fields } })
}

/** What waits for it is dropped. */
export async function deleteWebhook(ctx: Context, id: string): Promise<void> {
  await getWebhook(ctx, id)
  const change = ctx.db
    .delete(webhooks)
    .where(atRevision(ctx, webhooks, id))
    .returning({ id: webhooks.id })
  await commitOne(ctx, change, { type: 'webhook.deleted', resource: { type: 'webhook', id } })
}

/** Signs with a new secret from now on, and answers it once. */
export async function rotateWebhook(ctx: Context, id: string): Promise<CreatedWebhook> {
  await getWebhook(ctx, id)
  const { url } = await openEndpoint(ctx, id)
  const secret = newSecret()
  const change = ctx.db
    .update(webhooks)
    .set({ endpoint: await sealEndpoint(ctx, id, { url, secret }), ...bumped(ctx, webhooks) })
    .where(atRevision(ctx, webhooks, id))
    .returning(columns)
  return { ...(await commitOne(ctx, change, { type: 'webhook.rotated', resource: { type: 'webhook', id } })), secret }
}

const sealEndpoint = (ctx: Context, id: string, endpoint: Endpoint) => ctx.ports.vault.seal(sealed(id), JSON.stringify(endpoint))

/** Where a webhook's messages go, for the sender alone. */
export async function openEndpoint(ctx: Context, id: string): Promise<Endpoint> {
  const [row] = await ctx.db.select({ endpoint: webhooks.endpoint }).from(webhooks).where(eq(webhooks.id, id))
  if (!row) throw notFound('webhook')
  return JSON.parse((await ctx.ports.vault.open(sealed(id), row.endpoint)).expose()) as Endpoint
}
