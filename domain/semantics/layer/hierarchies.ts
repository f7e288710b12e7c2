import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { hierarchies } from '#db/schema/semantics.ts'
import { notFound } from '../../allow.ts'
import { atRevision, bumped, commitOne, unlessTaken } from '../../commit.ts'
import { type Context, instantOf } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { exampleId } from '../../identifiers.ts'
import { flagFilter, flagged, idFilter } from '../../list-filters.ts'
import { listQueries, matches, type Page, readPage } from '../../pagination.ts'
import { stored, strict } from '../../strict.ts'
import { searchJoinTrees } from '../compile/join-path.ts'
import type { Layer } from '../layer.ts'
import { layerChanged, requireDatasource, visibleDatasources } from '../sources/datasources.ts'
import { loadLayer } from './load-layer.ts'
import { namesOnlyShown } from './shown-members.ts'

export const HierarchyLevel = strict({
  table_name: z.string().min(1).max(256).meta({ example: 'Customer' }),
  column_name: z.string().min(1).max(256).meta({ example: 'Country' }),
}).meta({ id: 'HierarchyLevel' })

export const Hierarchy = z
  .object({
    ...stored,
    datasource_id: z.string(),
    name: z.string().meta({ example: 'geography' }),
    title: z.string().meta({ example: 'Geography' }),
    levels: z.array(HierarchyLevel).meta({ description: 'From coarse to fine' }),
    is_suggested: z.boolean().meta({ description: 'Found by an extraction and not yet accepted: nobody is offered it' }),
    is_orphaned: z.boolean().meta({ description: 'Names a table or column the source no longer has; nobody is offered it' }),
  })
  .meta({ id: 'Hierarchy' })
export type Hierarchy = z.infer<typeof Hierarchy>

const editable = {
  name: z.string().trim().min(1).max(120),
  title: z.string().trim().min(1).max(200),
  levels: z.array(HierarchyLevel).min(1).max(12),
}
export const NewHierarchy = strict({ datasource_id: z.string().min(1).max(64), ...editable, title: editable.title.optional() }).meta({
  id: 'NewHierarchy',
  example: {
    datasource_id: exampleId('ds'),
    name: 'geography',
    levels: [
      { table_name: 'Customer', column_name: 'Country' },
      { table_name: 'Customer', column_name: 'City' },
    ],
  },
})
export const HierarchyChange = strict({ ...editable, is_suggested: z.literal(false).meta({ description: 'Accepts a suggestion, as any change does' }) })
  .partial()
  .meta({ id: 'HierarchyChange', example: { title: 'Where customers live' } })

const sorts = { name: hierarchies.name, updated_at: hierarchies.updated_at }
const queries = listQueries(sorts, {
  datasource_id: idFilter('Those of this data source'),
  is_suggested: flagFilter('Only suggestions, or only what is defined or accepted'),
})
export const HierarchyListQuery = queries.list
export const HierarchyPageQuery = queries.page

const columns = {
  id: hierarchies.id,
  revision: hierarchies.revision,
  created_at: hierarchies.created_at,
  updated_at: hierarchies.updated_at,
  datasource_id: hierarchies.datasource_id,
  name: hierarchies.name,
  title: hierarchies.title,
  levels: hierarchies.levels,
  is_suggested: hierarchies.is_suggested,
  is_orphaned: hierarchies.is_orphaned,
}

function seen(ctx: Context) {
  const mine = visibleDatasources(ctx)
  return and(mine && inArray(hierarchies.datasource_id, mine), namesOnlyShown(ctx, hierarchies.datasource_id, [{ levels: hierarchies.levels }]))
}

/** The drill-down paths of the data sources the caller may see; those over what is hidden for who may edit the source. */
export const listHierarchies = (ctx: Context, query: z.infer<typeof HierarchyListQuery> | z.infer<typeof HierarchyPageQuery>): Promise<Page<Hierarchy>> =>
  readPage<Hierarchy>(ctx, {
    table: hierarchies,
    columns,
    where: and(
      seen(ctx),
      query.datasource_id ? eq(hierarchies.datasource_id, query.datasource_id) : undefined,
      flagged(hierarchies.is_suggested, query.is_suggested),
      matches(query.q, hierarchies.name, hierarchies.title),
    ),
    sorts,
    query,
  })

/** Fails with `not_found` when its data source is not visible, nor one of its levels. */
export async function getHierarchy(ctx: Context, id: string): Promise<Hierarchy> {
  const [row] = await ctx.db
    .select(columns)
    .from(hierarchies)
    .where(and(eq(hierarchies.id, id), seen(ctx)))
  if (!row) throw notFound('hierarchy')
  return row
}

const taken = 'a hierarchy of this name exists in the data source'

/** Needs `edit` on the data source. Fails with `not_found`, `forbidden`, `already_exists`, and `invalid` naming a level that does not exist or no join reaches. */
export async function createHierarchy(ctx: Context, { title, ...input }: z.infer<typeof NewHierarchy>): Promise<Hierarchy> {
  const source = await requireDatasource(ctx, input.datasource_id, 'edit', 'datasource_id')
  requireLevels(await loadLayer(ctx, source), input.levels)
  const at = instantOf(ctx)
  const id = ctx.newId('hier')
  const change = ctx.db
    .insert(hierarchies)
    .values({ ...input, title: title ?? input.name, id, created_at: at, updated_at: at })
    .returning(columns)
  const facts = { type: 'hierarchy.created', resource: { type: 'hierarchy', id }, details: { datasource_id: source.id, name: input.name } }
  return unlessTaken('name', taken, commitOne(ctx, change, facts, [layerChanged(ctx, source.id)]))
}

/** Needs `edit` on the data source. A suggestion that a person changes is accepted. Fails as `createHierarchy`, and with `precondition_failed`. */
export async function updateHierarchy(ctx: Context, id: string, input: z.infer<typeof HierarchyChange>): Promise<Hierarchy> {
  const { datasource_id: sourceId } = await getHierarchy(ctx, id)
  const source = await requireDatasource(ctx, sourceId, 'edit')
  if (input.levels) requireLevels(await loadLayer(ctx, source), input.levels)
  const change = ctx.db
    .update(hierarchies)
    .set({ ...input, is_suggested: false, ...(input.levels ? { is_orphaned: false } : {}), ...bumped(ctx, hierarchies) })
    .where(atRevision(ctx, hierarchies, id))
    .returning(columns)
  const facts = { type: 'hierarchy.updated', resource: { type: 'hierarchy', id }, details: { datasource_id: sourceId, fields: Object.keys(input) } }
  return unlessTaken('name', taken, commitOne(ctx, change, facts, [layerChanged(ctx, sourceId)]))
}

/** Makes a suggestion one of the drill-down paths that are offered; accepting one twice changes nothing. Needs `edit` on the data source. */
export async function acceptHierarchy(ctx: Context, id: string): Promise<Hierarchy> {
  const current = await getHierarchy(ctx, id)
  await requireDatasource(ctx, current.datasource_id, 'edit')
  return current.is_suggested ? updateHierarchy(ctx, id, { is_suggested: false }) : current
}

/** Needs `edit` on the data source. */
export async function deleteHierarchy(ctx: Context, id: string): Promise<void> {
  const { datasource_id: sourceId, name } = await getHierarchy(ctx, id)
  await requireDatasource(ctx, sourceId, 'edit')
  const change = ctx.db
    .delete(hierarchies)
    .where(atRevision(ctx, hierarchies, id))
    .returning({ id: hierarchies.id })
  const facts = { type: 'hierarchy.deleted', resource: { type: 'hierarchy', id }, details: { datasource_id: sourceId, name } }
  await commitOne(ctx, change, facts, [layerChanged(ctx, sourceId)])
}

export function requireLevels(layer: Layer, levels: Hierarchy['levels']): void {
  const [top] = levels
  for (const [index, level] of levels.entries()) {
    const { table_name: table, column_name: column } = level
    const param = `levels.${index}`
    const known = layer.tables.find(({ name }) => name === table)
    if (!known) throw new Failure('invalid', `the data source has no described table "${table}"`, { param: `${param}.table_name` })
    if (!known.columns.some(({ name }) => name === column))
      throw new Failure('invalid', `"${table}" has no column "${column}"`, { param: `${param}.column_name` })
    if (levels.findIndex((other) => other.table_name === table && other.column_name === column) < index) {
      throw new Failure('invalid', `the level "${table}.${column}" is named twice`, { param })
    }
    if (top && top.table_name !== table && searchJoinTrees(layer, [top.table_name, table], null, []).length === 0) {
      throw new Failure('invalid', `no join reaches "${table}" from "${top.table_name}"`, {
        param: `${param}.table_name`,
        hint: 'define a relationship between the tables first',
      })
    }
  }
}
