import { eq, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { completions, messages, sessions } from '#db/schema/sessions.ts'
import { requireUser } from '../allow.ts'
import { type AuditFacts, bumped, commit, recordAudit } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { Failure } from '../failure.ts'
import type { Attachment } from './attachments.ts'
import { type CompletionRow, lostBefore } from './completion.ts'
import type { SessionRow } from './session-shape.ts'

const NOTHING = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }

/** A completion as it begins. */
export const newCompletion = (ctx: Context, facts: { sessionId: string; model: string }): CompletionRow => ({
  id: ctx.newId('cmp'),
  session_id: facts.sessionId,
  user_id: requireUser(ctx).userId,
  model: facts.model,
  status: 'running',
  finish_reason: null,
  error: null,
  usage: { ...NOTHING },
  feedback: null,
  created_at: instantOf(ctx),
  completed_at: null,
})

/**
 * Stores that an answer has begun, with its session when that is new: a crash then leaves a trace, and this is the change the audit log tells of.
 * Fails with `session_busy` when an answer is being given in the session already.
 */
export async function storeBeginning(ctx: Context, row: CompletionRow, session: SessionRow | null): Promise<void> {
  const facts: AuditFacts = {
    type: 'completion.created',
    resource: { type: 'completion', id: row.id },
    details: { session_id: row.session_id, model: row.model },
  }
  if (session) {
    await commit(ctx, ctx.db.insert(sessions).values(session).returning({ id: sessions.id }), facts, [ctx.db.insert(completions).values(row)])
    return
  }
  const busy = sql`select 1 from ${completions} other where other.session_id = ${row.session_id} and other.status = 'running' and other.created_at >= ${lostBefore(ctx)}`
  const change = ctx.db
    .insert(completions)
    .select(
      sql`select ${row.id}, ${row.session_id}, ${row.user_id}, ${row.model}, ${row.status}, null, null, ${JSON.stringify(row.usage)}, null, ${row.created_at}, null
          where exists (select 1 from ${sessions} where ${sessions.id} = ${row.session_id}) and not exists (${busy})`,
    )
    .returning({ id: completions.id })
  const [begun] = await commit(ctx, change, facts)
  if (!begun) throw new Failure('session_busy', 'an answer is being given in this session', { retryAfter: 1, hint: 'wait for it, or cancel it' })
}

/** Records an answer nothing is kept of. */
export const recordUnkept = (ctx: Context, row: CompletionRow): Promise<void> =>
  recordAudit(ctx, { type: 'completion.created', resource: { type: 'completion', id: row.id }, details: { model: row.model, store: false } })

export type Ending = {
  row: CompletionRow
  question: string
  content: string
  attachments: Attachment[]
  charts: BatchItem<'sqlite'>[]
  asked: string
  settlement: BatchItem<'sqlite'>[]
}

/** Stores question, answer, charts and how it ended, in one batch. Nothing, when the session was deleted meanwhile. */
export async function storeEnding(ctx: Context, { row, question, content, attachments, charts, asked, settlement }: Ending): Promise<void> {
  const at = instantOf(ctx)
  const answered = content !== '' || attachments.length > 0
  const both = { session_id: row.session_id, completion_id: row.id }
  const said = [
    { ...both, id: ctx.newId('msg'), role: 'user' as const, content: question, attachments: [], is_incomplete: false, created_at: row.created_at },
    ...(answered
      ? [{ ...both, id: ctx.newId('msg'), role: 'assistant' as const, content, attachments, is_incomplete: row.status !== 'completed', created_at: at }]
      : []),
  ]
  const { status, finish_reason, error, usage } = row
  try {
    await ctx.db.batch([
      ctx.db.insert(messages).values(said),
      ctx.db.update(completions).set({ model: row.model, status, finish_reason, error, usage, completed_at: at }).where(eq(completions.id, row.id)),
      ctx.db
        .update(sessions)
        .set({ message_count: sql`${sessions.message_count} + ${said.length}`, last_message_at: at, model: asked, ...bumped(ctx, sessions) })
        .where(eq(sessions.id, row.session_id)),
      ...charts,
      ...settlement,
    ])
  } catch (failure) {
    const [session] = await ctx.db.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, row.session_id))
    if (session) throw failure
    await settleAlone(ctx, settlement)
  }
}

/** Stores what an answer used, when nothing else is kept of it. */
export async function settleAlone(ctx: Context, [first, ...rest]: BatchItem<'sqlite'>[]): Promise<void> {
  if (first) await ctx.db.batch([first, ...rest])
}
