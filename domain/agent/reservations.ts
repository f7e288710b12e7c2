import { eq, lt, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { reservations, usage } from '#db/schema/sessions.ts'
import { requireUser } from '../allow.ts'
import { type Limits, limitsOf } from '../catalog/budgets.ts'
import { type Context, instantOf } from '../context.ts'
import { Failure } from '../failure.ts'
import type { CompletionRow } from './completion.ts'
import { lostBefore } from './completion.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const KEPT_MS = 3_600_000

/** What a question may use before it is known what it uses. */
export type Estimate = { id: string; tokens: number }

/** Whose figures a limit is held against: all of a user's, or those of one of his keys. */
type Scope = { limits: Limits; key: string | null }

/** The key a call came with; empty without one. */
const keyOf = (ctx: Context): string => {
  const { credential } = requireUser(ctx)
  return credential.type === 'api_key' ? credential.id : ''
}

/**
 * Sets aside what a question may use, in one statement that also checks the budgets: of any number of questions at once only those within them pass.
 * Fails with `rate_limited` and the seconds until it can pass. True when something was set aside; without a budget nothing is.
 */
export async function reserveQuestion(ctx: Context, estimate: Estimate): Promise<boolean> {
  const { user, key } = await limitsOf(ctx)
  const scopes: Scope[] = [...(user ? [{ limits: user, key: null }] : []), ...(key ? [{ limits: key, key: keyOf(ctx) }] : [])]
  if (!scopes.length) return false
  const { userId } = requireUser(ctx)
  const within = scopes.flatMap((scope) => checksOf(ctx, scope, estimate).map(({ figure, most }) => sql`${figure} <= ${most}`))
  const values = sql`${estimate.id}, ${userId}, ${keyOf(ctx)}, ${estimate.tokens}, 1, ${instantOf(ctx)}`
  const taken = await ctx.db
    .insert(reservations)
    .select(sql`select ${values} where ${within.length ? sql.join(within, sql` and `) : sql`true`}`)
    .returning({ id: reservations.id })
  if (!taken.length) throw await overBudget(ctx, scopes, estimate)
  return true
}

type Check = { figure: SQL<number>; most: number; told: string; retryAfter: (oldest: string | null) => number }

/** The limits of a scope, each as the figure that results if this question passes. */
function checksOf(ctx: Context, { limits, key }: Scope, { tokens }: Estimate): Check[] {
  const { userId } = requireUser(ctx)
  const now = ctx.now().getTime()
  const mine = key === null ? sql`user_id = ${userId}` : sql`user_id = ${userId} and api_key_id = ${key}`
  const recent = sql`created_at > ${new Date(now - MINUTE_MS).toISOString()}`
  const running = sql`is_running = 1 and created_at >= ${lostBefore(ctx)}`
  const today = sql`day = ${instantOf(ctx).slice(0, 10)}`
  const whose = key === null ? '' : ' of this key'
  const untilMidnight = () => Math.ceil((DAY_MS - (now % DAY_MS)) / 1000)
  const checks: Check[] = []
  const check = (most: number | null, told: string, figure: SQL<number>, retryAfter: Check['retryAfter']) => {
    if (most !== null) checks.push({ figure, most, told: `${told}${whose}`, retryAfter })
  }
  check(limits.requests_per_minute, 'questions per minute', sql`1 + (select count(*) from ${reservations} where ${mine} and ${recent})`, (oldest) =>
    Math.ceil((Date.parse(oldest ?? instantOf(ctx)) + MINUTE_MS - now) / 1000),
  )
  check(limits.concurrent_questions, 'questions at once', sql`1 + (select count(*) from ${reservations} where ${mine} and ${running})`, () => 1)
  check(
    limits.requests_per_day,
    'questions per day',
    sql`1 + (select coalesce(sum(requests), 0) from ${usage} where ${mine} and ${today}) + (select count(*) from ${reservations} where ${mine} and ${running})`,
    untilMidnight,
  )
  check(
    limits.tokens_per_day,
    'tokens per day',
    sql`${tokens} + (select coalesce(sum(prompt_tokens + completion_tokens), 0) from ${usage} where ${mine} and ${today})
      + (select coalesce(sum(tokens), 0) from ${reservations} where ${mine} and ${running})`,
    untilMidnight,
  )
  return checks
}

async function overBudget(ctx: Context, scopes: Scope[], estimate: Estimate): Promise<Failure> {
  const checks = scopes.flatMap((scope) => checksOf(ctx, scope, estimate))
  const { userId } = requireUser(ctx)
  const since = new Date(ctx.now().getTime() - MINUTE_MS).toISOString()
  const figures = sql.join(
    checks.map(({ figure }, at) => sql`${figure} as ${sql.identifier(`f${at}`)}`),
    sql`, `,
  )
  const oldest = sql`(select min(created_at) from ${reservations} where user_id = ${userId} and created_at > ${since}) as oldest`
  const [found] = await ctx.db.all<Record<string, number> & { oldest: string | null }>(sql`select ${oldest}, ${figures}`)
  const over = checks.find(({ most }, at) => Number(found?.[`f${at}`]) > most) ?? checks[0]
  return new Failure('rate_limited', `your budget of ${over?.most} ${over?.told} is used up`, {
    retryAfter: Math.max(1, over?.retryAfter(found?.oldest ?? null) ?? 1),
    hint: 'GET /api/v1/llm/usage tells what was used',
  })
}

/** What is written when a question has ended, for the batch that stores its end: what it used, and that nothing is set aside any more. */
export function settlement(ctx: Context, row: CompletionRow, facts: { reserved: boolean; queries: number }): BatchItem<'sqlite'>[] {
  const { prompt_tokens, completion_tokens } = row.usage
  const used = { requests: 1, prompt_tokens, completion_tokens, queries: facts.queries }
  const key = { day: row.created_at.slice(0, 10), user_id: row.user_id, api_key_id: keyOf(ctx), model: row.model }
  const counted = ctx.db
    .insert(usage)
    .values({ ...key, ...used })
    .onConflictDoUpdate({
      target: [usage.day, usage.user_id, usage.api_key_id, usage.model],
      set: {
        requests: sql`${usage.requests} + 1`,
        prompt_tokens: sql`${usage.prompt_tokens} + ${prompt_tokens}`,
        completion_tokens: sql`${usage.completion_tokens} + ${completion_tokens}`,
        queries: sql`${usage.queries} + ${facts.queries}`,
      },
    })
  return facts.reserved ? [counted, ctx.db.update(reservations).set({ is_running: false, tokens: 0 }).where(eq(reservations.id, row.id))] : [counted]
}

/** Gives back what was set aside for a question that never began. */
export async function releaseQuestion(ctx: Context, id: string): Promise<void> {
  await ctx.db.delete(reservations).where(eq(reservations.id, id))
}

/** Forgets reservations whose minute, and whose question, are long over. For start-up and a timer. */
export async function forgetReservations(ctx: Context): Promise<void> {
  const before = Math.max(KEPT_MS, ctx.settings.question.seconds * 2_000)
  await ctx.db.delete(reservations).where(lt(reservations.created_at, new Date(ctx.now().getTime() - before).toISOString()))
}
