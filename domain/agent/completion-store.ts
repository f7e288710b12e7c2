import { and, eq, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { filled } from '#db/remembered.ts'
import { completions, messages, sessions } from '#db/schema/sessions.ts'
import { requireUser } from '../allow.ts'
import { type AuditFacts, bumped, commit, recordAudit } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { Failure } from '../failure.ts'
import type { Attachment } from './attachments.ts'
import { type CompletionRow, lostBefore } from './completion.ts'
import type { SessionRow } from './session-shape.ts'

/** A row's columns, each waiting for its value. */
const placeholders = <Row extends object>(row: Row): Row => Object.fromEntries(Object.keys(row).map((name) => [name, sql.placeholder(name)])) as Row

const ENDING = {
  model: '',
  status: 'completed' as const,
  finish_reason: '',
  error: null,
  usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
  completed_at: '',
}

const completionEnd = (ctx: Context) =>
  ctx.db
    .update(completions)
    .set(placeholders(ENDING))
    .where(eq(completions.id, sql.placeholder('id')))

const sessionSpokenIn = (ctx: Context) =>
  ctx.db
    .update(sessions)
    .set({
      ...placeholders({ last_message_at: '', model: '', updated_at: '' }),
      message_count: sql`${sessions.message_count} + ${sql.placeholder('said')}`,
      revision: bumped(ctx, sessions).revision,
    })
    .where(eq(sessions.id, sql.placeholder('id')))

const messageSaid = (ctx: Context, message: typeof messages.$inferInsert) =>
  filled(ctx.db, 'message said', () => ctx.db.insert(messages).values(placeholders(message)), message)

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
 * Stores the question and that its answer has begun, with its session when that is new: a crash then loses no question, those who look see it while it is
 * being answered, and this is the change the audit log tells of.
 * Fails with `session_busy` when an answer is being given in the session already.
 */
export async function storeBeginning(ctx: Context, row: CompletionRow, session: SessionRow | null, question: string): Promise<void> {
  const facts: AuditFacts = {
    type: 'completion.created',
    resource: { type: 'completion', id: row.id },
    details: { session_id: row.session_id, model: row.model },
  }
  const asked = { ...partOf(row), id: ctx.newId('msg'), role: 'user' as const, content: question, is_incomplete: false, created_at: row.created_at }
  if (session) {
    const opening = () => ctx.db.insert(sessions).values(placeholders(session)).returning({ id: sessions.id })
    const beginning = () => ctx.db.insert(completions).values(placeholders(row))
    await commit(ctx, filled(ctx.db, 'session opened', opening, { ...session, message_count: 1 }), facts, [
      filled(ctx.db, 'completion begun', beginning, row),
      messageSaid(ctx, { ...asked, attachments: [] }),
    ])
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
  const isBegun = sql`exists (select 1 from ${completions} where ${completions.id} = ${row.id})`
  const said = ctx.db
    .insert(messages)
    .select(sql`select ${asked.id}, ${asked.session_id}, ${asked.completion_id}, ${asked.role}, ${question}, '[]', false, ${asked.created_at} where ${isBegun}`)
  const counted = ctx.db
    .update(sessions)
    .set({ message_count: sql`${sessions.message_count} + 1` })
    .where(and(eq(sessions.id, row.session_id), isBegun))
  const [begun] = await commit(ctx, change, facts, [said, counted])
  if (!begun) throw new Failure('session_busy', 'an answer is being given in this session', { retryAfter: 1, hint: 'wait for it, or cancel it' })
}

/** Records an answer nothing is kept of. */
export const recordUnkept = (ctx: Context, row: CompletionRow): Promise<void> =>
  recordAudit(ctx, { type: 'completion.created', resource: { type: 'completion', id: row.id }, details: { model: row.model, store: false } })

export type Ending = {
  row: CompletionRow
  content: string
  attachments: Attachment[]
  charts: BatchItem<'sqlite'>[]
  asked: string
  settlement: BatchItem<'sqlite'>[]
}

const partOf = (row: CompletionRow) => ({ session_id: row.session_id, completion_id: row.id })

/** Stores answer, charts and how it ended, in one batch. Nothing, when the session was deleted meanwhile. */
export async function storeEnding(ctx: Context, { row, content, attachments, charts, asked, settlement }: Ending): Promise<void> {
  const at = instantOf(ctx)
  const answered = content !== '' || attachments.length > 0
  const said = {
    ...partOf(row),
    id: ctx.newId('msg'),
    role: 'assistant' as const,
    content,
    attachments,
    is_incomplete: row.status !== 'completed',
    created_at: at,
  }
  const { id, model, status, finish_reason, error, usage } = row
  const ended = { id, model, status, finish_reason, error: error ?? null, usage, completed_at: at }
  const spoken = { id: row.session_id, said: answered ? 1 : 0, last_message_at: at, model: asked, updated_at: at }
  try {
    await ctx.db.batch([
      filled(ctx.db, 'completion ended', () => completionEnd(ctx), ended),
      ...(answered ? [messageSaid(ctx, said)] : []),
      filled(ctx.db, 'session spoken in', () => sessionSpokenIn(ctx), spoken),
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
