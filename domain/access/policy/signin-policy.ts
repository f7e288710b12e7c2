import { and, eq, inArray, isNotNull, notInArray } from 'drizzle-orm'
import { z } from 'zod'
import { deploymentSettings } from '#db/schema/deployment.ts'
import { signins, users } from '#db/schema/identity.ts'
import { federatedSignins, identityProviders, signinPolicies } from '#db/schema/identity-providers.ts'
import { secondFactors } from '#db/schema/second-factors.ts'
import { requireAdmin, requireUser } from '../../allow.ts'
import { bumped, commitOne } from '../../commit.ts'
import { type Context, instantOf } from '../../context.ts'
import { SETTINGS_ID } from '../../deployment/effective.ts'
import { Failure } from '../../failure.ts'
import { Instant, strict } from '../../strict.ts'
import { requireEveryScope } from '../scopes.ts'

/** There is one, under this name. */
const ID = 'policy'

export const signInPolicyFields = {
  password: z.enum(['on', 'off']).meta({ description: '`off`: nobody signs in by password, joins by one, or has one reset; single sign-on alone' }),
  second_factor: z
    .enum(['optional', 'administrators', 'everyone'])
    .meta({ description: 'Who needs one beside a password. Identity providers ask for their own; API keys have none' }),
}

export const SignInPolicy = z
  .object({
    ...signInPolicyFields,
    password_forced: z.boolean().meta({ description: 'The operator holds passwords on (`PASSWORD_SIGNIN=on`), whatever `password` says' }),
    revision: z.int().meta({ description: 'Grows with each change; the ETag' }),
    updated_at: Instant.nullable().meta({ description: 'null: never changed' }),
  })
  .meta({ id: 'SignInPolicy' })
export type SignInPolicy = z.infer<typeof SignInPolicy>

export const SignInPolicyChange = strict(signInPolicyFields)
  .partial()
  .meta({ id: 'SignInPolicyChange', example: { password: 'on' } })

type Required = 'optional' | 'administrators' | 'everyone'
export type StoredPolicy = { password: 'on' | 'off'; second_factor: Required; revision: number; updated_at: string | null }

const columns = {
  password: signinPolicies.password,
  second_factor: signinPolicies.second_factor,
  revision: signinPolicies.revision,
  updated_at: signinPolicies.updated_at,
}

/** The policy as administrators set it. */
export async function storedPolicy(ctx: Context): Promise<StoredPolicy> {
  const [row] = await ctx.db.select(columns).from(signinPolicies).where(eq(signinPolicies.id, ID))
  return row ?? { password: 'on', second_factor: 'optional', revision: 0, updated_at: null }
}

const shown = (ctx: Context, row: StoredPolicy): SignInPolicy => ({ ...row, password_forced: ctx.settings.passwordForced })

/** Administrators only. */
export async function getSignInPolicy(ctx: Context): Promise<SignInPolicy> {
  requireAdmin(ctx)
  return shown(ctx, await storedPolicy(ctx))
}

/** Administrators only, by a credential with every scope. Fails with `conflict` when nobody, or not the caller, could sign in any more. */
export async function updateSignInPolicy(ctx: Context, input: z.infer<typeof SignInPolicyChange>): Promise<SignInPolicy> {
  requireAdmin(ctx)
  requireEveryScope(ctx, 'decide how people sign in')
  const before = await storedPolicy(ctx)
  if (ctx.expectedRevision !== null && ctx.expectedRevision !== before.revision) {
    throw new Failure('precondition_failed', 'the policy changed since it was read', { hint: 'read it again and repeat the change with its new ETag' })
  }
  const { change, also } = await policyChange(ctx, before, input)
  const entry = { type: 'signin_policy.updated', resource: { type: 'signin_policy', id: ID }, details: { fields: Object.keys(input), ...input } }
  return shown(ctx, await commitOne(ctx, change, entry, [...also, settingsBump(ctx)]))
}

/** The statements of a change of the policy as it was read `before`. Fails with `conflict` as `updateSignInPolicy` does. */
export async function policyChange(ctx: Context, before: StoredPolicy, input: z.infer<typeof SignInPolicyChange>) {
  if (input.password === 'off' && before.password === 'on') await requireProvider(ctx)
  const wider = (input.second_factor ?? before.second_factor) !== before.second_factor && input.second_factor !== 'optional'
  if (wider) await requireOwnFactor(ctx)
  const at = instantOf(ctx)
  const change = ctx.db
    .insert(signinPolicies)
    .values({ id: ID, password: 'on', second_factor: 'optional', ...input, created_at: at, updated_at: at })
    .onConflictDoUpdate({
      target: signinPolicies.id,
      set: { ...input, ...bumped(ctx, signinPolicies) },
      setWhere: eq(signinPolicies.revision, before.revision),
    })
    .returning(columns)
  return { change, also: wider && input.second_factor ? [endWithoutFactor(ctx, input.second_factor)] : [] }
}

/** The policy is shown among the settings, whose ETag it changes. */
function settingsBump(ctx: Context) {
  const at = instantOf(ctx)
  return ctx.db
    .insert(deploymentSettings)
    .values({ id: SETTINGS_ID, stored: {}, created_at: at, updated_at: at })
    .onConflictDoUpdate({ target: deploymentSettings.id, set: bumped(ctx, deploymentSettings) })
}

/** Whoever asks it of others goes first, and is not locked out. */
async function requireOwnFactor(ctx: Context): Promise<void> {
  if (ctx.actor.type === 'system') return
  const { userId } = requireUser(ctx)
  const [own] = await ctx.db
    .select({ id: secondFactors.user_id })
    .from(secondFactors)
    .where(and(eq(secondFactors.user_id, userId), isNotNull(secondFactors.confirmed_at)))
  if (own) return
  throw new Failure('conflict', 'set a second factor for your own account first', { param: 'second_factor', hint: 'POST /api/v1/core/auths/second-factor' })
}

/** Ends the sign-ins by password of those who have none: the next one has them set it up. */
function endWithoutFactor(ctx: Context, required: Required) {
  const concerned = ctx.db
    .select({ id: users.id })
    .from(users)
    .where(required === 'administrators' ? eq(users.role, 'admin') : undefined)
  const having = ctx.db.select({ id: secondFactors.user_id }).from(secondFactors).where(isNotNull(secondFactors.confirmed_at))
  const vouched = ctx.db.select({ id: federatedSignins.signin_id }).from(federatedSignins)
  return ctx.db.delete(signins).where(and(inArray(signins.user_id, concerned), notInArray(signins.user_id, having), notInArray(signins.id, vouched)))
}

/** Whether the policy asks a user of this role for a second factor. */
export async function secondFactorRequired(ctx: Context, role: 'admin' | 'user' | 'pending'): Promise<boolean> {
  const { second_factor } = await storedPolicy(ctx)
  return second_factor === 'everyone' || (second_factor === 'administrators' && role === 'admin')
}

async function requireProvider(ctx: Context): Promise<void> {
  const [provider] = await ctx.db.select({ id: identityProviders.id }).from(identityProviders).where(eq(identityProviders.is_enabled, true)).limit(1)
  if (provider) return
  throw new Failure('conflict', 'nobody could sign in: no identity provider is in use', {
    param: 'password',
    hint: 'POST /api/v1/core/identity-providers first, and sign in by it',
  })
}

/** Whether administrators turned passwords off, whatever the operator says. */
export const passwordOffByPolicy = async (ctx: Context): Promise<boolean> => (await storedPolicy(ctx)).password === 'off'

/** Whether people sign in by password here. The operator's word wins: that is the way back in when a provider is lost. */
export const passwordsOpen = async (ctx: Context): Promise<boolean> => ctx.settings.passwordForced || !(await passwordOffByPolicy(ctx))

/** Fails with `resource_disabled` where nobody signs in by password. */
export async function requirePasswords(ctx: Context): Promise<void> {
  if (await passwordsOpen(ctx)) return
  throw new Failure('resource_disabled', 'signing in by password is off here', {
    hint: 'sign in by an identity provider: GET /api/v1/core/auths/ways lists them',
  })
}
