import type { Context } from '../context.ts'
import { hashSecret } from './api-key.ts'
import { newInvitationToken } from './signin-token.ts'

const INVITATION_HOURS = 7 * 24

/** A one-time invitation: the token to hand over, and the row that remembers its HMAC. */
export async function newInvitation(ctx: Context, userId: string, hours = INVITATION_HOURS) {
  const { token, secret } = newInvitationToken()
  const at = ctx.now()
  const expires = new Date(at.getTime() + hours * 3600 * 1000)
  const pepper = await ctx.ports.vault.subkey('signin-token')
  const row = {
    id: ctx.newId('inv'),
    token_hmac: await hashSecret(pepper, secret),
    user_id: userId,
    created_at: at.toISOString(),
    expires_at: expires.toISOString(),
  }
  return { token, row }
}
