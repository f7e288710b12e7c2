import type { DuckDBConnection } from '@duckdb/node-api'
import { Failure } from '#domain/failure.ts'
import type { SourceTable } from '#domain/semantics/sources/source.ts'
import { identifier, literal } from '../quote.ts'
import { uniqueNames } from '../table-name.ts'
import { namesInText } from '../view-reads.ts'
import type { StoredTable } from './database.ts'
import { columnTypeOf } from './values.ts'

/** The name a database is attached under: statements from outside cannot say it. */
const CATALOG = 'source'

type Listed = { schema: string; name: string; kind: 'table' | 'view'; comment: string | null; rows: number | null; text: string }

/** Attaches a database file, read-only, and tells its tables and views. Only files of the operator's own: such a file is code as much as data. Fails with `datasource_unreachable`. */
export async function attachDatabase(connection: DuckDBConnection, path: string): Promise<StoredTable[]> {
  try {
    await connection.run(`attach ${literal(path)} as ${CATALOG} (read_only)`)
  } catch (error) {
    throw unreadable(error)
  }
  const listed = await readTables(connection)
  const names = uniqueNames(listed.map(({ schema, name }) => (schema === 'main' ? name : `${schema}_${name}`)))
  const keys = await readKeys(connection)
  const opened: StoredTable[] = []
  for (const [index, found] of listed.entries()) {
    const from = `${CATALOG}.${identifier(found.schema)}.${identifier(found.name)}`
    const columns = await readColumns(connection, from, found)
    if (columns === null) continue
    const nameOf = (schema: string, table: string) => names[listed.findIndex((other) => other.schema === schema && other.name === table)]
    const own = keys.filter((key) => key.schema === found.schema && key.table === found.name)
    const primaryKey = primaryKeyOf(own, columns)
    const table: SourceTable = {
      name: names[index] ?? found.name,
      schema: null,
      kind: found.kind,
      comment: found.comment,
      rowEstimate: found.rows,
      columns: columns.map((column) => ({ ...column, nullable: column.nullable && !primaryKey.includes(column.name) })),
      primaryKey,
      foreignKeys: own.flatMap((key) => {
        const toTable = key.kind === 'FOREIGN KEY' && key.toTable ? nameOf(found.schema, key.toTable) : undefined
        return toTable === undefined ? [] : [{ columns: key.columns, toTable, toColumns: key.toColumns }]
      }),
    }
    if (found.kind === 'view')
      table.reads = listed.flatMap((other, at) => (other !== found && namesInText(found.text, [other.name]).length > 0 ? [names[at] ?? other.name] : []))
    opened.push({ table, from, paths: [] })
  }
  return opened
}

async function readTables(connection: DuckDBConnection): Promise<Listed[]> {
  const result = await connection.run(
    `select schema_name as schema, table_name as name, 'table' as kind, comment, estimated_size as rows, '' as text from duckdb_tables() where database_name = '${CATALOG}' and not internal
     union all select schema_name, view_name, 'view', comment, null, sql from duckdb_views() where database_name = '${CATALOG}' and not internal order by 1, 2`,
  )
  return (await result.getRowObjectsJson()).map((row) => ({
    schema: String(row.schema),
    name: String(row.name),
    kind: row.kind === 'view' ? 'view' : 'table',
    comment: typeof row.comment === 'string' ? row.comment : null,
    rows: row.rows === null ? null : Number(row.rows),
    text: String(row.text ?? ''),
  }))
}

/** The columns, or null for a view that reads what it may not. */
async function readColumns(connection: DuckDBConnection, from: string, { schema, name, kind }: Listed): Promise<SourceTable['columns'] | null> {
  try {
    const result = await connection.run(`select * from ${from} limit 0`)
    const types = result.columnTypes()
    const told = await connection.run(
      `select column_name as name, comment, is_nullable as nullable from duckdb_columns() where database_name = '${CATALOG}' and schema_name = ${literal(schema)} and table_name = ${literal(name)}`,
    )
    const rows = await told.getRowObjectsJson()
    return result.columnNames().map((column, index) => {
      const found = rows.find((row) => row.name === column)
      return {
        name: column,
        type: types[index] ? columnTypeOf(types[index]) : 'other',
        nativeType: String(types[index]?.alias ?? types[index] ?? '').slice(0, 500),
        nullable: found?.nullable !== false,
        comment: typeof found?.comment === 'string' ? found.comment : null,
      }
    })
  } catch (error) {
    if (kind === 'view') return null
    throw unreadable(error)
  }
}

/** The declared one, else unique columns that are never null. */
function primaryKeyOf(keys: Key[], columns: SourceTable['columns']): string[] {
  const isFull = (name: string) => columns.some((column) => column.name === name && !column.nullable)
  const declared = keys.find(({ kind }) => kind === 'PRIMARY KEY')
  return (declared ?? keys.find(({ kind, columns: names }) => kind === 'UNIQUE' && names.every(isFull)))?.columns ?? []
}

type Key = { schema: string; table: string; kind: string; columns: string[]; toTable: string | null; toColumns: string[] }

async function readKeys(connection: DuckDBConnection): Promise<Key[]> {
  const result = await connection.run(
    `select schema_name, table_name, constraint_type, constraint_column_names, referenced_table, referenced_column_names from duckdb_constraints()
     where database_name = '${CATALOG}' and constraint_type in ('PRIMARY KEY', 'FOREIGN KEY', 'UNIQUE')`,
  )
  return (await result.getRowObjectsJson()).map((row) => ({
    schema: String(row.schema_name),
    table: String(row.table_name),
    kind: String(row.constraint_type),
    columns: (row.constraint_column_names ?? []) as string[],
    toTable: typeof row.referenced_table === 'string' ? row.referenced_table : null,
    toColumns: (row.referenced_column_names ?? []) as string[],
  }))
}

function unreadable(error: unknown): Failure {
  const message = error instanceof Error ? error.message : ''
  if (/lock|being used by another/i.test(message))
    return new Failure('datasource_unreachable', 'another program has the database open for writing', { cause: error })
  return new Failure('datasource_unreachable', 'the file is not a DuckDB database that can be read', { cause: error })
}
