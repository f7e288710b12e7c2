import { eq } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { descriptions, hierarchies, learnedPhrases, measures, relationships, rowFilters, verifiedQueries } from '#db/schema/semantics.ts'
import { completions } from '#db/schema/sessions.ts'
import { completionId } from '../agent/completions/response-id.ts'
import { type Level, notFound, type ResourceType } from '../allow.ts'
import { getUser } from '../catalog/users.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { getWebhook } from '../webhooks/webhooks.ts'
import { requireOwnKey } from './api-keys.ts'
import { requireOwned } from './owned-object.ts'

/** What a route can be about: a shareable object, a user, or what belongs to one user alone. */
export type AskedType = ResourceType | 'user' | 'api_key' | 'webhook'

/** `stored`: the id it is stored by, where callers know it by another. */
type Part = { table: SQLiteTable; id: SQLiteColumn; whole: SQLiteColumn; noun: string; stored?: (id: string) => string }

/** The parts of shareable objects, by the parameter that holds their ids. */
const PARTS: Record<string, Part> = {
  completion_id: { table: completions, id: completions.id, whole: completions.session_id, noun: 'completion' },
  description_id: { table: descriptions, id: descriptions.id, whole: descriptions.datasource_id, noun: 'description' },
  filter_id: { table: rowFilters, id: rowFilters.id, whole: rowFilters.datasource_id, noun: 'row filter' },
  hierarchy_id: { table: hierarchies, id: hierarchies.id, whole: hierarchies.datasource_id, noun: 'hierarchy' },
  learned_phrase_id: { table: learnedPhrases, id: learnedPhrases.id, whole: learnedPhrases.datasource_id, noun: 'learned phrase' },
  measure_id: { table: measures, id: measures.id, whole: measures.datasource_id, noun: 'measure' },
  relationship_id: { table: relationships, id: relationships.id, whole: relationships.datasource_id, noun: 'relationship' },
  response_id: { table: completions, id: completions.id, whole: completions.session_id, noun: 'response', stored: completionId },
  verified_query_id: { table: verifiedQueries, id: verifiedQueries.id, whole: verifiedQueries.datasource_id, noun: 'verified query' },
}

/**
 * What a route's verb asks first of its object, for a request that does not get as far: fails with `not_found` or `forbidden` in the verb's words, so that
 * an answer about the rest of a request is given only to those who may ask. `param` is the request member that held the id.
 */
export async function requireAsked(
  ctx: Context,
  { type, level, name }: { type: AskedType; level: Level; name: string },
  id: string,
  param?: string,
): Promise<void> {
  if (type === 'user') return void (await getUser(ctx, id))
  if (type === 'api_key') return void (await requireOwnKey(ctx, id))
  if (type === 'webhook') return void (await getWebhook(ctx, id))
  const part = PARTS[name]
  if (!part) return void (await requireOwned(ctx, type, id, level, param))
  const whole = await wholeOf(ctx, part, id)
  if (whole === undefined) throw notFound(part.noun)
  await requireOwned(ctx, type, whole, level).catch((error) => {
    throw error instanceof Failure && error.code === 'not_found' ? notFound(part.noun) : error
  })
}

async function wholeOf(ctx: Context, { table, id: key, whole, stored = String }: Part, id: string): Promise<string | undefined> {
  const [row] = await ctx.db
    .select({ whole })
    .from(table)
    .where(eq(key, stored(id)))
  return row?.whole as string | undefined
}
