import type { Database } from '#db/client.ts'
import type { Actor } from '#domain/access/actor.ts'
import type { Context, Ports, RequestFacts, Service } from '#domain/context.ts'
import { type IdPrefix, newId } from '#domain/identifiers.ts'
import { languageOf } from '#domain/language.ts'
import type { Settings } from '#domain/settings.ts'
import { NO_SPAN, type Span } from '#domain/telemetry.ts'
import { FAILURES } from '#http/failures.ts'
import type { Delivered, Incoming } from '#http/inbound.ts'

export type Shared = {
  db: Database
  settings: Settings
  ports: Ports
  now: () => Date
  catalogVersion: () => string | null
  defer: (work: () => Promise<unknown>, waitUntil: Delivered['waitUntil']) => void
}

/** One request's context. A class, because an object literal with a getter and closures costs as much as answering the request. */
export class RequestContext implements Context {
  readonly actor: Actor
  readonly expectedRevision: number | null
  readonly db: Database
  readonly settings: Settings
  readonly ports: Ports
  idempotencyId: string | null = null
  readonly #shared: Shared
  readonly #delivered: Delivered
  readonly #incoming: Incoming

  constructor(shared: Shared, actor: Actor, delivered: Delivered, incoming: Incoming, expectedRevision: number | null) {
    this.db = shared.db
    this.settings = shared.settings
    this.ports = shared.ports
    this.actor = actor
    this.expectedRevision = expectedRevision
    this.#shared = shared
    this.#delivered = delivered
    this.#incoming = incoming
  }

  get service(): Service {
    return this.#delivered.trace.service as Service
  }

  get span(): Span {
    return this.#delivered.trace.watch?.span ?? NO_SPAN
  }

  get request(): RequestFacts {
    const { method, path } = this.#incoming
    const userAgent = this.#incoming.header('user-agent')?.slice(0, 300) ?? null
    const { requestId, startedAt, success } = this.#delivered.trace
    const answered: RequestFacts['answered'] = (code) => ({
      status: code === null ? success : FAILURES[code][0],
      duration_ms: Math.round((performance.now() - startedAt) * 10) / 10,
    })
    const language = languageOf(this.#incoming.header('accept-language'))
    return { id: requestId, method, path, ip: this.#delivered.ip, userAgent, language, ...(startedAt ? { answered } : {}) }
  }

  /** Made on first use: most requests never look at it, and it is not free. */
  get signal(): AbortSignal {
    return this.#incoming.raw.signal
  }

  catalogVersion(): string | null {
    return this.#shared.catalogVersion()
  }

  now(): Date {
    return this.#shared.now()
  }

  newId(prefix: IdPrefix): string {
    return newId(prefix, this.#shared.now().getTime())
  }

  defer(work: () => Promise<unknown>): void {
    this.#shared.defer(work, this.#delivered.waitUntil)
  }
}
