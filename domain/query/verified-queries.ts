import { and, eq, inArray, notInArray } from 'drizzle-orm'
import { z } from 'zod'
import { datasources, verifiedQueries } from '#db/schema/semantics.ts'
import { notFound, visible } from '../allow.ts'
import { atRevision, bumped, commitOne } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { exampleId } from '../identifiers.ts'
import { equalTo, idFilter } from '../list-filters.ts'
import { listQueries, matches, type Page, readPage } from '../pagination.ts'
import { loadLayer } from '../semantics/layer/load-layer.ts'
import { tellsValues } from '../semantics/row-filters/told-values.ts'
import { SemanticQuery } from '../semantics/semantic-query.ts'
import { findDatasource, layerChanged, requireDatasource, visibleDatasources } from '../semantics/sources/datasources.ts'
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
    withheld: z
      .literal(true)
      .optional()
      .meta({ description: 'Its text names values, and row filters hide rows from the reader: question and statement are left out' }),
  })
  .meta({ id: 'VerifiedQuery' })
export type VerifiedQuery = z.infer<typeof VerifiedQuery>

const WITHHELD_QUESTION = '(withheld)'

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

const sorts = { question: verifiedQueries.question, updated_at: verifiedQueries.updated_at }
const queries = listQueries(sorts, {
  datasource_id: idFilter('Those of this data source'),
  verified_by: idFilter('Those this user verified'),
})
export const VerifiedQueryListQuery = queries.list
export const VerifiedQueryPageQuery = queries.page

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

/** The questions with a query someone vouches for, of the data sources the caller may see; without the text of those that may name rows he does not see. */
export async function listVerifiedQueries(
  ctx: Context,
  query: z.infer<typeof VerifiedQueryListQuery> | z.infer<typeof VerifiedQueryPageQuery>,
): Promise<Page<VerifiedQuery>> {
  // A search would tell by its hits what the text of a withheld one says.
  const bound = query.q === undefined ? [] : await boundSources(ctx, await visibleIds(ctx))
  const page = await readPage<VerifiedQuery>(ctx, {
    table: verifiedQueries,
    columns,
    where: and(
      seen(ctx),
      bound.length ? notInArray(verifiedQueries.datasource_id, bound) : undefined,
      query.datasource_id ? eq(verifiedQueries.datasource_id, query.datasource_id) : undefined,
      equalTo(verifiedQueries.verified_by, query.verified_by),
      matches(query.q, verifiedQueries.question),
    ),
    sorts,
    query,
  })
  return { ...page, items: await withoutForeignValues(ctx, page.items) }
}

/** Fails with `not_found` when its data source is not visible. */
export async function getVerifiedQuery(ctx: Context, id: string): Promise<VerifiedQuery> {
  const [row] = (await ctx.db
    .select(columns)
    .from(verifiedQueries)
    .where(and(eq(verifiedQueries.id, id), seen(ctx)))) as VerifiedQuery[]
  const [shown] = row ? await withoutForeignValues(ctx, [row]) : []
  if (!shown) throw notFound('verified query')
  return shown
}

async function withoutForeignValues(ctx: Context, rows: VerifiedQuery[]): Promise<VerifiedQuery[]> {
  const bound = new Set(await boundSources(ctx, [...new Set(rows.map((row) => row.datasource_id))]))
  return rows.map((row) =>
    bound.has(row.datasource_id) && tellsValues(row) ? { ...row, question: WITHHELD_QUESTION, sql: null, query: null, withheld: true as const } : row,
  )
}

async function visibleIds(ctx: Context): Promise<string[]> {
  const found = await ctx.db.selectDistinct({ id: verifiedQueries.datasource_id }).from(verifiedQueries).where(seen(ctx))
  return found.map(({ id }) => id)
}

/** Those of the data sources of which row filters hide rows from the caller, and that he may not edit. */
async function boundSources(ctx: Context, ids: string[]): Promise<string[]> {
  if (!ids.length) return []
  const may = visible(ctx, 'datasource', datasources.id, datasources.owner_id, 'edit')
  const editable = new Set(
    (
      await ctx.db
        .select({ id: datasources.id })
        .from(datasources)
        .where(and(inArray(datasources.id, ids), may))
    ).map(({ id }) => id),
  )
  const bound = await Promise.all(
    ids
      .filter((id) => !editable.has(id))
      .map(async (id) => {
        const source = await findDatasource(ctx, id)
        return source && (await loadLayer(ctx, source)).tables.some((table) => table.rowFilter) ? [id] : []
      }),
  )
  return bound.flat()
}

/** Needs `edit` on the data source. The query is run for one row first, and fails as that does: through the compiler, or as SQL through the guard. */
export async function createVerifiedQuery(ctx: Context, input: z.infer<typeof NewVerifiedQuery>): Promise<VerifiedQuery> {
  const source = await requireDatasource(ctx, input.datasource_id, 'edit', 'datasource_id')
  await tryQuery(ctx, source.id, input)
  const { id, change } = insertVerified(ctx, input)
  return commitOne(ctx, change, facts('created', id, source.id), [layerChanged(ctx, source.id)]) as Promise<VerifiedQuery>
}

/** The statement that has the caller vouch for a query, which was tried before. */
export function insertVerified(ctx: Context, input: z.infer<typeof NewVerifiedQuery>) {
  const { datasource_id, question: asked, sql = null, query = null } = input
  const at = instantOf(ctx)
  const id = ctx.newId('vq')
  const vouched = { verified_by: verifierOf(ctx), verified_at: at }
  const values = { id, datasource_id, question: asked, sql, query, ...vouched, created_at: at, updated_at: at }
  return { id, change: ctx.db.insert(verifiedQueries).values(values).returning(columns) }
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
