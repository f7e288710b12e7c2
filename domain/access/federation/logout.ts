import { and, eq, inArray, isNull, lte, or } from 'drizzle-orm'
import { signins } from '#db/schema/identity.ts'
import { federatedSignins, identityProviders } from '#db/schema/identity-providers.ts'
import { commit } from '../../commit.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../failure.ts'
import type { SealContext } from '../vault.ts'
import { addressesOf } from './addresses.ts'
import { OpenIdFailure } from './openid-client.ts'
import { providerInUse, registrationOf } from './providers.ts'

type Logout = { idToken: string; endSessionEndpoint: string | null }

const sealedIn = (signinId: string): SealContext => ({ table: 'federated_signins', row: signinId, column: 'logout' })

export const sealedLogout = (ctx: Context, signinId: string, logout: Logout) => ctx.ports.vault.seal(sealedIn(signinId), JSON.stringify(logout))

/** Where a browser that signs out here goes to sign out with the provider too (OpenID Connect RP-Initiated Logout 1.0); `null` where there is no such place. */
export async function providerSignOutUrl(ctx: Context, signinId: string): Promise<string | null> {
  const [row] = await ctx.db
    .select({
      logout: federatedSignins.logout,
      providerId: identityProviders.id,
      clientId: identityProviders.client_id,
      isWanted: identityProviders.single_logout,
    })
    .from(federatedSignins)
    .innerJoin(identityProviders, eq(identityProviders.id, federatedSignins.provider_id))
    .where(eq(federatedSignins.signin_id, signinId))
  if (!row?.logout || !row.isWanted) return null
  const { idToken, endSessionEndpoint } = JSON.parse((await ctx.ports.vault.open(sealedIn(signinId), row.logout)).expose()) as Logout
  if (endSessionEndpoint === null || !URL.canParse(endSessionEndpoint)) return null
  const url = new URL(endSessionEndpoint)
  url.searchParams.set('client_id', row.clientId)
  url.searchParams.set('id_token_hint', idToken)
  url.searchParams.set('post_logout_redirect_uri', addressesOf(ctx, row.providerId).postLogoutRedirectUri)
  return url.href
}

/**
 * Ends the sign-ins a provider tells the end of (OpenID Connect Back-Channel Logout 1.0): of the session it names, else all of the subject. A token that is
 * sent again ends nothing that began after it was made. Fails with `malformed_request` for a token that cannot be trusted.
 */
export async function endByProvider(ctx: Context, providerId: string, token: string): Promise<void> {
  const provider = await providerInUse(ctx, providerId)
  if (!provider) throw new Failure('malformed_request', 'no such identity provider')
  const { subject, session, issuedAt } = await ctx.ports.openid.logoutToken(await registrationOf(ctx, provider), token, ctx.now()).catch((error: unknown) => {
    if (!(error instanceof OpenIdFailure)) throw error
    throw new Failure('malformed_request', 'this is no logout token of the provider', { cause: error })
  })
  const of = and(
    eq(federatedSignins.provider_id, providerId),
    subject === null ? undefined : eq(federatedSignins.subject, subject),
    // A provider that gave no name to the session when it began can only mean all of the subject's.
    session === null ? undefined : or(eq(federatedSignins.session, session), subject === null ? undefined : isNull(federatedSignins.session)),
  )
  const meant = ctx.db.select({ id: federatedSignins.signin_id }).from(federatedSignins).where(of)
  // It names whole seconds.
  const began = lte(signins.created_at, new Date(issuedAt.getTime() + 999).toISOString())
  const change = ctx.db
    .delete(signins)
    .where(and(inArray(signins.id, meant), began))
    .returning({ id: signins.id })
  const resource = { type: 'identity_provider', id: providerId }
  await commit(ctx, change, { type: 'identity_provider.signins_ended', resource, details: { reason: 'signed out with the provider' } })
}
