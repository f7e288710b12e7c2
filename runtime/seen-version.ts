import type { CatalogVersion } from '#domain/access/authenticate.ts'

/** A question takes up what it needs of the catalog within this time of the look at its credential; later only a query can tell. */
const FRESH_MS = 1_000

/** The catalog's version as the look at a request's credential found it, where the database is another machine's: it saves the next trip there. */
export class SeenVersion {
  readonly #now: () => number
  #latest: { text: string; sum: number; at: number } | null = null

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Replies may overtake each other: a version smaller than the last is an older one. */
  note({ identity, catalog }: CatalogVersion): void {
    const sum = identity + catalog
    if (this.#latest === null || sum >= this.#latest.sum) this.#latest = { text: `${identity} ${catalog}`, sum, at: this.#now() }
  }

  /** `null` when none was seen of late. */
  read(): string | null {
    return this.#latest !== null && this.#now() - this.#latest.at < FRESH_MS ? this.#latest.text : null
  }
}
