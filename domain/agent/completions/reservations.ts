import { eq, lt, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { filled } from '#db/remembered.ts'
import { budgets, reservations, usage } from '#db/schema/sessions.ts'
import { requireUser } from '../../allow.ts'
import { appliesTo } from '../../catalog/budgets.ts'
import type { ModelPrice } from '../../catalog/prices.ts'
import { type Context, instantOf } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { type CompletionRow, overdueBefore } from './completion.ts'
import { figuresOfTokens, keyOf, usageCounted } from './usage-count.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const KEPT_MS = 3_600_000

/** What a question may use, and cost, before it is known what it uses. */
export type Estimate = { id: string; tokens: number; cost: number }

type Limit = 'requests_per_minute' | 'concurrent_questions' | 'requests_per_day' | 'tokens_per_day' | 'cost_per_day' | 'cost_per_month'
const TOLD: Record<Limit, string> = {
  requests_per_minute: 'questions per minute',
  concurrent_questions: 'questions at once',
  requests_per_day: 'questions per day',
  tokens_per_day: 'tokens per day',
  cost_per_day: 'per day',
  cost_per_month: 'per month',
}
const LIMITS = Object.keys(TOLD) as Limit[]

/**
 * Sets aside what a question may use, in one statement that also checks every budget of the caller: of any number of questions at once only those
 * within them pass. Fails with `rate_limited` and the seconds until it can pass.
 */
export async function reserveQuestion(ctx: Context, estimate: Estimate): Promise<void> {
  const figures = figuresOf(ctx, estimate)
  const over = sql.join(
    LIMITS.map((name) => sql`(b.${sql.identifier(name)} is not null and ${figures[name]} > b.${sql.identifier(name)})`),
    sql` or `,
  )
  const taking = ctx.db.all<{ id: string }>(
    sql`insert into ${reservations} (id, user_id, api_key_id, tokens, cost, is_running, created_at)
      select ${estimate.id}, ${requireUser(ctx).userId}, ${keyOf(ctx)}, ${estimate.tokens}, ${estimate.cost}, 1, ${instantOf(ctx)}
      where not exists (select 1 from ${budgets} b where ${appliesTo(ctx)} and (${over})) returning id`,
  )
  // With the machine the question is lost too: nobody waits for the disk.
  const [[taken]] = await ctx.db.unsynced.batch([taking as unknown as BatchItem<'sqlite'> & PromiseLike<{ id: string }[]>])
  if (!taken) throw await overBudget(ctx, figures, estimate)
}

/** For a budget `b`: each figure as it would be if this question passed, of all its user's questions or of those that came with its key. */
function figuresOf(ctx: Context, { tokens, cost }: Estimate): Record<Limit, SQL<number>> {
  const mine = sql`user_id = ${requireUser(ctx).userId} and (b.principal_type <> 'api_key' or api_key_id = b.principal_id)`
  const recent = sql`created_at > ${minuteAgo(ctx)}`
  const running = sql`is_running = 1 and created_at >= ${overdueBefore(ctx)}`
  const day = instantOf(ctx).slice(0, 10)
  const today = sql`day = ${day}`
  const spent = (days: SQL) => sql<number>`${cost} + (select coalesce(sum(cost), 0) from ${usage} where ${mine} and ${days})
      + (select coalesce(sum(cost), 0) from ${reservations} where ${mine} and ${running})`
  const runningCount = sql`(select count(*) from ${reservations} where ${mine} and ${running})`
  return {
    requests_per_minute: sql`1 + (select count(*) from ${reservations} where ${mine} and ${recent})`,
    concurrent_questions: sql`1 + ${runningCount}`,
    requests_per_day: sql`1 + ${runningCount} + (select coalesce(sum(requests), 0) from ${usage} where ${mine} and ${today})`,
    tokens_per_day: sql`${tokens} + (select coalesce(sum(prompt_tokens + completion_tokens - case when b.counts_cached_tokens then 0 else cached_tokens end), 0)
        from ${usage} where ${mine} and ${today})
      + (select coalesce(sum(tokens), 0) from ${reservations} where ${mine} and ${running})`,
    cost_per_day: spent(today),
    cost_per_month: spent(sql`day between ${`${day.slice(0, 7)}-01`} and ${day}`),
  }
}

/** Which limit is reached, and for how long. */
async function overBudget(ctx: Context, figures: Record<Limit, SQL<number>>, { tokens, cost }: Estimate): Promise<Failure> {
  const told = LIMITS.flatMap((name) => [sql`b.${sql.identifier(name)} as ${sql.identifier(name)}`, sql`${figures[name]} as ${sql.identifier(`now_${name}`)}`])
  const rows = await ctx.db.all<Record<string, number | string | null>>(
    sql`select b.principal_type as type, ${sql.join(told, sql`, `)} from ${budgets} b where ${appliesTo(ctx)}`,
  )
  for (const row of rows) {
    const name = LIMITS.find((each) => row[each] !== null && Number(row[`now_${each}`]) > Number(row[each]))
    if (!name) continue
    const whose = row.type === 'api_key' ? ' of this key' : ''
    const isCost = name === 'cost_per_day' || name === 'cost_per_month'
    const takes = isCost ? cost : name === 'tokens_per_day' ? tokens : 0
    const why = takes > Number(row[name]) ? `is less than the ${Number(takes.toPrecision(3))} this question takes` : 'is used up'
    const amount = isCost ? `${row[name]} ${ctx.settings.currency}` : row[name]
    return new Failure('rate_limited', `your budget of ${amount} ${TOLD[name]}${whose} ${why}`, {
      retryAfter: await secondsUntilFree(ctx, name),
      hint: 'GET /api/v1/llm/usage tells what was used',
    })
  }
  return new Failure('rate_limited', 'your budget is used up', { retryAfter: 1 })
}

async function secondsUntilFree(ctx: Context, name: Limit): Promise<number> {
  const now = ctx.now().getTime()
  if (name === 'concurrent_questions') return 1
  if (name === 'cost_per_month') {
    const at = ctx.now()
    return Math.ceil((Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1) - now) / 1000)
  }
  if (name !== 'requests_per_minute') return Math.ceil((DAY_MS - (now % DAY_MS)) / 1000)
  const mine = sql`user_id = ${requireUser(ctx).userId} and created_at > ${minuteAgo(ctx)}`
  const [found] = await ctx.db.all<{ oldest: string | null }>(sql`select min(created_at) as oldest from ${reservations} where ${mine}`)
  return Math.max(1, Math.ceil((Date.parse(found?.oldest ?? instantOf(ctx)) + MINUTE_MS - now) / 1000))
}

const minuteAgo = (ctx: Context): string => new Date(ctx.now().getTime() - MINUTE_MS).toISOString()

const { placeholder } = sql

/** What is written when a question has ended, for the batch that stores its end: what it used, and that nothing is set aside any more. */
export function settlement(
  ctx: Context,
  row: Pick<CompletionRow, 'id' | 'user_id' | 'model' | 'usage' | 'created_at'>,
  { reserved, asked, price }: { reserved: boolean; asked: readonly string[]; price: ModelPrice | null },
): BatchItem<'sqlite'>[] {
  const { user_id, model, usage: tokens } = row
  const [first = ''] = asked
  const payer = { day: row.created_at.slice(0, 10), user_id, api_key_id: keyOf(ctx), model }
  const of = (source: string) => asked.filter((id) => id === source).length
  const counted = [usageCounted(ctx, { ...payer, datasource_id: first, requests: 1, queries: of(first), ...figuresOfTokens(tokens, price) })]
  for (const datasource_id of new Set(asked.filter((id) => id !== first))) {
    counted.push(usageCounted(ctx, { ...payer, datasource_id, queries: of(datasource_id) }))
  }
  if (!reserved) return counted
  const released = () =>
    ctx.db
      .update(reservations)
      .set({ is_running: false, tokens: 0, cost: 0 })
      .where(eq(reservations.id, placeholder('id')))
  return [...counted, filled(ctx.db, 'reservation settled', released, { id: row.id })]
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
