/** How often whoever waits looks for itself whether its turn has come: the next one, and all others. */
const NEXT_LOOKS_MS = 2
const LOOK_MS = 50
/** Whoever did not look for so long is passed over: it is gone, or looks again when it can. */
const LATE_MS = 500

type Place = { seenAt: number }

/**
 * One write at a time, in the order in which they came: the next begins when the one before it has ended or has taken `turnMs`. Nobody is told by another that
 * its turn has come, each looks by a timer of its own: on Workers a request that ends takes its promises with it, and one whose promise another settles
 * goes on as if it were that other.
 */
export class WriteTurns {
  readonly #turnMs: number
  readonly #waitMs: number
  readonly #line = new Set<Place>()
  #turn: { until: number } | null = null

  /** `waitMs`: the longest wait for a turn. */
  constructor(turnMs: number, waitMs: number) {
    this.#turnMs = turnMs
    this.#waitMs = waitMs
  }

  /** Answers when it is the caller's turn, with what ends it; `null` when that took too long. */
  async take(): Promise<(() => void) | null> {
    const came = Date.now()
    const place: Place = { seenAt: came }
    this.#line.add(place)
    while (!this.#isTurnOf(place)) {
      if (Date.now() - came >= this.#waitMs) {
        this.#line.delete(place)
        return null
      }
      const ms = this.#first() === place ? NEXT_LOOKS_MS : LOOK_MS
      await new Promise((resolve) => setTimeout(resolve, ms))
      place.seenAt = Date.now()
    }
    this.#line.delete(place)
    const turn = { until: Date.now() + this.#turnMs }
    this.#turn = turn
    return () => {
      if (this.#turn === turn) this.#turn = null
    }
  }

  #isTurnOf(place: Place): boolean {
    if (this.#turn && this.#turn.until > Date.now()) return false
    return this.#first() === place
  }

  #first(): Place | null {
    for (const place of this.#line) {
      const silentMs = Date.now() - place.seenAt
      if (silentMs < LATE_MS) return place
      if (silentMs > this.#waitMs) this.#line.delete(place)
    }
    return null
  }
}
