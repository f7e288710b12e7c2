import { z } from 'zod'
import { exampleId } from '../../identifiers.ts'
import { strict } from '../../strict.ts'
import type { SourceType } from './source.ts'

const fileId = z
  .string()
  .min(1)
  .max(64)
  .meta({ example: exampleId('fil') })

export const FileConnection = strict({
  file_ids: z
    .array(fileId)
    .min(1)
    .max(50)
    .refine((ids) => new Set(ids).size === ids.length, 'a file is named twice')
    .meta({ description: 'Uploaded files: each is a table, a SQLite file is its tables' }),
}).meta({ id: 'FileConnection' })
export type FileConnection = z.infer<typeof FileConnection>

export const SqliteConnection = strict({ file_id: fileId.meta({ description: 'An uploaded SQLite file' }) }).meta({ id: 'SqliteConnection' })
export type SqliteConnection = z.infer<typeof SqliteConnection>

const secret = z.string().min(1).max(4096)
const words = z.string().min(1).max(256)
/** Part of a request header: a store's signed requests name it there. */
const headerWord = z
  .string()
  .max(256)
  .regex(/^[!-~]+$/, 'visible ASCII characters')

export const SslMode = z.enum(['disable', 'prefer', 'require', 'verify-full']).meta({
  id: 'SslMode',
  description: 'As in libpq: prefer takes what the server offers, require encrypts without checking whom it talks to, verify-full checks the certificate too',
})

export const ServerConnection = strict({
  host: words.optional().meta({ example: 'db.example.com' }),
  port: z.int().min(1).max(65_535).optional(),
  database: words.optional().meta({ example: 'shop' }),
  user: words.optional().meta({ example: 'reader' }),
  password: z.string().max(4096).optional().meta({ description: 'Write-only' }),
  ssl_mode: SslMode.optional(),
  schemas: z.array(words).min(1).max(100).optional().meta({ description: 'Schemas served; the default schema when absent' }),
  connection_url: secret.optional().meta({ description: 'Write-only; stands for host, port, database, user and password' }),
}).meta({
  id: 'ServerConnection',
  example: { host: 'db.example.com', port: 5432, database: 'shop', user: 'reader', password: 'secret', ssl_mode: 'verify-full' },
})
export type ServerConnection = z.infer<typeof ServerConnection>

export const LibsqlConnection = strict({
  url: z.string().min(1).max(2000).meta({ example: 'libsql://shop.turso.io' }),
  auth_token: secret.optional().meta({ description: 'Write-only' }),
}).meta({ id: 'LibsqlConnection' })
export type LibsqlConnection = z.infer<typeof LibsqlConnection>

const store = {
  endpoint: z.url().max(2000).meta({ example: 'https://s3.eu-central-1.amazonaws.com' }),
  region: headerWord.meta({ example: 'eu-central-1' }),
  access_key_id: headerWord.meta({ example: 'AKIAIOSFODNN7EXAMPLE' }),
  secret_access_key: secret.meta({ description: 'Write-only' }),
}

export const S3Table = strict({
  name: words.meta({ example: 'orders' }),
  pattern: z
    .string()
    .min(1)
    .max(1024)
    .meta({ description: 'Keys below the prefix; * stands for any characters but /, ** for any', example: 'orders/**.parquet' }),
  format: z.enum(['csv', 'tsv', 'json', 'ndjson', 'parquet']).optional().meta({ description: 'Known by the ending of the keys when absent' }),
}).meta({ id: 'S3Table' })

export const S3Connection = strict({
  ...store,
  bucket: words,
  prefix: z.string().max(1024).optional(),
  tables: z.array(S3Table).min(1).max(500).optional().meta({ description: 'One table for each file, or folder of equal files, when absent' }),
}).meta({ id: 'S3Connection' })
export type S3Connection = z.infer<typeof S3Connection>

export const LakeConnection = strict({
  location: z
    .string()
    .min(1)
    .max(2000)
    .meta({ description: "s3://bucket/path, or a folder below the operator's file root; the table, or a folder of tables", example: 's3://lake/orders' }),
  endpoint: store.endpoint.optional(),
  region: store.region.optional(),
  access_key_id: store.access_key_id.optional(),
  secret_access_key: store.secret_access_key.optional(),
}).meta({ id: 'LakeConnection' })
export type LakeConnection = z.infer<typeof LakeConnection>

export const DuckdbConnection = strict({
  path: z.string().min(1).max(1024).meta({ description: "A DuckDB database below the operator's file root", example: 'shop.duckdb' }),
}).meta({ id: 'DuckdbConnection' })
export type DuckdbConnection = z.infer<typeof DuckdbConnection>

/** The form of each type's `connection`. */
export const CONNECTIONS = {
  file: FileConnection,
  sqlite: SqliteConnection,
  postgres: ServerConnection,
  mysql: ServerConnection,
  mariadb: ServerConnection,
  clickhouse: ServerConnection,
  libsql: LibsqlConnection,
  s3: S3Connection,
  delta: LakeConnection,
  iceberg: LakeConnection,
  duckdb: DuckdbConnection,
} as const satisfies Record<SourceType, z.ZodObject>

const has = (what: string) => z.boolean().meta({ description: `Whether ${what} is stored` })

/** Connections as they are kept and shown: without their secrets, of which `has_…` says whether there is one. */
export const ShownServerConnection = ServerConnection.omit({ password: true, connection_url: true })
  .extend({ has_password: has('a password') })
  .meta({ id: 'ShownServerConnection' })
export const ShownLibsqlConnection = LibsqlConnection.omit({ auth_token: true })
  .extend({ has_auth_token: has('a token') })
  .meta({ id: 'ShownLibsqlConnection' })
export const ShownS3Connection = S3Connection.omit({ secret_access_key: true })
  .extend({ has_secret_access_key: has('a secret key') })
  .meta({ id: 'ShownS3Connection' })
export const ShownLakeConnection = LakeConnection.omit({ secret_access_key: true })
  .extend({ has_secret_access_key: has('a secret key') })
  .meta({ id: 'ShownLakeConnection' })

export const ShownConnection = z.union([
  FileConnection,
  SqliteConnection,
  ShownServerConnection,
  ShownLibsqlConnection,
  ShownS3Connection,
  ShownLakeConnection,
  DuckdbConnection,
])
export type ShownConnection = z.infer<typeof ShownConnection>

/** As `S3Connection` in a change, which keeps the stored secret by not naming it. */
export const S3ConnectionChange = S3Connection.partial({ secret_access_key: true }).meta({ id: 'S3ConnectionChange' })

export const ConnectionChange = z.union([
  FileConnection,
  SqliteConnection,
  ServerConnection,
  LibsqlConnection,
  S3ConnectionChange,
  LakeConnection,
  DuckdbConnection,
])
export type ConnectionChange = z.infer<typeof ConnectionChange>

/** The members of a connection that are sealed when stored and never shown. */
export const SECRET_MEMBERS: readonly string[] = ['password', 'connection_url', 'auth_token', 'secret_access_key']

/** A connection as an engine is given it: with its secrets, of a type that does not name uploads. */
export type OpenConnection = ServerConnection | LibsqlConnection | S3Connection | LakeConnection | DuckdbConnection

/** A connection as a caller gives it. */
export type GivenConnection = FileConnection | SqliteConnection | OpenConnection
