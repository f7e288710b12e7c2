import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { UPLOAD } from '#connectors/files/stored.ts'
import { Failure } from '#domain/failure.ts'
import type { S3Connection } from '#domain/semantics/sources/connections.ts'
import type { SourceSpec } from '#domain/semantics/sources/source.ts'
import type { ObjectStore } from '../object-store/client.ts'
import { listedPrefix, type ObjectTable, objectTables } from '../object-store/tables.ts'
import type { StagedTable } from '../runner/jobs.ts'
import type { RunnerPool } from '../runner/pool.ts'
import type { Hold } from '../stage.ts'
import { copyName, download } from './bucket-store.ts'
import { digest, inTurns, type PreparedTable } from './prepare.ts'

const INGEST_MS = 300_000
const MAX_RATIO = 100
const RATIO_FROM_BYTES = 1024 * 1024

type BucketParts = { store: ObjectStore; pool: RunnerPool; identity: string; maxBytes: number; asker: SourceSpec['asker'] }

/** The tables the files of a bucket make up, as they are now. Parquet is copied; text is read into Parquet once for each state of a file. */
export async function prepareBucketTables(
  parts: BucketParts,
  connection: S3Connection,
  wanted: ((name: string) => boolean) | null,
  signal: AbortSignal,
): Promise<PreparedTable[]> {
  const { objects } = await parts.store.list(listedPrefix(connection), { signal })
  return objectTables(connection, objects)
    .filter(({ name, objects: members }) => members.length > 0 && (wanted?.(name) ?? true))
    .map((table) => ({
      name: table.name,
      mark: digest(table.objects.map(({ key, etag, size }) => `${key} ${etag} ${size}`)),
      bytes: table.objects.reduce((sum, { size }) => sum + size, 0),
      bring: async (hold, until): Promise<StagedTable> => {
        const paths = await inTurns(table.objects, (object) => bringObject(parts, object, hold, until))
        return { kind: 'files', name: table.name, paths }
      },
    }))
}

async function bringObject(
  { store, pool, identity, maxBytes, asker }: BucketParts,
  object: ObjectTable['objects'][number],
  hold: Hold,
  signal: AbortSignal,
): Promise<string> {
  const { format } = object
  if (format === 'parquet') {
    return hold.take(copyName([identity, object.key, object.etag]), object.size, (path, stop) => download(store, object, path, stop), signal)
  }
  const directory = await hold.take(
    copyName([identity, object.key, object.etag, format]),
    object.size,
    async (path, stop) => {
      await mkdir(path, { mode: 0o700 })
      const upload = join(path, UPLOAD)
      await download(store, object, upload, stop)
      if (object.key.toLowerCase().endsWith('.gz')) await unpack(upload, maxBytes, stop)
      await pool
        .run({ kind: 'ingest', directory: path, name: object.key, format }, { timeoutMs: INGEST_MS, signal: stop, asker })
        .catch((error) => Promise.reject(naming(object.key, error)))
    },
    signal,
  )
  return join(directory, '0.parquet')
}

async function unpack(path: string, maxBytes: number, signal: AbortSignal): Promise<void> {
  const { size: packed } = await import('node:fs/promises').then(({ stat }) => stat(path))
  let size = 0
  const counted = async function* (source: AsyncIterable<Uint8Array>) {
    for await (const chunk of source) {
      size += chunk.byteLength
      if (size > maxBytes || (size > RATIO_FROM_BYTES && size > packed * MAX_RATIO))
        throw new Failure('invalid', 'a compressed file unpacks to far more than its size')
      yield chunk
    }
  }
  try {
    await pipeline(createReadStream(path), createGunzip(), counted, createWriteStream(`${path}.plain`, { flags: 'wx', mode: 0o600 }), { signal })
  } catch (error) {
    if (signal.aborted || error instanceof Failure) throw error
    throw new Failure('invalid', 'a compressed file is damaged', { cause: error })
  }
  await rename(`${path}.plain`, path)
}

function naming(key: string, error: unknown): unknown {
  if (!(error instanceof Failure) || error.code !== 'invalid') return error
  return new Failure('invalid', `${key.slice(-200)}: ${error.message}`, { ...error.details, param: undefined, cause: error })
}
