import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { groups, users } from '#db/schema/identity.ts'
import { datasources, rowFilters } from '#db/schema/semantics.ts'
import { notFound, requireUser, visible } from '../../allow.ts'
import { atRevision, bumped, commitOne } from '../../commit.ts'
import { type Context, instantOf } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { exampleId } from '../../identifiers.ts'
import { equalTo, idFilter, nameFilter } from '../../list-filters.ts'
import { listQueries, matches, type Page, readPage } from '../../pagination.ts'
import { strict } from '../../strict.ts'
import { compileCondition } from '../compile/compile-condition.ts'
import { loadLayer } from '../layer/load-layer.ts'
import type { Layer } from '../layer.ts'
import type { DatasourceRow } from '../sources/datasource.ts'
import { findDatasource, layerChanged, requireDatasource } from '../sources/datasources.ts'
import { isKnownTemplate, isTemplate } from './filter-values.ts'
import { type RelatedTable, relatedTables, tablesReached } from './related-tables.ts'
import { columnOf } from './restrict-layer.ts'
import { type DatasourceRowFilter, type RowFilter, RowFilterAppliesTo, RowFilterCondition, RowFilterReach, rowFilterColumns } from './row-filter.ts'

const editable = {
  name: z.string().trim().max(200),
  table_name: z.string().min(1).max(256),
  condition: RowFilterCondition,
  applies_to: RowFilterAppliesTo,
  reach: RowFilterReach,
  is_enabled: z.boolean(),
}
export const NewRowFilter = strict({
  datasource_id: z.string().min(1).max(64),
  ...editable,
  name: editable.name.default(''),
  applies_to: RowFilterAppliesTo.default({ everyone: true }),
  reach: RowFilterReach.default('table'),
  is_enabled: z.boolean().default(true),
}).meta({
  id: 'NewRowFilter',
  description:
    'Filters of one table that apply to a caller all hold. The reply names in `related_tables` the tables that hold rows of the filtered ones and that stay open unless `reach` is `related`. A view over a filtered table is refused to those the filter binds, until it has a filter of its own.',
  example: {
    datasource_id: exampleId('ds'),
    name: 'own region',
    table_name: 'Customer',
    condition: { member: 'Country', operator: 'equals', values: ['{{user.attributes.country}}'] },
    applies_to: { everyone: true },
    reach: 'related',
  },
})
export const RowFilterChange = strict(editable)
  .partial()
  .meta({ id: 'RowFilterChange', example: { condition: { member: 'Country', operator: 'equals', values: ['France'] } } })

const sorts = { name: rowFilters.name, table_name: rowFilters.table_name, updated_at: rowFilters.updated_at }
const queries = listQueries(sorts, {
  datasource_id: idFilter('Those of this data source'),
  table_name: nameFilter('Those of this table'),
})
export const RowFilterListQuery = queries.list
export const RowFilterPageQuery = queries.page

/** Only who may edit a data source sees its filters: they tell what others may not see. */
function edited(ctx: Context) {
  const may = visible(ctx, 'datasource', datasources.id, datasources.owner_id, 'edit')
  return may && inArray(rowFilters.datasource_id, ctx.db.select({ id: datasources.id }).from(datasources).where(may))
}

type Stored = DatasourceRowFilter & { reached_tables: string[] }
const storedColumns = { ...rowFilterColumns, reached_tables: rowFilters.reached_tables }
const toWire = (layer: Layer, { reached_tables, ...filter }: Stored): RowFilter => ({
  ...filter,
  related_tables: relatedTables(layer, { ...filter, reached_tables }),
})

/** The row filters of the data sources the caller may edit. */
export async function listRowFilters(ctx: Context, query: z.infer<typeof RowFilterListQuery> | z.infer<typeof RowFilterPageQuery>): Promise<Page<RowFilter>> {
  requireUser(ctx)
  const page = await readPage<Stored>(ctx, {
    table: rowFilters,
    columns: storedColumns,
    where: and(
      edited(ctx),
      query.datasource_id ? eq(rowFilters.datasource_id, query.datasource_id) : undefined,
      equalTo(rowFilters.table_name, query.table_name),
      matches(query.q, rowFilters.name, rowFilters.table_name),
    ),
    sorts,
    query,
  })
  const layers = new Map<string, Layer>()
  for (const id of new Set(page.items.map((filter) => filter.datasource_id))) {
    const source = await findDatasource(ctx, id)
    if (source) layers.set(id, await loadLayer(ctx, source))
  }
  // A data source that was deleted meanwhile has no filter any more.
  return {
    ...page,
    items: page.items.flatMap((filter) => (layers.has(filter.datasource_id) ? [toWire(layers.get(filter.datasource_id) as Layer, filter)] : [])),
  }
}

/** The tables a filter of this table would reach with the reach `related`. Needs `edit` on the data source. Fails with `not_found`, `forbidden`. */
export async function listRelatedTables(ctx: Context, datasourceId: string, table: string): Promise<RelatedTable[]> {
  const layer = await loadLayer(ctx, await requireDatasource(ctx, datasourceId, 'edit'))
  if (!layer.tables.some(({ name }) => name === table)) throw notFound('table', 'table')
  return relatedTables(layer, { table_name: table, reach: 'table', reached_tables: [] })
}

/** Fails with `not_found` when its data source is not the caller's to see, `forbidden` when he may not edit it. */
export async function getRowFilter(ctx: Context, id: string): Promise<RowFilter> {
  const { filter, source } = await requireFilter(ctx, id)
  return toWire(await loadLayer(ctx, source), filter)
}

async function requireFilter(ctx: Context, id: string): Promise<{ filter: Stored; source: DatasourceRow }> {
  requireUser(ctx)
  const [filter] = (await ctx.db.select(storedColumns).from(rowFilters).where(eq(rowFilters.id, id))) as Stored[]
  if (!filter) throw notFound('row filter')
  const source = await requireDatasource(ctx, filter.datasource_id, 'edit').catch((error) => {
    throw error instanceof Failure && error.code === 'not_found' ? notFound('row filter') : error
  })
  return { filter, source }
}

/** Needs `edit` on the data source. It holds from the next query on. Fails with `not_found`, `forbidden`, and `invalid` naming what does not exist or fit. */
export async function createRowFilter(ctx: Context, input: z.infer<typeof NewRowFilter>): Promise<RowFilter> {
  const source = await requireDatasource(ctx, input.datasource_id, 'edit', 'datasource_id')
  const layer = await loadLayer(ctx, source)
  requireFitting(layer, input)
  await requireThere(ctx, input.applies_to)
  const at = instantOf(ctx)
  const id = ctx.newId('flt')
  const change = ctx.db
    .insert(rowFilters)
    .values({ ...input, id, reached_tables: tablesReached(layer, input), created_at: at, updated_at: at })
    .returning(storedColumns)
  return toWire(layer, (await commitOne(ctx, change, facts('created', id, source.id, input), [layerChanged(ctx, source.id)])) as Stored)
}

/** Needs `edit` on the data source. Fails as `createRowFilter`, and with `precondition_failed`. */
export async function updateRowFilter(ctx: Context, id: string, input: z.infer<typeof RowFilterChange>): Promise<RowFilter> {
  const { filter, source } = await requireFilter(ctx, id)
  const changed = { ...filter, ...input }
  const layer = await loadLayer(ctx, source)
  if (input.table_name !== undefined || input.condition !== undefined) requireFitting(layer, changed)
  if (input.applies_to !== undefined) await requireThere(ctx, input.applies_to)
  const found = input.table_name !== undefined || input.condition !== undefined ? { is_orphaned: false } : {}
  // What it reached holds until somebody says anew what it is to reach: a join that is gone opens no table.
  const reached = input.table_name !== undefined || input.reach !== undefined ? { reached_tables: tablesReached(layer, changed) } : {}
  const change = ctx.db
    .update(rowFilters)
    .set({ ...input, ...found, ...reached, ...bumped(ctx, rowFilters) })
    .where(atRevision(ctx, rowFilters, id))
    .returning(storedColumns)
  return toWire(layer, (await commitOne(ctx, change, facts('updated', id, source.id, changed), [layerChanged(ctx, source.id)])) as Stored)
}

/** Needs `edit` on the data source. Fails with `not_found`, `forbidden`, `precondition_failed`. */
export async function deleteRowFilter(ctx: Context, id: string): Promise<void> {
  const { filter: current } = await requireFilter(ctx, id)
  const change = ctx.db
    .delete(rowFilters)
    .where(atRevision(ctx, rowFilters, id))
    .returning({ id: rowFilters.id })
  await commitOne(ctx, change, facts('deleted', id, current.datasource_id, current), [layerChanged(ctx, current.datasource_id)])
}

type Rule = Pick<RowFilter, 'table_name' | 'condition' | 'applies_to' | 'reach'>

const facts = (step: string, id: string, datasourceId: string, { table_name, condition, applies_to, reach }: Rule) => ({
  type: `row_filter.${step}`,
  resource: { type: 'row_filter', id },
  details: { datasource_id: datasourceId, table_name, member: condition.member, operator: condition.operator, applies_to, reach },
})

/** A slip in an id would leave all rows to those who were meant. */
async function requireThere(ctx: Context, { groups: named = [], users: people = [], except = {} }: RowFilter['applies_to']): Promise<void> {
  const lists = [
    { path: 'groups', ids: named, table: groups },
    { path: 'users', ids: people, table: users },
    { path: 'except.groups', ids: except.groups ?? [], table: groups },
    { path: 'except.users', ids: except.users ?? [], table: users },
  ]
  for (const { path, ids: wanted, table } of lists) {
    if (wanted.length === 0) continue
    const found = new Set((await ctx.db.select({ id: table.id }).from(table).where(inArray(table.id, wanted))).map(({ id }) => id))
    const missing = wanted.findIndex((id) => !found.has(id))
    if (missing >= 0) throw new Failure('invalid', `there is no such ${table === groups ? 'group' : 'user'}`, { param: `applies_to.${path}.${missing}` })
  }
}

/** A rule that can never be decided would silently leave no row: it is refused while a person is there to mend it. */
function requireFitting(layer: Layer, { table_name: name, condition, applies_to: whom }: Rule): void {
  const table = layer.tables.find((candidate) => candidate.name === name)
  if (!table) throw new Failure('invalid', `the data source has no described table "${name}"`, { param: 'table_name' })
  const { member, operator, values } = condition
  const column = columnOf(table, member) ?? columnOf(table, `${name}.${member}`)
  if (!column) throw new Failure('invalid', `"${name}" has no column "${member}"`, { param: 'condition.member' })
  const unknown = values.findIndex((value) => isTemplate(value) && !isKnownTemplate(value))
  if (unknown >= 0) {
    const hint = 'a whole value is {{user.attributes.<name>}}, {{user.id}} or {{user.email}}'
    throw new Failure('invalid', 'this is nothing a user has', { param: `condition.values.${unknown}`, hint })
  }
  if (!whom.everyone && !whom.groups?.length && !whom.users?.length) throw new Failure('invalid', 'a filter must apply to someone', { param: 'applies_to' })
  if (values.some(isTemplate)) return
  try {
    compileCondition({ operator, values }, table, column, layer.dialect)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw new Failure('invalid', error.message, { param: 'condition', ...(error.details.hint ? { hint: error.details.hint } : {}) })
  }
}
