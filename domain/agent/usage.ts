import { and, eq, gte, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { usage } from '#db/schema/sessions.ts'
import { isAdmin, requireUser } from '../allow.ts'
import { type Context, instantOf } from '../context.ts'
import { Failure } from '../failure.ts'

const MOST_ROWS = 10_000
const DEFAULT_DAYS = 30
const GROUPS = { day: usage.day, model: usage.model, user: usage.user_id, key: usage.api_key_id }
type Group = keyof typeof GROUPS

const day = z.iso.date()
const counts = { requests: z.int(), prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int(), queries: z.int() }

export const UsageQuery = z.object({
  from: day.optional().meta({ description: 'First day, UTC; 30 days back when absent', example: '2026-11-01' }),
  to: day.optional().meta({ description: 'Last day, UTC; today when absent', example: '2026-11-21' }),
  user_id: z.string().max(64).optional().meta({ description: 'Administrators: whose usage; everybody’s when absent. Others have their own.' }),
  group_by: z
    .string()
    .regex(/^(day|model|user|key)(,(day|model|user|key)){0,3}$/, 'day, model, user, key, or several of them with commas between')
    .default('day')
    .meta({ description: 'One row for each day, model, user, key, or combination of them', example: 'day,model' }),
})

export const Usage = z
  .object({
    from: day,
    to: day,
    items: z.array(
      z.object({
        day: z.string().optional(),
        model: z.string().optional(),
        user_id: z.string().optional(),
        api_key_id: z.string().nullable().optional().meta({ description: 'Null without a key' }),
        ...counts,
      }),
    ),
    total: z.object(counts),
  })
  .meta({ id: 'UsageReport' })
export type Usage = z.infer<typeof Usage>

/** What was used, of questions: one's own, for administrators anybody's. Fails with `forbidden` for another user's. */
export async function reportUsage(ctx: Context, query: z.infer<typeof UsageQuery>): Promise<Usage> {
  const { userId } = requireUser(ctx)
  if (!isAdmin(ctx) && query.user_id !== undefined && query.user_id !== userId) throw new Failure('forbidden', 'administrators only', { param: 'user_id' })
  const whose = isAdmin(ctx) ? query.user_id : userId
  const to = query.to ?? instantOf(ctx).slice(0, 10)
  const from = query.from ?? new Date(Date.parse(to) - (DEFAULT_DAYS - 1) * 86_400_000).toISOString().slice(0, 10)
  const groups = [...new Set(query.group_by.split(','))] as Group[]
  const columns = groups.map((name) => GROUPS[name])
  const sum = (column: (typeof usage)['requests' | 'prompt_tokens' | 'completion_tokens' | 'queries']) => sql<number>`sum(${column})`.mapWith(Number)
  const rows = await ctx.db
    .select({
      day: usage.day,
      model: usage.model,
      user_id: usage.user_id,
      api_key_id: usage.api_key_id,
      requests: sum(usage.requests),
      prompt_tokens: sum(usage.prompt_tokens),
      completion_tokens: sum(usage.completion_tokens),
      queries: sum(usage.queries),
    })
    .from(usage)
    .where(and(gte(usage.day, from), lte(usage.day, to), whose === undefined ? undefined : eq(usage.user_id, whose)))
    .groupBy(...columns)
    .orderBy(...columns)
    .limit(MOST_ROWS)
  const items = rows.map(({ day, model, user_id, api_key_id, ...figures }) => ({
    ...(groups.includes('day') ? { day } : {}),
    ...(groups.includes('model') ? { model } : {}),
    ...(groups.includes('user') ? { user_id } : {}),
    ...(groups.includes('key') ? { api_key_id: api_key_id || null } : {}),
    ...figures,
    total_tokens: figures.prompt_tokens + figures.completion_tokens,
  }))
  const total = { requests: 0, prompt_tokens: 0, completion_tokens: 0, total_tokens: 0, queries: 0 }
  for (const item of items) for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += item[name]
  return { from, to, items, total }
}
