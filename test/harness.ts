import { createChartDrawer } from '#connectors/charts/drawer.ts'
import { createNodeRasterize } from '#connectors/charts/node-rasterize.ts'
import { createResultCache } from '#connectors/charts/result-cache.ts'
import { isPublicSuffix } from '#connectors/domains/public-suffixes.ts'
import { readConditions } from '#connectors/expressions/postgres-conditions.ts'
import { readArithmetic } from '#connectors/expressions/postgres-grammar.ts'
import { createOpenIdClient } from '#connectors/identity/openid.ts'
import { oneTimeCodes } from '#connectors/identity/totp.ts'
import { createMailServers } from '#connectors/mail/mail-servers.ts'
import { createClientDocuments } from '#connectors/oauth/client-documents.ts'
import { createNetworkPolicy } from '#connectors/sources/safe-connect.ts'
import { tableWriter } from '#connectors/tables/writer.ts'
import { createWebhookSender } from '#connectors/webhooks/sender.ts'
import type { Database } from '#db/client.ts'
import { apiKeys, users } from '#db/schema/identity.ts'
import { hashSecret, newApiKey } from '#domain/access/api-key.ts'
import { loadVault } from '#domain/access/deployment-vault.ts'
import { newMasterKey } from '#domain/access/master-keys.ts'
import type { Vault } from '#domain/access/vault.ts'
import type { LogEntry, Ports, Service } from '#domain/context.ts'
import { Failure } from '#domain/failure.ts'
import { newId } from '#domain/identifiers.ts'
import type { Settings } from '#domain/settings.ts'
import { NO_TELEMETRY } from '#domain/telemetry.ts'
import type { Platform, WatchRequest } from '#http/inbound.ts'
import { compose, type Querent, SERVICES } from '#runtime/compose.ts'
import { type Environment, readEnvironment, settingsOf } from '#runtime/env.ts'
import { allServices } from '#runtime/services/all.ts'
import type { ServiceParts, ServicesParts } from '#runtime/services/service-parts.ts'
import { breach, type Contract, contractFor, contractsOf, fullPath } from './contracts.ts'
import { copyOf, freshDatabase, type Recorded } from './database.ts'
import { rememberedPasswords } from './fakes/passwords.ts'
import { mailCertificate } from './fixtures/mail-certificate.ts'

export type Reply = { status: number; headers: Headers; body: any; text: string }
export type Account = { id: string; key: string }
export type RequestOptions = {
  /** A user's key; the first administrator's when absent, none when `null`. */
  as?: string | null
  body?: unknown
  /** Sent as it is, instead of a JSON body. */
  raw?: string | Uint8Array<ArrayBuffer> | FormData | ReadableStream<Uint8Array>
  headers?: Record<string, string>
  signal?: AbortSignal
}

export type TestServer = {
  /** `request('POST /core/groups', { body })`: the path is relative to `/api/v1`. Every reply is held against its contract. */
  request(line: string, options?: RequestOptions): Promise<Reply>
  /** The bare reply, for streams. */
  open(line: string, options?: RequestOptions): Promise<Response>
  /** A user with a key, made without HTTP. */
  account(facts?: { role?: 'admin' | 'user' | 'pending'; scopes?: string[]; attributes?: Record<string, string> }): Promise<Account>
  db: Database
  querent: Querent
  vault: Vault
  settings: Settings
  adminKey: string
  log: LogEntry[]
  contracts: Contract[]
  clock: { now: Date }
  /** What this server holds now, for servers that begin with it. */
  kept(): Promise<Kept>
  close(): Promise<void>
}

export type Kept = { path: string; masterKeys: string; adminKey: string }

/** An app that keeps nothing between requests is built once for all servers of a process. */
function once(part: ServiceParts): ServiceParts {
  let app: ReturnType<ServiceParts['app']> | undefined
  return { ...part, app: () => (app ??= part.app()) }
}

/** An app that keeps something is built when it is first asked: most tests ask one service. */
function whenAsked(part: ServiceParts): ServiceParts {
  type App = ReturnType<ServiceParts['app']>
  const app = (): App => {
    const { app: built } = once(part)
    return new Proxy({} as App, { get: (_, name) => Reflect.get(built(), name) })
  }
  return { ...part, app }
}
const services: ServicesParts = {
  core: once(allServices.core),
  llm: whenAsked(allServices.llm),
  analytics: whenAsked(allServices.analytics),
  semantic: once(allServices.semantic),
  audio: once(allServices.audio),
}
let declared: readonly Contract[] | undefined

const absent = (what: string) => (): never => {
  throw new Failure('source_unavailable_here', `this test has no ${what}`)
}

const noSources: Ports['sources'] = {
  serves: () => false,
  validate: absent('sources'),
  introspect: absent('sources'),
  profile: absent('sources'),
  query: absent('sources'),
}

/** All five services over a fresh database, in this process, with every reply checked strictly against the route's declared schema. */
export async function testServer(
  options: {
    ports?: Partial<Ports>
    asset?: Platform['asset']
    environment?: Partial<Record<keyof Environment, string>>
    services?: Service[]
    watchRequest?: WatchRequest
    statements?: (statement: Recorded) => void
    /** Begins with what another server held. */
    from?: Kept
  } = {},
): Promise<TestServer> {
  const fresh = await freshDatabase(options.statements, options.from?.path)
  const { db } = fresh
  const log: LogEntry[] = []
  const clock = { now: new Date('2026-11-21T09:30:00.000Z') }
  const masterKeys = options.from?.masterKeys ?? newMasterKey()
  const vault = await loadVault(db, masterKeys)
  const settings = settingsOf(readEnvironment(options.environment ?? {}), '0.0.42')
  const ports: Ports = {
    sources: noSources,
    files: null,
    arithmetic: readArithmetic,
    conditions: readConditions,
    models: { open: absent('models'), list: absent('models') },
    charts: createChartDrawer({ rasterize: createNodeRasterize() }),
    tableFiles: tableWriter,
    results: createResultCache(8_000_000),
    speech: { open: absent('speech engines'), embedded: () => null },
    passwords: rememberedPasswords,
    oneTimeCodes,
    backup: null,
    isPublicSuffix,
    mailer: null,
    mailServers: createMailServers(createNetworkPolicy({ allowedNets: ['127.0.0.0/8'], ownEndpoints: [] }), mailCertificate.cert),
    webhooks: createWebhookSender(createNetworkPolicy({ allowedNets: ['127.0.0.0/8'], ownEndpoints: [] })),
    clientDocuments: createClientDocuments(createNetworkPolicy({ allowedNets: [], ownEndpoints: [] })),
    openid: createOpenIdClient({ fetch: createNetworkPolicy({ allowedNets: ['127.0.0.0/8', '::1/128'], ownEndpoints: [] }).fetch, insecure: true }),
    vault,
    telemetry: NO_TELEMETRY,
    log: (entry) => void log.push(entry),
    ...options.ports,
  }
  const querent = await compose({
    services,
    db,
    settings,
    ports,
    now: () => clock.now,
    watchRequest: options.watchRequest ?? null,
    asset: options.asset ?? (async () => null),
    admin: { email: 'admin@example.com', apiKey: null },
  })
  const adminKey = querent.adminKey ?? options.from?.adminKey ?? ''
  const fetch = querent.origin(options.services ?? SERVICES)
  declared ??= SERVICES.flatMap((service) => contractsOf(service, querent.apps[service]))
  const contracts = [...declared]

  function open(line: string, { as = adminKey, body, raw, headers = {}, signal }: RequestOptions = {}): Promise<Response> {
    const [method = 'GET', short = '/'] = line.split(' ')
    const request = new Request(`http://querent.test${fullPath(short)}`, {
      ...(raw instanceof ReadableStream ? { duplex: 'half' } : {}),
      method,
      headers: { ...(as === null ? {} : { authorization: `Bearer ${as}` }), ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(raw !== undefined ? { body: raw } : body !== undefined ? { body: JSON.stringify(body) } : {}),
      ...(signal ? { signal } : {}),
    })
    return fetch(request, { ip: '127.0.0.1', waitUntil: null })
  }

  async function request(line: string, requestOptions: RequestOptions = {}): Promise<Reply> {
    const response = await open(line, requestOptions)
    const text = await response.text()
    const type = response.headers.get('content-type')
    const body = type?.startsWith('application/json') && text !== '' ? JSON.parse(text) : text
    const [method = 'GET', short = '/'] = line.split(' ')
    const path = fullPath(short).split('?')[0] ?? ''
    const wrong = breach(contractFor(contracts, method, path), response.status, type, body)
    if (wrong) throw new Error(wrong)
    return { status: response.status, headers: response.headers, body, text }
  }

  async function account({ role = 'user', scopes = ['*'], attributes = {} }: Parameters<TestServer['account']>[0] = {}): Promise<Account> {
    const at = clock.now.toISOString()
    const id = newId('usr', clock.now.getTime())
    const made = newApiKey('dev')
    const stamps = { created_at: at, updated_at: at }
    await db.batch([
      db.insert(users).values({ id, email: `${id}@example.com`, name: 'Someone', role, status: 'active', attributes, ...stamps }),
      db.insert(apiKeys).values({
        id: newId('key', clock.now.getTime()),
        lookup: made.id,
        secret_hmac: await hashSecret(await vault.subkey('api-key-pepper'), made.secret),
        last4: made.last4,
        user_id: id,
        name: 'test',
        scopes,
        ...stamps,
      }),
    ])
    return { id, key: made.key }
  }

  return {
    request,
    open,
    account,
    db,
    querent,
    vault,
    settings,
    adminKey,
    log,
    contracts,
    clock,
    kept: async () => {
      await querent.idle()
      return { path: await copyOf(fresh.path), masterKeys, adminKey }
    },
    close: async () => {
      await querent.idle()
      fresh.close()
    },
  }
}
