import { and, desc, eq, gt, lte } from 'drizzle-orm'
import { z } from 'zod'
import { oauthConnections } from '#db/schema/oauth.ts'
import { notFound, requireUser } from '../../allow.ts'
import { commit } from '../../commit.ts'
import { type Context, instantOf } from '../../context.ts'
import { Instant } from '../../strict.ts'
import { forgetCodes } from './authorize.ts'
import { forgetClients } from './clients.ts'
import { redirectHost } from './redirects.ts'

export const ConnectedApp = z
  .object({
    id: z.string(),
    client_id: z.string(),
    name: z.string().meta({ description: 'As the app calls itself' }),
    uri: z.string().nullable(),
    redirect_host: z.string().meta({ description: 'Where its answers go', example: 'claude.ai' }),
    scopes: z.array(z.string()),
    resource: z.string().meta({ description: 'What its tokens open' }),
    created_at: Instant,
    last_used_at: Instant.nullable().meta({ description: 'To the minute' }),
    expires_at: Instant.meta({ description: 'Unless it is used before' }),
  })
  .meta({ id: 'ConnectedApp' })

/** The apps the caller has connected, the one used last first. */
export async function listConnectedApps(ctx: Context): Promise<z.infer<typeof ConnectedApp>[]> {
  const { userId } = requireUser(ctx)
  const rows = await ctx.db
    .select()
    .from(oauthConnections)
    .where(and(eq(oauthConnections.user_id, userId), gt(oauthConnections.expires_at, instantOf(ctx))))
    .orderBy(desc(oauthConnections.last_used_at))
    .limit(200)
  return rows.map(({ id, client_id, client_name: name, client_uri: uri, redirect_uri, scopes, resource, created_at, last_used_at, expires_at }) => ({
    id,
    client_id,
    name,
    uri,
    redirect_host: redirectHost(redirect_uri).host,
    scopes,
    resource,
    created_at,
    last_used_at,
    expires_at,
  }))
}

/** Ends one of the caller's connected apps: its tokens are refused from the next request on. Fails with `not_found` when it is not his. */
export async function disconnectApp(ctx: Context, id: string): Promise<void> {
  const { userId } = requireUser(ctx)
  const change = ctx.db
    .delete(oauthConnections)
    .where(and(eq(oauthConnections.id, id), eq(oauthConnections.user_id, userId)))
    .returning({ client_id: oauthConnections.client_id })
  const [ended] = await commit(ctx, change, { type: 'oauth.revoked', resource: { type: 'oauth_connection', id }, details: { by: 'user' } })
  if (!ended) throw notFound('connected app')
}

/** Forgets connections that ended by age, codes, and registrations nobody uses. */
export async function forgetOAuth(ctx: Context): Promise<void> {
  await ctx.db.delete(oauthConnections).where(lte(oauthConnections.expires_at, instantOf(ctx)))
  await forgetCodes(ctx)
  await forgetClients(ctx)
}
