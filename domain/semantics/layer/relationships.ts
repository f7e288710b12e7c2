import { and, eq, inArray, or } from 'drizzle-orm'
import { z } from 'zod'
import { relationships } from '#db/schema/semantics.ts'
import { notFound } from '../../allow.ts'
import { atRevision, bumped, commitOne, unlessTaken } from '../../commit.ts'
import { type Context, instantOf } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { exampleId } from '../../identifiers.ts'
import { equalTo, idFilter, nameFilter } from '../../list-filters.ts'
import { listQueries, matches, type Page, readPage } from '../../pagination.ts'
import { stored, strict } from '../../strict.ts'
import type { Layer } from '../layer.ts'
import { layerChanged, requireDatasource, visibleDatasources } from '../sources/datasources.ts'
import { loadLayer } from './load-layer.ts'
import { namesOnlyShown } from './shown-members.ts'

const Cardinality = z
  .enum(['many_to_one', 'one_to_one', 'one_to_many', 'many_to_many'])
  .meta({ id: 'Cardinality', description: 'Rows of from_table to rows of to_table' })
const tableName = z.string().min(1).max(256)
const columnNames = z.array(z.string().min(1).max(256)).min(1).max(16)

export const Relationship = z
  .object({
    ...stored,
    datasource_id: z.string(),
    from_table: z.string().meta({ example: 'Invoice' }),
    from_columns: z.array(z.string()).meta({ example: ['CustomerId'] }),
    to_table: z.string().meta({ example: 'Customer' }),
    to_columns: z.array(z.string()).meta({ example: ['CustomerId'] }),
    cardinality: Cardinality,
    source: z.enum(['declared', 'inferred', 'manual']),
    evidence: z.string().nullable().meta({ description: 'Why it was inferred' }),
    confidence: z.number().nullable(),
    is_orphaned: z.boolean().meta({ description: 'Names a table or column the source no longer has; no question uses it' }),
  })
  .meta({ id: 'Relationship' })
export type Relationship = z.infer<typeof Relationship>

const editable = { from_table: tableName, from_columns: columnNames, to_table: tableName, to_columns: columnNames, cardinality: Cardinality }
export const NewRelationship = strict({ datasource_id: z.string().min(1).max(64), ...editable, cardinality: Cardinality.default('many_to_one') }).meta({
  id: 'NewRelationship',
  example: { datasource_id: exampleId('ds'), from_table: 'Invoice', from_columns: ['CustomerId'], to_table: 'Customer', to_columns: ['CustomerId'] },
})
export const RelationshipChange = strict(editable)
  .partial()
  .meta({ id: 'RelationshipChange', example: { cardinality: 'one_to_one' } })

const sorts = { from_table: relationships.from_table, to_table: relationships.to_table, updated_at: relationships.updated_at }
const queries = listQueries(sorts, {
  datasource_id: idFilter('Those of this data source'),
  table_name: nameFilter('Those from or to this table'),
  source: Relationship.shape.source.optional().meta({ description: 'Those declared by the source, inferred, or made by hand' }),
})
export const RelationshipListQuery = queries.list
export const RelationshipPageQuery = queries.page

const columns = {
  id: relationships.id,
  revision: relationships.revision,
  created_at: relationships.created_at,
  updated_at: relationships.updated_at,
  datasource_id: relationships.datasource_id,
  from_table: relationships.from_table,
  from_columns: relationships.from_columns,
  to_table: relationships.to_table,
  to_columns: relationships.to_columns,
  cardinality: relationships.cardinality,
  source: relationships.source,
  evidence: relationships.evidence,
  confidence: relationships.confidence,
  is_orphaned: relationships.is_orphaned,
}

function seen(ctx: Context) {
  const mine = visibleDatasources(ctx)
  const r = relationships
  const ends = [
    { table: r.from_table, columns: r.from_columns },
    { table: r.to_table, columns: r.to_columns },
  ]
  return and(eq(r.is_rejected, false), mine && inArray(r.datasource_id, mine), namesOnlyShown(ctx, r.datasource_id, ends))
}

/** The joins of the data sources the caller may see; those by what is hidden for who may edit the source. */
export const listRelationships = (
  ctx: Context,
  query: z.infer<typeof RelationshipListQuery> | z.infer<typeof RelationshipPageQuery>,
): Promise<Page<Relationship>> =>
  readPage<Relationship>(ctx, {
    table: relationships,
    columns,
    where: and(
      seen(ctx),
      query.datasource_id ? eq(relationships.datasource_id, query.datasource_id) : undefined,
      query.table_name === undefined ? undefined : or(eq(relationships.from_table, query.table_name), eq(relationships.to_table, query.table_name)),
      equalTo(relationships.source, query.source),
      matches(query.q, relationships.from_table, relationships.to_table),
    ),
    sorts,
    query,
  })

/** Fails with `not_found` when its data source is not visible, nor one of its columns. */
export async function getRelationship(ctx: Context, id: string): Promise<Relationship> {
  const [row] = await ctx.db
    .select(columns)
    .from(relationships)
    .where(and(eq(relationships.id, id), seen(ctx)))
  if (!row) throw notFound('relationship')
  return row
}

const taken = 'this join exists'
const byHand = { source: 'manual' as const, evidence: null, confidence: null, is_rejected: false, is_orphaned: false }

/** Needs `edit` on the data source. A join that was rejected before comes back. Fails with `not_found`, `forbidden`, `already_exists`, `invalid` naming what does not exist. */
export async function createRelationship(ctx: Context, input: z.infer<typeof NewRelationship>): Promise<Relationship> {
  const source = await requireDatasource(ctx, input.datasource_id, 'edit', 'datasource_id')
  requireEnds(await loadLayer(ctx, source), input)
  const at = instantOf(ctx)
  const id = ctx.newId('rel')
  const r = relationships
  const change = ctx.db
    .insert(r)
    .values({ ...input, ...byHand, id, created_at: at, updated_at: at })
    .onConflictDoUpdate({
      target: [r.datasource_id, r.from_table, r.from_columns, r.to_table, r.to_columns],
      set: { id, ...byHand, cardinality: input.cardinality, revision: 1, created_at: at, updated_at: at },
      setWhere: eq(r.is_rejected, true),
    })
    .returning(columns)
  return commitOne(ctx, change, facts('created', id, source.id, input), [layerChanged(ctx, source.id)]).catch((error) => {
    throw error instanceof Failure && error.code === 'precondition_failed' ? new Failure('already_exists', taken, { param: 'from_columns' }) : error
  })
}

/** Needs `edit` on the data source. The join counts as a person's from then on: no extraction changes it. Fails as `createRelationship`, and with `precondition_failed`. */
export async function updateRelationship(ctx: Context, id: string, input: z.infer<typeof RelationshipChange>): Promise<Relationship> {
  const current = await getRelationship(ctx, id)
  const source = await requireDatasource(ctx, current.datasource_id, 'edit')
  requireEnds(await loadLayer(ctx, source), { ...current, ...input })
  const change = ctx.db
    .update(relationships)
    .set({ ...input, ...byHand, ...bumped(ctx, relationships) })
    .where(atRevision(ctx, relationships, id))
    .returning(columns)
  return unlessTaken('from_columns', taken, commitOne(ctx, change, facts('updated', id, source.id, { ...current, ...input }), [layerChanged(ctx, source.id)]))
}

/** Needs `edit` on the data source. A join that an extraction found stays rejected: the next one does not bring it back. */
export async function deleteRelationship(ctx: Context, id: string): Promise<void> {
  const current = await getRelationship(ctx, id)
  await requireDatasource(ctx, current.datasource_id, 'edit')
  const change = ctx.db
    .update(relationships)
    .set({ source: 'manual', is_rejected: true, ...bumped(ctx, relationships) })
    .where(atRevision(ctx, relationships, id))
    .returning({ id: relationships.id })
  await commitOne(ctx, change, facts('deleted', id, current.datasource_id, current), [layerChanged(ctx, current.datasource_id)])
}

type Ends = Pick<Relationship, 'from_table' | 'from_columns' | 'to_table' | 'to_columns'>

const facts = (step: string, id: string, datasourceId: string, { from_table, from_columns, to_table, to_columns }: Ends) => ({
  type: `relationship.${step}`,
  resource: { type: 'relationship', id },
  details: { datasource_id: datasourceId, from_table, from_columns, to_table, to_columns },
})

export function requireEnds(layer: Layer, ends: Ends): void {
  for (const side of ['from', 'to'] as const) {
    const name = ends[`${side}_table`]
    const table = layer.tables.find((candidate) => candidate.name === name)
    if (!table) throw new Failure('invalid', `the data source has no described table "${name}"`, { param: `${side}_table` })
    for (const [index, column] of ends[`${side}_columns`].entries()) {
      const known = table.columns.some((candidate) => candidate.name === column)
      if (!known) throw new Failure('invalid', `"${name}" has no column "${column}"`, { param: `${side}_columns.${index}` })
    }
  }
  if (ends.from_columns.length !== ends.to_columns.length) {
    throw new Failure('invalid', 'from_columns and to_columns must be of one length', { param: 'to_columns' })
  }
}
