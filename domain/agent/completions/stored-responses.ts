import { and, asc, desc, eq, gt, isNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import { completions, messages, sessions } from '#db/schema/sessions.ts'
import { notFound } from '../../allow.ts'
import { bumped, commit } from '../../commit.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { sanitizeText } from '../context/sanitize-text.ts'
import type { Attachment } from '../sessions/attachments.ts'
import type { Message } from '../sessions/messages.ts'
import { UNTITLED } from '../sessions/session-shape.ts'
import { deleteSession, noteForeignRead } from '../sessions/sessions.ts'
import { type Completion, getCompletion, requireCompletion } from './completion.ts'
import { completionId, responseId } from './response-id.ts'
import type { RunningCompletions } from './running.ts'

/** The failure of a completion that is asked for as a response. */
const asResponse = (error: unknown): never => {
  throw error instanceof Failure && error.code === 'not_found' ? notFound('response') : error
}

/** A stored response of the caller's: the completion it is, and the response it went on from. Needs `own` on its session. */
export async function getResponse(
  ctx: Context,
  running: RunningCompletions,
  id: string,
): Promise<{ completion: Completion; previousId: string | null; createdAt: string }> {
  const { row } = await requireCompletion(ctx, completionId(id), 'own').catch(asResponse)
  const completion = await getCompletion(ctx, running, row.id, 'own')
  const [previous] = await ctx.db
    .select({ id: completions.id })
    .from(completions)
    .where(and(eq(completions.session_id, row.session_id), lt(completions.id, row.id)))
    .orderBy(desc(completions.id))
    .limit(1)
  return { completion, previousId: previous ? responseId(previous.id) : null, createdAt: row.created_at }
}

type Slice = { limit: number; order: 'asc' | 'desc'; after?: string | undefined }

/** The conversation that ends with the question of a response. Needs `own` on its session. */
export async function listResponseInput(ctx: Context, id: string, { limit, order, after }: Slice): Promise<{ items: Message[]; hasMore: boolean }> {
  const { row, session } = await requireCompletion(ctx, completionId(id), 'own').catch(asResponse)
  noteForeignRead(ctx, session)
  const [question] = await ctx.db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.session_id, row.session_id), eq(messages.completion_id, row.id), eq(messages.role, 'user')))
  if (!question) return { items: [], hasMore: false }
  const beyond = after === undefined ? undefined : order === 'asc' ? gt(messages.id, after) : lt(messages.id, after)
  const found = await ctx.db
    .select()
    .from(messages)
    .where(and(eq(messages.session_id, row.session_id), lte(messages.id, question.id), beyond))
    .orderBy(order === 'asc' ? asc(messages.id) : desc(messages.id))
    .limit(limit + 1)
  const items = found.slice(0, limit).map((one): Message => ({ ...one, attachments: one.attachments as Attachment[] }))
  return { items, hasMore: found.length > limit }
}

/**
 * Deletes a response: its question and answer go from the session, and the session with its last ones. Its charts stay. Needs `own` on the session.
 * Fails with `session_busy` while it is being given.
 */
export async function deleteResponse(ctx: Context, id: string): Promise<void> {
  const { row, session } = await requireCompletion(ctx, completionId(id), 'own').catch(asResponse)
  if (row.status === 'running') throw new Failure('session_busy', 'the answer is being given', { retryAfter: 1, hint: 'wait for it, or cancel it' })
  const inSession = eq(messages.session_id, session.id)
  const [other] = await ctx.db
    .select({ id: messages.id })
    .from(messages)
    .where(and(inSession, or(isNull(messages.completion_id), ne(messages.completion_id, row.id))))
    .limit(1)
  if (!other) return deleteSession(ctx, session.id)
  const said = and(inSession, eq(messages.completion_id, row.id))
  const found = await ctx.db.select({ id: messages.id, role: messages.role, content: messages.content }).from(messages).where(said)
  const isNamed = found.some(({ role, content }) => role === 'user' && sanitizeText(content, 80) === session.title)
  const texts = sql`select id from session_texts where session_id = ${session.id} and message_id in (select id from ${messages} where ${said})`
  const change = ctx.db.delete(completions).where(eq(completions.id, row.id)).returning({ id: completions.id })
  await commit(ctx, change, { type: 'completion.deleted', resource: { type: 'completion', id: row.id }, details: { session_id: session.id } }, [
    // What the search knows of them goes first; messages added later may take the places of those that go.
    ctx.db.run(sql`delete from session_search where rowid in (${texts})`),
    ctx.db.run(sql`delete from session_texts where id in (${texts})`),
    ctx.db.delete(messages).where(said),
    ctx.db.run(sql`update session_search_state set messages_to = min(messages_to, coalesce((select max(rowid) from ${messages}), 0))`),
    ctx.db
      .update(sessions)
      .set({
        ...(isNamed ? { title: UNTITLED } : {}),
        message_count: sql`${sessions.message_count} - ${found.length}`,
        ...bumped(ctx, sessions),
      })
      .where(eq(sessions.id, session.id)),
  ])
}
