import { and, eq, inArray, notExists, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { alias } from 'drizzle-orm/sqlite-core'
import { z } from 'zod'
import { descriptions } from '#db/schema/semantics.ts'
import { notFound, requireLevel } from '../../allow.ts'
import { atRevision, bumped, commitOne } from '../../commit.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { exampleId } from '../../identifiers.ts'
import { equalTo, flagFilter, flagged, nameFilter } from '../../list-filters.ts'
import { orNull } from '../../or-null.ts'
import { listQueries, matches, type Page, readPage } from '../../pagination.ts'
import { stored, strict } from '../../strict.ts'
import { loadLayer } from '../layer/load-layer.ts'
import type { Layer } from '../layer.ts'
import { plainDescription } from '../row-filters/restrict-layer.ts'
import type { DatasourceRow } from '../sources/datasource.ts'
import { layerChanged, requireDatasource, visibleDatasources } from '../sources/datasources.ts'
import { ColumnType } from '../sources/source.ts'

export const SemanticType = z.enum(['identifier', 'category', 'measure', 'time', 'text', 'geo', 'boolean']).meta({ id: 'SemanticType' })
export type SemanticType = z.infer<typeof SemanticType>

const text = z.string()
const figure = z.number().nullable()

export const Description = z
  .object({
    ...stored,
    datasource_id: text,
    object_type: z.enum(['table', 'column']),
    schema_name: text.nullable(),
    table_name: text,
    column_name: text.nullable().meta({ description: 'null for a table' }),
    data_type: ColumnType.nullable(),
    native_type: text.nullable(),
    is_primary_key: z.boolean(),
    semantic_type: orNull(SemanticType),
    label: text,
    description: text,
    source: z.enum(['generated', 'manual', 'imported']),
    generated_description: text,
    edited_fields: z.array(text).meta({ description: 'What a person wrote: no extraction changes it' }),
    synonyms: z.array(text),
    sample_values: z.array(text).meta({ description: 'The most frequent values' }),
    unit: text.nullable(),
    is_hidden: z.boolean().meta({ description: 'Kept from questions and models' }),
    statistics: z.object({
      rows: figure,
      distinct: figure,
      null_fraction: figure,
      min: text.nullable(),
      max: text.nullable(),
      reads: z.array(text).optional().meta({ description: 'Of a view: the tables it reads' }),
    }),
    updated_by: text.nullable(),
  })
  .meta({ id: 'Description' })
export type Description = z.infer<typeof Description>

const editable = {
  label: text.trim().min(1).max(200),
  description: text.trim().max(4000),
  synonyms: z.array(text.trim().min(1).max(200)).max(50),
  unit: text.trim().min(1).max(40).nullable(),
  semantic_type: SemanticType,
  is_hidden: z.boolean(),
}
export const DescriptionChange = strict(editable)
  .partial()
  .meta({
    id: 'DescriptionChange',
    example: { description: 'What the customer paid', synonyms: ['revenue', 'sales'], unit: 'USD' },
    description: 'A table has neither unit nor semantic_type',
  })
export type DescriptionChange = z.infer<typeof DescriptionChange>

export const DescriptionChanges = strict({
  items: z
    .array(strict({ id: z.string().min(1).max(64), ...strict(editable).partial().shape }))
    .min(1)
    .max(500),
}).meta({ id: 'DescriptionChanges', example: { items: [{ id: exampleId('dsc'), synonyms: ['revenue', 'sales'] }] } })
export type DescriptionChanges = z.infer<typeof DescriptionChanges>

const sorts = {
  table_name: descriptions.table_name,
  column_name: descriptions.column_name,
  position: descriptions.position,
  updated_at: descriptions.updated_at,
}
const queries = listQueries(sorts, {
  datasource_id: z.string().min(1).max(64).meta({ description: 'The data source they describe' }),
  object_type: Description.shape.object_type.optional().meta({ description: 'Only tables, or only columns' }),
  table_name: nameFilter('A table and its columns'),
  column_name: nameFilter('Columns of this name'),
  semantic_type: SemanticType.optional().meta({ description: 'Columns that mean this' }),
  source: Description.shape.source.optional().meta({ description: 'Those generated, written by hand, or imported' }),
  is_hidden: flagFilter('Only what no question uses, or only the rest'),
})
export const DescriptionListQuery = queries.list
export const DescriptionPageQuery = queries.page

const columns = {
  id: descriptions.id,
  revision: descriptions.revision,
  created_at: descriptions.created_at,
  updated_at: descriptions.updated_at,
  datasource_id: descriptions.datasource_id,
  object_type: descriptions.object_type,
  schema_name: descriptions.schema_name,
  table_name: descriptions.table_name,
  column_name: sql<string | null>`nullif(${descriptions.column_name}, '')`.as('column_name'),
  data_type: sql<ColumnType | null>`${descriptions.data_type}`.as('data_type'),
  native_type: descriptions.native_type,
  is_primary_key: descriptions.is_primary_key,
  semantic_type: descriptions.semantic_type,
  label: descriptions.label,
  description: descriptions.description,
  source: descriptions.source,
  generated_description: descriptions.generated_description,
  edited_fields: descriptions.edited_fields,
  synonyms: descriptions.synonyms,
  sample_values: descriptions.sample_values,
  unit: descriptions.unit,
  is_hidden: descriptions.is_hidden,
  statistics: descriptions.statistics,
  updated_by: descriptions.updated_by,
}

/** The descriptions of one data source, each table before its columns. Fails with `not_found` when the source is not visible. */
export async function listDescriptions(
  ctx: Context,
  query: z.infer<typeof DescriptionListQuery> | z.infer<typeof DescriptionPageQuery>,
): Promise<Page<Description>> {
  const d = descriptions
  const source = await requireDatasource(ctx, query.datasource_id, 'view', 'datasource_id')
  const seesAll = await mayEdit(ctx, source)
  const page = await readPage<Description>(ctx, {
    table: d,
    columns,
    where: and(
      eq(d.datasource_id, source.id),
      seesAll ? undefined : isShown(ctx),
      query.object_type ? eq(d.object_type, query.object_type) : undefined,
      query.table_name ? eq(d.table_name, query.table_name) : undefined,
      equalTo(d.column_name, query.column_name),
      equalTo(d.semantic_type, query.semantic_type),
      equalTo(d.source, query.source),
      flagged(d.is_hidden, query.is_hidden),
      matches(query.q, d.table_name, d.column_name, d.label, d.description),
    ),
    sorts,
    // Ids grow from table to table and from column to column.
    query: { ...query, order: query.order ?? 'asc' },
  })
  const layer = await loadLayer(ctx, source)
  return { ...page, items: page.items.map((row) => withoutValues(row, layer)) }
}

/** What is hidden, and what belongs to a hidden table, is for those who edit the source. */
export const mayEdit = (ctx: Context, source: { id: string; owner_id: string }): Promise<boolean> =>
  requireLevel(ctx, 'datasource', source, 'edit').then(
    () => true,
    (error) => {
      if (error instanceof Failure) return false
      throw error
    },
  )

function isShown(ctx: Context): SQL | undefined {
  const d = descriptions
  const of = alias(descriptions, 'of_table')
  const hidden = ctx.db
    .select({ id: of.id })
    .from(of)
    .where(and(eq(of.datasource_id, d.datasource_id), eq(of.object_type, 'table'), eq(of.table_name, d.table_name), eq(of.is_hidden, true)))
  return and(eq(d.is_hidden, false), notExists(hidden))
}

/** What was counted over all rows of a table says too much to whom a row filter leaves some of them. */
function withoutValues(row: Description, layer: Layer): Description {
  if (!layer.tables.some((table) => table.name === row.table_name && table.rowFilter)) return row
  const plain = plainDescription(row.label)
  return {
    ...row,
    description: row.description === row.generated_description ? plain : row.description,
    generated_description: plain,
    sample_values: [],
    statistics: { rows: null, distinct: null, null_fraction: null, min: null, max: null },
  }
}

/** Fails with `not_found` when its data source is not visible. */
export async function getDescription(ctx: Context, id: string): Promise<Description> {
  const mine = visibleDatasources(ctx)
  const [row] = await ctx.db
    .select(columns)
    .from(descriptions)
    .where(and(eq(descriptions.id, id), mine && inArray(descriptions.datasource_id, mine)))
  if (!row) throw notFound('description')
  const source = await requireDatasource(ctx, row.datasource_id, 'view')
  const [shown] = await ctx.db
    .select({ id: descriptions.id })
    .from(descriptions)
    .where(and(eq(descriptions.id, id), isShown(ctx)))
  if (!shown && !(await mayEdit(ctx, source))) throw notFound('description')
  return withoutValues(row, await loadLayer(ctx, source))
}

/** Needs `edit` on the data source. What it names counts as written by a person from then on. Fails with `not_found`, `forbidden`, `invalid`, `precondition_failed`. */
export async function updateDescription(ctx: Context, id: string, input: DescriptionChange): Promise<Description> {
  const current = await getDescription(ctx, id)
  const source = await requireDatasource(ctx, current.datasource_id, 'edit')
  requireFitting(current, input, '')
  const facts = {
    type: 'description.updated',
    resource: { type: 'description', id },
    details: { datasource_id: current.datasource_id, table: current.table_name, column: current.column_name, fields: Object.keys(input) },
  }
  const changed = await commitOne(ctx, changeStatement(ctx, atRevision(ctx, descriptions, id), input), facts, [layerChanged(ctx, current.datasource_id)])
  return withoutValues(changed, await loadLayer(ctx, source))
}

/** As `updateDescription`, for many at once: all or none. Fails with `not_found` naming the item. */
export async function updateDescriptions(ctx: Context, { items }: DescriptionChanges): Promise<Description[]> {
  const ids = items.map(({ id }) => id)
  const repeated = ids.findIndex((id, index) => ids.indexOf(id) !== index)
  if (repeated >= 0) throw new Failure('invalid', 'a description is named twice', { param: `items.${repeated}.id` })
  const read = () => ctx.db.select(columns).from(descriptions).where(inArray(descriptions.id, ids))
  const current = await read()
  const sources = [...new Set(current.map((row) => row.datasource_id))]
  const visible = new Map<string, DatasourceRow>()
  for (const source of sources) {
    const param = `items.${ids.indexOf(current.find((row) => row.datasource_id === source)?.id ?? '')}.id`
    const found = await requireDatasource(ctx, source, 'edit', param).catch((error) => {
      throw error instanceof Failure && error.code === 'not_found' ? notFound('description', param) : error
    })
    visible.set(source, found)
  }
  for (const [index, { id, ...change }] of items.entries()) {
    const row = current.find((candidate) => candidate.id === id)
    if (!row || !visible.has(row.datasource_id)) throw notFound('description', `items.${index}.id`)
    requireFitting(row, change, `items.${index}.`)
  }
  const [first, ...others] = items.map(({ id, ...change }) => changeStatement(ctx, eq(descriptions.id, id), change))
  if (!first) return []
  const facts = {
    type: 'descriptions.updated',
    resource: { type: 'datasource', id: sources[0] ?? null },
    details: { datasource_ids: sources, count: items.length },
  }
  await commitOne(ctx, first, facts, [...others, ...sources.map((source) => layerChanged(ctx, source))])
  const layers = await Promise.all([...visible.values()].map((source) => loadLayer(ctx, source)))
  const shown = (row: Description) => layers.reduce((seen, layer) => (layer.datasourceId === row.datasource_id ? withoutValues(seen, layer) : seen), row)
  const updated = new Map((await read()).map((row) => [row.id, shown(row)]))
  return ids.flatMap((id) => updated.get(id) ?? [])
}

/** The statement that changes what is said of a table or column, by the caller. */
export function changeStatement(ctx: Context, where: SQL | undefined, input: DescriptionChange) {
  const union = sql`(select json_group_array(value) from (select value from json_each(${bare(descriptions.edited_fields)}) union select value from json_each(${JSON.stringify(Object.keys(input))})))`
  const editor = ctx.actor.type === 'user' ? ctx.actor.userId : null
  return ctx.db
    .update(descriptions)
    .set({ ...input, source: 'manual', edited_fields: union, updated_by: editor, ...bumped(ctx, descriptions) })
    .where(where)
    .returning(columns)
}

const bare = (column: SQLiteColumn) => sql.identifier(column.name)

function requireFitting({ object_type: type }: Pick<Description, 'object_type'>, change: DescriptionChange, prefix: string): void {
  const wrong = type === 'table' ? (['unit', 'semantic_type'] as const).find((field) => change[field] !== undefined) : undefined
  if (wrong) throw new Failure('invalid', `a table has no ${wrong}`, { param: `${prefix}${wrong}` })
}
