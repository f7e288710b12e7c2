import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { verifiedQueries } from '#db/schema/semantics.ts'
import { notFound } from '../allow.ts'
import { atRevision, bumped, commitOne } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { exampleId } from '../identifiers.ts'
import { ListQuery, matches, type Page, PageQuery, readPage } from '../pagination.ts'
import { layerChanged, requireDatasource, visibleDatasources } from '../semantics/datasources.ts'
import { SemanticQuery } from '../semantics/semantic-query.ts'
import { Instant, stored, strict } from '../strict.ts'
import { runDataQuery } from './run-query.ts'

const question = z.string().trim().min(1).max(1000).meta({ example: 'How many customers are there per country?' })
const statement = z.string().trim().min(1).max(65_536)

export const VerifiedQuery = z
  .object({
    ...stored,
    datasource_id: z.string(),
    question,
    sql: z.string().nullable().meta({ description: "One SELECT in the source's dialect" }),
    query: SemanticQuery.nullable(),
    verified_by: z.string().meta({ description: 'The user who vouches for it' }),
    verified_at: Instant,
    is_orphaned: z.boolean().meta({ description: 'Names a table or column the source no longer has; nobody is offered it' }),
  })
  .meta({ id: 'VerifiedQuery' })
export type VerifiedQuery = z.infer<typeof VerifiedQuery>

const oneOf = { error: 'give either sql or query' }
export const NewVerifiedQuery = strict({
  datasource_id: z.string().min(1).max(64),
  question,
  sql: statement.optional(),
  query: SemanticQuery.optional(),
})
  .refine(({ sql, query }) => (sql === undefined) !== (query === undefined), oneOf)
  .meta({
    id: 'NewVerifiedQuery',
    example: {
      datasource_id: exampleId('ds'),
      question: 'How many customers are there per country?',
      query: { measures: [{ aggregate: 'count', table: 'Customer' }], dimensions: [{ table: 'Customer', column: 'Country' }] },
    },
  })
export const VerifiedQueryChange = strict({ question: question.optional(), sql: statement.optional(), query: SemanticQuery.optional() })
  .refine(({ sql, query }) => sql === undefined || query === undefined, oneOf)
  .meta({ id: 'VerifiedQueryChange', example: { question: 'Customers per country?' } })

const filters = { datasource_id: z.string().max(64).optional() }
export const VerifiedQueryListQuery = ListQuery.extend(filters)
export const VerifiedQueryPageQuery = PageQuery.extend(filters)

const columns = {
  id: verifiedQueries.id,
  revision: verifiedQueries.revision,
  created_at: verifiedQueries.created_at,
  updated_at: verifiedQueries.updated_at,
  datasource_id: verifiedQueries.datasource_id,
  question: verifiedQueries.question,
  sql: verifiedQueries.sql,
  query: verifiedQueries.query,
  verified_by: verifiedQueries.verified_by,
  verified_at: verifiedQueries.verified_at,
  is_orphaned: verifiedQueries.is_orphaned,
}

function seen(ctx: Context) {
  const mine = visibleDatasources(ctx)
  return mine && inArray(verifiedQueries.datasource_id, mine)
}

/** The questions with a query someone vouches for, of the data sources the caller may see. */
export const listVerifiedQueries = (
  ctx: Context,
  query: z.infer<typeof VerifiedQueryListQuery> | z.infer<typeof VerifiedQueryPageQuery>,
): Promise<Page<VerifiedQuery>> =>
  readPage<VerifiedQuery>(ctx, {
    table: verifiedQueries,
    columns,
    where: and(seen(ctx), query.datasource_id ? eq(verifiedQueries.datasource_id, query.datasource_id) : undefined, matches(query.q, verifiedQueries.question)),
    sorts: { question: verifiedQueries.question, updated_at: verifiedQueries.updated_at },
    query,
  })

/** Fails with `not_found` when its data source is not visible. */
export async function getVerifiedQuery(ctx: Context, id: string): Promise<VerifiedQuery> {
  const [row] = await ctx.db
    .select(columns)
    .from(verifiedQueries)
    .where(and(eq(verifiedQueries.id, id), seen(ctx)))
  if (!row) throw notFound('verified query')
  return row as VerifiedQuery
}

/** Needs `edit` on the data source. The query is run for one row first, and fails as that does: through the compiler, or as SQL through the guard. */
export async function createVerifiedQuery(ctx: Context, input: z.infer<typeof NewVerifiedQuery>): Promise<VerifiedQuery> {
  const source = await requireDatasource(ctx, input.datasource_id, 'edit', 'datasource_id')
  await tryQuery(ctx, source.id, input)
  const at = instantOf(ctx)
  const id = ctx.newId('vq')
  const { question: asked, sql = null, query = null } = input
  const vouched = { verified_by: verifierOf(ctx), verified_at: at }
  const change = ctx.db
    .insert(verifiedQueries)
    .values({ id, datasource_id: source.id, question: asked, sql, query, ...vouched, created_at: at, updated_at: at })
    .returning(columns)
  return commitOne(ctx, change, facts('created', id, source.id), [layerChanged(ctx, source.id)]) as Promise<VerifiedQuery>
}

/** Needs `edit` on the data source. Whoever changes it vouches for it from then on. Fails as `createVerifiedQuery`, and with `precondition_failed`. */
export async function updateVerifiedQuery(ctx: Context, id: string, input: z.infer<typeof VerifiedQueryChange>): Promise<VerifiedQuery> {
  const current = await getVerifiedQuery(ctx, id)
  await requireDatasource(ctx, current.datasource_id, 'edit')
  const next = input.sql !== undefined ? { sql: input.sql, query: null } : input.query !== undefined ? { sql: null, query: input.query } : {}
  const { sql, query } = { ...current, ...next }
  await tryQuery(ctx, current.datasource_id, { sql, query })
  const change = ctx.db
    .update(verifiedQueries)
    .set({
      ...(input.question === undefined ? {} : { question: input.question }),
      ...next,
      verified_by: verifierOf(ctx),
      verified_at: instantOf(ctx),
      is_orphaned: false,
      ...bumped(ctx, verifiedQueries),
    })
    .where(atRevision(ctx, verifiedQueries, id))
    .returning(columns)
  return commitOne(ctx, change, facts('updated', id, current.datasource_id), [layerChanged(ctx, current.datasource_id)]) as Promise<VerifiedQuery>
}

/** Needs `edit` on the data source. */
export async function deleteVerifiedQuery(ctx: Context, id: string): Promise<void> {
  const current = await getVerifiedQuery(ctx, id)
  await requireDatasource(ctx, current.datasource_id, 'edit')
  const change = ctx.db
    .delete(verifiedQueries)
    .where(atRevision(ctx, verifiedQueries, id))
    .returning({ id: verifiedQueries.id })
  await commitOne(ctx, change, facts('deleted', id, current.datasource_id), [layerChanged(ctx, current.datasource_id)])
}

/** Runs it for one row, as the caller. */
export async function tryQuery(
  ctx: Context,
  datasourceId: string,
  { sql, query }: { sql?: string | null | undefined; query?: SemanticQuery | null | undefined },
): Promise<void> {
  const asked = query ? { semantic_query: query } : { sql: sql ?? '' }
  await runDataQuery(ctx, datasourceId, asked, { rowLimit: 1, authority: 'caller' })
}

/** The user who acts; a service acts for nobody. */
export function verifierOf({ actor }: Context): string {
  return actor.type === 'user' ? actor.userId : actor.type
}

const facts = (step: string, id: string, datasourceId: string) => ({
  type: `verified_query.${step}`,
  resource: { type: 'verified_query', id },
  details: { datasource_id: datasourceId },
})
