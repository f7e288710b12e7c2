import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createObjectStore } from '#connectors/sources/object-store/client.ts'
import { createRunnerPool } from '#connectors/sources/runner/pool.ts'
import { createNetworkPolicy } from '#connectors/sources/safe-connect.ts'
import { createStage } from '#connectors/sources/stage.ts'
import { createStagedSources } from '#connectors/sources/staged/sources.ts'
import type { SourceSpec } from '#domain/semantics/sources/source.ts'
import { temporaryFolder } from '../database.ts'
import { runInDuckDb } from '../fixtures/lake-tables.ts'
import { startS3Server } from '../s3-server.ts'
import type { EngineRow, RunningEngine } from './engine-row.ts'
import { makeDeltaShop, makeIcebergShop, writeShopParquet } from './lake-shop.ts'
import { shopStatements } from './shop.ts'
import { duckdbWords } from './upload-rows.ts'

type Parts = { sources: RunningEngine['sources']; root: string; spec(connection: object): SourceSpec; fetch: ReturnType<typeof createNetworkPolicy>['fetch'] }
type Made = Pick<RunningEngine, 'spec' | 'lacks'> & Partial<RunningEngine> & { where: string }

const MADE_OF_FILES = {
  'read-only user': 'files are only ever read',
  keys: 'it declares none',
  views: 'it has none',
  nullability: 'what lies in files promises nothing',
}
const FOLDER = { ...MADE_OF_FILES, 'sign in': 'the folder lies on this machine', reach: 'the folder lies on this machine' }

function stagedRow(type: 's3' | 'delta' | 'iceberg' | 'duckdb', make: (parts: Parts) => Promise<Made>): EngineRow {
  return {
    name: type,
    missing: null,
    async start() {
      const root = temporaryFolder()
      const pool = createRunnerPool({ size: 2, memoryMb: 384 })
      const network = createNetworkPolicy({ allowedNets: ['127.0.0.1/32'], ownEndpoints: [] })
      const sources = createStagedSources({ pool, stage: createStage({ root: temporaryFolder(), maxBytes: 50_000_000 }), network, root })
      const spec = (connection: object): SourceSpec => ({
        id: type,
        type,
        version: JSON.stringify(connection),
        files: [],
        connection: connection as SourceSpec['connection'],
      })
      const { where, stop, ...made } = await make({ sources, root, spec, fetch: network.fetch })
      const { serverVersion } = await sources.introspect(made.spec, new AbortController().signal)
      return {
        server: `${where} by DuckDB ${serverVersion}`,
        dialect: 'duckdb',
        sources,
        words: duckdbWords,
        ...made,
        async stop() {
          await pool.close()
          network.close()
          await stop?.()
        },
      }
    },
  }
}

export const duckdbRow = stagedRow('duckdb', async ({ root, spec }) => {
  await runInDuckDb(shopStatements('duckdb'), join(root, 'shop.duckdb'))
  const { keys, views, nullability, ...lacks } = FOLDER
  return { where: 'a database file', spec: spec({ path: 'shop.duckdb' }), lacks }
})

export const s3Row = stagedRow('s3', async ({ root, spec, fetch }) => {
  const server = await startS3Server()
  const bucket = createObjectStore(server, fetch)
  await writeShopParquet((name) => join(root, `${name}.parquet`))
  await upload(bucket, root, 'shop')
  const connection = keysOf(server, { bucket: server.bucket, prefix: 'shop' })
  return {
    where: 's3rver 5.0.0',
    spec: spec(connection),
    stranger: spec({ ...connection, secret_access_key: 'wrong-password' }),
    oddTable: 'größe_maß',
    lacks: { ...MADE_OF_FILES, comments: 'Parquet files have none' },
    stop: server.stop,
  }
})

export const deltaRow = stagedRow('delta', async ({ root, spec, fetch }) => {
  await makeDeltaShop(join(root, 'shop'))
  const server = await startS3Server()
  await upload(createObjectStore(server, fetch), join(root, 'shop'), 'shop')
  const connection = keysOf(server, { location: `s3://${server.bucket}/shop` })
  return {
    where: 'Delta tables on s3rver 5.0.0',
    spec: spec(connection),
    stranger: spec({ ...connection, secret_access_key: 'wrong-password' }),
    oddTable: 'größe_maß',
    lacks: MADE_OF_FILES,
    stop: server.stop,
  }
})

export const icebergRow = stagedRow('iceberg', async ({ root, spec }) => {
  await makeIcebergShop(join(root, 'shop'))
  return { where: 'Iceberg tables in a folder', spec: spec({ location: 'shop' }), oddTable: 'größe_maß', lacks: FOLDER }
})

type Server = Awaited<ReturnType<typeof startS3Server>>
const keysOf = (server: Server, more: object) => ({
  endpoint: server.endpoint,
  region: server.region,
  access_key_id: server.accessKeyId,
  secret_access_key: server.secretAccessKey,
  ...more,
})

async function upload(bucket: ReturnType<typeof createObjectStore>, folder: string, prefix: string): Promise<void> {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (statSync(join(folder, name)).isFile()) await bucket.put(`${prefix}/${name}`, readFileSync(join(folder, name)), new AbortController().signal)
  }
}
