import type { OpenAPIHono } from '@hono/zod-openapi'
import { eq } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { directories } from '#db/schema/directories.ts'
import { apiKeys, signins, users } from '#db/schema/identity.ts'
import { oauthConnections } from '#db/schema/oauth.ts'
import { forgetStatistics } from '#db/statistics.ts'
import { createAuthenticator, type KnownActor } from '#domain/access/authenticate.ts'
import { makeFirstAdmin } from '#domain/access/first-start.ts'
import { guestTokenKeys } from '#domain/access/guest-access.ts'
import { forgetOAuth } from '#domain/access/oauth/connections.ts'
import { endLostCompletions } from '#domain/agent/completions/lost-completions.ts'
import { forgetReservations } from '#domain/agent/completions/reservations.ts'
import { forgetEndedChats } from '#domain/agent/dashboard-chat/chat-turns.ts'
import { forgetElicitations } from '#domain/agent/elicitation/elicitations.ts'
import { indexSessions } from '#domain/agent/sessions/session-index.ts'
import { sealAudit } from '#domain/catalog/audit-chain.ts'
import { forgetAudit } from '#domain/catalog/audit-retention.ts'
import { seedBuiltin } from '#domain/catalog/builtin-model.ts'
import type { Context, Ports, Service } from '#domain/context.ts'
import { deploymentOf } from '#domain/deployment/effective.ts'
import { type ChangeFeed, createChangeFeed } from '#domain/feed/reader.ts'
import { forgetWithdrawals } from '#domain/feed/withdrawals.ts'
import { newId } from '#domain/identifiers.ts'
import { fireDueJobs } from '#domain/jobs/fire.ts'
import { createJobRuns } from '#domain/jobs/job-run.ts'
import { forgetOld } from '#domain/jobs/retention.ts'
import { mailRuns } from '#domain/mail/mail-run.ts'
import type { Settings } from '#domain/settings.ts'
import { forgetSpeechReservations } from '#domain/speech/budget.ts'
import { streamAudit } from '#domain/webhooks/audit-stream.ts'
import { deliveryRuns } from '#domain/webhooks/delivery-run.ts'
import { dispatchChanges } from '#domain/webhooks/dispatch.ts'
import { createLoneWorker, createWorker, together, type Worker } from '#domain/work/worker.ts'
import { createOrigin, type Fetch } from '#http/edge.ts'
import { forgetKeptReplies } from '#http/idempotency.ts'
import type { Delivered, Env, Incoming, Platform, Trace, WatchRequest } from '#http/inbound.ts'
import { AuditSealer } from './audit-sealer.ts'
import { RequestContext, type Shared } from './request-context.ts'
import { SeenVersion } from './seen-version.ts'
import type { ServiceParts, ServicesParts } from './services/service-parts.ts'

export type Parts<Served extends Service = Service> = {
  services: ServicesParts<Served>
  db: Database
  settings: Settings
  ports: Ports
  now?: () => Date
  /** See `AuthenticatorParts.changeCounter`; absent = every credential is looked up on each request. */
  changeCounter?: () => string | null
  /** Differs after every commit, whatever it wrote: as long as it stays, the change feed reads nothing; absent or null = it reads each time. */
  commitCounter?: () => string | null
  /** See `Context.catalogVersion`; absent = the catalog is read on each request. */
  catalogVersion?: () => string | null
  /** Requests share what one of them reads, and work goes on after them; not where each is a world of its own, as on Workers. */
  isShared?: boolean
  /** How often the change feed looks for news, in milliseconds. */
  feedMs?: number
  asset: Platform['asset']
  /** Keeps work alive that belongs to no one request, where a runtime ends it otherwise. */
  waitUntil?: Delivered['waitUntil']
  /** See `Platform.watchRequest`. */
  watchRequest?: WatchRequest | null
  /** See `Platform.heartbeatMs`. */
  heartbeatMs?: number
  admin: { email: string; apiKey: string | null }
}

/** A process's services, ready to be given an address. */
export type Querent<Served extends Service = Service> = {
  /** The function that answers one origin: one service, several, or all five. */
  origin(services: readonly Served[]): Fetch
  /** The apps themselves, for whoever reads their contracts. */
  apps: Record<Served, OpenAPIHono<Env>>
  /** The context of work that no request caused. */
  systemContext(service: Service): Context
  /** Works on what was queued; nothing happens before it is started or told to look. */
  worker: Worker
  /** Ends and forgets what outlived its time, after a crash or by age: for the start and a timer. Never rejects. */
  keepHouse(): Promise<void>
  /** The first administrator's key, when this start made him. */
  adminKey: string | null
  /** From now on health says so and no new work is taken. */
  drain(): void
  /** Settles when all work put off until after a reply has ended. */
  idle(): Promise<void>
}

/** Runs of jobs that a process works on at a time. */
const JOB_LANES = 4
/** Messages on their way at a time. */
const DELIVERY_LANES = 8
/** Mails handed over at a time: one server takes them all. */
const MAIL_LANES = 4
/** What housekeeping puts into the full-text index at most: a million texts. */
const INDEX_ROUNDS = 4_000
/** What housekeeping chains of the audit trail at most: half a million entries. */
const SEALED_PIECES = 1_000

export const SERVICES: readonly Service[] = ['core', 'llm', 'analytics', 'semantic', 'audio']

/** Builds everything once. The only place that constructs apps and contexts. */
export async function compose<Served extends Service>({
  services,
  db,
  settings,
  ports,
  now = () => new Date(),
  changeCounter = () => null,
  commitCounter = () => null,
  catalogVersion = () => null,
  isShared = true,
  feedMs = 200,
  asset,
  waitUntil = null,
  watchRequest = null,
  heartbeatMs = 15_000,
  admin,
}: Parts<Served>): Promise<Querent<Served>> {
  const deferred = new Set<Promise<unknown>>()
  let stopping = false

  const logFailure = (error: unknown) =>
    ports.log({ level: 'error', message: 'deferred work failed', cause: error instanceof Error ? (error.stack ?? error.message) : String(error) })

  function defer(work: () => Promise<unknown>, waitUntil: Delivered['waitUntil']): void {
    const running: Promise<unknown> = work()
      .catch(logFailure)
      .finally(() => deferred.delete(running))
    deferred.add(running)
    waitUntil?.(running)
  }

  const seen = new SeenVersion()
  const shared: Shared = { db, settings, ports, now, catalogVersion, defer }
  const ofRequests: Shared = { ...shared, catalogVersion: () => catalogVersion() ?? seen.read() }
  const contextFor: Platform['contextFor'] = (...request) => new RequestContext(ofRequests, ...request)

  const quiet: Incoming = { raw: { signal: new AbortController().signal }, method: 'SYSTEM', path: '', header: () => undefined }
  function systemContext(service: Service): Context {
    const trace: Trace = {
      requestId: newId('req', now().getTime()),
      service,
      startedAt: 0,
      watch: null,
      route: null,
      success: null,
      actorId: null,
      errorCode: null,
      cause: undefined,
      cors: null,
    }
    return new RequestContext(shared, { type: 'system' }, { trace, ip: null, waitUntil }, quiet, null)
  }

  async function noteSeen(actor: KnownActor): Promise<void> {
    const at = now().toISOString()
    if (actor.type === 'directory') {
      await db.update(directories).set({ last_used_at: at }).where(eq(directories.id, actor.directoryId))
      return
    }
    const touched = db.update(users).set({ last_active_at: at }).where(eq(users.id, actor.userId))
    const { type, id } = actor.credential
    if (type === 'api_key') await db.batch([touched, db.update(apiKeys).set({ last_used_at: at }).where(eq(apiKeys.id, id))])
    else if (type === 'oauth') await db.batch([touched, db.update(oauthConnections).set({ last_used_at: at }).where(eq(oauthConnections.id, id))])
    else await db.batch([touched, db.update(signins).set({ last_seen_at: at }).where(eq(signins.id, id))])
  }

  const authenticate = createAuthenticator({
    db,
    now,
    pepper: await ports.vault.subkey('api-key-pepper'),
    signinKey: await ports.vault.subkey('signin-token'),
    guestKeys: await guestTokenKeys(ports.vault, settings),
    changeCounter,
    versionSeen: (version) => seen.note(version),
    seen: (actor) => defer(() => noteSeen(actor), waitUntil),
  })

  const feed = () => createChangeFeed({ db, commitCounter, pollMs: feedMs, failed: logFailure })
  const changes: ChangeFeed = isShared ? feed() : { listen: (after) => feed().listen(after) }
  const parts = Object.entries(services) as [Served, ServiceParts][]
  const worker = isShared ? createWorker : createLoneWorker
  const queues = parts.flatMap(([name, { runs }]) => (runs ? [worker({ context: () => systemContext(name), handlers: [...runs] })] : []))
  const jobs = worker({
    context: () => systemContext('core'),
    handlers: [createJobRuns(Object.assign({}, ...parts.map(([, { works }]) => works?.())))],
    lanes: JOB_LANES,
    before: fireDueJobs,
  })
  const messages = worker({
    context: () => systemContext('core'),
    handlers: [deliveryRuns],
    lanes: DELIVERY_LANES,
    before: (ctx) => Promise.all([dispatchChanges(ctx), streamAudit(ctx)]).then(() => {}),
  })
  const mails = worker({ context: () => systemContext('core'), handlers: [mailRuns], lanes: MAIL_LANES })
  /** Begun by what requests do, and looked at then too. */
  const prompt = [jobs, ...(parts.some(([, { sends }]) => sends) ? [messages, mails] : [])]
  const platform: Platform = {
    settings,
    authenticate,
    changes,
    contextFor,
    watchRequest,
    log: ports.log,
    deploymentName: async () => (await deploymentOf({ db, settings })).name,
    asset,
    draining: () => stopping,
    nudge: () => Promise.all(prompt.map((worker) => worker.tick())),
    heartbeatMs,
  }
  const apps = Object.fromEntries(parts.map(([name, { app }]) => [name, app()])) as Record<Served, OpenAPIHono<Env>>
  const sealer = new AuditSealer({ context: () => systemContext('core'), defer })
  const adminKey = await makeFirstAdmin(systemContext('core'), admin)
  await seedBuiltin(systemContext('core'))

  return {
    apps,
    origin: (services) => sealer.watch(createOrigin(Object.fromEntries(Object.entries(apps).filter(([name]) => services.includes(name as Served))), platform)),
    systemContext,
    worker: together([...queues, ...prompt]),
    keepHouse: () =>
      Promise.all([
        endLostCompletions(systemContext('llm')),
        forgetReservations(systemContext('llm')),
        forgetSpeechReservations(systemContext('audio')),
        forgetEndedChats(systemContext('analytics')),
        indexSessions(systemContext('llm'), INDEX_ROUNDS),
        forgetKeptReplies(systemContext('core')),
        forgetWithdrawals(systemContext('core')),
        forgetOAuth(systemContext('core')),
        forgetElicitations(systemContext('llm')),
        forgetOld(systemContext('core')),
        sealAudit(systemContext('core'), SEALED_PIECES).then(() => forgetAudit(systemContext('core'))),
        forgetStatistics(db),
      ]).then(() => {}, logFailure),
    adminKey,
    drain: () => {
      stopping = true
    },
    idle: async () => {
      sealer.stop()
      while (deferred.size) await Promise.all(deferred)
    },
  }
}
