import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Failure } from '#domain/failure.ts'
import { type ObjectStore, StoreFailure } from '../object-store/client.ts'
import type { TableStore } from './store.ts'

/** A store that is a prefix of a bucket: its files are copied here to be read. `identity` stands for the source and its right to read. */
export function openBucketStore(store: ObjectStore, { bucket, prefix, identity }: { bucket: string; prefix: string; identity: string }): TableStore {
  const base = prefix.replace(/^\/+|\/+$/g, '')
  const keyOf = (path: string) => [base, path].filter((part) => part !== '').join('/')
  const folderKey = (folder: string) => (keyOf(folder) === '' ? '' : `${keyOf(folder)}/`)
  return {
    location: `s3://${bucket}/${base}`.replace(/\/$/, ''),
    async members(folder, signal) {
      const key = folderKey(folder)
      const { objects, folders } = await store.list(key, { signal, folders: true })
      return {
        folders: folders.map((name) => name.slice(key.length).replace(/\/$/, '')),
        files: objects.map((object) => object.key.slice(key.length)).filter(Boolean),
      }
    },
    async list(folder, signal) {
      const { objects } = await store.list(folderKey(folder), { signal })
      const strip = base === '' ? 0 : base.length + 1
      return objects.map(({ key, size, etag }) => ({ path: key.slice(strip), size, tag: etag }))
    },
    async bring(file, hold, signal) {
      const key = keyOf(file.path)
      let { size, tag } = file
      if (size === null) {
        const found = await store.head(key, signal)
        if (!found) throw new StoreFailure('missing', 'a file of the table is missing')
        size = found.size
        tag = found.etag
      }
      // The files of a lake never change under their names, so that their size tells them well enough.
      const name = copyName([identity, key, tag ?? `size ${size}`])
      return hold.take(name, size, (path, stop) => download(store, { key, size: size ?? 0, etag: tag }, path, stop), signal)
    },
  }
}

export function copyName(parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/** Writes an object to a new file, as long as it was said to be and not a byte longer. */
export async function download(
  store: ObjectStore,
  object: { key: string; size: number; etag: string | null },
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const response = await store.get(object.key, { signal, etag: object.etag ?? undefined })
  let size = 0
  const counted = async function* (source: AsyncIterable<Uint8Array>) {
    for await (const chunk of source) {
      size += chunk.byteLength
      if (size > object.size) throw new StoreFailure('changed', 'a file changed while it was read')
      yield chunk
    }
  }
  try {
    await pipeline(
      Readable.fromWeb((response.body ?? new Blob([]).stream()) as Parameters<typeof Readable.fromWeb>[0]),
      counted,
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
      { signal },
    )
  } catch (error) {
    if (signal.aborted || error instanceof Failure) throw error
    throw new StoreFailure('reach', 'the store broke off in the middle of a file', error)
  }
  if (size !== object.size) throw new StoreFailure('changed', 'a file changed while it was read')
}
