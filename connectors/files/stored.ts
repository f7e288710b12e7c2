import { lstat, readFile } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { z } from 'zod'
import { Failure } from '#domain/failure.ts'
import { ColumnType, FileFormat } from '#domain/semantics/sources/source.ts'

/** A stored file is a directory: `contents.json`, one Parquet file per table, and the database itself when it was one. */
export const CONTENTS = 'contents.json'
export const DATABASE = 'data.sqlite'
/** Where the bytes arrive; gone once they are read. */
export const UPLOAD = 'upload'

const KEY = /^f_[0-9a-f]{32}$/

const StoredTable = z.object({
  name: z.string(),
  /** The Parquet file, beside this one. */
  file: z.string().regex(/^\d{1,5}\.parquet$/),
  rows: z.number().int(),
  columns: z.array(z.object({ name: z.string(), type: ColumnType, nativeType: z.string(), nullable: z.boolean() })),
  primaryKey: z.array(z.string()),
  foreignKeys: z.array(z.object({ columns: z.array(z.string()), toTable: z.string(), toColumns: z.array(z.string()) })),
})
export type StoredTable = z.infer<typeof StoredTable>

/** What a stored file holds. */
export const Contents = z.object({ format: FileFormat, tables: z.array(StoredTable) })
export type Contents = z.infer<typeof Contents>

/** The directory of a storage key below `root`. Fails with `invalid` for anything that is not a key we made. */
export function storedDirectory(root: string, storageKey: string): string {
  const base = resolve(root)
  const directory = join(base, storageKey)
  if (!KEY.test(storageKey) || !directory.startsWith(base + sep)) throw new Failure('invalid', 'not a storage key')
  return directory
}

/** Fails with `datasource_unreachable` unless the directory is there and really is one (no symbolic link). */
export async function assertStored(directory: string, name: string): Promise<void> {
  const found = await lstat(directory).catch(() => null)
  if (!found?.isDirectory()) throw new Failure('datasource_unreachable', `the uploaded file ${name} is no longer stored`)
}

export async function readContents(directory: string, name: string): Promise<Contents> {
  const path = join(directory, CONTENTS)
  const found = await lstat(path).catch(() => null)
  if (!found?.isFile()) throw new Failure('datasource_unreachable', `the uploaded file ${name} is no longer stored`)
  return Contents.parse(JSON.parse(await readFile(path, 'utf8')))
}
