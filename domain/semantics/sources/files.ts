import { and, eq, inArray, not, sql } from 'drizzle-orm'
import { z } from 'zod'
import { datasources, files } from '#db/schema/semantics.ts'
import { requirePermission } from '../../access/group-permission.ts'
import { notFound, requireLevel, visible } from '../../allow.ts'
import { commit, commitOne } from '../../commit.ts'
import { type Context, instantOf } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { equalTo, idFilter } from '../../list-filters.ts'
import { listQueries, matches, type Page, readPage } from '../../pagination.ts'
import { stored } from '../../strict.ts'
import { askerOf } from './asker.ts'
import type { GivenConnection, ShownConnection } from './connections.ts'
import { ColumnType, FileFormat, type FileStore, type SourceType } from './source.ts'
import { filesOf } from './source-spec.ts'

const FileColumn = z.object({ name: z.string(), type: ColumnType })

export const File = z
  .object({
    ...stored,
    name: z.string().meta({ example: 'orders.csv' }),
    format: FileFormat,
    size: z.int().meta({ description: 'Bytes' }),
    sha256: z.string(),
    tables: z.array(z.object({ name: z.string(), rows: z.int(), columns: z.array(FileColumn) })),
    columns: z.array(FileColumn).meta({ description: 'Of the first table' }),
    rejected_lines: z.int().meta({ description: 'Lines that did not fit and are missing' }),
    rejects: z.array(z.object({ line: z.int(), reason: z.string() })).meta({ description: 'The first of them' }),
    owner_id: z.string(),
  })
  .meta({ id: 'File' })
export type File = z.infer<typeof File>

const columns = {
  id: files.id,
  revision: files.revision,
  created_at: files.created_at,
  updated_at: files.updated_at,
  name: files.name,
  format: files.format,
  size: files.size,
  sha256: files.sha256,
  tables: files.tables,
  rejected_lines: files.rejected_lines,
  rejects: files.rejects,
  owner_id: files.owner_id,
}
type FileRow = Pick<typeof files.$inferSelect, keyof typeof columns>

const toWire = (row: FileRow): File => {
  const tables = row.tables as File['tables']
  return { ...row, format: FileFormat.parse(row.format), tables, columns: tables[0]?.columns ?? [] }
}

const seen = (ctx: Context) => visible(ctx, 'file', files.id, files.owner_id)

const sorts = { name: files.name, size: files.size }
export const fileQueries = listQueries(sorts, {
  format: FileFormat.optional().meta({ description: 'Files of this format' }),
  owner_id: idFilter('Files of this user'),
})

/** The uploads the caller may see. */
export async function listFiles(ctx: Context, query: z.output<typeof fileQueries.list> | z.output<typeof fileQueries.page>): Promise<Page<File>> {
  const where = and(seen(ctx), equalTo(files.format, query.format), equalTo(files.owner_id, query.owner_id), matches(query.q, files.name))
  const page = await readPage<FileRow>(ctx, { table: files, columns, where, sorts, query })
  return { ...page, items: page.items.map(toWire) }
}

/** Fails with `not_found` when the file is absent or not visible. */
export async function getFile(ctx: Context, id: string): Promise<File> {
  const [row] = await ctx.db
    .select(columns)
    .from(files)
    .where(and(eq(files.id, id), seen(ctx)))
  if (!row) throw notFound('file')
  return toWire(row)
}

/** The place for uploads, for a caller who may make data sources. Fails with `forbidden` and `source_unavailable_here`. */
export async function requireFileStore(ctx: Context): Promise<FileStore> {
  await requirePermission(ctx, 'create_datasources')
  if (ctx.ports.files) return ctx.ports.files
  throw new Failure('source_unavailable_here', 'this deployment has no place for uploads')
}

/** Stores an upload as it streams and reads what it holds. The caller becomes its owner. Fails with what `FileStore.put` fails with. */
export async function createFile(ctx: Context, store: FileStore, upload: { name: string; body: ReadableStream<Uint8Array> }): Promise<File> {
  const id = ctx.newId('fil')
  const name = fileName(upload.name)
  const found = await store.put({ id, name, body: upload.body, maxBytes: ctx.settings.maxUploadBytes, asker: askerOf(ctx.actor), signal: ctx.signal })
  const at = instantOf(ctx)
  const { storageKey, rejectedLines, ...facts } = found
  const owner = ctx.actor.type === 'user' ? ctx.actor.userId : ctx.actor.type
  const row = { ...facts, id, name, storage_key: storageKey, rejected_lines: rejectedLines, owner_id: owner, created_at: at, updated_at: at }
  try {
    const change = ctx.db.insert(files).values(row).returning(columns)
    const details = { name, format: found.format, size: found.size, sha256: found.sha256 }
    return toWire(await commitOne(ctx, change, { type: 'file.created', resource: { type: 'file', id }, details }))
  } catch (error) {
    await store.delete(storageKey)
    throw error
  }
}

/** Needs `own`. Fails with `conflict` while a data source uses the file. Its bytes go after the commit. */
export async function deleteFile(ctx: Context, id: string): Promise<void> {
  const [row] = await ctx.db
    .select({ id: files.id, owner_id: files.owner_id, name: files.name, storage_key: files.storage_key })
    .from(files)
    .where(eq(files.id, id))
  const { name, storage_key: key } = (await requireLevel(ctx, 'file', row, 'own')) as NonNullable<typeof row>
  const revision = ctx.expectedRevision === null ? undefined : eq(files.revision, ctx.expectedRevision)
  const change = ctx.db
    .delete(files)
    .where(and(eq(files.id, id), revision, not(used)))
    .returning({ id: files.id })
  const [gone] = await commit(ctx, change, { type: 'file.deleted', resource: { type: 'file', id }, details: { name } })
  if (!gone) {
    const [still] = await ctx.db
      .select({ used: sql<number>`${used}` })
      .from(files)
      .where(eq(files.id, id))
    if (still?.used) throw new Failure('conflict', 'a data source uses this file', { hint: 'delete the data source first, or give it another file' })
    throw new Failure('precondition_failed', 'the resource changed since it was read')
  }
  const store = ctx.ports.files
  if (store) ctx.defer(() => store.delete(key))
}

const used = sql`exists (select 1 from ${datasources} where json_extract(${datasources.connection}, '$.file_id') = ${files.id}
  or exists (select 1 from json_each(${datasources.connection}, '$.file_ids') where value = ${files.id}))`

/** The files a connection names, each visible to the caller and of a format its type reads. Fails with `not_found` and `invalid`, naming the member. */
export async function requireFiles(ctx: Context, type: SourceType, connection: GivenConnection | ShownConnection): Promise<void> {
  const ids = filesOf(connection)
  const rows = await ctx.db
    .select({ id: files.id, format: files.format })
    .from(files)
    .where(and(inArray(files.id, ids), seen(ctx)))
  for (const [index, id] of ids.entries()) {
    const param = type === 'file' ? `connection.file_ids.${index}` : 'connection.file_id'
    const file = rows.find((row) => row.id === id)
    if (!file) throw notFound('file', param)
    if (type === 'sqlite' && file.format !== 'sqlite') {
      throw new Failure('invalid', 'a sqlite data source needs a SQLite file', { param, hint: `this file is ${file.format}: use the type "file"` })
    }
  }
}

/** The last part of a client's path, without what no file name holds. */
function fileName(given: string): string {
  const bare = given.split(/[\\/]/).at(-1) ?? ''
  return (
    bare
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
      .trim()
      .slice(-200) || 'upload'
  )
}
