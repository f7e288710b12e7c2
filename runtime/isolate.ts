import { waitUntil } from 'cloudflare:workers'
import { createClient } from '@libsql/client/web'
import { createChartDrawer } from '#connectors/charts/drawer.ts'
import { createResultCache } from '#connectors/charts/result-cache.ts'
import { readConditions } from '#connectors/expressions/postgres-conditions.ts'
import { readArithmetic } from '#connectors/expressions/postgres-grammar.ts'
import { createHttpMailer } from '#connectors/mail/http-mailer.ts'
import { checkedFetch } from '#connectors/models/checked-address.ts'
import { createModelRegistry } from '#connectors/models/registry.ts'
import { argon2EdgePasswords } from '#connectors/passwords/argon2-edge.ts'
import { argon2Modules } from '#connectors/passwords/argon2-modules.ts'
import type { Network } from '#connectors/sources/network.ts'
import { createRemoteRasterize, createRemoteSources } from '#connectors/sources/remote.ts'
import { routeByType } from '#connectors/sources/route-by-type.ts'
import { createEdgeNetwork } from '#connectors/sources/safe-connect-edge.ts'
import { createSpeechEngines } from '#connectors/speech/openai-compatible.ts'
import { tableWriter } from '#connectors/tables/writer.ts'
import { createWebhookSender } from '#connectors/webhooks/sender.ts'
import { openDatabase } from '#db/client.ts'
import { migrateAll } from '#db/migrate.ts'
import { migrations } from '#db/migrations.gen.ts'
import { loadVault } from '#domain/access/deployment-vault.ts'
import type { Platform } from '#http/inbound.ts'
import manifest from '../package.json' with { type: 'json' }
import { compose, type Querent } from './compose.ts'
import { type Environment, mailNetsOf, modelNetsOf, ownEndpointsOf, readEnvironment, settingsOf, webhookNetsOf } from './env.ts'
import { shareFairly } from './fair-shares.ts'
import { logLine } from './log-line.ts'
import { noPictures, noSources } from './no-sources.ts'
import { overloaded } from './overloaded.ts'

/** Here a client that only closes its side of the connection is known to have left when it is written to. */
const HEARTBEAT_MS = 1_000

/** Each look for news is a call to the database server. */
const FEED_MS = 1_000

/** Settings as text, the binding that serves the files of the interactive reference, and Cloudflare's own models where they are bound. */
export type Bindings = Record<string, unknown> & { AI?: unknown; ASSETS?: { fetch(url: string): Promise<Response> } }

/** The services inside a Cloudflare isolate, over a libSQL server: no file, no thread, nothing that outlives a request by itself. */
export async function openIsolate(bindings: Bindings): Promise<Querent> {
  const environment = readEnvironment(bindings)
  const { DATABASE_AUTH_TOKEN, QUERY_RUNNER_URL, QUERY_RUNNER_SECRET } = environment
  const url = requireRemote(environment)
  // A request that is cut off never gives back its place in the client's queue, so the queue has no end.
  const concurrency = Number.MAX_SAFE_INTEGER
  const client = createClient({ url, concurrency, ...(DATABASE_AUTH_TOKEN ? { authToken: DATABASE_AUTH_TOKEN } : {}) })
  await migrateAll(client, migrations)
  const db = openDatabase(client, overloaded)
  const network = createEdgeNetwork({ allowedNets: environment.DATASOURCE_ALLOWED_NETS, ownEndpoints: ownEndpointsOf(environment) })
  const modelNetwork = createEdgeNetwork({ allowedNets: modelNetsOf(environment), ownEndpoints: ownEndpointsOf(environment) })
  const modelFetch = checkedFetch((input, init) => fetch(input, init), modelNetwork.resolve)
  const webhookNetwork = createEdgeNetwork({ allowedNets: webhookNetsOf(environment), ownEndpoints: ownEndpointsOf(environment) })
  const mailNetwork = createEdgeNetwork({ allowedNets: mailNetsOf(environment), ownEndpoints: ownEndpointsOf(environment) })
  const elsewhere = QUERY_RUNNER_URL && QUERY_RUNNER_SECRET ? { url: QUERY_RUNNER_URL, secret: QUERY_RUNNER_SECRET } : null
  const runner = elsewhere ? createRemoteSources(elsewhere) : noSources
  const querent = await compose({
    db,
    settings: settingsOf(environment, manifest.version),
    ports: {
      sources: shareFairly(routeByType({ network, pooled: false, connections: environment.QUERIES_PER_SOURCE }, runner), environment, { leases: true }),
      files: null,
      arithmetic: readArithmetic,
      conditions: readConditions,
      charts: createChartDrawer({ rasterize: elsewhere ? createRemoteRasterize(elsewhere) : noPictures, cacheBytes: 8_000_000 }),
      tableFiles: tableWriter,
      results: createResultCache(16_000_000),
      models: createModelRegistry({ ai: bindings.AI, fetch: modelFetch }),
      speech: createSpeechEngines({ fetch: modelFetch }),
      passwords: argon2EdgePasswords(argon2Modules),
      webhooks: createWebhookSender(webhookNetwork),
      mailer: openMailer(environment, mailNetwork.fetch),
      backup: null,
      // The list is 47 kB gzip, for which a Worker of 3,000 kB has no place.
      isPublicSuffix: null,
      vault: await loadVault(db, environment.QUERENT_MASTER_KEYS ?? ''),
      log: environment.LOG === 'off' ? () => {} : (entry) => console.log(logLine(entry)),
    },
    sharesReader: false,
    feedMs: FEED_MS,
    asset: boundAssets(bindings),
    waitUntil,
    heartbeatMs: HEARTBEAT_MS,
    admin: { email: environment.QUERENT_ADMIN_EMAIL, apiKey: environment.QUERENT_ADMIN_API_KEY ?? null },
  })
  if (querent.adminKey !== null && !environment.QUERENT_ADMIN_API_KEY) console.log(`Admin API key: ${querent.adminKey}`)
  return querent
}

function requireRemote({ DATABASE_URL, QUERENT_MASTER_KEYS, SMTP_URL }: Environment): string {
  if (!DATABASE_URL || DATABASE_URL.startsWith('file:')) throw new Error('bad settings:\n  DATABASE_URL: needed on Workers: the URL of a libSQL server')
  if (!QUERENT_MASTER_KEYS) throw new Error('bad settings:\n  QUERENT_MASTER_KEYS: needed on Workers, which have no place to keep one of their own')
  if (SMTP_URL) throw new Error('bad settings:\n  SMTP_URL: Workers send mail by MAIL_HTTP_URL')
  return DATABASE_URL
}

function openMailer({ MAIL_HTTP_URL: url, MAIL_HTTP_KEY: key, MAIL_HTTP_FORMAT: format, MAIL_FROM: from }: Environment, fetch: Network['fetch']) {
  return url && key && from ? createHttpMailer({ url, key, format, from, fetch }) : null
}

function boundAssets({ ASSETS }: Bindings): Platform['asset'] {
  return async (name) => {
    const found = await ASSETS?.fetch(`https://assets.internal/${name}`)
    if (!found?.ok) return null
    return { body: new Uint8Array(await found.arrayBuffer()), type: found.headers.get('content-type') ?? 'application/octet-stream' }
  }
}
