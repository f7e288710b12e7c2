import { and, eq, inArray, or } from 'drizzle-orm'
import { z } from 'zod'
import { datasources, measures } from '#db/schema/semantics.ts'
import { notFound, visible } from '../../allow.ts'
import { atRevision, bumped, commit, commitOne, unlessTaken } from '../../commit.ts'
import { type Context, instantOf } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { exampleId } from '../../identifiers.ts'
import { equalTo, flagFilter, flagged, idFilter, nameFilter } from '../../list-filters.ts'
import { orNull } from '../../or-null.ts'
import { listQueries, matches, type Page, readPage } from '../../pagination.ts'
import { stored, strict } from '../../strict.ts'
import { compileQuery } from '../compile/compile.ts'
import type { Layer } from '../layer.ts'
import { Aggregate, type Arithmetic, Filter, SemanticQuery } from '../semantic-query.ts'
import { layerChanged, requireDatasource, visibleDatasources } from '../sources/datasources.ts'
import { layerMeasure } from './layer-measure.ts'
import { loadLayer } from './load-layer.ts'

const name = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, 'letters, digits and underscores, beginning with no digit')
  .meta({ example: 'revenue' })
const title = z.string().trim().min(1).max(200).meta({ example: 'Revenue' })
const expression = z.string().trim().min(1).max(2000).nullable().meta({
  description:
    'What is aggregated: a column of the table, or a calculation over its columns in plain SQL with + - * /, CASE WHEN and COALESCE. None counts the rows.',
  example: 'UnitPrice * Quantity',
})
const synonyms = z.array(z.string().trim().min(1).max(120)).max(50)

export const Measure = z
  .object({
    ...stored,
    datasource_id: z.string(),
    name,
    title,
    table_name: z.string().meta({ example: 'InvoiceLine' }),
    aggregation: Aggregate,
    expression,
    filters: orNull(Filter).meta({ description: 'The rows that count' }),
    format: z.string().nullable().meta({ example: 'currency' }),
    unit: z.string().nullable().meta({ example: 'USD' }),
    description: z.string(),
    synonyms: z.array(z.string()),
    is_suggested: z.boolean().meta({ description: 'Proposed by an extraction; a person has yet to accept it, and no question uses it before' }),
    is_orphaned: z.boolean().meta({ description: 'Names a table or column the source no longer has; nobody is offered it' }),
  })
  .meta({ id: 'Measure' })
export type Measure = z.infer<typeof Measure>

const editable = {
  name,
  title,
  table_name: z.string().min(1).max(256),
  aggregation: Aggregate,
  expression,
  filters: orNull(Filter),
  format: z.string().trim().min(1).max(64).nullable(),
  unit: z.string().trim().min(1).max(64).nullable(),
  description: z.string().trim().max(2000),
  synonyms,
}
export const NewMeasure = strict({
  datasource_id: z.string().min(1).max(64),
  ...editable,
  title: title.optional(),
  expression: expression.default(null),
  filters: editable.filters.default(null),
  format: editable.format.default(null),
  unit: editable.unit.default(null),
  description: editable.description.default(''),
  synonyms: synonyms.default([]),
}).meta({
  id: 'NewMeasure',
  example: {
    datasource_id: exampleId('ds'),
    name: 'revenue',
    table_name: 'InvoiceLine',
    aggregation: 'sum',
    expression: 'UnitPrice * Quantity',
    unit: 'USD',
    synonyms: ['sales', 'turnover'],
  },
})
export const MeasureChange = strict(editable)
  .partial()
  .meta({ id: 'MeasureChange', example: { description: 'Before tax' } })
export type MeasureInput = Pick<
  Measure,
  'name' | 'title' | 'table_name' | 'aggregation' | 'expression' | 'filters' | 'unit' | 'format' | 'description' | 'synonyms'
>

const sorts = { name: measures.name, updated_at: measures.updated_at }
const queries = listQueries(sorts, {
  datasource_id: idFilter('Those of this data source'),
  table_name: nameFilter('Those of this table'),
  is_suggested: flagFilter('Proposals, or measures that are in force'),
})
export const MeasureListQuery = queries.list
export const MeasurePageQuery = queries.page

const columns = {
  id: measures.id,
  revision: measures.revision,
  created_at: measures.created_at,
  updated_at: measures.updated_at,
  datasource_id: measures.datasource_id,
  name: measures.name,
  title: measures.title,
  table_name: measures.table_name,
  aggregation: measures.aggregation,
  expression: measures.expression,
  filters: measures.filters,
  format: measures.format,
  unit: measures.unit,
  description: measures.description,
  synonyms: measures.synonyms,
  is_suggested: measures.is_suggested,
  is_orphaned: measures.is_orphaned,
}

function seen(ctx: Context) {
  const mine = visibleDatasources(ctx)
  // What is proposed tells of values: it is for who may edit the source.
  const edited = visible(ctx, 'datasource', datasources.id, datasources.owner_id, 'edit')
  const proposed = edited && inArray(measures.datasource_id, ctx.db.select({ id: datasources.id }).from(datasources).where(edited))
  return mine && and(inArray(measures.datasource_id, mine), or(eq(measures.is_suggested, false), proposed))
}

/** The defined measures of the data sources the caller may see. */
export const listMeasures = (ctx: Context, query: z.infer<typeof MeasureListQuery> | z.infer<typeof MeasurePageQuery>): Promise<Page<Measure>> =>
  readPage<Measure>(ctx, {
    table: measures,
    columns,
    where: and(
      seen(ctx),
      query.datasource_id ? eq(measures.datasource_id, query.datasource_id) : undefined,
      equalTo(measures.table_name, query.table_name),
      flagged(measures.is_suggested, query.is_suggested),
      matches(query.q, measures.name, measures.title, measures.description),
    ),
    sorts,
    query,
  })

/** Fails with `not_found` when its data source is not visible. */
export async function getMeasure(ctx: Context, id: string): Promise<Measure> {
  const [row] = await ctx.db
    .select(columns)
    .from(measures)
    .where(and(eq(measures.id, id), seen(ctx)))
  if (!row) throw notFound('measure')
  return row as Measure
}

const taken = 'a measure of this name exists in the data source'

/** Needs `edit` on the data source. Fails with `not_found`, `forbidden`, `already_exists`, and `invalid` naming what its expression or filters may not hold. */
export async function createMeasure(ctx: Context, { datasource_id: sourceId, ...given }: z.infer<typeof NewMeasure>): Promise<Measure> {
  const source = await requireDatasource(ctx, sourceId, 'edit', 'datasource_id')
  const input: MeasureInput = { ...given, title: given.title ?? given.name.replaceAll('_', ' ') }
  const tree = await checkMeasure(ctx, await loadLayer(ctx, source), input)
  const at = instantOf(ctx)
  const id = ctx.newId('msr')
  const values = { ...input, expression_tree: tree, id, datasource_id: source.id, is_suggested: false, created_at: at, updated_at: at }
  const change = ctx.db
    .insert(measures)
    .values(values)
    // A proposal stands in nobody's way.
    .onConflictDoUpdate({ target: [measures.datasource_id, measures.name], set: { ...values, is_orphaned: false }, setWhere: eq(measures.is_suggested, true) })
    .returning(columns)
  const [row] = await commit(ctx, change, facts('created', id, source.id, input), [layerChanged(ctx, source.id)])
  if (!row) throw new Failure('already_exists', taken, { param: 'name' })
  return row as Measure
}

/** Needs `edit` on the data source. Fails as `createMeasure`, and with `precondition_failed`. */
export async function updateMeasure(ctx: Context, id: string, given: z.infer<typeof MeasureChange>): Promise<Measure> {
  const current = await getMeasure(ctx, id)
  const source = await requireDatasource(ctx, current.datasource_id, 'edit')
  const input: MeasureInput = { ...current, ...(given as Partial<MeasureInput>) }
  const tree = await checkMeasure(ctx, await loadLayer(ctx, source), input)
  const change = ctx.db
    .update(measures)
    .set({ ...(given as Partial<MeasureInput>), expression_tree: tree, is_suggested: false, is_orphaned: false, ...bumped(ctx, measures) })
    .where(atRevision(ctx, measures, id))
    .returning(columns)
  const done = commitOne(ctx, change, facts('updated', id, source.id, input), [layerChanged(ctx, source.id)])
  return unlessTaken('name', taken, done) as Promise<Measure>
}

/** Puts a proposal in force; accepting one twice changes nothing. Needs `edit` on the data source. Fails as `updateMeasure`. */
export async function acceptMeasure(ctx: Context, id: string): Promise<Measure> {
  const current = await getMeasure(ctx, id)
  await requireDatasource(ctx, current.datasource_id, 'edit')
  return current.is_suggested ? updateMeasure(ctx, id, {}) : current
}

/** Needs `edit` on the data source. */
export async function deleteMeasure(ctx: Context, id: string): Promise<void> {
  const current = await getMeasure(ctx, id)
  await requireDatasource(ctx, current.datasource_id, 'edit')
  const change = ctx.db
    .delete(measures)
    .where(atRevision(ctx, measures, id))
    .returning({ id: measures.id })
  await commitOne(ctx, change, facts('deleted', id, current.datasource_id, current), [layerChanged(ctx, current.datasource_id)])
}

const facts = (step: string, id: string, datasourceId: string, { name: named }: { name: string }) => ({
  type: `measure.${step}`,
  resource: { type: 'measure', id },
  details: { datasource_id: datasourceId, name: named },
})

/** What a measure's expression was understood as; null when it counts rows. Fails with `invalid` unless the measure compiles over the layer. */
export async function checkMeasure(ctx: Context, layer: Layer, input: MeasureInput): Promise<Arithmetic | null> {
  const tree = input.expression === null ? null : await ctx.ports.arithmetic(input.expression, input.table_name)
  const measure = layerMeasure({ ...input, expression_tree: tree })
  const query = SemanticQuery.parse({ measures: [{ measure: input.name }] })
  try {
    compileQuery({ ...layer, measures: [measure] }, query)
  } catch (error) {
    if (!(error instanceof Failure) || (error.code !== 'query_invalid' && error.code !== 'ambiguous_join')) throw error
    const { hint } = error.details
    throw new Failure('invalid', `the measure does not compile: ${error.message}`, hint === undefined ? {} : { hint })
  }
  return tree
}
