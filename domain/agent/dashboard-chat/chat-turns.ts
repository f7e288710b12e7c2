import { and, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { chatThreads, chatTurns } from '#db/schema/analytics.ts'
import { auditLogs } from '#db/schema/catalog.ts'
import { smallTalk } from '#domain/agent/loop/small-talk.ts'
import { unansweredIn } from '#domain/analyst/follow-ups/unanswered.ts'
import { notFound } from '../../allow.ts'
import { commit } from '../../commit.ts'
import { type Context, instantOf } from '../../context.ts'
import { Failure } from '../../failure.ts'
import type { DataQuery } from '../../query/run-query.ts'
import type { SemanticQuery } from '../../semantics/semantic-query.ts'
import type { Turn } from '../context/history.ts'
import type { LastTurn } from '../sessions/messages.ts'
import { areUnchanged, type RestsOn, together } from './answer-dependencies.ts'
import type { ChatAsker } from './chat-asker.ts'
import type { ChatPart, ChatTurn } from './chat-shape.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Questions within a minute, of one asker and of all on one dashboard. */
const MOST = { asker: 10, dashboard: 120 }
const REMEMBERED = 30
const ASKED = 'dashboard.asked'
const LISTED = 200

type Row = typeof chatTurns.$inferSelect

/** A turn as it is read; with `isWithheld` without its answer. */
export const presentTurn = ({ id, thread_id, question, content, parts, status, created_at, expires_at }: Row, isWithheld: boolean): ChatTurn => ({
  id,
  thread_id,
  question,
  content: isWithheld ? '' : content,
  parts: isWithheld ? [] : (parts as ChatPart[]),
  withheld: isWithheld,
  status,
  created_at,
  expires_at,
})

const ownTurns = (ctx: Context, dashboardId: string, { key, payerId }: ChatAsker, threadId?: string): SQL | undefined =>
  and(
    eq(chatTurns.dashboard_id, dashboardId),
    eq(chatTurns.asker, key),
    eq(chatTurns.payer_id, payerId),
    threadId === undefined ? undefined : eq(chatTurns.thread_id, threadId),
    gt(chatTurns.expires_at, instantOf(ctx)),
  )

/** `now` is what is open to the asker: of what is not open any more no answer tells. */
type Remembering = { threadId?: string | undefined; now: RestsOn }

/** What an asker said on a dashboard and was answered, in one thread or in all that are not forgotten; the oldest first. */
export async function listTurns(ctx: Context, dashboardId: string, asker: ChatAsker, { threadId, now }: Remembering): Promise<ChatTurn[]> {
  const rows = await ctx.db
    .select()
    .from(chatTurns)
    .where(ownTurns(ctx, dashboardId, asker, threadId))
    .orderBy(desc(chatTurns.id))
    .limit(LISTED)
  return rows.toReversed().map((row) => presentTurn(row, !areUnchanged(row.rests_on, now)))
}

/** Forgets what an asker said, in one thread or in all. */
export async function forgetTurns(ctx: Context, dashboardId: string, asker: ChatAsker, threadId?: string): Promise<void> {
  const change = ctx.db
    .delete(chatTurns)
    .where(ownTurns(ctx, dashboardId, asker, threadId))
    .returning({ id: chatTurns.id })
  const own = and(eq(chatThreads.dashboard_id, dashboardId), eq(chatThreads.asker, asker.key), eq(chatThreads.payer_id, asker.payerId))
  const threads = ctx.db.delete(chatThreads).where(and(own, threadId === undefined ? undefined : eq(chatThreads.id, threadId)))
  await commit(ctx, change, { type: 'dashboard.chat_forgotten', resource: { type: 'dashboard', id: dashboardId } }, [threads])
}

/** A thread as its next question goes on from it. Fails with `not_found` for one of somebody else, of another token's filters, or forgotten. */
export async function rememberThread(
  ctx: Context,
  dashboardId: string,
  asker: ChatAsker,
  { threadId, now }: Remembering & { threadId: string },
): Promise<LastTurn & { history: Turn[]; restsOn: RestsOn }> {
  const rows = await ctx.db
    .select()
    .from(chatTurns)
    .where(ownTurns(ctx, dashboardId, asker, threadId))
    .orderBy(desc(chatTurns.id))
    .limit(REMEMBERED)
  if (rows.length === 0) throw notFound('thread', 'thread_id')
  const turns = rows.toReversed().filter((row) => areUnchanged(row.rests_on, now))
  const history = turns.flatMap(({ question, content, asked }): Turn[] => [
    { role: 'user', content: question },
    { role: 'assistant', content, ...(asked ? { data: JSON.stringify('semantic_query' in asked ? asked.semantic_query : asked) } : {}) },
  ])
  const at = turns.findLastIndex(({ asked }) => asked !== null && 'semantic_query' in asked)
  const last = turns[at]
  const previous = last?.asked && 'semantic_query' in last.asked ? { question: last.question, query: last.asked.semantic_query as SemanticQuery } : null
  const open = turns.slice(at + 1).flatMap(({ question }) => (smallTalk(question, []) === null ? [question] : []))
  return { history, previous, ...unansweredIn(open), restsOn: turns.reduce<RestsOn>((all, { rests_on }) => together(all, rests_on), {}) }
}

type Asking = { id: string; threadId: string; isNew: boolean; question: string; perDay: number | null }

/**
 * Stores a question, in one statement that also counts how many were asked: of the asker and of all on the dashboard within a minute, and within a day where
 * his token or the dashboard (`perDay`) says how many. What is forgotten goes with it.
 * Fails with `session_busy` while an answer is being given in the thread, and with `rate_limited`.
 */
export async function storeQuestion(ctx: Context, dashboardId: string, asker: ChatAsker, { id, threadId, isNew, question, perDay }: Asking): Promise<void> {
  const now = instantOf(ctx)
  const before = (ms: number) => new Date(ctx.now().getTime() - ms).toISOString()
  const overdue = before(ctx.settings.question.seconds * 1000)
  const busy = sql`exists (select 1 from ${chatTurns} where ${chatTurns.thread_id} = ${threadId} and ${chatTurns.status} = 'running' and ${chatTurns.created_at} > ${overdue})`
  const limits = limitsOf(asker, perDay).map((limit) => ({ ...limit, asked: askedWithin(dashboardId, before(limit.ms), limit.asker) }))
  const within = limits.map(({ most, asked }) => sql`(select count(*) ${asked}) < ${most}`)
  const change = ctx.db
    .insert(chatTurns)
    .select(
      sql`select ${id}, ${threadId}, ${dashboardId}, ${asker.key}, ${asker.payerId}, ${question}, '', '[]', null, '{}', 'running', ${now}, ${asker.expiresAt}
        where ${sql.join(within, sql` and `)} and not ${busy}`,
    )
    .returning({ id: chatTurns.id })
  const isStored = sql`exists (select 1 from ${chatTurns} where ${chatTurns.id} = ${id})`
  const longer = and(eq(chatTurns.thread_id, threadId), eq(chatTurns.asker, asker.key), lt(chatTurns.expires_at, asker.expiresAt))
  const thread = ctx.db
    .insert(chatThreads)
    .select(
      sql`select ${threadId}, ${dashboardId}, ${asker.key}, ${asker.payerId}, ${asker.guest}, ${question.slice(0, 200)}, ${now}, ${now}, ${asker.expiresAt} where ${isStored}`,
    )
    .onConflictDoUpdate({ target: chatThreads.id, set: { updated_at: now, expires_at: sql`max(${chatThreads.expires_at}, ${asker.expiresAt})` } })
  const also: BatchItem<'sqlite'>[] = [thread, ctx.db.update(chatTurns).set({ expires_at: asker.expiresAt }).where(longer), ...endedForgotten(ctx)]
  const entry = { type: ASKED, resource: { type: 'dashboard', id: dashboardId }, details: { thread_id: threadId, asker: asker.counted } }
  const [stored] = await commit(ctx, change, entry, also)
  if (stored) return
  const [other] = isNew ? [] : await ctx.db.all<{ n: number }>(sql`select 1 as n where ${busy}`)
  if (other) throw new Failure('session_busy', 'an answer is being given in this thread', { retryAfter: 1, hint: 'wait for it' })
  for (const { most, ms, told, asked } of limits) {
    const [row] = await ctx.db.all<{ n: number; at: string | null }>(sql`select count(*) as n, min(at) as at ${asked}`)
    if (row && row.n >= most)
      throw new Failure('rate_limited', told, { retryAfter: Math.max(1, Math.ceil((Date.parse(row.at ?? now) + ms - ctx.now().getTime()) / 1000)) })
  }
  throw new Failure('rate_limited', 'too many questions on this dashboard', { retryAfter: 1 })
}

/** Each is told by its own words, the first that is met. */
const limitsOf = ({ counted, perDay: own }: ChatAsker, perDay: number | null) => [
  { most: MOST.asker, ms: MINUTE_MS, asker: counted, told: 'too many questions within a minute' },
  { most: MOST.dashboard, ms: MINUTE_MS, asker: null, told: 'too many questions on this dashboard within a minute' },
  ...(own === null ? [] : [{ most: own, ms: DAY_MS, asker: counted, told: `the ${own} questions of this day are asked` }]),
  ...(perDay === null ? [] : [{ most: perDay, ms: DAY_MS, asker: null, told: `the ${perDay} questions that this dashboard answers in a day are asked` }]),
]

/** Questions by the trail of what was done, which nobody erases who asks: what is forgotten counts. */
function askedWithin(dashboardId: string, since: string, asker: string | null): SQL {
  const on = sql`from ${auditLogs} where ${auditLogs.resource_id} = ${dashboardId} and ${auditLogs.type} = ${ASKED} and ${auditLogs.at} > ${since}`
  return asker === null ? on : sql`${on} and json_extract(${auditLogs.details}, '$.asker') = ${asker}`
}

export type Answered = { content: string; parts: ChatPart[]; asked: DataQuery | null; rests_on: RestsOn; status: Exclude<ChatTurn['status'], 'running'> }

/** The statement that stores how an answer ended. */
export const answerStored = (ctx: Context, id: string, answered: Answered): BatchItem<'sqlite'> =>
  ctx.db.update(chatTurns).set(answered).where(eq(chatTurns.id, id))

/** Forgets what was said with tokens that have ended. For start-up and a timer. */
export async function forgetEndedChats(ctx: Context): Promise<void> {
  await ctx.db.write(endedForgotten(ctx))
}

const endedForgotten = (ctx: Context): BatchItem<'sqlite'>[] => [
  ctx.db.delete(chatTurns).where(lt(chatTurns.expires_at, instantOf(ctx))),
  ctx.db.delete(chatThreads).where(lt(chatThreads.expires_at, instantOf(ctx))),
]
