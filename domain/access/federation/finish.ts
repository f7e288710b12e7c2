import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import { signins, users } from '#db/schema/identity.ts'
import { federatedSignins, federationAttempts, identities } from '#db/schema/identity-providers.ts'
import { commit } from '../../commit.ts'
import { type Context, instantOf } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { admitAttempt, networkOf } from '../attempts.ts'
import { type Issued, newSignin } from '../signins/issue.ts'
import { accountFor } from './account.ts'
import { flowOf, traceOf } from './begin.ts'
import { personOf, refusedBy, wantedClaims } from './claims.ts'
import { sealedLogout } from './logout.ts'
import { OpenIdFailure } from './openid-client.ts'
import { type IdentityProviderRow, providerInUse, registrationOf } from './providers.ts'
import { noteRefusal, type Refusal } from './refusals.ts'

export type Finished = { returnTo: string } & ({ issued: Issued } | { refused: Refusal })

const STRAY_FROM_ONE_NETWORK = 30
const HOUR = 3_600_000

/**
 * Signs in whom a provider sends back: in the browser that began, once. Nothing of what it brings is believed before the provider's own token says the same. A
 * refusal is on record with its reason.
 */
export async function finishFederation(ctx: Context, providerId: string, browser: string | undefined, parameters: URLSearchParams): Promise<Finished> {
  const state = parameters.get('state')
  const attempt = state === null || browser === undefined ? null : await takeAttempt(ctx, providerId, state, browser)
  if (state === null || browser === undefined || !attempt) return { returnTo: '/', refused: await strayRefusal(ctx, providerId) }
  const { returnTo } = attempt
  const provider = await providerInUse(ctx, providerId)
  if (!provider) return { returnTo, refused: 'not_offered' }
  try {
    const flow = await flowOf(ctx, providerId, state, browser)
    const asked = { ...flow, parameters, wanted: wantedClaims(provider), now: ctx.now() }
    const { claims, idToken, endSessionEndpoint } = await ctx.ports.openid.redeem(await registrationOf(ctx, provider), asked)
    const person = personOf(claims, provider)
    const limit = refusedBy(person, provider)
    if (limit) {
      await endVouched(ctx, provider, person.subject)
      return await refuse(ctx, { returnTo, providerId, reason: limit })
    }
    const account = await accountFor(ctx, provider, person)
    if ('refused' in account) return await refuse(ctx, { returnTo, providerId, reason: account.refused, userId: account.userId })
    const session = typeof claims.sid === 'string' ? claims.sid.slice(0, 300) : null
    const issued = await signInVouched(ctx, provider, { userId: account.userId, subject: person.subject, session, logout: { idToken, endSessionEndpoint } })
    return issued ? { returnTo, issued } : await refuse(ctx, { returnTo, providerId, reason: 'disabled', userId: account.userId })
  } catch (error) {
    if (!(error instanceof OpenIdFailure)) throw error
    return await refuse(ctx, { returnTo, providerId, reason: error.problem, message: error.message })
  }
}

/** Takes a way that was begun: it is gone then, whatever comes of it, also for whoever uses it at the same time. */
async function takeAttempt(ctx: Context, providerId: string, state: string, browser: string): Promise<{ returnTo: string } | null> {
  const { state_hmac, browser_hmac } = await traceOf(ctx, state, browser)
  const [taken] = await ctx.db
    .delete(federationAttempts)
    .where(
      and(
        eq(federationAttempts.state_hmac, state_hmac),
        eq(federationAttempts.browser_hmac, browser_hmac),
        eq(federationAttempts.provider_id, providerId),
        gt(federationAttempts.expires_at, instantOf(ctx)),
      ),
    )
    .returning({ returnTo: federationAttempts.return_to })
  return taken ?? null
}

/** Whoever comes back without having begun, too late or twice. A flood of them fills no log. */
async function strayRefusal(ctx: Context, providerId: string): Promise<Refusal> {
  try {
    await admitAttempt(ctx, [{ name: `provider stray from ${networkOf(ctx.request.ip)}`, limit: STRAY_FROM_ONE_NETWORK }])
  } catch (error) {
    if (error instanceof Failure && error.code === 'rate_limited') return 'too_many'
    throw error
  }
  await noteRefusal(ctx, { providerId, reason: 'expired' })
  return 'expired'
}

type Refused = { returnTo: string; providerId: string; reason: Refusal; message?: string; userId?: string | undefined }

async function refuse(ctx: Context, { returnTo, userId, ...facts }: Refused): Promise<Finished> {
  await noteRefusal(ctx, { ...facts, ...(userId === undefined ? {} : { userId }) })
  return { returnTo, refused: facts.reason }
}

type Vouched = { userId: string; subject: string; session: string | null; logout: { idToken: string; endSessionEndpoint: string | null } }

async function signInVouched(ctx: Context, provider: IdentityProviderRow, { userId, subject, session, logout }: Vouched): Promise<Issued | null> {
  const ends_at = new Date(ctx.now().getTime() + provider.session_hours * HOUR).toISOString()
  const signin = await newSignin(ctx, userId, { renewable: true, endsAt: ends_at })
  const isLinked = and(eq(identities.provider_id, provider.id), eq(identities.subject, subject))
  const open = sql`${users.id} = ${userId} and ${users.status} = 'active' and exists (select 1 from ${identities} where ${and(isLinked, eq(identities.user_id, userId))})`
  const change = signin.insert(open).returning({ id: signins.id })
  const sealed = await sealedLogout(ctx, signin.id, logout)
  const isMade = sql`exists (select 1 from ${signins} where ${signins.id} = ${signin.id})`
  const also = [
    ctx.db
      .insert(federatedSignins)
      .select(sql`select ${signin.id}, ${provider.id}, ${subject}, ${session}, ${JSON.stringify(sealed)}, ${ends_at} where ${isMade}`),
    ctx.db
      .update(identities)
      .set({ last_used_at: instantOf(ctx) })
      .where(isLinked),
    ctx.db.delete(signins).where(and(eq(signins.user_id, userId), lte(signins.expires_at, instantOf(ctx)))),
  ]
  const entry = { type: 'user.signed_in', resource: { type: 'user', id: userId }, details: { by: 'oidc', identity_provider_id: provider.id } }
  const [made] = await commit(signin.ctx, change, entry, also)
  return made ? signin.issue() : null
}

/** Whom the provider's limits keep out now loses what it let in before. */
async function endVouched(ctx: Context, provider: IdentityProviderRow, subject: string): Promise<void> {
  const vouched = ctx.db
    .select({ id: federatedSignins.signin_id })
    .from(federatedSignins)
    .where(and(eq(federatedSignins.provider_id, provider.id), eq(federatedSignins.subject, subject)))
  const change = ctx.db.delete(signins).where(inArray(signins.id, vouched)).returning({ id: signins.id })
  const resource = { type: 'identity_provider', id: provider.id }
  await commit(ctx, change, { type: 'identity_provider.signins_ended', resource, details: { reason: 'no longer allowed' } })
}
