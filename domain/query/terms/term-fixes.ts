import { and, eq } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { z } from 'zod'
import { descriptions, measures, unmatchedTerms } from '#db/schema/semantics.ts'
import { notFound } from '../../allow.ts'
import { commitOne } from '../../commit.ts'
import { type Context, instantOf } from '../../context.ts'
import { Failure } from '../../failure.ts'
import type { Page } from '../../pagination.ts'
import { changeStatement } from '../../semantics/describe/descriptions.ts'
import { layerMeasure } from '../../semantics/layer/layer-measure.ts'
import { loadLayer } from '../../semantics/layer/load-layer.ts'
import { checkMeasure, type MeasureInput } from '../../semantics/layer/measures.ts'
import { listUnmatchedTerms, UnmatchedTerm, type UnmatchedTermListQuery } from '../../semantics/layer/unmatched-terms.ts'
import type { Layer } from '../../semantics/layer.ts'
import { layerChanged, requireDatasource } from '../../semantics/sources/datasources.ts'
import { askAgain } from './ask-again.ts'
import { proposeFixes } from './propose-fixes.ts'
import { ProposedFix, TermFix, type TermFixed } from './term-fix.ts'

export const FixableTerm = UnmatchedTerm.extend({
  fixes: z.array(ProposedFix).meta({ description: 'Up to three, the likeliest first; none once it is fixed' }),
  fixed: TermFix.nullable().meta({ description: 'What was done about it, which can be undone' }),
}).meta({ id: 'FixableTerm' })
export type FixableTerm = z.infer<typeof FixableTerm>

/** How a fix is undone: by taking the word out again, or the measure that was made for it. */
type Undo = { description: string } | { measure: string; isNew: boolean; wasProposed: boolean }
type Done = { fix: TermFix; undo: Undo }
type Statement = BatchItem<'sqlite'>

/** Words of refused questions with what may be done about each. Needs `edit` on the data source. */
export async function listFixableTerms(ctx: Context, datasourceId: string, query: z.infer<typeof UnmatchedTermListQuery>): Promise<Page<FixableTerm>> {
  const page = await listUnmatchedTerms(ctx, datasourceId, query)
  const source = await requireDatasource(ctx, datasourceId, 'edit')
  const [layer, proposed, done] = await Promise.all([
    loadLayer(ctx, source),
    ctx.db
      .select()
      .from(measures)
      .where(and(eq(measures.datasource_id, source.id), eq(measures.is_suggested, true), eq(measures.is_orphaned, false))),
    ctx.db.select({ term: unmatchedTerms.term, done: unmatchedTerms.done }).from(unmatchedTerms).where(eq(unmatchedTerms.datasource_id, source.id)),
  ])
  const offered = proposed.map(layerMeasure)
  const fixedBy = new Map(done.map((one) => [one.term, one.done as Done | null]))
  const items = page.items.map((item) => {
    const fixed = fixedBy.get(item.term)?.fix ?? null
    return { ...item, fixed, fixes: fixed ? [] : proposeFixes(item.term, item.last_question, layer, offered, ctx.ports.wordVectors) }
  })
  return { ...page, items }
}

/**
 * Makes a word known and asks the question that had it last once more. Only ever adds a name: fails with `already_exists` where the word names something already,
 * so that no question loses its reading. Needs `edit` on the data source.
 */
export async function fixTerm(ctx: Context, datasourceId: string, term: string, fix: TermFix): Promise<TermFixed> {
  const source = await requireDatasource(ctx, datasourceId, 'edit')
  const row = await requireTerm(ctx, source.id, term)
  if (row.done) throw new Failure('already_exists', 'this word has been fixed', { hint: 'undo that first' })
  const layer = await loadLayer(ctx, source)
  requireFree(layer, term)
  const { change, undo, also } = await changeFor(ctx, layer, term, fix)
  const done = ctx.db
    .update(unmatchedTerms)
    .set({ done: { fix, undo } satisfies Done })
    .where(keyOf(source.id, term))
  await commitOne(ctx, change, facts('fixed', source.id, { term, kind: fix.kind }), [...also, done, layerChanged(ctx, source.id) as Statement])
  return { term, fix, question: row.last_question, ...(await askAgain(ctx, source.id, row.last_question)) }
}

/** Takes a fix back: the word is unknown again. Where there is none, nothing changes. Needs `edit` on the data source. */
export async function undoFix(ctx: Context, datasourceId: string, term: string): Promise<void> {
  const source = await requireDatasource(ctx, datasourceId, 'edit')
  const { done } = await requireTerm(ctx, source.id, term)
  const open = ctx.db.update(unmatchedTerms).set({ done: null }).where(keyOf(source.id, term)).returning({ term: unmatchedTerms.term })
  const also = done ? await takeBack(ctx, term, (done as Done).undo) : []
  await commitOne(ctx, open, facts('fix_undone', source.id, { term }), [...also, layerChanged(ctx, source.id) as Statement])
}

const keyOf = (datasourceId: string, term: string) => and(eq(unmatchedTerms.datasource_id, datasourceId), eq(unmatchedTerms.term, term))

async function requireTerm(ctx: Context, datasourceId: string, term: string) {
  const [row] = await ctx.db.select().from(unmatchedTerms).where(keyOf(datasourceId, term))
  if (!row) throw notFound('unmatched term')
  return row
}

const facts = (step: string, id: string, details: object) => ({ type: `unmatched_term.${step}`, resource: { type: 'datasource', id }, details: { ...details } })

function requireFree({ tables, measures: known }: Layer, term: string): void {
  const named = [...tables, ...tables.flatMap(({ columns }) => columns), ...known]
  const isTaken = named.some(({ label, synonyms }) => [label, ...synonyms].some((one) => one.toLowerCase() === term))
  if (isTaken) throw new Failure('already_exists', `"${term}" names something in this data source already`, { hint: 'dismiss the word, or ask again' })
}

type Prepared = { change: Statement & PromiseLike<unknown[]>; undo: Undo; also: Statement[] }

async function changeFor(ctx: Context, layer: Layer, term: string, fix: TermFix): Promise<Prepared> {
  if (fix.kind === 'synonym') return renamed(ctx, layer, term, fix)
  if (fix.kind === 'measure') return renamedMeasure(ctx, layer, term, fix.measure)
  const table = layer.tables.find(({ name }) => name === fix.table)
  if (!table) throw new Failure('invalid', `there is no table "${fix.table}"`, { param: 'table' })
  const condition = fix.kind === 'value' ? { table: fix.table, column: fix.column, operator: 'equals' as const, values: [fix.value] } : null
  const title = fix.kind === 'value' ? `number of ${term}` : term
  return defined(ctx, layer, {
    name: nameFor(layer, title),
    title,
    table_name: fix.table,
    aggregation: fix.kind === 'value' ? 'count' : fix.aggregation,
    expression: fix.kind === 'value' ? null : fix.expression,
    filters: condition,
    format: null,
    unit: null,
    description: '',
    synonyms: fix.kind === 'value' ? [term, `how many ${term}`] : [],
  })
}

async function renamed(ctx: Context, { datasourceId }: Layer, term: string, { table, column }: Extract<TermFix, { kind: 'synonym' }>): Promise<Prepared> {
  const { datasource_id, table_name, column_name } = descriptions
  const [found] = await ctx.db
    .select({ id: descriptions.id, synonyms: descriptions.synonyms })
    .from(descriptions)
    .where(and(eq(datasource_id, datasourceId), eq(table_name, table), eq(column_name, column ?? '')))
  if (!found) throw new Failure('invalid', `there is no such ${column === null ? 'table' : 'column'}`, { param: column === null ? 'table' : 'column' })
  return { change: changeStatement(ctx, eq(descriptions.id, found.id), { synonyms: [...found.synonyms, term] }), undo: { description: found.id }, also: [] }
}

async function renamedMeasure(ctx: Context, { datasourceId }: Layer, term: string, name: string): Promise<Prepared> {
  const [found] = await ctx.db
    .select()
    .from(measures)
    .where(and(eq(measures.datasource_id, datasourceId), eq(measures.name, name)))
  if (!found) throw new Failure('invalid', `there is no measure "${name}"`, { param: 'measure' })
  const change = ctx.db
    .update(measures)
    .set({ synonyms: [...found.synonyms, term], is_suggested: false, updated_at: instantOf(ctx), revision: found.revision + 1 })
    .where(eq(measures.id, found.id))
    .returning({ id: measures.id })
  return { change, undo: { measure: found.id, isNew: false, wasProposed: found.is_suggested }, also: [] }
}

async function defined(ctx: Context, layer: Layer, input: MeasureInput): Promise<Prepared> {
  const expression_tree = await checkMeasure(ctx, layer, input)
  const at = instantOf(ctx)
  const id = ctx.newId('msr')
  const change = ctx.db
    .insert(measures)
    .values({ ...input, expression_tree, id, datasource_id: layer.datasourceId, is_suggested: false, created_at: at, updated_at: at })
    .returning({ id: measures.id })
  return { change, undo: { measure: id, isNew: true, wasProposed: false }, also: [] }
}

function nameFor({ measures: known }: Layer, title: string): string {
  const plain = `_${title.toLowerCase().normalize('NFKD')}`
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+(?=[a-z])|_+$/g, '')
    .slice(0, 60)
  let name = plain === '' ? 'measure' : plain
  for (let number = 2; known.some((one) => one.name === name); number++) name = `${plain}_${number}`
  return name
}

async function takeBack(ctx: Context, term: string, undo: Undo): Promise<Statement[]> {
  if ('description' in undo) {
    const [found] = await ctx.db.select({ synonyms: descriptions.synonyms }).from(descriptions).where(eq(descriptions.id, undo.description))
    return found ? [changeStatement(ctx, eq(descriptions.id, undo.description), { synonyms: found.synonyms.filter((one) => one !== term) }) as Statement] : []
  }
  const which = eq(measures.id, undo.measure)
  if (undo.isNew) return [ctx.db.delete(measures).where(which)]
  const [found] = await ctx.db.select({ synonyms: measures.synonyms }).from(measures).where(which)
  if (!found) return []
  return [
    ctx.db
      .update(measures)
      .set({ synonyms: found.synonyms.filter((one) => one !== term), is_suggested: undo.wasProposed })
      .where(which),
  ]
}
