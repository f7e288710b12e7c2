import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { z } from 'zod'
import { datasources, unmatchedTerms } from '#db/schema/semantics.ts'
import { notFound } from '../../allow.ts'
import { commitOne } from '../../commit.ts'
import { type Context, instantOf } from '../../context.ts'
import { type Page, PlainListQuery } from '../../pagination.ts'
import { nearestNames } from '../describe/nearest-names.ts'
import { requireDatasource } from '../sources/datasources.ts'

const MOST_TERMS = 20
const LONGEST_TERM = 80
const LONGEST_QUESTION = 500
/** What is kept of one data source; the terms that were not asked for the longest time make room. */
const MOST_KEPT = 2_000

export const UnmatchedTerm = z
  .object({
    term: z.string().meta({ example: 'churned' }),
    times: z.int().meta({ description: 'In how many questions it could not be placed' }),
    last_question: z.string().meta({ example: 'How many customers churned?' }),
    nearest: z.array(z.string()).meta({ description: 'Names of the data that are nearest to it' }),
    first_at: z.iso.datetime(),
    last_at: z.iso.datetime(),
  })
  .meta({ id: 'UnmatchedTerm' })
export type UnmatchedTerm = z.infer<typeof UnmatchedTerm>

export const UnmatchedTermListQuery = PlainListQuery

const columns = {
  term: unmatchedTerms.term,
  times: unmatchedTerms.times,
  last_question: unmatchedTerms.last_question,
  nearest: unmatchedTerms.nearest,
  first_at: unmatchedTerms.first_at,
  last_at: unmatchedTerms.last_at,
}

/** Words of questions the builtin analyst refused because it could not place them, the most frequent first. Needs `edit` on the data source. */
export async function listUnmatchedTerms(ctx: Context, datasourceId: string, query: z.infer<typeof UnmatchedTermListQuery>): Promise<Page<UnmatchedTerm>> {
  const { id } = await requireDatasource(ctx, datasourceId, 'edit')
  const { page, page_size: size } = query
  const mine = eq(unmatchedTerms.datasource_id, id)
  const [items, [counted]] = await ctx.db.batch([
    ctx.db
      .select(columns)
      .from(unmatchedTerms)
      .where(mine)
      .orderBy(desc(unmatchedTerms.times), desc(unmatchedTerms.last_at), unmatchedTerms.term)
      .limit(size)
      .offset((page - 1) * size),
    ctx.db.select({ total: count() }).from(unmatchedTerms).where(mine),
  ])
  const total = counted?.total ?? 0
  const pages = Math.ceil(total / size)
  return { items, total, page, page_size: size, total_pages: pages, has_next: page < pages, has_prev: page > 1, next_cursor: null }
}

/** Forgets a term until a question has it again. Needs `edit` on the data source. */
export async function dismissUnmatchedTerm(ctx: Context, datasourceId: string, term: string): Promise<void> {
  const { id } = await requireDatasource(ctx, datasourceId, 'edit')
  const which = and(eq(unmatchedTerms.datasource_id, id), eq(unmatchedTerms.term, term))
  const [known] = await ctx.db.select({ term: unmatchedTerms.term }).from(unmatchedTerms).where(which)
  if (!known) throw notFound('unmatched term')
  const change = ctx.db.delete(unmatchedTerms).where(which).returning({ term: unmatchedTerms.term })
  await commitOne(ctx, change, { type: 'unmatched_term.dismissed', resource: { type: 'datasource', id }, details: { term } })
}

type Statement = BatchItem<'sqlite'>

/** What a refusal could not place, of the data source that came nearest to answering. */
export type Missed = { datasourceId: string; question: string; words: string[]; nearest: string[] }

/** The statements that note what was missed; they do nothing when the data source is gone. */
export function noteMissed(ctx: Context, { datasourceId, question, words, nearest }: Missed): Statement[] {
  const terms = [
    ...new Set(words.map((word) => word.toLowerCase().replace(/\s+/g, ' ').trim().slice(0, LONGEST_TERM)).filter((word) => /[\p{L}\p{N}]/u.test(word))),
  ]
  if (terms.length === 0) return []
  const at = instantOf(ctx)
  const asked = question.slice(0, LONGEST_QUESTION)
  const noted = terms.slice(0, MOST_TERMS).map((term) => {
    const near = JSON.stringify(nearestNames(term, nearest))
    return ctx.db.run(
      sql`insert into ${unmatchedTerms} (datasource_id, term, times, last_question, nearest, first_at, last_at)
          select ${datasourceId}, ${term}, 1, ${asked}, ${near}, ${at}, ${at} where exists (select 1 from ${datasources} where ${datasources.id} = ${datasourceId})
          on conflict (datasource_id, term) do update set times = times + 1, last_question = excluded.last_question, nearest = excluded.nearest, last_at = excluded.last_at`,
    ) as unknown as Statement
  })
  const excess = ctx.db.run(
    sql`delete from ${unmatchedTerms} where datasource_id = ${datasourceId} and term in
        (select term from ${unmatchedTerms} where datasource_id = ${datasourceId} order by last_at desc, times desc, term limit -1 offset ${MOST_KEPT})`,
  ) as unknown as Statement
  return [...noted, excess]
}
