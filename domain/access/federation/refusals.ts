import { recordAudit } from '../../commit.ts'
import type { Context } from '../../context.ts'
import type { OpenIdProblem } from './openid-client.ts'

/** Why nobody was signed in by a provider, as the sign-in page is told: `/signin?sso=…`. */
export const REFUSALS = [
  'cancelled',
  'refused',
  'unavailable',
  'misconfigured',
  'not_offered',
  'too_many',
  'expired',
  'no_email',
  'unverified_email',
  'domain',
  'group',
  'no_account',
  'not_linked',
  'disabled',
] as const
export type Refusal = (typeof REFUSALS)[number] & (OpenIdProblem | string)

/** Puts a refusal on record. `message` is for administrators. */
export const noteRefusal = (ctx: Context, facts: { providerId: string; reason: Refusal; message?: string; userId?: string }): Promise<void> =>
  recordAudit(ctx, {
    type: 'user.signin_failed',
    resource: facts.userId === undefined ? { type: 'identity_provider', id: facts.providerId } : { type: 'user', id: facts.userId },
    outcome: 'failure',
    details: { by: 'oidc', identity_provider_id: facts.providerId, reason: facts.reason, ...(facts.message ? { message: facts.message } : {}) },
  })
