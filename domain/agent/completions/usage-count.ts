import { sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { filled } from '#db/remembered.ts'
import { usage } from '#db/schema/sessions.ts'
import { requireUser } from '../../allow.ts'
import { costOf, type ModelPrice } from '../../catalog/prices.ts'
import type { Context } from '../../context.ts'
import type { Usage } from './events.ts'

const FIGURES = ['requests', 'prompt_tokens', 'cached_tokens', 'completion_tokens', 'queries', 'audio_seconds', 'cost', 'unpriced_tokens'] as const
type Figures = Record<(typeof FIGURES)[number], number>
const KEY = ['day', 'user_id', 'api_key_id', 'model', 'datasource_id'] as const
/** Whose use it is, and of what. */
type Place = Record<(typeof KEY)[number], string>

const NOTHING = Object.fromEntries(FIGURES.map((name) => [name, 0])) as Figures

const listed = (names: readonly string[]) => sql.raw(names.join(', '))
const COUNTED = sql`insert into ${usage} (${listed(KEY)}, ${listed(FIGURES)})
  values (${sql.join(
    [...KEY, ...FIGURES].map((name) => sql`${sql.placeholder(name)}`),
    sql`, `,
  )})
  on conflict do update set ${listed(FIGURES.map((name) => `${name} = ${name} + excluded.${name}`))}`

/** The statement that adds to what was used. */
export const usageCounted = (ctx: Context, counted: Place & Partial<Figures>): BatchItem<'sqlite'> =>
  filled(ctx.db, 'usage counted', () => ctx.db.run(COUNTED) as unknown as BatchItem<'sqlite'>, { ...NOTHING, ...counted })

/** Tokens as they are counted, with what they cost. */
export function figuresOfTokens({ prompt_tokens, completion_tokens, prompt_tokens_details }: Usage, price: ModelPrice | null): Partial<Figures> {
  const cached_tokens = prompt_tokens_details?.cached_tokens ?? 0
  const tokens = { prompt_tokens, completion_tokens, cached_tokens }
  if (!price) return { ...tokens, unpriced_tokens: prompt_tokens + completion_tokens }
  return { ...tokens, cost: costOf(price, { prompt: prompt_tokens, cached: cached_tokens, completion: completion_tokens }) }
}

/** The key a call came with; empty without one. */
export const keyOf = (ctx: Context): string => {
  const { credential } = requireUser(ctx)
  return credential.type === 'api_key' ? credential.id : ''
}
