import { waitUntil } from 'cloudflare:workers'
import { createClient } from '@libsql/client/web'
import { openDatabase } from '#db/client.ts'
import { migrateAll } from '#db/migrate.ts'
import { migrations } from '#db/migrations.gen.ts'
import { loadVault } from '#domain/access/deployment-vault.ts'
import type { Ports } from '#domain/context.ts'
import manifest from '../package.json' with { type: 'json' }
import { compose, type Querent } from './compose.ts'
import { absentPorts } from './edge/absent.ts'
import type { EdgePorts, Means } from './edge/means.ts'
import { boundAssets, type StaticFiles } from './edge/static-files.ts'
import { type Environment, readEnvironment, settingsOf } from './env.ts'
import { logLine } from './log-line.ts'
import { overloaded } from './overloaded.ts'
import { answeredInTime, WRITE_TURN_MS } from './remote-writes.ts'
import type { ServicesParts } from './services/service-parts.ts'
import { edgeTelemetry } from './telemetry/edge.ts'

/** Here a client that only closes its side of the connection is known to have left when it is written to. */
const HEARTBEAT_MS = 1_000

/** Each look for news is a call to the database server. */
const FEED_MS = 1_000

/** Settings as text, the static files, and Cloudflare's own models where they are bound. */
export type Bindings = Record<string, unknown> & { AI?: unknown; ASSETS?: StaticFiles }

/** Which services an isolate has, the ports they need, and whether it answers for the workspace too, which needs all five. */
export type Outfit = { services: Partial<ServicesParts>; ports: EdgePorts[]; hasWorkspace?: boolean }

/** The services inside a Cloudflare isolate, over a libSQL server: no file, no thread, nothing that outlives a request by itself. */
export async function openIsolate(bindings: Bindings, { services, ports }: Outfit): Promise<Querent> {
  const environment = readEnvironment(bindings)
  const { DATABASE_AUTH_TOKEN, QUERY_RUNNER_URL, QUERY_RUNNER_SECRET } = environment
  const url = requireRemote(environment)
  // A request that is cut off never gives back its place in the client's queue, so the queue has no end.
  const concurrency = Number.MAX_SAFE_INTEGER
  const server = { url, concurrency, ...(DATABASE_AUTH_TOKEN ? { authToken: DATABASE_AUTH_TOKEN } : {}) }
  await migrateAll(createClient(server), migrations)
  const client = createClient({ ...server, fetch: answeredInTime })
  // A write goes on without its request, so that the next is not kept waiting for one that was cut off.
  const db = openDatabase(client, overloaded, { turnMs: WRITE_TURN_MS, keep: waitUntil })
  const runner = QUERY_RUNNER_URL && QUERY_RUNNER_SECRET ? { url: QUERY_RUNNER_URL, secret: QUERY_RUNNER_SECRET } : null
  const means: Means = { environment, ai: bindings.AI, runner }
  const log: Ports['log'] = environment.LOG === 'off' ? () => {} : (entry) => console.log(logLine(entry))
  const traces = edgeTelemetry(environment, manifest.version, log, waitUntil)
  const querent = await compose({
    services: services as ServicesParts,
    db,
    settings: settingsOf(environment, manifest.version),
    ports: {
      ...absentPorts,
      ...Object.assign({}, ...ports.map((make) => make(means))),
      vault: await loadVault(db, environment.QUERENT_MASTER_KEYS ?? ''),
      telemetry: traces.telemetry,
      log,
    },
    watchRequest: traces.watchRequest,
    isShared: false,
    feedMs: FEED_MS,
    asset: boundAssets(bindings.ASSETS),
    waitUntil,
    heartbeatMs: HEARTBEAT_MS,
    admin: { email: environment.QUERENT_ADMIN_EMAIL, apiKey: environment.QUERENT_ADMIN_API_KEY ?? null },
  })
  if (querent.adminKey !== null && !environment.QUERENT_ADMIN_API_KEY) console.log(`Admin API key: ${querent.adminKey}`)
  return querent
}

function requireRemote({ DATABASE_URL, QUERENT_MASTER_KEYS, SMTP_URL, METRICS }: Environment): string {
  if (!DATABASE_URL || DATABASE_URL.startsWith('file:')) throw new Error('bad settings:\n  DATABASE_URL: needed on Workers: the URL of a libSQL server')
  if (!QUERENT_MASTER_KEYS) throw new Error('bad settings:\n  QUERENT_MASTER_KEYS: needed on Workers, which have no place to keep one of their own')
  if (SMTP_URL) throw new Error('bad settings:\n  SMTP_URL: Workers send mail by MAIL_HTTP_URL')
  if (METRICS === 'on')
    throw new Error('bad settings:\n  METRICS: a Worker has no process whose figures could be read; it has traces, by OTEL_EXPORTER_OTLP_ENDPOINT')
  return DATABASE_URL
}
