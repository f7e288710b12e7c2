import { z } from 'zod'
import type { Context } from '../../context.ts'
import { CONNECTIONS } from './connections.ts'
import { type JsonValue, SourceType } from './source.ts'

const JsonObject = z.record(z.string(), z.unknown()) as unknown as z.ZodType<{ [member: string]: JsonValue }>

export const DatasourceType = z
  .object({
    type: SourceType,
    title: z.string(),
    description: z.string(),
    connection: JsonObject.meta({ description: 'JSON Schema of its connection' }),
    available: z.boolean().meta({ description: 'Whether this deployment can serve it' }),
  })
  .meta({ id: 'DatasourceType' })
export type DatasourceType = z.infer<typeof DatasourceType>

const WORDS: Record<SourceType, { title: string; description: string }> = {
  file: {
    title: 'Uploaded files',
    description: 'CSV, TSV, JSON, NDJSON, Parquet, Excel or SQLite files, each a table or several, queried together with DuckDB',
  },
  sqlite: { title: 'SQLite', description: 'One uploaded SQLite database, queried in its own dialect' },
  postgres: { title: 'PostgreSQL', description: 'A PostgreSQL server, and what speaks its protocol and has its catalogue' },
  mysql: { title: 'MySQL', description: 'A MySQL server' },
  mariadb: { title: 'MariaDB', description: 'A MariaDB server' },
  clickhouse: { title: 'ClickHouse', description: 'A ClickHouse server, over its HTTP interface' },
  libsql: { title: 'libSQL', description: 'A libSQL server such as Turso or sqld, over HTTP, queried in SQLite’s dialect' },
  s3: { title: 'S3 files', description: 'CSV, TSV, JSON, NDJSON or Parquet files in any S3-compatible store, queried with DuckDB' },
  delta: { title: 'Delta Lake', description: 'Delta tables in an S3-compatible store or a folder, queried with DuckDB' },
  iceberg: { title: 'Apache Iceberg', description: 'Iceberg tables in an S3-compatible store or a folder, queried with DuckDB' },
  duckdb: { title: 'DuckDB', description: 'A DuckDB database file below the operator’s file root' },
}

/** The kinds of data source there are, and which of them this deployment serves. */
export function listDatasourceTypes(ctx: Context): DatasourceType[] {
  return SourceType.options.map((type) => {
    return { type, ...WORDS[type], connection: jsonSchemaOf(CONNECTIONS[type]), available: isAvailable(ctx, type) }
  })
}

/** Uploads need a place to lie, too. */
function isAvailable({ ports }: Context, type: SourceType): boolean {
  return ports.sources.serves(type) && (ports.files !== null || (type !== 'file' && type !== 'sqlite'))
}

/** A named schema comes as a reference to itself: what it refers to is the schema, and the rest are its definitions. */
function jsonSchemaOf(schema: z.ZodType): { [member: string]: JsonValue } {
  const { $ref, $defs = {}, $schema: _, ...bare } = z.toJSONSchema(schema, { io: 'input' })
  const name = $ref?.slice('#/$defs/'.length) ?? ''
  const { [name]: named = bare, ...others } = $defs
  return { ...named, ...(Object.keys(others).length ? { $defs: others } : {}) } as { [member: string]: JsonValue }
}
