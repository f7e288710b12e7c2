import { and, eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { apiKeys, groups, users } from '#db/schema/identity.ts'
import { budgets } from '#db/schema/sessions.ts'
import { notFound, requireAdmin, requireUser } from '../allow.ts'
import { atRevision, bumped, commitOne, unlessTaken } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { Failure } from '../failure.ts'
import { equalTo, idFilter } from '../list-filters.ts'
import { listQueries, type Page, readPage } from '../pagination.ts'
import { stored, strict } from '../strict.ts'

const limit = z.int().min(0).max(1_000_000_000_000).nullable()
const amount = z.number().min(0).max(1_000_000_000).nullable()
const LIMITS = {
  requests_per_minute: limit.meta({ description: 'Questions in any 60 seconds; null = no limit' }),
  requests_per_day: limit.meta({ description: 'Questions in a day, UTC' }),
  tokens_per_day: limit.meta({ description: 'Tokens of prompts and answers in a day, UTC; a question sets aside what it may use' }),
  cost_per_day: amount.meta({ description: 'What questions may cost in a day, UTC, by the prices of their models, in the currency of the deployment' }),
  cost_per_month: amount.meta({ description: 'What questions may cost in a month, UTC' }),
  concurrent_questions: limit.meta({ description: 'Questions being answered at once' }),
  audio_seconds_per_day: limit.meta({ description: 'Seconds of speech that are turned into text in a day, UTC' }),
}
const countsCached = z.boolean().meta({ description: 'Whether tokens a provider had read before count among tokens_per_day; what they cost always counts' })

export const Budget = z
  .object({
    ...stored,
    principal_type: z.enum(['user', 'group', 'api_key', 'everyone']).meta({ description: 'A group and everyone: each user of it has this budget' }),
    principal_id: z.string().nullable(),
    ...LIMITS,
    counts_cached_tokens: countsCached,
  })
  .meta({ id: 'Budget' })
export type Budget = z.infer<typeof Budget>

export const NewBudget = strict({
  principal_type: z.enum(['user', 'group', 'api_key', 'everyone']),
  principal_id: z.string().min(1).max(64).nullable().default(null).meta({ description: 'Whose it is; null for everyone' }),
  requests_per_minute: LIMITS.requests_per_minute.default(null),
  requests_per_day: LIMITS.requests_per_day.default(null),
  tokens_per_day: LIMITS.tokens_per_day.default(null),
  cost_per_day: LIMITS.cost_per_day.default(null),
  cost_per_month: LIMITS.cost_per_month.default(null),
  concurrent_questions: LIMITS.concurrent_questions.default(null),
  audio_seconds_per_day: LIMITS.audio_seconds_per_day.default(null),
  counts_cached_tokens: countsCached.default(true),
}).meta({ id: 'NewBudget', example: { principal_type: 'everyone', requests_per_minute: 30, concurrent_questions: 3 } })
export const BudgetChange = strict({ ...LIMITS, counts_cached_tokens: countsCached })
  .partial()
  .meta({ id: 'BudgetChange', example: { tokens_per_day: 1_000_000 } })

const columns = {
  id: budgets.id,
  principal_type: budgets.principal_type,
  principal_id: sql<string | null>`nullif(${budgets.principal_id}, '')`.as('principal_id'),
  requests_per_minute: budgets.requests_per_minute,
  requests_per_day: budgets.requests_per_day,
  tokens_per_day: budgets.tokens_per_day,
  cost_per_day: budgets.cost_per_day,
  cost_per_month: budgets.cost_per_month,
  counts_cached_tokens: budgets.counts_cached_tokens,
  concurrent_questions: budgets.concurrent_questions,
  audio_seconds_per_day: budgets.audio_seconds_per_day,
  revision: budgets.revision,
  created_at: budgets.created_at,
  updated_at: budgets.updated_at,
}

const sorts = { updated_at: budgets.updated_at }
const queries = listQueries(sorts, {
  principal_type: NewBudget.shape.principal_type.optional().meta({ description: 'Budgets of users, of groups, of keys or of everyone' }),
  principal_id: idFilter('Budgets of this user, group or key'),
})
export const budgetQueries = { list: queries.list.omit({ q: true }), page: queries.page.omit({ q: true }) }

/** Administrators only. */
export async function listBudgets(ctx: Context, query: z.output<typeof budgetQueries.list> | z.output<typeof budgetQueries.page>): Promise<Page<Budget>> {
  requireAdmin(ctx)
  const where = and(equalTo(budgets.principal_type, query.principal_type), equalTo(budgets.principal_id, query.principal_id))
  return readPage<Budget>(ctx, { table: budgets, columns, where, sorts, query })
}

/** Administrators only. */
export async function getBudget(ctx: Context, id: string): Promise<Budget> {
  requireAdmin(ctx)
  const [budget] = await ctx.db.select(columns).from(budgets).where(eq(budgets.id, id))
  if (!budget) throw notFound('budget')
  return budget
}

/** Administrators only. Fails with `not_found` for `principal_id`, `already_exists` when it has a budget. */
export async function createBudget(ctx: Context, input: z.infer<typeof NewBudget>): Promise<Budget> {
  requireAdmin(ctx)
  const { principal_type, principal_id } = input
  await requirePrincipal(ctx, principal_type, principal_id)
  const at = instantOf(ctx)
  const id = ctx.newId('bud')
  const change = ctx.db
    .insert(budgets)
    .values({ ...input, principal_id: principal_id ?? '', id, created_at: at, updated_at: at })
    .returning(columns)
  const entry = { type: 'budget.created', resource: { type: 'budget', id }, details: { principal_type, principal_id } }
  return unlessTaken('principal_id', 'this one has a budget', commitOne(ctx, change, entry))
}

/** Administrators only. Holds from the next question. */
export async function updateBudget(ctx: Context, id: string, input: z.infer<typeof BudgetChange>): Promise<Budget> {
  await getBudget(ctx, id)
  const change = ctx.db
    .update(budgets)
    .set({ ...input, ...bumped(ctx, budgets) })
    .where(atRevision(ctx, budgets, id))
    .returning(columns)
  return commitOne(ctx, change, { type: 'budget.updated', resource: { type: 'budget', id }, details: { fields: Object.keys(input) } })
}

/** Administrators only. */
export async function deleteBudget(ctx: Context, id: string): Promise<void> {
  const { principal_type, principal_id } = await getBudget(ctx, id)
  const change = ctx.db
    .delete(budgets)
    .where(atRevision(ctx, budgets, id))
    .returning({ id: budgets.id })
  await commitOne(ctx, change, { type: 'budget.deleted', resource: { type: 'budget', id }, details: { principal_type, principal_id } })
}

async function requirePrincipal(ctx: Context, type: Budget['principal_type'], id: string | null): Promise<void> {
  if (type === 'everyone') {
    if (id !== null) throw new Failure('invalid', 'principal_id: everyone is nobody in particular', { param: 'principal_id' })
    return
  }
  const table = { user: users, group: groups, api_key: apiKeys }[type]
  const [found] = id === null ? [] : await ctx.db.select({ id: table.id }).from(table).where(eq(table.id, id))
  if (!found) throw notFound(type === 'api_key' ? 'API key' : type, 'principal_id')
}

/** The condition that a budget, named `b` in the statement, is one of the caller's: his own, a group's of his, his key's, everyone's. */
export function appliesTo(ctx: Context): SQL {
  const { userId, groupIds, credential } = requireUser(ctx)
  return sql`(b.principal_type = 'everyone' or (b.principal_type = 'user' and b.principal_id = ${userId}) or (b.principal_type = 'api_key' and b.principal_id = ${credential.id})
    or (b.principal_type = 'group' and b.principal_id in (select value from json_each(${JSON.stringify(groupIds)}))))`
}

/** Whether there is any budget at all, as a member of a statement that is run anyway. */
export const anyBudget = sql<number>`exists (select 1 from ${budgets})`
