import { and, eq, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { filled, placeholders } from '#db/remembered.ts'
import { completions, messages, sessions } from '#db/schema/sessions.ts'
import { requireUser } from '../../allow.ts'
import { type AuditFacts, bumped, commit, commitInsert, recordAudit } from '../../commit.ts'
import { type Context, instantOf } from '../../context.ts'
import { Failure } from '../../failure.ts'
import type { Attachment } from '../sessions/attachments.ts'
import type { SessionRow } from '../sessions/session-shape.ts'
import type { CompletionRow } from './completion.ts'
import { silentBefore } from './lost-completions.ts'

type Statement = BatchItem<'sqlite'>
type Said = typeof messages.$inferInsert

/** A question whose answer comes within this time is stored together with it. */
const HELD_MS = 1_000

/** What waits to be stored: `storing` once it does no more. */
type Held = { session: SessionRow; asked: Said; timer: ReturnType<typeof setTimeout>; storing: Promise<boolean> | null }
const held = new WeakMap<CompletionRow, Held>()

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

const partOf = (row: CompletionRow) => ({ session_id: row.session_id, completion_id: row.id })

const asking = (ctx: Context, row: CompletionRow, question: string): Said => ({
  ...partOf(row),
  id: ctx.newId('msg'),
  role: 'user',
  content: question,
  attachments: [],
  is_incomplete: false,
  created_at: row.created_at,
})

const factsOf = (row: CompletionRow): AuditFacts => ({
  type: 'completion.created',
  resource: { type: 'completion', id: row.id },
  details: { session_id: row.session_id, model: row.model },
})

const sessionOpened = (ctx: Context, session: SessionRow) =>
  filled(ctx.db, 'session opened', () => ctx.db.insert(sessions).values(placeholders(session)), session)

const completionStored = (ctx: Context, row: CompletionRow) =>
  filled(ctx.db, 'completion stored', () => ctx.db.insert(completions).values(placeholders(row)), row)

const messageSaid = (ctx: Context, message: Said) => filled(ctx.db, 'message said', () => ctx.db.insert(messages).values(placeholders(message)), message)

/** Question and answer as one statement. */
const bothSaid = (ctx: Context, asked: Said, answered: Said): Statement =>
  filled(ctx.db, 'both said', () => ctx.db.insert(messages).values([placeholders(asked), placeholders(answered, 1)]), asked, answered)

/**
 * Stores the question and that its answer has begun, with its session when that is new: a crash then loses no question, those who look see it while it is
 * being answered, and this is the change the audit log tells of.
 * Fails with `session_busy` when an answer is being given in the session already.
 */
export async function storeBeginning(ctx: Context, row: CompletionRow, session: SessionRow | null, question: string): Promise<void> {
  const asked = asking(ctx, row, question)
  if (session) await storeOpening(ctx, row, session, asked)
  else await storeTurn(ctx, row, asked)
}

/** Who hears of a beginning hears of it from this process alone, unless a key may repeat it. The end, and every note of a longer answer, is on the disk with it. */
const begins = (ctx: Context) => ({ unsynced: ctx.idempotencyId === null })

async function storeOpening(ctx: Context, row: CompletionRow, session: SessionRow, asked: Said): Promise<void> {
  const also = [completionStored(ctx, row), messageSaid(ctx, asked)]
  await commitInsert(ctx, sessionOpened(ctx, { ...session, message_count: 1 }), factsOf(row), also, begins(ctx))
}

const { placeholder } = sql

async function storeTurn(ctx: Context, row: CompletionRow, asked: Said): Promise<void> {
  const begun = () => {
    const ofSession = sql`other.session_id = ${placeholder('session_id')}`
    const busy = sql`select 1 from ${completions} other where ${ofSession} and other.status = 'running'
      and coalesce(other.alive_at, other.created_at) >= ${placeholder('silent_before')}`
    return ctx.db
      .insert(completions)
      .select(
        sql`select ${placeholder('id')}, ${placeholder('session_id')}, ${placeholder('user_id')}, ${placeholder('model')}, 'running', null, null,
          ${placeholder('usage')}, null, ${placeholder('created_at')}, null, null, null
          where exists (select 1 from ${sessions} where ${sessions.id} = ${placeholder('session_id')}) and not exists (${busy})`,
      )
      .returning({ id: completions.id })
  }
  const isBegun = sql`exists (select 1 from ${completions} where ${completions.id} = ${placeholder('completion_id')})`
  const said = () =>
    ctx.db.insert(messages).select(
      sql`select ${placeholder('id')}, ${placeholder('session_id')}, ${placeholder('completion_id')}, 'user', ${placeholder('content')}, '[]', false,
          ${placeholder('created_at')} where ${isBegun}`,
    )
  const counted = () =>
    ctx.db
      .update(sessions)
      .set({ message_count: sql`${sessions.message_count} + 1` })
      .where(and(eq(sessions.id, placeholder('session_id')), isBegun))
  const change = filled(ctx.db, 'turn begun', begun, { ...row, usage: JSON.stringify(row.usage), silent_before: silentBefore(ctx) })
  const also = [filled(ctx.db, 'turn said', said, asked), filled(ctx.db, 'turn counted', counted, asked)]
  const [first] = await commit(ctx, change, factsOf(row), also, begins(ctx))
  if (!first) throw new Failure('session_busy', 'an answer is being given in this session', { retryAfter: 1, hint: 'wait for it, or cancel it' })
}

/**
 * As `storeBeginning`, for a new session whose client is told nothing before the end: when the answer is there within a second, both are stored in one
 * transaction, which costs half of two. A crash before loses a question nobody was answered.
 */
export function holdBeginning(ctx: Context, row: CompletionRow, session: SessionRow, question: string): void {
  const asked = asking(ctx, row, question)
  const timer = setTimeout(() => {
    waiting.storing = storeOpening(ctx, row, session, asked).then(
      () => true,
      () => false,
    )
  }, HELD_MS)
  const waiting: Held = { session, asked, timer, storing: null }
  held.set(row, waiting)
}

/** Whether nobody can know of an answer yet: its beginning is not stored. */
export const isHeld = (row: CompletionRow): boolean => held.get(row)?.storing === null

/** What of a beginning the end still has to store. */
async function unstored(row: CompletionRow): Promise<Held | null> {
  const waiting = held.get(row)
  if (!waiting) return null
  held.delete(row)
  clearTimeout(waiting.timer)
  return (await waiting.storing) ? null : waiting
}

/** Records an answer nothing is kept of. */
export const recordUnkept = (ctx: Context, row: CompletionRow): Promise<void> =>
  recordAudit(ctx, { type: 'completion.created', resource: { type: 'completion', id: row.id }, details: { model: row.model, store: false } })

export type Ending = {
  row: CompletionRow
  content: string
  attachments: Attachment[]
  charts: Statement[]
  asked: string
  settlement: Statement[]
}

/** Stores answer, charts and how it ended, in one batch. Nothing, when the session was deleted meanwhile. */
export async function storeEnding(ctx: Context, ending: Ending): Promise<void> {
  const { row, settlement } = ending
  const answered = answerOf(ctx, ending)
  const waiting = await unstored(row)
  if (waiting) return storeWhole(ctx, ending, waiting, answered)
  try {
    await ctx.db.write(endingStatements(ctx, ending, answered))
  } catch (failure) {
    const [session] = await ctx.db.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, row.session_id))
    if (session) throw failure
    await settleAlone(ctx, settlement)
  }
}

function answerOf(ctx: Context, { row, content, attachments }: Ending): Said | null {
  if (content === '' && attachments.length === 0) return null
  const is_incomplete = row.status !== 'completed'
  return { ...partOf(row), id: ctx.newId('msg'), role: 'assistant', content, attachments, is_incomplete, created_at: instantOf(ctx) }
}

async function storeWhole(ctx: Context, { row, charts, asked, settlement }: Ending, { session, asked: question }: Held, answered: Said | null): Promise<void> {
  const at = instantOf(ctx)
  const spoken = { ...session, message_count: answered ? 2 : 1, last_message_at: at, model: asked, updated_at: at, revision: session.revision + 1 }
  await commitInsert(ctx, sessionOpened(ctx, spoken), factsOf(row), [
    completionStored(ctx, { ...row, completed_at: at }),
    answered ? bothSaid(ctx, question, answered) : messageSaid(ctx, question),
    ...charts,
    ...settlement,
  ])
}

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
    .set({ ...placeholders(ENDING), came: null })
    .where(eq(completions.id, placeholder('id')))

const sessionSpokenIn = (ctx: Context) =>
  ctx.db
    .update(sessions)
    .set({
      ...placeholders({ last_message_at: '', model: '', updated_at: '' }),
      message_count: sql`${sessions.message_count} + ${placeholder('said')}`,
      revision: bumped(ctx, sessions).revision,
    })
    .where(eq(sessions.id, placeholder('id')))

function endingStatements(ctx: Context, { row, charts, asked, settlement }: Ending, answered: Said | null): Statement[] {
  const at = instantOf(ctx)
  const { id, model, status, finish_reason, error, usage } = row
  const ended = { id, model, status, finish_reason, error: error ?? null, usage, completed_at: at }
  const spoken = { id: row.session_id, said: answered ? 1 : 0, last_message_at: at, model: asked, updated_at: at }
  return [
    filled(ctx.db, 'completion ended', () => completionEnd(ctx), ended),
    ...(answered ? [messageSaid(ctx, answered)] : []),
    filled(ctx.db, 'session spoken in', () => sessionSpokenIn(ctx), spoken),
    ...charts,
    ...settlement,
  ]
}

/** Stores what an answer used, when nothing else is kept of it. */
export async function settleAlone(ctx: Context, settlement: Statement[]): Promise<void> {
  if (settlement.length) await ctx.db.write(settlement)
}
