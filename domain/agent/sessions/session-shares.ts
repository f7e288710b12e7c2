import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { messages, sessionShares, sessions } from '#db/schema/sessions.ts'
import { type Principal, share } from '../../access/sharing.ts'
import { type Level, notFound, requireUser } from '../../allow.ts'
import { bumped, commit } from '../../commit.ts'
import { type Context, instantOf } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { exampleId } from '../../identifiers.ts'
import { Instant } from '../../strict.ts'
import { Attachment } from './attachments.ts'
import { requireSession } from './sessions.ts'
import { withheld } from './withheld.ts'

/** What a link can hold. */
const MOST_MESSAGES = 2_000

export const SessionShare = z
  .object({
    share_id: z.string().meta({ example: exampleId('shr') }),
    session_id: z.string(),
    title: z.string(),
    path: z.string().meta({ description: 'Where signed-in users open it', example: `/api/v1/llm/sessions/shared/${exampleId('shr')}` }),
    created_at: Instant,
  })
  .meta({ id: 'SessionShare' })
export type SessionShare = z.infer<typeof SessionShare>

const SharedMessage = z
  .object({ role: z.enum(['user', 'assistant']), content: z.string(), attachments: z.array(Attachment), is_incomplete: z.boolean(), created_at: Instant })
  .meta({ id: 'SharedMessage' })
export const SharedSession = z
  .object({ share_id: z.string(), title: z.string(), shared_at: Instant, messages: z.array(SharedMessage) })
  .meta({ id: 'SharedSession', description: 'A session as it was when its link was made' })
export type SharedSession = z.infer<typeof SharedSession>

type ShareRow = typeof sessionShares.$inferSelect

const present = ({ id, session_id, title, created_at }: Omit<ShareRow, 'snapshot'>): SessionShare => ({
  share_id: id,
  session_id,
  title,
  path: `/api/v1/llm/sessions/shared/${id}`,
  created_at,
})

const live = (sessionId: string) => and(eq(sessionShares.session_id, sessionId), isNull(sessionShares.revoked_at))

/**
 * Freezes the session behind a link that signed-in users can open. Needs `own`. Idempotent: while there is a link it is answered as it stands, and
 * what was said since is not in it; `DELETE` ends it, and the next one holds the session as it is then.
 */
export async function shareSession(ctx: Context, id: string): Promise<{ share: SessionShare; created: boolean }> {
  const { title, message_count } = await requireSession(ctx, id, 'own')
  if (message_count > MOST_MESSAGES) throw new Failure('conflict', `a link holds at most ${MOST_MESSAGES} messages`)
  const at = instantOf(ctx)
  const shareId = ctx.newId('shr')
  const change = ctx.db
    .update(sessions)
    .set({ share_id: shareId, ...bumped(ctx, sessions) })
    .where(and(eq(sessions.id, id), isNull(sessions.share_id)))
    .returning({ id: sessions.id })
  const message = sql`json_object('role', role, 'content', content, 'attachments', json(attachments), 'is_incomplete', json(iif(is_incomplete, 'true', 'false')), 'created_at', created_at)`
  const said = sql`(select json_group_array(${message}) from (select * from ${messages} where ${messages.session_id} = ${id} order by ${messages.id}))`
  const frozen = ctx.db
    .insert(sessionShares)
    .select(
      sql`select ${shareId}, ${id}, ${requireUser(ctx).userId}, ${title}, ${said}, ${at}, null from ${sessions} where ${sessions.id} = ${id} and ${sessions.share_id} = ${shareId}`,
    )
  const [made] = await commit(ctx, change, { type: 'session.shared', resource: { type: 'session', id }, details: { share_id: shareId } }, [frozen])
  if (made) return { share: present({ id: shareId, session_id: id, user_id: '', title, created_at: at, revoked_at: null }), created: true }
  const [known] = await ctx.db.select().from(sessionShares).where(live(id)).limit(1)
  if (!known) throw notFound('session')
  return { share: present(known), created: false }
}

/** Ends the session's link, at once and for good. Needs `own`. Fails with `not_found` when there is none. */
export async function unshareSession(ctx: Context, id: string): Promise<void> {
  await requireSession(ctx, id, 'own')
  const change = ctx.db
    .update(sessionShares)
    .set({ revoked_at: instantOf(ctx) })
    .where(live(id))
    .returning({ id: sessionShares.id })
  const cleared = ctx.db
    .update(sessions)
    .set({ share_id: null, ...bumped(ctx, sessions) })
    .where(and(eq(sessions.id, id), isNotNull(sessions.share_id)))
  const [ended] = await commit(ctx, change, { type: 'session.unshared', resource: { type: 'session', id } }, [cleared])
  if (!ended) throw notFound('share')
}

/** A frozen session by its link, for any signed-in user; rows only of data sources he may query. Fails with `not_found`, also when it was revoked. */
export async function readSharedSession(ctx: Context, shareId: string): Promise<SharedSession> {
  requireUser(ctx)
  const [row] = await ctx.db
    .select()
    .from(sessionShares)
    .where(and(eq(sessionShares.id, shareId), isNull(sessionShares.revoked_at)))
  if (!row) throw notFound('share')
  const said = await withheld(ctx, row.user_id, row.snapshot as SharedSession['messages'], row.session_id)
  return { share_id: row.id, title: row.title, shared_at: row.created_at, messages: said }
}

/** Shares a session with a user or a group, who may then read and copy it. Needs `own`. Fails as `share` does, and with `invalid` for a higher level. */
export async function shareSessionWith(ctx: Context, object: { type: 'session'; id: string }, principal: Principal, level?: Level): ReturnType<typeof share> {
  await requireSession(ctx, object.id, 'own')
  if (level && level !== 'view')
    throw new Failure('invalid', 'a session is shared for viewing', { param: 'level', hint: 'whoever it is shared with can copy it' })
  return share(ctx, object, principal, level)
}
