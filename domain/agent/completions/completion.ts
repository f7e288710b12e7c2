import { and, desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { completions, messages } from '#db/schema/sessions.ts'
import { type Level, notFound } from '../../allow.ts'
import { commit } from '../../commit.ts'
import { type Context, instantOf } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { exampleId } from '../../identifiers.ts'
import { orNull } from '../../or-null.ts'
import { Instant } from '../../strict.ts'
import { Attachment } from '../sessions/attachments.ts'
import type { SessionRow } from '../sessions/session-shape.ts'
import { noteForeignRead, requireSession } from '../sessions/sessions.ts'
import { anyFilters, isAskedBy, withheld } from '../sessions/withheld.ts'
import { Usage } from './events.ts'
import type { AnswerLog, RunningCompletions } from './running.ts'

/** Seconds to store an answer in. */
const STORING_SECONDS = 30

export const CompletionStatus = z.enum(['running', 'completed', 'incomplete', 'failed', 'cancelled']).meta({ id: 'CompletionStatus' })
export type CompletionStatus = z.infer<typeof CompletionStatus>

export const Feedback = z
  .object({ rating: z.enum(['positive', 'negative']), comment: z.string().nullable(), at: Instant })
  .meta({ id: 'Feedback', description: 'What its reader thinks of the answer' })
export type Feedback = z.infer<typeof Feedback>

export const AnswerMessage = z.object({ role: z.literal('assistant'), content: z.string(), attachments: z.array(Attachment) }).meta({ id: 'AnswerMessage' })

export const Completion = z
  .object({
    id: z.string().meta({ example: exampleId('cmp') }),
    object: z.literal('chat.completion'),
    created: z.int().meta({ description: 'Seconds since 1970' }),
    model: z.string(),
    session_id: z.string().nullable().meta({ description: 'Null when nothing is kept' }),
    status: CompletionStatus,
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    choices: z.array(z.object({ index: z.int(), finish_reason: z.enum(['stop', 'length', 'content_filter']).nullable(), message: AnswerMessage })),
    usage: Usage,
    feedback: orNull(Feedback),
  })
  .meta({ id: 'Completion', description: "OpenAI's chat completion, with attachments" })
export type Completion = z.infer<typeof Completion>

export type CompletionRow = Omit<typeof completions.$inferSelect, 'alive_at' | 'came'>

/** A stored completion with its answer, as far as it came. */
export function presentCompletion(row: CompletionRow, answer: { content: string; attachments: Attachment[] } | null): Completion {
  const message = { role: 'assistant' as const, content: answer?.content ?? '', attachments: answer?.attachments ?? [] }
  return {
    id: row.id,
    object: 'chat.completion',
    created: Math.floor(Date.parse(row.created_at) / 1000),
    model: row.model,
    session_id: row.session_id || null,
    status: row.status,
    error: row.error ?? null,
    choices: [{ index: 0, finish_reason: row.finish_reason as Completion['choices'][number]['finish_reason'], message }],
    usage: row.usage,
    feedback: row.feedback ?? null,
  }
}

/** The completion, with the session it stands in, when the caller holds `needed` on that. Fails with `not_found`, `forbidden`. */
export async function requireCompletion(ctx: Context, id: string, needed: Level): Promise<{ row: CompletionRow; session: SessionRow }> {
  const [row] = await ctx.db.select().from(completions).where(eq(completions.id, id))
  if (!row) throw notFound('completion')
  const session = await requireSession(ctx, row.session_id, needed).catch((error) => {
    throw error instanceof Failure && error.code === 'not_found' ? notFound('completion') : error
  })
  return { row, session }
}

/** The completion with its answer as the caller may see it: of another's, rows only of data sources he may query. */
export async function withAnswer(ctx: Context, { row, session }: { row: CompletionRow; session: SessionRow }): Promise<Completion> {
  const [answer] = await ctx.db
    .select()
    .from(messages)
    .where(and(eq(messages.session_id, row.session_id), eq(messages.completion_id, row.id), eq(messages.role, 'assistant')))
    .orderBy(desc(messages.id))
    .limit(1)
  if (!answer) return presentCompletion(row, null)
  const [shown] = await withheld(ctx, session.user_id, [{ content: answer.content, attachments: answer.attachments as Attachment[] }], session.id)
  return presentCompletion(row, shown ?? null)
}

/** With what has come of it, when this process is giving it. Fails with `not_found`, `forbidden` unless the caller holds `needed` on its session. */
export async function getCompletion(ctx: Context, running: RunningCompletions, id: string, needed: Level = 'view'): Promise<Completion> {
  const found = await requireCompletion(ctx, id, needed)
  noteForeignRead(ctx, found.session)
  const came = found.row.status === 'running' ? running.logOf(id)?.came : undefined
  return came ? asFarAsItCame(ctx, found, came) : withAnswer(ctx, found)
}

/** A completion whose answer is not stored yet. */
async function asFarAsItCame(ctx: Context, { row, session }: { row: CompletionRow; session: SessionRow }, came: AnswerLog['came']): Promise<Completion> {
  const mayRead = isAskedBy(ctx, session.user_id) || !(await anyFilters(ctx))
  const [shown] = await withheld(ctx, session.user_id, [mayRead ? came : { ...came, content: '' }], session.id)
  return presentCompletion(row, shown ?? null)
}

/**
 * Stops an answer that is being given, in this process at once, in another before its next step; what had come is kept.
 * Idempotent: one that has ended stays as it is. Needs `edit` on the session.
 */
export async function cancelCompletion(ctx: Context, running: RunningCompletions, id: string): Promise<Completion> {
  const found = await requireCompletion(ctx, id, 'edit')
  if (found.row.status !== 'running') return withAnswer(ctx, found)
  const change = ctx.db
    .update(completions)
    .set({ status: 'cancelled', completed_at: instantOf(ctx) })
    .where(and(eq(completions.id, id), eq(completions.status, 'running')))
    .returning()
  const [cancelled] = await commit(ctx, change, { type: 'completion.cancelled', resource: { type: 'completion', id } })
  const came = running.logOf(id)?.came
  running.stop(id)
  if (!cancelled || !came) return withAnswer(ctx, cancelled ? { ...found, row: cancelled } : await requireCompletion(ctx, id, 'edit'))
  // The answer is stored a moment later.
  return asFarAsItCame(ctx, { ...found, row: cancelled }, came)
}

/** Whether somebody asked, in this process or another, for an answer to be stopped. */
export async function isCancelled(ctx: Context, id: string): Promise<boolean> {
  const [row] = await ctx.db.select({ status: completions.status }).from(completions).where(eq(completions.id, id))
  return row?.status !== 'running'
}

/** The moment before which no answer can have begun that is still given. */
export const overdueBefore = (ctx: Context): string => new Date(ctx.now().getTime() - (ctx.settings.question.seconds + STORING_SECONDS) * 1000).toISOString()
