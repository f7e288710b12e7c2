import { and, eq, gte, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { apiKeys, users } from '#db/schema/identity.ts'
import { datasources } from '#db/schema/semantics.ts'
import { usage } from '#db/schema/sessions.ts'
import { isAdmin, requireUser, visible } from '../../allow.ts'
import { type Context, instantOf } from '../../context.ts'
import { csvLine } from '../../csv-line.ts'
import { Failure } from '../../failure.ts'
import { equalTo } from '../../list-filters.ts'

const MOST_ROWS = 10_000
const DEFAULT_DAYS = 30
const month = sql<string>`substr(${usage.day}, 1, 7)`
const GROUPS = { day: usage.day, month, model: usage.model, user: usage.user_id, key: usage.api_key_id, source: usage.datasource_id }
type Group = keyof typeof GROUPS
const NAMES = 'day|month|model|user|key|source'

const day = z.iso.date()
const id = z.string().max(64).optional()
const counts = {
  requests: z.int().meta({ description: 'Questions' }),
  prompt_tokens: z.int(),
  cached_tokens: z.int().meta({ description: 'Of prompt_tokens, those a provider had read before' }),
  completion_tokens: z.int(),
  total_tokens: z.int(),
  queries: z.int().meta({ description: 'Queries of the answers' }),
  audio_seconds: z.number().meta({ description: 'Seconds of speech that were heard' }),
  cost: z.number().meta({ description: 'By the price each model had at that moment' }),
  unpriced_tokens: z.int().meta({ description: 'Of total_tokens, those of models that had no price' }),
}
type Counts = Record<keyof typeof counts, number>

export const UsageQuery = z.object({
  from: day.optional().meta({ description: 'First day, UTC; 30 days back when absent', example: '2026-11-01' }),
  to: day.optional().meta({ description: 'Last day, UTC; today when absent', example: '2026-11-21' }),
  user_id: id.meta({ description: 'Administrators: whose usage; everybody’s when absent. Others have their own.' }),
  api_key_id: id.meta({ description: 'What came with this API key' }),
  model: z.string().max(200).optional().meta({ description: 'What the model of this name used' }),
  datasource_id: id.meta({ description: 'What was asked of this data source' }),
  group_by: z
    .string()
    .regex(new RegExp(`^(${NAMES})(,(${NAMES})){0,5}$`), 'day, month, model, user, key, source, or several of them with commas between')
    .default('day')
    .meta({ description: 'One row for each day, month, model, user, key, data source, or combination of them', example: 'day,model' }),
})
export type UsageQuery = z.infer<typeof UsageQuery>

const Item = z.object({
  day: z.string().optional(),
  month: z.string().optional(),
  model: z.string().optional().meta({ description: 'A speech model where audio was heard' }),
  user_id: z.string().optional(),
  user: z.string().nullable().optional().meta({ description: 'His e-mail address; null when he is gone' }),
  api_key_id: z.string().nullable().optional().meta({ description: 'Null without a key' }),
  api_key: z.string().nullable().optional().meta({ description: 'Its name' }),
  datasource_id: z.string().nullable().optional().meta({ description: 'Null where no data was asked' }),
  datasource: z.string().nullable().optional().meta({ description: 'Its name, where the caller may see it' }),
  ...counts,
})

export const Usage = z
  .object({
    from: day,
    to: day,
    currency: z.string().meta({ description: 'What costs are in', example: 'USD' }),
    items: z.array(Item),
    total: z.object(counts),
    is_truncated: z.boolean().meta({ description: 'There are more rows than fit; the total is of all' }),
  })
  .meta({ id: 'UsageReport' })
export type Usage = z.infer<typeof Usage>

const sum = (expression: unknown) => sql<number>`coalesce(sum(${expression}), 0)`.mapWith(Number)
const FIGURES = {
  requests: sum(usage.requests),
  prompt_tokens: sum(usage.prompt_tokens),
  cached_tokens: sum(usage.cached_tokens),
  completion_tokens: sum(usage.completion_tokens),
  total_tokens: sum(sql`${usage.prompt_tokens} + ${usage.completion_tokens}`),
  queries: sum(usage.queries),
  audio_seconds: sum(usage.audio_seconds),
  cost: sum(usage.cost),
  unpriced_tokens: sum(usage.unpriced_tokens),
}

/** Sums of doubles, without the noise of their last digits. */
const rounded = <Row extends { cost: number; audio_seconds: number }>(row: Row): Row => ({
  ...row,
  cost: Number(row.cost.toFixed(9)),
  audio_seconds: Number(row.audio_seconds.toFixed(3)),
})

/** What was used, of questions and of what models were asked for besides: one's own, for administrators anybody's. Fails with `forbidden` for another user's. */
export async function reportUsage(ctx: Context, query: UsageQuery): Promise<Usage> {
  const { userId } = requireUser(ctx)
  if (!isAdmin(ctx) && query.user_id !== undefined && query.user_id !== userId) throw new Failure('forbidden', 'administrators only', { param: 'user_id' })
  const whose = isAdmin(ctx) ? query.user_id : userId
  const to = query.to ?? instantOf(ctx).slice(0, 10)
  const from = query.from ?? new Date(Date.parse(to) - (DEFAULT_DAYS - 1) * 86_400_000).toISOString().slice(0, 10)
  const groups = [...new Set(query.group_by.split(','))] as Group[]
  const columns = groups.map((name) => GROUPS[name])
  const where = and(
    gte(usage.day, from),
    lte(usage.day, to),
    equalTo(usage.user_id, whose),
    equalTo(usage.api_key_id, query.api_key_id),
    equalTo(usage.model, query.model),
    equalTo(usage.datasource_id, query.datasource_id),
  )
  const [rows, [total]] = await ctx.db.batch([
    ctx.db
      .select({ ...GROUPS, user_email: users.email, key_name: apiKeys.name, source_name: datasources.name, ...FIGURES })
      .from(usage)
      .leftJoin(users, eq(users.id, usage.user_id))
      .leftJoin(apiKeys, eq(apiKeys.id, usage.api_key_id))
      .leftJoin(datasources, and(eq(datasources.id, usage.datasource_id), visible(ctx, 'datasource', datasources.id, datasources.owner_id)))
      .where(where)
      .groupBy(...columns)
      .orderBy(...columns)
      .limit(MOST_ROWS + 1),
    ctx.db.select(FIGURES).from(usage).where(where),
  ])
  const has = (group: Group) => groups.includes(group)
  const items = rows.slice(0, MOST_ROWS).map(({ day, month, model, user, key, source, user_email, key_name, source_name, ...figures }) => ({
    ...(has('day') ? { day } : {}),
    ...(has('month') ? { month } : {}),
    ...(has('model') ? { model } : {}),
    ...(has('user') ? { user_id: user, user: user_email } : {}),
    ...(has('key') ? { api_key_id: key || null, api_key: key_name } : {}),
    ...(has('source') ? { datasource_id: source || null, datasource: source_name } : {}),
    ...rounded(figures),
  }))
  return { from, to, currency: ctx.settings.currency, items, total: rounded(total as Counts), is_truncated: rows.length > MOST_ROWS }
}

const LED = ['day', 'month', 'model', 'user_id', 'user', 'api_key_id', 'api_key', 'datasource_id', 'datasource'] as const

/** The report as CSV: a line for each row, with the columns asked for. Fails as `reportUsage`, and with `invalid` where not all rows fit. */
export async function exportUsage(ctx: Context, query: UsageQuery): Promise<AsyncGenerator<string>> {
  const { items, currency, is_truncated } = await reportUsage(ctx, query)
  if (is_truncated) throw new Failure('invalid', `more than ${MOST_ROWS} rows: choose fewer days, or fewer groups`, { param: 'group_by' })
  const asked = query.group_by.split(',')
  const isAsked = (name: string) => asked.includes(name.replace(/_id$/, '').replace('api_key', 'key').replace('datasource', 'source'))
  const led = LED.filter(isAsked)
  const figures = Object.keys(counts) as (keyof Counts)[]
  async function* lines() {
    yield csvLine([...led, ...figures, 'currency'])
    for (const item of items) yield csvLine([...led.map((name) => item[name] ?? null), ...figures.map((name) => item[name]), currency])
  }
  return lines()
}
