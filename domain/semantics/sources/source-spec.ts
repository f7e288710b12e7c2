import { inArray } from 'drizzle-orm'
import { files } from '#db/schema/semantics.ts'
import { toBase64 } from '../../access/base64.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { askerOf } from './asker.ts'
import { joinSecrets, openSecrets } from './connection-secrets.ts'
import type { GivenConnection, OpenConnection, ShownConnection } from './connections.ts'
import { type Dialect, FileFormat, type SourceFile, type SourceSpec, type SourceType } from './source.ts'

const VERIFY_MS = 5_000

const DIALECTS: Record<SourceType, Dialect> = {
  file: 'duckdb',
  sqlite: 'sqlite',
  postgres: 'postgres',
  mysql: 'mysql',
  mariadb: 'mariadb',
  clickhouse: 'clickhouse',
  libsql: 'sqlite',
  s3: 'duckdb',
  delta: 'duckdb',
  iceberg: 'duckdb',
  duckdb: 'duckdb',
}

/** The uploads a connection names, in its order. */
export function filesOf(connection: GivenConnection | ShownConnection): string[] {
  if ('file_ids' in connection) return connection.file_ids
  return 'file_id' in connection ? [connection.file_id] : []
}

/** The dialect a type of source is queried in. */
export const dialectOf = (type: SourceType): Dialect => DIALECTS[type]

/** What the port needs to open a stored data source, its secrets opened. Fails with `datasource_unreachable` when an upload it names is gone. Visibility was checked when the files were named. */
export async function sourceSpecOf(ctx: Context, source: { id: string; type: SourceType; connection: ShownConnection }): Promise<SourceSpec> {
  if (filesOf(source.connection).length) return specOf(ctx, { ...source, connection: source.connection as GivenConnection })
  const { secrets, mark } = await openSecrets(ctx, source.id)
  return specOf(ctx, { ...source, connection: joinSecrets(source.type, source.connection, secrets) }, JSON.stringify([source.connection, mark]))
}

/** As `sourceSpecOf`, of a connection as a caller gave it. `definition` stands for it in the spec's version; it holds no secret. */
export async function specOf(
  ctx: Context,
  source: { id: string; type: SourceType; connection: GivenConnection },
  definition: string = crypto.randomUUID(),
): Promise<SourceSpec> {
  const { id, type, connection } = source
  const asker = askerOf(ctx.actor)
  const ids = filesOf(connection)
  if (ids.length === 0) return { id, type, version: await digest(definition), files: [], connection: connection as OpenConnection, asker }
  const rows = await ctx.db
    .select({ id: files.id, name: files.name, format: files.format, storageKey: files.storage_key, sha256: files.sha256, size: files.size })
    .from(files)
    .where(inArray(files.id, ids))
  const found = ids.map((id): SourceFile => {
    const row = rows.find((file) => file.id === id)
    if (!row) throw new Failure('datasource_unreachable', 'an uploaded file of this data source is gone')
    return { ...row, format: FileFormat.parse(row.format) }
  })
  return { id, type, version: found.map((file) => file.sha256).join(), files: found, connection: null, asker }
}

async function digest(text: string): Promise<string> {
  return toBase64(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
}

type Standing = { status: 'connected' | 'failed' | 'unverified'; status_message: string | null }

/** Tries a source for at most five seconds and says how it stands; what could not be tried here stays unverified. Fails with `invalid` when the connection leads where no source may. */
export async function verify(ctx: Context, spec: SourceSpec): Promise<Standing> {
  try {
    const { valid, checks } = await ctx.ports.sources.validate(spec, AbortSignal.any([ctx.signal, AbortSignal.timeout(VERIFY_MS)]))
    if (valid) return { status: 'connected', status_message: null }
    return { status: 'failed', status_message: checks.find((check) => !check.ok)?.message ?? 'the data source cannot be read' }
  } catch (error) {
    if (isRefusal(error)) throw error
    if (error instanceof Failure) return { status: 'unverified', status_message: error.message }
    if (ctx.signal.aborted || !(error instanceof DOMException)) throw error
    return { status: 'unverified', status_message: 'the data source did not answer in time' }
  }
}

/** As `verify`, of a source that is stored already: one that may no longer be reached has failed. */
export async function verifyStored(ctx: Context, spec: SourceSpec): Promise<Standing> {
  return verify(ctx, spec).catch((error) => {
    if (isRefusal(error)) return { status: 'failed', status_message: error.message }
    throw error
  })
}

const isRefusal = (error: unknown): error is Failure =>
  error instanceof Failure && error.code === 'invalid' && error.details.param?.startsWith('connection.') === true
