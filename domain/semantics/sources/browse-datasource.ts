import { z } from 'zod'
import { notFound } from '../../allow.ts'
import { noteDataRead } from '../../catalog/data-reads.ts'
import type { Context } from '../../context.ts'
import { queryableTables } from '../../query/run-query.ts'
import { sourceOf } from '../compile/compile-filter.ts'
import { mayEdit } from '../describe/descriptions.ts'
import { loadLayer } from '../layer/load-layer.ts'
import { isShown } from '../layer/shown-members.ts'
import { withTablesRead } from '../row-filters/predicates.ts'
import { printSelect } from '../sql/sql-printer.ts'
import { selectFrom } from '../sql/sql-tree.ts'
import { type DatasourceRow, isChosen } from './datasource.ts'
import { requireDatasource, requireEnabled } from './datasources.ts'
import { ColumnType, type JsonValue, type SourceTable } from './source.ts'
import { sourceSpecOf } from './source-spec.ts'

export const TableSchema = z
  .object({
    name: z.string(),
    schema: z.string().nullable(),
    kind: z.enum(['table', 'view']),
    comment: z.string().nullable(),
    row_estimate: z.number().nullable(),
    columns: z.array(z.object({ name: z.string(), type: ColumnType, native_type: z.string(), nullable: z.boolean(), comment: z.string().nullable() })),
    primary_key: z.array(z.string()),
    foreign_keys: z.array(z.object({ columns: z.array(z.string()), to_table: z.string(), to_columns: z.array(z.string()) })),
  })
  .meta({ id: 'TableSchema' })
export type TableSchema = z.infer<typeof TableSchema>

const Cell: z.ZodType<JsonValue> = z.unknown() as unknown as z.ZodType<JsonValue>
export const TablePreview = z
  .object({
    columns: z.array(z.object({ name: z.string(), type: ColumnType })),
    rows: z.array(z.array(Cell)),
    row_count: z.int(),
    truncated: z.boolean().meta({ description: 'The table has more rows' }),
  })
  .meta({ id: 'TablePreview' })
export type TablePreview = z.infer<typeof TablePreview>

export const PreviewQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50).meta({ type: 'integer', description: 'Rows at most' }),
  user_id: z.string().optional().meta({ description: 'As this user would get them; needs `own`' }),
  group_id: z.string().optional().meta({ description: 'As somebody in this group alone would get them; needs `own`' }),
})

async function openSource(ctx: Context, id: string): Promise<DatasourceRow> {
  const source = await requireDatasource(ctx, id, 'view')
  requireEnabled(source)
  return source
}

/** The tables a source has and serves, as they are now; without a count of the rows where a filter leaves the caller some of them. Fails with `not_found`, `resource_disabled`, and what the port fails with. */
export async function listTables(ctx: Context, id: string): Promise<TableSchema[]> {
  const source = await openSource(ctx, id)
  const { tables } = await ctx.ports.sources.introspect(await sourceSpecOf(ctx, source), ctx.signal)
  const served = tables.filter((table) => isChosen(table.name, source.tables))
  if (source.last_extraction_at === null || (await mayEdit(ctx, source))) return served.map(toWire)
  // What an editor hid is there for nobody else.
  const layer = await loadLayer(ctx, source)
  return served.flatMap((table) => {
    const known = layer.tables.find(({ name }) => name === table.name)
    const hidden = new Set(known?.columns.flatMap(({ name, isHidden }) => (isHidden ? [name] : [])))
    const keys = table.foreignKeys.filter((key) => isShown(layer.tables, table.name, key.columns) && isShown(layer.tables, key.toTable, key.toColumns))
    const shown = { columns: table.columns.filter(({ name }) => !hidden.has(name)), primaryKey: table.primaryKey.filter((name) => !hidden.has(name)) }
    const cut = known?.rowFilter ? { rowEstimate: null } : {}
    return known?.isHidden ? [] : [toWire({ ...table, ...shown, ...cut, foreignKeys: keys })]
  })
}

const toWire = ({ rowEstimate, columns, primaryKey, foreignKeys, reads: _, ...table }: SourceTable): TableSchema => ({
  ...table,
  row_estimate: rowEstimate,
  columns: columns.map(({ nativeType, ...column }) => ({ ...column, native_type: nativeType })),
  primary_key: primaryKey,
  foreign_keys: foreignKeys.map((key) => ({ columns: key.columns, to_table: key.toTable, to_columns: key.toColumns })),
})

/** The first rows of one table, without the columns that are hidden. Fails with `not_found` when the source serves no such table. */
export async function previewTable(ctx: Context, id: string, name: string, limit: number): Promise<TablePreview> {
  const source = await openSource(ctx, id)
  const [spec, layer] = await Promise.all([sourceSpecOf(ctx, source), loadLayer(ctx, source)])
  const shown = layer.tables.find((table) => table.name === name)?.columns.filter((column) => !column.isHidden)
  const served = await queryableTables(ctx, source, layer, spec, ctx.signal)
  if (!served.includes(name) || shown?.length === 0) throw notFound('table', 'table')
  const table = layer.tables.find((candidate) => candidate.name === name)
  const from = table ? sourceOf(table) : { kind: 'table' as const, schema: null, table: name, alias: name }
  const columns = (shown ?? []).map((column) => ({ name: column.name, value: { kind: 'column' as const, source: name, column: column.name } }))
  const query = printSelect(selectFrom(from, { all: columns.length === 0, columns, limit: limit + 1 }), layer.dialect)
  const limits = { rowLimit: limit, timeoutMs: ctx.settings.queryTimeoutMs }
  const result = await ctx.ports.sources.query(spec, { ...query, ...limits, tables: withTablesRead(layer, [name]), origin: 'compiler' }, ctx.signal)
  const isFiltered = table?.rowFilter !== undefined && table.rowFilter !== null
  await noteDataRead(ctx, { datasourceId: id, query, tables: [name], rows: result.rows.length, isFiltered })
  return { columns: result.columns, rows: result.rows, row_count: result.rows.length, truncated: result.truncated }
}
