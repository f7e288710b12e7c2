import type { Actor } from '#domain/access/actor.ts'
import type { Context, LogEntry, Service } from '#domain/context.ts'
import type { ChangeFeed } from '#domain/feed/reader.ts'
import type { Settings } from '#domain/settings.ts'
import type { Span } from '#domain/telemetry.ts'
import type { Access } from './access-rule.ts'

/** What the five apps need of the process they run in; built once by `runtime/compose.ts`. */
export type Platform = {
  settings: Settings
  /** The actor behind an `Authorization` header. Fails with `unauthenticated`, in one wording for every cause. */
  authenticate(authorization: string | undefined): Actor | Promise<Actor>
  contextFor(actor: Actor, delivered: Delivered, incoming: Incoming, expectedRevision: number | null): Context
  /** The changes of all objects, for whoever follows them. */
  changes: ChangeFeed
  /** Traces and counts requests; `null` where nobody asked for that. */
  watchRequest: WatchRequest | null
  log(entry: LogEntry): void
  /** What the deployment is called. */
  deploymentName(): Promise<string>
  /** A file of the interactive reference, by its bare name; `null` when there is none. */
  asset(name: string): Promise<{ body: string | Uint8Array<ArrayBuffer>; type: string } | null>
  /** True from the moment the process was told to stop. */
  draining(): boolean
  /** Has this process look at once for work that was queued; settles when that is done. */
  nudge(): Promise<unknown>
  /** Milliseconds of silence after which a stream sends a comment. */
  heartbeatMs: number
}

/** What a context needs of the request itself; Hono's is one. */
export type Incoming = { raw: { signal: AbortSignal }; method: string; path: string; header(name: string): string | undefined }

/** One request as it is traced and counted. */
export type RequestWatch = {
  span: Span
  /** Told of a reply that is read while it is made; answers what its end is told by. */
  streams(kind: 'events' | 'bytes'): () => void
  /** The reply has begun. */
  answered(status: number): void
}
export type WatchRequest = (request: Request, trace: Trace) => RequestWatch

/** What is noted of a request on its way, for its reply and its log line. */
export type Trace = {
  requestId: string
  service: Service | 'all'
  startedAt: number
  watch: RequestWatch | null
  /** The template of the route that answers, below its service's prefix; `null` where none does. */
  route: string | null
  /** The status the route declares for success. */
  success: number | null
  actorId: string | null
  errorCode: string | null
  cause: unknown
  cors: Record<string, string> | null
}

/** What is known of a request before any app has seen it. */
export type Delivered = { trace: Trace; ip: string | null; waitUntil: ((work: Promise<unknown>) => void) | null }

/** A request's environment, the same on each runtime. Routes see `ctx` only. */
export type Inbound = Delivered & { platform: Platform }

export type Env = {
  Bindings: Inbound
  Variables: {
    ctx: Context
    /** What the route declares of who may call it. */
    access: Access
    /** What an earlier request with this `Idempotency-Key` changed, when its reply was lost: for routes that `replays`. */
    repeated?: string
  }
}
