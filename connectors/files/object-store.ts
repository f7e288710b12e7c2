import { mkdir, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { UploadFolders } from '#connectors/sources/local.ts'
import { type ObjectStore, StoreFailure } from '#connectors/sources/object-store/client.ts'
import { elementOf } from '#connectors/sources/object-store/listing.ts'
import type { RunnerPool } from '#connectors/sources/runner/pool.ts'
import type { Stage } from '#connectors/sources/stage.ts'
import { copyName, download } from '#connectors/sources/staged/bucket-store.ts'
import { Failure } from '#domain/failure.ts'
import type { FileStore } from '#domain/semantics/sources/source.ts'
import { createIntake } from './intake.ts'
import { CONTENTS, storedDirectory } from './stored.ts'

/** Stores want parts of five megabytes at least, and at most ten thousand of them. */
const PART_BYTES = 16 * 1024 * 1024
const SEND_MS = 600_000

export type ObjectFileStoreOptions = { store: ObjectStore; prefix: string; incoming: string; pool: RunnerPool; ingestMs?: number; partBytes?: number }

/** A file store in a bucket. An upload is worked on here, then its tables are sent; its list of contents goes last, so that what has one is whole. */
export function createObjectFileStore(options: ObjectFileStoreOptions): FileStore {
  const { store, prefix, partBytes = PART_BYTES } = options
  return {
    put: createIntake({
      ...options,
      async keep(directory, storageKey, signal) {
        const folder = folderOf(prefix, storageKey)
        const limit = AbortSignal.any([signal, AbortSignal.timeout(SEND_MS)])
        try {
          const names = await readdir(directory)
          for (const name of names.sort((left, right) => Number(left === CONTENTS) - Number(right === CONTENTS))) {
            await sendFile(store, { key: `${folder}${name}`, path: join(directory, name), partBytes }, limit)
          }
        } catch (error) {
          await removeAll(store, folder).catch(() => {})
          signal.throwIfAborted()
          throw error instanceof StoreFailure
            ? new Failure('overloaded', 'the store of uploads does not take the file', { retryAfter: 5, cause: error })
            : error
        }
      },
    }),
    delete: async (storageKey) => removeAll(store, folderOf(prefix, storageKey)),
  }
}

/** Uploads of a bucket, copied here while they are read. */
export function foldersFrom(store: ObjectStore, prefix: string, stage: Stage): UploadFolders {
  return async (file, signal) => {
    const folder = folderOf(prefix, file.storageKey)
    const hold = stage.hold()
    try {
      const directory = await hold.take(
        copyName(['upload', folder]),
        file.size,
        async (path, stop) => {
          const { objects } = await store.list(folder, { signal: stop })
          if (!objects.some(({ key }) => key === `${folder}${CONTENTS}`)) {
            throw new Failure('datasource_unreachable', `the uploaded file ${file.name} is no longer stored`)
          }
          await mkdir(path, { mode: 0o700 })
          for (const object of objects) {
            const name = object.key.slice(folder.length)
            if (/^[\w.]+$/.test(name)) await download(store, object, join(path, name), stop)
          }
        },
        signal,
      )
      return { directory, release: () => hold.release() }
    } catch (error) {
      hold.release()
      throw error
    }
  }
}

/** Fails with `invalid` for anything that is not a key we made. */
function folderOf(prefix: string, storageKey: string): string {
  storedDirectory('/uploads', storageKey)
  const base = prefix.replace(/^\/+|\/+$/g, '')
  return `${base === '' ? '' : `${base}/`}${storageKey}/`
}

async function removeAll(store: ObjectStore, folder: string): Promise<void> {
  const signal = AbortSignal.timeout(SEND_MS)
  const { objects } = await store.list(folder, { signal })
  for (const { key } of objects) await store.delete(key, signal)
}

type Sent = { key: string; path: string; partBytes: number }

async function sendFile(store: ObjectStore, { key, path, partBytes }: Sent, signal: AbortSignal): Promise<void> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    if (size <= partBytes) return await store.put(key, await file.readFile(), signal)
    const begun = await store.send({ method: 'POST', key, query: { uploads: '' } }, signal)
    const uploadId = elementOf(await begun.text(), 'UploadId')
    if (!uploadId) throw new StoreFailure('reach', 'the store does not take uploads in parts')
    try {
      await sendParts(store, { key, uploadId, file, size, partBytes }, signal)
    } catch (error) {
      await store.send({ method: 'DELETE', key, query: { uploadId } }, AbortSignal.timeout(SEND_MS)).catch(() => {})
      throw error
    }
  } finally {
    await file.close()
  }
}

type Parts = { partBytes: number; key: string; uploadId: string; file: Awaited<ReturnType<typeof open>>; size: number }

async function sendParts(store: ObjectStore, { key, uploadId, file, size, partBytes }: Parts, signal: AbortSignal): Promise<void> {
  const parts: string[] = []
  for (let start = 0; start < size; start += partBytes) {
    const bytes = Buffer.alloc(Math.min(partBytes, size - start))
    for (let read = 0; read < bytes.length; ) read += (await file.read(bytes, read, bytes.length - read, start + read)).bytesRead || Number.POSITIVE_INFINITY
    const partNumber = String(parts.length + 1)
    const sent = await store.send({ method: 'PUT', key, query: { partNumber, uploadId }, body: bytes }, signal)
    await sent.body?.cancel()
    parts.push(`<Part><PartNumber>${partNumber}</PartNumber><ETag>${(sent.headers.get('etag') ?? '').replaceAll('"', '&quot;')}</ETag></Part>`)
  }
  const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
  const done = await store.send({ method: 'POST', key, query: { uploadId }, body }, signal)
  // A store may answer 200 and say in the body that it failed.
  const answer = await done.text()
  if (answer.includes('<Error>')) throw new StoreFailure('reach', 'the store could not put the parts of a file together', elementOf(answer, 'Code'))
}
