import { lte } from 'drizzle-orm'
import { federationAttempts } from '#db/schema/identity-providers.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { hashSecret } from '../api-key.ts'
import { admitAttempt, networkOf, purgeAttempts } from '../attempts.ts'
import { randomBase62 } from '../base62.ts'
import { addressesOf, placeOf } from './addresses.ts'
import { OpenIdFailure, type OpenIdFlow } from './openid-client.ts'
import { providerInUse, registrationOf } from './providers.ts'
import { noteRefusal, type Refusal } from './refusals.ts'

const MINUTES = 10
/** Ways begun from one network within fifteen minutes: offices share an address. */
const FROM_ONE_NETWORK = 300
const SECRET = /^[0-9A-Za-z]{43}$/

const keyOf = (ctx: Context) => ctx.ports.vault.subkey('signin-token')
const urlSafe = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** The secrets of one way are derived from what the browser holds: none of them is stored. */
export async function flowOf(ctx: Context, providerId: string, state: string, browser: string): Promise<OpenIdFlow> {
  const key = await keyOf(ctx)
  const [nonce, verifier] = await Promise.all([
    hashSecret(key, `oidc nonce ${providerId} ${state} ${browser}`),
    hashSecret(key, `oidc verifier ${providerId} ${state} ${browser}`),
  ])
  return { redirectUri: addressesOf(ctx, providerId).redirectUri, state, nonce: urlSafe(nonce), verifier: urlSafe(verifier) }
}

/** What is stored of a way. */
export async function traceOf(ctx: Context, state: string, browser: string): Promise<{ state_hmac: string; browser_hmac: string }> {
  const key = await keyOf(ctx)
  const [state_hmac, browser_hmac] = await Promise.all([hashSecret(key, `oidc state ${state}`), hashSecret(key, `oidc browser ${browser}`)])
  return { state_hmac, browser_hmac }
}

export type Begun = { url: string; browser: string; seconds: number } | { refused: Refusal }

/**
 * Sends a browser to a provider. `browser` is what its cookie holds already, if anything: tabs that begin together share it. Only that browser can come back,
 * once, within ten minutes.
 */
export async function beginFederation(ctx: Context, providerId: string, given: { browser: string | undefined; returnTo: string | undefined }): Promise<Begun> {
  const provider = await providerInUse(ctx, providerId)
  if (!provider) return { refused: 'not_offered' }
  if (!(await isAdmitted(ctx))) return { refused: 'too_many' }
  const browser = given.browser !== undefined && SECRET.test(given.browser) ? given.browser : randomBase62(43)
  const state = randomBase62(43)
  try {
    const flow = await flowOf(ctx, providerId, state, browser)
    const url = await ctx.ports.openid.authorizationUrl(await registrationOf(ctx, provider), { ...flow, scopes: provider.scopes })
    const now = ctx.now()
    const expires_at = new Date(now.getTime() + MINUTES * 60_000).toISOString()
    const row = { ...(await traceOf(ctx, state, browser)), provider_id: providerId, return_to: placeOf(given.returnTo), expires_at }
    // No entry of the audit log: nobody has done anything yet.
    await ctx.db.batch([
      ctx.db.insert(federationAttempts).values(row),
      ctx.db.delete(federationAttempts).where(lte(federationAttempts.expires_at, now.toISOString())),
    ])
    return { url, browser, seconds: MINUTES * 60 }
  } catch (error) {
    if (!(error instanceof OpenIdFailure)) throw error
    await noteRefusal(ctx, { providerId, reason: error.problem, message: error.message })
    return { refused: error.problem }
  }
}

async function isAdmitted(ctx: Context): Promise<boolean> {
  try {
    await admitAttempt(ctx, [{ name: `provider begun from ${networkOf(ctx.request.ip)}`, limit: FROM_ONE_NETWORK }])
    ctx.defer(() => purgeAttempts(ctx))
    return true
  } catch (error) {
    if (error instanceof Failure && error.code === 'rate_limited') return false
    throw error
  }
}
