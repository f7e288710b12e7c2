import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createChartDrawer } from '#connectors/charts/drawer.ts'
import { createNodeRasterize } from '#connectors/charts/node-rasterize.ts'
import { createResultCache } from '#connectors/charts/result-cache.ts'
import { nodeOpener } from '#connectors/crypto/node-opener.ts'
import { isPublicSuffix } from '#connectors/domains/public-suffixes.ts'
import { readConditions } from '#connectors/expressions/postgres-conditions.ts'
import { readArithmetic } from '#connectors/expressions/postgres-grammar.ts'
import { oneTimeCodes } from '#connectors/identity/totp.ts'
import { localPasswords } from '#connectors/passwords/local.ts'
import { routeByType } from '#connectors/sources/route-by-type.ts'
import { createRunnerPool } from '#connectors/sources/runner/pool.ts'
import { createSourcesHandler } from '#connectors/sources/serve.ts'
import { createEmbedded } from '#connectors/speech/whisper/embedded.ts'
import { tableWriter } from '#connectors/tables/writer.ts'
import { loadVault } from '#domain/access/deployment-vault.ts'
import type { Ports } from '#domain/context.ts'
import manifest from '../package.json' with { type: 'json' }
import { createBackup } from './backup.ts'
import { compose, type Querent } from './compose.ts'
import { openStorage } from './database.ts'
import { type Environment, settingsOf } from './env.ts'
import { shareFairly } from './fair-shares.ts'
import { openFiles } from './files.ts'
import type { Answer } from './listener.ts'
import { masterKeyFile } from './master-key-file.ts'
import { openNetworks, outgoingPorts } from './outgoing.ts'
import { packagedAssets } from './reference-assets.ts'
import { allServices } from './services/all.ts'
import { openTelemetry } from './telemetry/open.ts'
import { openWordVectors } from './word-vectors/open.ts'
import { builtWorkspace } from './workspace/built.ts'

/** How often news is looked for: beside the database that costs next to nothing. */
const FEED_MS = { file: 150, server: 500 }

export type Local = {
  querent: Querent
  /** Answers the calls of a runtime that cannot run queries; `null` without a secret to know it by. */
  runQuery: ((request: Request) => Promise<Response>) | null
  /** Answers Prometheus; `null` where the metrics are off. */
  metrics: Answer | null
  /** The folder of the built workspace, which is built first when it is asked for; `null` when there is none. */
  workspace(): Promise<string | null>
  /** Ends the work that outlives a request and lets go of everything that was opened. */
  close(): Promise<void>
}

/** The services over a database, files and query runners of this machine: what Node and Bun have in common. */
export async function openLocal(environment: Environment, log: Ports['log']): Promise<Local> {
  const folder = resolve(environment.DATA_DIR)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const told = await openTelemetry(environment, manifest.version, log)
  const { db, changeCounter, commitCounter, catalogVersion, end } = await openStorage(
    environment.DATABASE_URL ?? `file:${join(folder, 'querent.db')}`,
    environment.DATABASE_AUTH_TOKEN,
    told.writes,
  )
  let built: Promise<string | null> | undefined
  const workspace = () => (built ??= builtWorkspace(log))
  const pool = createRunnerPool({ size: environment.QUERY_RUNNERS, memoryMb: environment.QUERY_MEMORY_MB, queueMs: environment.QUERY_WAIT_MS })
  const networks = openNetworks(environment)
  const { files, fileSources } = openFiles(environment, { folder, pool, network: networks.sources })
  const routed = routeByType({ network: networks.sources, pooled: true, connections: environment.QUERIES_PER_SOURCE }, fileSources)
  const shared = shareFairly(routed, environment, { isCutOff: false })
  const sources = told.sources(shared.sources)
  told.watch({ db, pool, turns: shared.counts })
  const rasterize = createNodeRasterize()
  const speech = createEmbedded({
    folder: resolve(environment.SPEECH_DIR ?? join(folder, 'speech')),
    size: environment.SPEECH_PROCESSES,
    threads: environment.SPEECH_THREADS,
    memoryMb: environment.SPEECH_MEMORY_MB,
    timeoutMs: environment.SPEECH_SECONDS * 1000,
    maxSeconds: environment.SPEECH_MAX_MINUTES * 60,
  })
  const querent = await compose({
    services: allServices,
    db,
    settings: settingsOf(environment, manifest.version),
    ports: {
      sources,
      files,
      arithmetic: readArithmetic,
      conditions: readConditions,
      charts: createChartDrawer({ rasterize }),
      tableFiles: tableWriter,
      results: createResultCache(64_000_000),
      ...(await outgoingPorts(environment, networks, speech)),
      passwords: localPasswords(),
      oneTimeCodes,
      isPublicSuffix,
      backup: db.$client.protocol === 'file' ? createBackup(db, join(folder, 'backups')) : null,
      ...(environment.WORD_VECTORS ? { wordVectors: openWordVectors() } : {}),
      vault: await loadVault(db, environment.QUERENT_MASTER_KEYS ?? masterKeyFile(folder), nodeOpener),
      telemetry: told.telemetry,
      log,
    },
    watchRequest: told.watchRequest,
    changeCounter,
    commitCounter,
    catalogVersion,
    feedMs: db.$client.protocol === 'file' ? FEED_MS.file : FEED_MS.server,
    asset: packagedAssets(workspace),
    admin: { email: environment.QUERENT_ADMIN_EMAIL, apiKey: environment.QUERENT_ADMIN_API_KEY ?? null },
  })
  return {
    querent,
    workspace,
    metrics: told.page,
    runQuery: environment.QUERY_RUNNER_SECRET ? createSourcesHandler(sources, environment.QUERY_RUNNER_SECRET, rasterize) : null,
    async close() {
      await querent.idle()
      await Promise.all([pool.close(), routed.close(), speech.close()])
      networks.close()
      await end()
      await told.close()
    },
  }
}
