import { and, desc, eq, gt, inArray } from 'drizzle-orm'
import { messages, sessions } from '#db/schema/sessions.ts'
import { requireUser } from '../../allow.ts'
import type { Context } from '../../context.ts'
import type { Turn } from '../context/history.ts'

const DAY_MS = 86_400_000
/** Sessions of as many messages that are looked into. */
const CANDIDATES = 10
/** Longer conversations begin a session of their own. */
const MOST_TURNS = 200

/**
 * The caller's session that holds exactly the questions a client sends as its conversation so far, of the last day; null for a new conversation, and for one
 * that was taken up again in the middle. What was answered is not compared: clients are shown more than is stored.
 */
export async function sameConversation(ctx: Context, history: Turn[], model: string | null): Promise<string | null> {
  const asked = history.flatMap(({ role, content }) => (role === 'user' ? [content.trim()] : []))
  if (!asked.length || history.length > MOST_TURNS) return null
  const since = new Date(ctx.now().getTime() - DAY_MS).toISOString()
  const ids = await ctx.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.user_id, requireUser(ctx).userId),
        gt(sessions.updated_at, since),
        eq(sessions.message_count, history.length),
        model === null ? undefined : eq(sessions.model, model),
      ),
    )
    .orderBy(desc(sessions.updated_at))
    .limit(CANDIDATES)
  if (!ids.length) return null
  const said = await ctx.db
    .select({ session: messages.session_id, content: messages.content })
    .from(messages)
    .where(
      and(
        inArray(
          messages.session_id,
          ids.map(({ id }) => id),
        ),
        eq(messages.role, 'user'),
      ),
    )
    .orderBy(messages.id)
  const same = ids.find(({ id }) => {
    const questions = said.filter(({ session }) => session === id).map(({ content }) => content.trim())
    return questions.length === asked.length && questions.every((question, index) => question === asked[index])
  })
  return same?.id ?? null
}
