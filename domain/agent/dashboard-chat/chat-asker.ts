import { actingAs } from '../../access/acting-as.ts'
import { unauthenticated } from '../../access/authenticate.ts'
import { activeUsers } from '../../access/lenders.ts'
import { digestOf } from '../../charts/render.ts'
import type { Context } from '../../context.ts'
import { deploymentOf } from '../../deployment/effective.ts'
import { Failure } from '../../failure.ts'
import { UNNAMED_GUEST } from '../../semantics/sources/asker.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Who asks on a dashboard, and on whose account. Threads are found again by all of it: another guest, another maker, or other filters find none. */
export type ChatAsker = {
  key: string
  /** A digest of who it is, whatever his filters: limits are counted by it. */
  counted: string
  /** How many questions his token lets him ask within a day. */
  perDay: number | null
  payerId: string
  isGuest: boolean
  /** What the host application calls the guest, where it names him. */
  guest: string | null
  /** The same request as the one who pays for its model. */
  payer: Context
  /** When what is said is forgotten. */
  expiresAt: string
  /** The model the token names. */
  model: string | null
}

/** A guest asks on the account of his token's maker; a user on his own. Fails with `forbidden` for a token without `can_chat`. */
export async function askerOfChat(ctx: Context): Promise<ChatAsker> {
  const { actor } = ctx
  if (actor.type === 'user') {
    const expiresAt = new Date(ctx.now().getTime() + HOUR_MS).toISOString()
    const key = `user ${actor.userId}`
    return { key, counted: await digestOf(key), perDay: null, isGuest: false, guest: null, payerId: actor.userId, payer: ctx, expiresAt, model: null }
  }
  if (actor.type !== 'guest') throw new Failure('forbidden', 'this credential cannot be used here')
  const { subject, tokenId, minterId, permissions, filters, expiresAt, model = null } = actor.claims
  if (!permissions.can_chat) throw new Failure('forbidden', 'this guest token does not allow questions')
  const [maker] = await activeUsers(ctx, [minterId])
  if (!maker) throw unauthenticated('the maker of the token is gone')
  // What was answered under other filters is not for this token to read.
  const under = await digestOf([filters, model])
  const guest = subject === UNNAMED_GUEST ? null : subject
  const who = guest === null ? `token ${tokenId}` : `guest ${guest}`
  const { 'retention.guest_thread_days': days } = await deploymentOf(ctx)
  const kept = guest === null ? 0 : ctx.now().getTime() + days * DAY_MS
  const until = new Date(Math.max(expiresAt * 1000, kept)).toISOString()
  const { questionsPerDay: perDay = null } = actor.claims
  return {
    key: `${who} ${under}`,
    counted: await digestOf([minterId, who]),
    perDay,
    isGuest: true,
    guest,
    payerId: minterId,
    payer: actingAs(ctx, maker),
    expiresAt: until,
    model,
  }
}
