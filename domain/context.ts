import type { Database } from '#db/client.ts'
import type { Actor } from './access/actor.ts'
import type { OpenIdClient } from './access/federation/openid-client.ts'
import type { ClientDocuments } from './access/oauth/client-documents.ts'
import type { PasswordHasher } from './access/password.ts'
import type { OneTimeCodes } from './access/second-factor/one-time-codes.ts'
import type { Vault } from './access/vault.ts'
import type { ModelRegistry } from './agent/model/models.ts'
import type { OpenVectors } from './analyst/vectors/word-vectors.ts'
import type { ChartDrawer } from './charts/drawer.ts'
import type { FailureCode } from './failure.ts'
import type { IdPrefix } from './identifiers.ts'
import type { Language } from './language.ts'
import type { MailServers } from './mail/mail-server.ts'
import type { Mailer } from './mail/mailer.ts'
import type { ResultCache } from './query/cached-query.ts'
import type { TableWriter } from './query/table-file.ts'
import type { ArithmeticReader } from './semantics/compile/arithmetic-reader.ts'
import type { ConditionReader } from './semantics/compile/condition-reader.ts'
import type { FileStore, Sources } from './semantics/sources/source.ts'
import type { Settings } from './settings.ts'
import type { SpeechEngines } from './speech/engine.ts'
import type { Span, Telemetry } from './telemetry.ts'
import type { WebhookSender } from './webhooks/sender.ts'

export type Service = 'core' | 'llm' | 'analytics' | 'semantic' | 'audio'

/** The facts of the HTTP request that caused the work; jobs carry those of the request that queued them. */
export type RequestFacts = {
  id: string
  method: string
  path: string
  ip: string | null
  userAgent: string | null
  /** What the caller reads best, by `Accept-Language`; absent where nobody waits for a reply. */
  language?: Language
  /** The status it is answered with when it ends so (`null` = as it should), and the milliseconds it has taken; absent where nobody waits for a reply. */
  answered?: (code: FailureCode | null) => { status: number | null; duration_ms: number }
}

export type LogEntry = { level: 'info' | 'warn' | 'error'; message: string } & Record<string, string | number | boolean | null | undefined>

/** Everything that reaches outside the process. */
export type Ports = {
  sources: Sources
  /** Absent where this runtime has no place for uploads. */
  files: FileStore | null
  arithmetic: ArithmeticReader
  conditions: ConditionReader
  models: ModelRegistry
  charts: ChartDrawer
  tableFiles: TableWriter
  results: ResultCache
  speech: SpeechEngines
  passwords: PasswordHasher
  openid: OpenIdClient
  oneTimeCodes: OneTimeCodes
  webhooks: WebhookSender
  clientDocuments: ClientDocuments
  /** The way to mailboxes that the operator named; absent where he named none. */
  mailer: Mailer | null
  /** The ways that administrators name. */
  mailServers: MailServers
  /** Copies the database under a name made of `id`, and keeps the newest `keep` copies; absent where the database is no file of this machine. */
  backup: ((id: string, keep: number) => Promise<{ name: string; bytes: number; removed: number }>) | null
  /** Whether anybody may register names below a host, such as `co.uk`; absent where this runtime has no place for the list. */
  isPublicSuffix: ((host: string) => boolean) | null
  /** How near words are in meaning; absent where this runtime has no place for the table, or it was turned off. */
  wordVectors?: OpenVectors
  vault: Vault
  /** Traces and figures of operation; does nothing where the operator asked for none. */
  telemetry: Telemetry
  log(entry: LogEntry): void
}

/** What every domain function is given: who asks, by which means it works, and until when. */
export type Context = {
  db: Database
  actor: Actor
  service: Service
  request: RequestFacts
  /** The revision `If-Match` demands, if any. */
  expectedRevision: number | null
  /** The claimed `Idempotency-Key` of this request: its effect is marked in the same transaction. */
  idempotencyId: string | null
  settings: Settings
  ports: Ports
  /** What the work is a part of, as traces show it. */
  span: Span
  signal: AbortSignal
  /** A value that differs after any change to accounts, grants and the catalog, whoever made it; `null` where only a query can tell. */
  catalogVersion(): string | null
  now(): Date
  newId(prefix: IdPrefix): string
  /** Runs after the reply, surviving it where the runtime allows; a failure is logged. */
  defer(work: () => Promise<unknown>): void
}

/** The same work as a part of `span`. */
export function within(ctx: Context, span: Span): Context {
  if (span === ctx.span) return ctx
  const { db, actor, service, request, expectedRevision, idempotencyId, settings, ports } = ctx
  return {
    ...{ db, actor, service, request, expectedRevision, idempotencyId, settings, ports, span },
    get signal() {
      return ctx.signal
    },
    catalogVersion: () => ctx.catalogVersion(),
    now: () => ctx.now(),
    newId: (prefix) => ctx.newId(prefix),
    defer: (work) => ctx.defer(work),
  }
}

/** The current time in wire form. */
export const instantOf = (ctx: Pick<Context, 'now'>): string => ctx.now().toISOString()
