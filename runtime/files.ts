import { join, resolve } from 'node:path'
import { createDiskFileStore } from '#connectors/files/disk.ts'
import { createObjectFileStore, foldersFrom } from '#connectors/files/object-store.ts'
import { createFileSources, createSources } from '#connectors/sources/local.ts'
import type { Network } from '#connectors/sources/network.ts'
import { createObjectStore, type ObjectStoreAddress } from '#connectors/sources/object-store/client.ts'
import type { RunnerPool } from '#connectors/sources/runner/pool.ts'
import { createStage } from '#connectors/sources/stage.ts'
import { createStagedSources } from '#connectors/sources/staged/sources.ts'
import type { FileStore, Sources } from '#domain/semantics/sources/source.ts'
import type { Environment } from './env.ts'

/** Where uploads lie, and the data sources that are files: uploads, and those in buckets and the operator's folder. */
export function openFiles(environment: Environment, parts: { folder: string; pool: RunnerPool; network: Network }): { files: FileStore; fileSources: Sources } {
  const { folder, pool, network } = parts
  const fileRoot = join(folder, 'files')
  const stage = createStage({ root: join(folder, 'stage'), maxBytes: environment.STAGE_MAX_MB * 1024 * 1024 })
  const root = environment.DATASOURCE_FILE_ROOT === undefined ? null : resolve(environment.DATASOURCE_FILE_ROOT)
  const elsewhere = createStagedSources({ pool, stage, network, root })
  const bucket = bucketOf(environment)
  if (!bucket) return { files: createDiskFileStore({ root: fileRoot, pool }), fileSources: createFileSources(createSources(pool, { fileRoot }), elsewhere) }
  // The operator's own store is no address a user named.
  const store = createObjectStore(bucket.address, globalThis.fetch)
  const uploads = createSources(pool, { fileRoot, folders: foldersFrom(store, bucket.prefix, stage) })
  return {
    files: createObjectFileStore({ store, prefix: bucket.prefix, incoming: join(fileRoot, '.incoming'), pool }),
    fileSources: createFileSources(uploads, elsewhere),
  }
}

function bucketOf(environment: Environment): { address: ObjectStoreAddress; prefix: string } | null {
  const { FILE_STORE_URL: given, FILE_STORE_ACCESS_KEY_ID: accessKeyId, FILE_STORE_SECRET_ACCESS_KEY: secretAccessKey } = environment
  if (!given || !accessKeyId || !secretAccessKey) return null
  const url = new URL(given)
  const endpoint = url.searchParams.get('endpoint') ?? ''
  const region = url.searchParams.get('region') ?? 'us-east-1'
  return { address: { endpoint, region, bucket: url.hostname, accessKeyId, secretAccessKey }, prefix: decodeURIComponent(url.pathname).replace(/^\//, '') }
}
