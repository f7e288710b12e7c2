/** An opening silent for this long died with the request it began in. */
const DEAD_MS = 30_000

type Attempt<Opened> = { opened: Promise<Opened>; since: number; done: boolean }

/**
 * What the first request of an isolate opens for all after it; when that fails, the next begins anew. Nobody waits longer for another's opening than it can
 * live: a runtime that ends a request leaves what it began unsettled for ever.
 */
export class SharedOpening<Opened> {
  readonly #deadMs: number
  #attempt: Attempt<Opened> | null = null

  constructor(deadMs = DEAD_MS) {
    this.#deadMs = deadMs
  }

  /** `keep` is told what has to outlive the request. */
  async get(open: () => Promise<Opened>, keep: (work: Promise<unknown>) => void): Promise<Opened> {
    for (;;) {
      const others = this.#attempt
      const leftMs = others ? others.since + this.#deadMs - Date.now() : 0
      if (!others || (!others.done && leftMs <= 0)) return this.#begin(open, keep)
      if (others.done) return others.opened
      const found = await within(others.opened, leftMs)
      if (found) return found.opened
    }
  }

  #begin(open: () => Promise<Opened>, keep: (work: Promise<unknown>) => void): Promise<Opened> {
    const mine: Attempt<Opened> = { opened: open(), since: Date.now(), done: false }
    this.#attempt = mine
    const settled = mine.opened.then(
      () => {
        mine.done = true
      },
      () => {
        if (this.#attempt === mine) this.#attempt = null
      },
    )
    keep(settled)
    return mine.opened
  }
}

async function within<Opened>(opened: Promise<Opened>, ms: number): Promise<{ opened: Opened } | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null)
  })
  try {
    return await Promise.race([opened.then((value) => ({ opened: value })), late])
  } finally {
    clearTimeout(timer)
  }
}
