import { and, eq, inArray, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { datasources, descriptions } from '#db/schema/semantics.ts'
import { visible } from '../../allow.ts'
import type { Context } from '../../context.ts'
import type { LayerTable } from '../layer.ts'

/** Columns as JSON: a list of names of one table, or of `{table_name, column_name}`. */
type Named = { table: SQLiteColumn; columns: SQLiteColumn } | { levels: SQLiteColumn }

/** Rows that name no hidden table and no hidden column, and all rows of the data sources the caller may edit: what is hidden is there for nobody else. */
export function namesOnlyShown(ctx: Context, datasourceId: SQLiteColumn, named: Named[]): SQL | undefined {
  const edited = visible(ctx, 'datasource', datasources.id, datasources.owner_id, 'edit')
  if (!edited) return undefined
  const d = descriptions
  const isNamed = named.map((one) => {
    const isColumn = sql`${d.object_type} = 'column'`
    if ('levels' in one) {
      const level = sql`select 1 from json_each(${one.levels}) level where json_extract(level.value, '$.table_name') = ${d.table_name}`
      return sql`exists (${level} and (${d.object_type} = 'table' or json_extract(level.value, '$.column_name') = ${d.column_name}))`
    }
    const isAmong = sql`${d.column_name} in (select value from json_each(${one.columns}))`
    return sql`(${d.table_name} = ${one.table} and (${d.object_type} = 'table' or (${isColumn} and ${isAmong})))`
  })
  const hidden = ctx.db
    .select({ id: d.id })
    .from(d)
    .where(and(eq(d.datasource_id, datasourceId), eq(d.is_hidden, true), or(...isNamed)))
  return or(inArray(datasourceId, ctx.db.select({ id: datasources.id }).from(datasources).where(edited)), notExists(hidden))
}

type Described = readonly Pick<LayerTable, 'name' | 'isHidden' | 'columns'>[]

/** Whether a table is shown, with all of these columns; what is not described is. */
export function isShown(tables: Described, name: string, columns: readonly string[]): boolean {
  const table = tables.find((candidate) => candidate.name === name)
  return !table?.isHidden && !table?.columns.some((column) => column.isHidden && columns.includes(column.name))
}
