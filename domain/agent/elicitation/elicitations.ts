import { and, eq, gt, isNull, lte } from 'drizzle-orm'
import { elicitations } from '#db/schema/elicitations.ts'
import { requireUser } from '../../allow.ts'
import { type Context, instantOf } from '../../context.ts'

/** How long a call waits for somebody to read, think and choose. */
const WAIT_MS = 300_000
/** Replies are looked for often at first, then seldom: each look is a query. */
const LOOK_MS = 250
const SELDOM_MS = 2_500

/** A question to the user of the client that calls, and the id it is replied by. It is no change of an object: nothing is audited beyond the call itself. */
export async function openElicitation(ctx: Context): Promise<string> {
  const { userId } = requireUser(ctx)
  const id = ctx.newId('req')
  await ctx.db.insert(elicitations).values({ id, user_id: userId, expires_at: new Date(ctx.now().getTime() + WAIT_MS).toISOString() })
  return id
}

/** Takes the reply to a question that was asked of this user, once; one to anything else is let go. */
export async function replyToElicitation(ctx: Context, id: string, reply: unknown): Promise<void> {
  const { userId } = requireUser(ctx)
  await ctx.db
    .update(elicitations)
    .set({ reply })
    .where(and(eq(elicitations.id, id), eq(elicitations.user_id, userId), isNull(elicitations.reply), gt(elicitations.expires_at, instantOf(ctx))))
}

/** Waits for the reply, whichever process takes it; `null` when none came in time, or nobody is there any more. */
export async function awaitReply(ctx: Context, id: string, signal: AbortSignal): Promise<unknown> {
  const { userId } = requireUser(ctx)
  const mine = and(eq(elicitations.id, id), eq(elicitations.user_id, userId))
  try {
    for (let wait = LOOK_MS; !signal.aborted; wait = Math.min(wait * 1.2, SELDOM_MS)) {
      const [row] = await ctx.db.select().from(elicitations).where(mine)
      if (!row || row.reply !== null || row.expires_at <= instantOf(ctx)) return row?.reply ?? null
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
    return null
  } finally {
    await ctx.db.delete(elicitations).where(mine)
  }
}

/** Forgets questions whose call ended without reading the reply. */
export async function forgetElicitations(ctx: Context): Promise<void> {
  await ctx.db.delete(elicitations).where(lte(elicitations.expires_at, instantOf(ctx)))
}
