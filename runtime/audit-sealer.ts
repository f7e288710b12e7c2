import { sealAudit } from '#domain/catalog/audit-chain.ts'
import type { Context } from '#domain/context.ts'
import type { Delivery, Fetch } from '#http/edge.ts'

const SOON_MS = 500
/** A wait silent for this long died with the request it began in. */
const DEAD_MS = 30_000
/** What one wait chains at most before it lets go: 500 entries each. Where a request keeps the work alive, far fewer. */
const PIECES = { long: 40, short: 4 }

type Parts = {
  context: () => Context
  defer: (work: () => Promise<unknown>, waitUntil: Delivery['waitUntil']) => void
}

/** Chains audit entries soon after they were written, in bounded pieces, while nobody waits for it. */
export class AuditSealer {
  readonly #parts: Parts
  #timer: ReturnType<typeof setTimeout> | null = null
  #since = 0
  #done: () => void = () => {}

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The same origin; after each request that may have left an entry, the trail is chained. */
  watch(deliver: Fetch): Fetch {
    return async (request, delivery) => {
      const response = await deliver(request, delivery)
      if (response.status >= 400 || (request.method !== 'GET' && request.method !== 'HEAD' && request.method !== 'OPTIONS')) this.#soon(delivery.waitUntil)
      return response
    }
  }

  /** No longer waits; what is not chained yet is when the next process starts. */
  stop(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#done()
  }

  #soon(waitUntil: Delivery['waitUntil']): void {
    if (this.#timer && Date.now() - this.#since < DEAD_MS) return
    this.#since = Date.now()
    const waited = new Promise<void>((resolve) => {
      this.#done = resolve
      this.#timer = setTimeout(resolve, SOON_MS)
    }).then(() => {
      if (!this.#timer) return
      this.#timer = null
      this.#parts.defer(async () => {
        const isWhole = await sealAudit(this.#parts.context(), waitUntil ? PIECES.short : PIECES.long)
        if (!isWhole) this.#soon(waitUntil)
      }, waitUntil)
    })
    if (waitUntil) waitUntil(waited)
    else if (typeof this.#timer === 'object') this.#timer?.unref?.()
  }
}
