import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { z } from 'zod'
import { datasources, descriptions, learnedPhrases } from '#db/schema/semantics.ts'
import { notFound, visible } from '../allow.ts'
import { atRevision, bumped, commitOne, unlessTaken } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { Failure } from '../failure.ts'
import { equalTo, flagFilter, flagged, idFilter } from '../list-filters.ts'
import { listQueries, matches, type Page, readPage } from '../pagination.ts'
import { changeStatement } from '../semantics/describe/descriptions.ts'
import { SemanticQuery } from '../semantics/semantic-query.ts'
import { layerChanged, requireDatasource } from '../semantics/sources/datasources.ts'
import { stored, strict } from '../strict.ts'
import { insertVerified, tryQuery } from './verified-queries.ts'

/** What is kept of one data source; those that were not chosen for the longest time make room. */
const MOST_KEPT = 2_000
const LONGEST = 1_000

const Kind = z.enum(['word', 'question']).meta({ description: 'Whether one word was asked back about, or what a question means in whole' })
const phrase = z.string().trim().min(1).max(LONGEST).meta({ example: 'price', description: 'The word, or the question as it was asked' })
const meaning = z
  .string()
  .trim()
  .min(1)
  .max(LONGEST)
  .meta({ example: 'unit price of track', description: 'The reading that was chosen, in the words it was offered in' })
const is_shared = z.boolean().meta({ description: 'Holds for everybody who asks the data source; else for the person alone who chose it' })

export const LearnedPhrase = z
  .object({
    ...stored,
    datasource_id: z.string(),
    kind: Kind,
    phrase,
    meaning,
    times: z.int().meta({ description: 'How often it was chosen' }),
    is_shared,
    chosen_by: z.string().meta({ description: 'The user who chose it' }),
  })
  .meta({ id: 'LearnedPhrase', description: 'A reading a person chose where a question was asked back about' })
export type LearnedPhrase = z.infer<typeof LearnedPhrase>

export const LearnedPhraseChange = strict({ phrase, meaning, is_shared })
  .partial()
  .meta({ id: 'LearnedPhraseChange', example: { is_shared: true } })

export const AcceptedPhrase = z
  .object({
    description_id: z.string().nullable().meta({ description: 'The table or column of which the word is a synonym now' }),
    verified_query_id: z.string().nullable().meta({ description: 'The verified query that the question has now' }),
  })
  .meta({ id: 'AcceptedPhrase' })

const { id, revision, created_at, updated_at, datasource_id, kind, times, chosen_by } = learnedPhrases
const columns = {
  ...{ id, revision, created_at, updated_at, datasource_id, kind, times, chosen_by },
  ...{ phrase: learnedPhrases.phrase, meaning: learnedPhrases.meaning, is_shared: learnedPhrases.is_shared },
}

const sorts = { times, updated_at, phrase: learnedPhrases.phrase }
const queries = listQueries(sorts, {
  datasource_id: idFilter('Those of this data source'),
  is_shared: flagFilter('Those that hold for everybody, or those that do not yet'),
  chosen_by: idFilter('Those this user chose'),
})
export const LearnedPhraseListQuery = queries.list
export const LearnedPhrasePageQuery = queries.page

/** Those of the data sources the caller may edit, and his own of those he may see: questions tell what their askers may see. */
function seen(ctx: Context) {
  const edited = visible(ctx, 'datasource', datasources.id, datasources.owner_id, 'edit')
  if (!edited || ctx.actor.type !== 'user') return edited && within(ctx, edited)
  const mine = and(eq(chosen_by, ctx.actor.userId), within(ctx, visible(ctx, 'datasource', datasources.id, datasources.owner_id)))
  return or(within(ctx, edited), mine)
}

const within = (ctx: Context, which: SQL | undefined) => inArray(datasource_id, ctx.db.select({ id: datasources.id }).from(datasources).where(which))

/** What people chose where they were asked back, of the data sources the caller may edit, and what he chose himself. */
export const listLearnedPhrases = (
  ctx: Context,
  query: z.infer<typeof LearnedPhraseListQuery> | z.infer<typeof LearnedPhrasePageQuery>,
): Promise<Page<LearnedPhrase>> =>
  readPage<LearnedPhrase>(ctx, {
    table: learnedPhrases,
    columns,
    where: and(
      seen(ctx),
      query.datasource_id ? eq(datasource_id, query.datasource_id) : undefined,
      flagged(learnedPhrases.is_shared, query.is_shared),
      equalTo(chosen_by, query.chosen_by),
      matches(query.q, learnedPhrases.phrase, learnedPhrases.meaning),
    ),
    sorts,
    query,
  })

/** Needs `edit` on its data source, or to have chosen it and to see the source still. Fails with `not_found`, `forbidden`. */
export const getLearnedPhrase = (ctx: Context, wanted: string): Promise<LearnedPhrase> => requirePhrase(ctx, wanted, () => true)

/** Whoever chose it has it too, as far as `isOwn` says. */
async function requirePhrase(ctx: Context, wanted: string, isOwn: (row: LearnedPhrase) => boolean): Promise<LearnedPhrase> {
  const [row] = await ctx.db.select(columns).from(learnedPhrases).where(eq(id, wanted))
  if (!row) throw notFound('learned phrase')
  const isMine = ctx.actor.type === 'user' && ctx.actor.userId === row.chosen_by && isOwn(row)
  await requireDatasource(ctx, row.datasource_id, isMine ? 'view' : 'edit').catch((error) => {
    throw error instanceof Failure && error.code === 'not_found' ? notFound('learned phrase') : error
  })
  return row
}

/** Needs `edit` on the data source. Fails with `not_found`, `forbidden`, `already_exists`, `precondition_failed`. */
export async function updateLearnedPhrase(ctx: Context, wanted: string, input: z.infer<typeof LearnedPhraseChange>): Promise<LearnedPhrase> {
  const current = await requirePhrase(ctx, wanted, () => false)
  const change = ctx.db
    .update(learnedPhrases)
    .set({ ...input, ...bumped(ctx, learnedPhrases) })
    .where(atRevision(ctx, learnedPhrases, wanted))
    .returning(columns)
  const done = commitOne(ctx, change, facts('updated', current, { fields: Object.keys(input) }), [layerChanged(ctx, current.datasource_id)])
  return unlessTaken('phrase', 'this choice of the same person is there already', done)
}

/** Needs `edit` on the data source; what holds for nobody else forgets who chose it, too. */
export async function deleteLearnedPhrase(ctx: Context, wanted: string): Promise<void> {
  await remove(ctx, await requirePhrase(ctx, wanted, ({ is_shared: isShared }) => !isShared), 'deleted', [])
}

async function remove(ctx: Context, current: LearnedPhrase, step: string, also: BatchItem<'sqlite'>[]): Promise<void> {
  const change = ctx.db
    .delete(learnedPhrases)
    .where(atRevision(ctx, learnedPhrases, current.id))
    .returning({ id })
  await commitOne(ctx, change, facts(step, current), [...also, layerChanged(ctx, current.datasource_id)])
}

/**
 * Makes a choice part of the layer: a word becomes a synonym of the table or column it was read as, a question a verified query by whoever accepts it. The choice is
 * gone then. Needs `edit` on the data source. Fails as the creation of a verified query does, and with `invalid` where nothing is called by the meaning any more.
 */
export async function acceptLearnedPhrase(ctx: Context, wanted: string): Promise<z.infer<typeof AcceptedPhrase>> {
  const current = await requirePhrase(ctx, wanted, () => false)
  if (current.kind === 'word') {
    const { id: description_id, change } = await asSynonym(ctx, current)
    await remove(ctx, current, 'accepted', [change])
    return { description_id, verified_query_id: null }
  }
  const [row] = await ctx.db.select({ query: learnedPhrases.query }).from(learnedPhrases).where(eq(id, wanted))
  const query = SemanticQuery.parse(row?.query)
  await tryQuery(ctx, current.datasource_id, { query })
  const { id: verified_query_id, change } = insertVerified(ctx, { datasource_id: current.datasource_id, question: current.phrase, query })
  await remove(ctx, current, 'accepted', [change])
  return { description_id: null, verified_query_id }
}

async function asSynonym(ctx: Context, { datasource_id: source, phrase: word, meaning: label }: LearnedPhrase) {
  const { table_name: table, column_name: column, label: called, synonyms } = descriptions
  const rows = await ctx.db.select({ id: descriptions.id, table, column, called, synonyms }).from(descriptions).where(eq(descriptions.datasource_id, source))
  const tables = new Map(rows.flatMap((row) => (row.column === '' ? [[row.table, row.called] as const] : [])))
  const nameOf = (row: (typeof rows)[number]) => (row.column === '' ? row.called : `${row.called} of ${tables.get(row.table) ?? row.table}`)
  const found = rows.find((row) => nameOf(row).toLowerCase() === label.toLowerCase())
  if (!found) throw new Failure('invalid', `nothing in the data source is called "${label}" any more`, { hint: 'change its meaning, or delete it' })
  const change = changeStatement(ctx, eq(descriptions.id, found.id), { synonyms: [...new Set([...found.synonyms, word])] })
  return { id: found.id, change: change as BatchItem<'sqlite'> }
}

const facts = (step: string, { id: phraseId, datasource_id: source }: LearnedPhrase, details: object = {}) => ({
  type: `learned_phrase.${step}`,
  resource: { type: 'learned_phrase', id: phraseId },
  details: { datasource_id: source, ...details },
})

/** A reading that was chosen, and the query it stands for. */
export type Chosen = { datasourceId: string; kind: 'word' | 'question'; phrase: string; meaning: string; query: SemanticQuery }

/** The statements that remember a choice of the caller; they do nothing when the data source is gone. What who may edit the source chose holds for everybody. */
export function noteChosen(ctx: Context, { datasourceId, kind: chosenKind, phrase: said, meaning: meant, query }: Chosen): BatchItem<'sqlite'>[] {
  if (ctx.actor.type !== 'user' || said.length > LONGEST || meant.length > LONGEST) return []
  const at = instantOf(ctx)
  const t = learnedPhrases
  const may = visible(ctx, 'datasource', datasources.id, datasources.owner_id, 'edit') ?? sql`1`
  const source = eq(datasources.id, datasourceId)
  const noted = ctx.db.run(
    sql`insert into ${t} (id, revision, created_at, updated_at, datasource_id, kind, phrase, meaning, query, times, is_shared, chosen_by)
        select ${ctx.newId('lph')}, 1, ${at}, ${at}, ${datasourceId}, ${chosenKind}, ${said}, ${meant}, ${JSON.stringify(query)}, 1,
          exists (select 1 from ${datasources} where ${source} and ${may}), ${ctx.actor.userId}
        where exists (select 1 from ${datasources} where ${source})
        on conflict (datasource_id, chosen_by, kind, phrase, meaning)
        do update set times = times + 1, query = excluded.query, updated_at = excluded.updated_at, revision = revision + 1`,
  ) as unknown as BatchItem<'sqlite'>
  const excess = ctx.db.run(
    sql`delete from ${t} where datasource_id = ${datasourceId} and id in
        (select id from ${t} where datasource_id = ${datasourceId} order by updated_at desc, id limit -1 offset ${MOST_KEPT})`,
  ) as unknown as BatchItem<'sqlite'>
  return [noted, excess, layerChanged(ctx, datasourceId) as BatchItem<'sqlite'>]
}
