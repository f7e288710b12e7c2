import { Failure } from '#domain/failure.ts'
import type { DuckdbConnection, LakeConnection, S3Connection } from '#domain/semantics/sources/connections.ts'
import type { SourceSpec } from '#domain/semantics/sources/source.ts'
import type { Network } from '../network.ts'
import { createObjectStore, type ObjectStore } from '../object-store/client.ts'
import type { OpenSource } from '../runner/jobs.ts'
import type { RunnerPool } from '../runner/pool.ts'
import type { Hold, Stage } from '../stage.ts'
import { openBucketStore } from './bucket-store.ts'
import { prepareBucketTables } from './bucket-tables.ts'
import { fileMark, openFolderStore, realPathBelow } from './folder-store.ts'
import { createLakePlanner, inTurns, type PreparedTable } from './prepare.ts'
import type { TableStore } from './store.ts'

export type StagedParts = {
  pool: RunnerPool
  stage: Stage
  network: Pick<Network, 'fetch' | 'resolve'>
  /** The folder that `path` and `location` may name something in; null for none. */
  root: string | null
}

/** Which tables a job needs; null for all. */
export type Wanted = ((name: string) => boolean) | null

/** Sources whose tables are files elsewhere: found, planned as they are now, copied, and opened by a runner. */
export type StagedOpener = {
  /** The tables there are, without bringing any. */
  prepare(spec: SourceSpec, wanted: Wanted, hold: Hold, signal: AbortSignal): Promise<PreparedTable[]>
  /** Brings the tables and tells a runner how to open them. */
  open(spec: SourceSpec, tables: PreparedTable[], hold: Hold, signal: AbortSignal): Promise<OpenSource>
  openDatabase(spec: SourceSpec): Promise<OpenSource>
  /** Fails with `invalid` when the address of the source's store is not one that may be reached. */
  assertReachable(spec: SourceSpec): Promise<void>
}

export function createStagedOpener({ pool, stage, network, root }: StagedParts): StagedOpener {
  const plan = createLakePlanner(pool)

  /** A copy is of a source, its definition and its secrets: whoever lost the right to read finds no copy either. */
  const identityOf = (spec: SourceSpec) => JSON.stringify([spec.id, spec.version])

  const storeOf = (connection: S3Connection): ObjectStore =>
    createObjectStore(
      {
        endpoint: connection.endpoint,
        region: connection.region,
        bucket: connection.bucket,
        accessKeyId: connection.access_key_id,
        secretAccessKey: connection.secret_access_key,
      },
      network.fetch,
    )

  async function lakeStore(spec: SourceSpec): Promise<TableStore> {
    const connection = lakeConnection(spec)
    const bucket = bucketOf(connection)
    if (!bucket) return openFolderStore(root, connection.location)
    return openBucketStore(storeOf(bucket), { bucket: bucket.bucket, prefix: bucket.prefix ?? '', identity: identityOf(spec) })
  }

  return {
    async prepare(spec, wanted, hold, signal) {
      if (spec.type === 's3') {
        const connection = s3Connection(spec)
        const parts = { store: storeOf(connection), pool, identity: identityOf(spec), maxBytes: stage.maxBytes, asker: spec.asker }
        return prepareBucketTables(parts, connection, wanted, signal)
      }
      return plan(await lakeStore(spec), { format: spec.type === 'delta' ? 'delta' : 'iceberg', asker: spec.asker }, wanted, hold, signal)
    },
    async open(spec, tables, hold, signal) {
      const bytes = tables.reduce((sum, table) => sum + table.bytes, 0)
      const largest = tables.toSorted((left, right) => right.bytes - left.bytes)[0]
      const isCopied = spec.type === 's3' || bucketOf(lakeConnection(spec)) !== null
      if (largest && isCopied && bytes > stage.maxBytes) {
        throw new Failure(
          'invalid',
          `the table ${largest.name} and those read with it have ${megabytes(bytes)} of files; at most ${megabytes(stage.maxBytes)} are kept here`,
          {
            hint: 'the operator sets how much is kept with STAGE_MAX_MB',
          },
        )
      }
      const staged = await inTurns(tables, (table) => table.bring(hold, signal))
      const key = JSON.stringify([spec.id, spec.version, spec.type, tables.map(({ name, mark }) => [name, mark])])
      return { key, type: spec.type, files: [], tables: staged }
    },
    async openDatabase(spec) {
      const path = await realPathBelow(root, (spec.connection as DuckdbConnection).path, 'connection.path')
      return { key: JSON.stringify([spec.id, spec.version, spec.type, await fileMark(path)]), type: spec.type, files: [], database: path }
    },
    async assertReachable(spec) {
      const connection = spec.type === 's3' ? s3Connection(spec) : spec.type === 'duckdb' ? null : bucketOf(lakeConnection(spec))
      if (!connection) return
      const { hostname, port, protocol } = endpointOf(connection.endpoint)
      await network.resolve(hostname.replace(/^\[|\]$/g, ''), Number(port || (protocol === 'http:' ? 80 : 443)), 'connection.endpoint')
    },
  }
}

function endpointOf(endpoint: string): URL {
  const url = new URL(endpoint)
  if ((url.protocol !== 'https:' && url.protocol !== 'http:') || url.username !== '' || url.password !== '') {
    throw new Failure('invalid', 'the endpoint of a store is an http or https address without a user', { param: 'connection.endpoint' })
  }
  return url
}

function s3Connection(spec: SourceSpec): S3Connection {
  if (spec.connection === null) throw new Failure('datasource_unreachable', 'the data source has no connection')
  return spec.connection as S3Connection
}

function lakeConnection(spec: SourceSpec): LakeConnection {
  if (spec.connection === null) throw new Failure('datasource_unreachable', 'the data source has no connection')
  return spec.connection as LakeConnection
}

/** The bucket a location names, with the keys to it; null for a folder. */
function bucketOf({ location, endpoint, region, access_key_id: accessKey, secret_access_key: secret }: LakeConnection): S3Connection | null {
  const named = /^s3[an]?:\/\/([^/]+)\/?(.*)$/i.exec(location)
  if (!named) {
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(location) && !/^file:/i.test(location)) {
      throw new Failure('invalid', 'a location is s3://bucket/path or a folder below the one the operator opened', { param: 'connection.location' })
    }
    return null
  }
  if (!accessKey || !secret)
    throw new Failure('invalid', 'a location in a bucket needs access_key_id and secret_access_key', { param: 'connection.access_key_id' })
  const home = region ?? 'us-east-1'
  return {
    endpoint: endpoint ?? `https://s3.${home}.amazonaws.com`,
    region: home,
    bucket: named[1] ?? '',
    prefix: named[2],
    access_key_id: accessKey,
    secret_access_key: secret,
  }
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 / 1024)} MB`
