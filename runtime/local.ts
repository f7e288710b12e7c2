import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createChartDrawer } from '#connectors/charts/drawer.ts'
import { createNodeRasterize } from '#connectors/charts/node-rasterize.ts'
import { createResultCache } from '#connectors/charts/result-cache.ts'
import { nodeOpener } from '#connectors/crypto/node-opener.ts'
import { isPublicSuffix } from '#connectors/domains/public-suffixes.ts'
import { readConditions } from '#connectors/expressions/postgres-conditions.ts'
import { readArithmetic } from '#connectors/expressions/postgres-grammar.ts'
import { createHttpMailer } from '#connectors/mail/http-mailer.ts'
import { checkedFetch, checkedTransport } from '#connectors/models/checked-address.ts'
import { createModelRegistry } from '#connectors/models/registry.ts'
import { fetchTransport, type Transport } from '#connectors/models/transport.ts'
import { hashWasmPasswords } from '#connectors/passwords/hash-wasm.ts'
import { routeByType } from '#connectors/sources/route-by-type.ts'
import { createRunnerPool } from '#connectors/sources/runner/pool.ts'
import { createNetworkPolicy, type NetworkPolicy } from '#connectors/sources/safe-connect.ts'
import { createSourcesHandler } from '#connectors/sources/serve.ts'
import { createSpeechEngines } from '#connectors/speech/openai-compatible.ts'
import { createEmbedded } from '#connectors/speech/whisper/embedded.ts'
import { tableWriter } from '#connectors/tables/writer.ts'
import { createWebhookSender } from '#connectors/webhooks/sender.ts'
import { loadVault } from '#domain/access/deployment-vault.ts'
import type { Ports } from '#domain/context.ts'
import type { Mailer } from '#domain/mail/mailer.ts'
import manifest from '../package.json' with { type: 'json' }
import { createBackup } from './backup.ts'
import { compose, type Querent } from './compose.ts'
import { openStorage } from './database.ts'
import { type Environment, mailNetsOf, modelNetsOf, ownEndpointsOf, settingsOf, webhookNetsOf } from './env.ts'
import { shareFairly } from './fair-shares.ts'
import { openFiles } from './files.ts'
import { masterKeyFile } from './master-key-file.ts'
import { packagedAssets } from './reference-assets.ts'
import { allServices } from './services/all.ts'
import { builtWorkspace } from './workspace/built.ts'

/** How often news is looked for: beside the database that costs next to nothing. */
const FEED_MS = { file: 150, server: 500 }

export type Local = {
  querent: Querent
  /** Answers the calls of a runtime that cannot run queries; `null` without a secret to know it by. */
  runQuery: ((request: Request) => Promise<Response>) | null
  /** The folder of the built workspace, which is built first when it is asked for; `null` when there is none. */
  workspace(): Promise<string | null>
  /** Ends the work that outlives a request and lets go of everything that was opened. */
  close(): Promise<void>
}

/** The services over a database, files and query runners of this machine: what Node and Bun have in common. */
export async function openLocal(environment: Environment, log: Ports['log']): Promise<Local> {
  const folder = resolve(environment.DATA_DIR)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { db, changeCounter, commitCounter, catalogVersion, end } = await openStorage(
    environment.DATABASE_URL ?? `file:${join(folder, 'querent.db')}`,
    environment.DATABASE_AUTH_TOKEN,
  )
  let built: Promise<string | null> | undefined
  const workspace = () => (built ??= builtWorkspace(log))
  const pool = createRunnerPool({ size: environment.QUERY_RUNNERS, memoryMb: environment.QUERY_MEMORY_MB, queueMs: environment.QUERY_WAIT_MS })
  const network = createNetworkPolicy({ allowedNets: environment.DATASOURCE_ALLOWED_NETS, ownEndpoints: ownEndpointsOf(environment) })
  const modelNetwork = createNetworkPolicy({ allowedNets: modelNetsOf(environment), ownEndpoints: ownEndpointsOf(environment) })
  const webhookNetwork = createNetworkPolicy({ allowedNets: webhookNetsOf(environment), ownEndpoints: ownEndpointsOf(environment) })
  const mailNetwork = createNetworkPolicy({ allowedNets: mailNetsOf(environment), ownEndpoints: ownEndpointsOf(environment) })
  const { files, fileSources } = openFiles(environment, { folder, pool, network })
  const routed = routeByType({ network, pooled: true, connections: environment.QUERIES_PER_SOURCE }, fileSources)
  const sources = shareFairly(routed, environment, { leases: false })
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
      models: createModelRegistry({ transport: () => openTransport(environment.MODEL_CONNECT_MS, modelNetwork) }),
      speech: createSpeechEngines({ fetch: checkedFetch(fetch, modelNetwork.resolve), embedded: speech }),
      passwords: hashWasmPasswords(),
      webhooks: createWebhookSender(webhookNetwork),
      mailer: await openMailer(environment, mailNetwork),
      isPublicSuffix,
      backup: db.$client.protocol === 'file' ? createBackup(db, join(folder, 'backups')) : null,
      vault: await loadVault(db, environment.QUERENT_MASTER_KEYS ?? masterKeyFile(folder), nodeOpener),
      log,
    },
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
    runQuery: environment.QUERY_RUNNER_SECRET ? createSourcesHandler(sources, environment.QUERY_RUNNER_SECRET, rasterize) : null,
    async close() {
      await querent.idle()
      await Promise.all([pool.close(), routed.close(), speech.close()])
      network.close()
      modelNetwork.close()
      webhookNetwork.close()
      mailNetwork.close()
      await end()
    },
  }
}

/** The way to providers, loaded with the first model that is called: connections of its own on Node, which Bun's `fetch` does better. */
async function openTransport(connectMs: number, { resolve }: NetworkPolicy): Promise<Transport> {
  if (process.versions.bun) return checkedTransport(fetchTransport(fetch, { rests: true }), resolve)
  const { nodeTransport } = await import('#connectors/models/node-transport.ts')
  return checkedTransport(nodeTransport({ connectMs, lookup: (host) => resolve(host, 0, 'base_url') }), resolve)
}

/** The way to mailboxes, if there is one; what speaks SMTP is loaded only where it is used. */
async function openMailer(
  { SMTP_URL, MAIL_HTTP_URL, MAIL_HTTP_KEY, MAIL_HTTP_FORMAT, MAIL_FROM }: Environment,
  network: NetworkPolicy,
): Promise<Mailer | null> {
  if (!MAIL_FROM) return null
  if (MAIL_HTTP_URL && MAIL_HTTP_KEY) {
    return createHttpMailer({ url: MAIL_HTTP_URL, key: MAIL_HTTP_KEY, format: MAIL_HTTP_FORMAT, from: MAIL_FROM, fetch: network.fetch })
  }
  if (!SMTP_URL) return null
  const { createSmtpMailer } = await import('#connectors/mail/smtp-mailer.ts')
  return createSmtpMailer({ server: SMTP_URL, from: MAIL_FROM, network })
}
