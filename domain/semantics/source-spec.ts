import { inArray } from 'drizzle-orm'
import { files } from '#db/schema/semantics.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import type { Connection } from './datasource.ts'
import { type Dialect, FileFormat, type SourceFile, type SourceSpec, type SourceType } from './source.ts'

const VERIFY_MS = 5_000

/** The uploads a connection names, in its order. */
export const filesOf = (connection: Connection): string[] => ('file_ids' in connection ? connection.file_ids : [connection.file_id])

/** The dialect a type of source is queried in. */
export const dialectOf = (type: SourceType): Dialect => (type === 'sqlite' ? 'sqlite' : 'duckdb')

/** What the port needs to open a data source. Fails with `datasource_unreachable` when an upload it names is gone. Visibility was checked when the files were named. */
export async function sourceSpecOf(ctx: Context, source: { id: string; type: SourceType; connection: Connection }): Promise<SourceSpec> {
  const ids = filesOf(source.connection)
  const rows = await ctx.db
    .select({ id: files.id, name: files.name, format: files.format, storageKey: files.storage_key, sha256: files.sha256, size: files.size })
    .from(files)
    .where(inArray(files.id, ids))
  const found = ids.map((id): SourceFile => {
    const row = rows.find((file) => file.id === id)
    if (!row) throw new Failure('datasource_unreachable', 'an uploaded file of this data source is gone')
    return { ...row, format: FileFormat.parse(row.format) }
  })
  return { id: source.id, type: source.type, version: found.map((file) => file.sha256).join(), files: found }
}

/** Tries a source for at most five seconds and says how it stands; what could not be tried here stays unverified. */
export async function verify(ctx: Context, spec: SourceSpec): Promise<{ status: 'connected' | 'failed' | 'unverified'; status_message: string | null }> {
  try {
    const { valid, checks } = await ctx.ports.sources.validate(spec, AbortSignal.any([ctx.signal, AbortSignal.timeout(VERIFY_MS)]))
    if (valid) return { status: 'connected', status_message: null }
    return { status: 'failed', status_message: checks.find((check) => !check.ok)?.message ?? 'the data source cannot be read' }
  } catch (error) {
    if (error instanceof Failure) return { status: 'unverified', status_message: error.message }
    if (ctx.signal.aborted || !(error instanceof DOMException)) throw error
    return { status: 'unverified', status_message: 'the data source did not answer in time' }
  }
}
