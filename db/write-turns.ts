/** How often whoever waits looks for itself: who should have told it that its turn has come may be gone. */
const LOOK_MS = 100
/** Whoever did not look for so long is passed over: it is gone, or looks again when it can. */
const LATE_MS = 5 * LOOK_MS

type Place = { seenAt: number; wake: () => void }

/**
 * One write at a time, in the order in which they came: the next begins when the one before it has ended or has taken `turnMs`. Nobody waits for a promise
 * of another: on Workers a request that ends takes its promises and timers with it, so each has a promise and a timer of its own.
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
    const place: Place = { seenAt: came, wake: () => {} }
    this.#line.add(place)
    while (!this.#isTurnOf(place)) {
      if (Date.now() - came >= this.#waitMs) {
        this.#line.delete(place)
        return null
      }
      let timer: ReturnType<typeof setTimeout> | undefined
      await new Promise<void>((resolve) => {
        timer = setTimeout(resolve, LOOK_MS)
        place.wake = resolve
      })
      clearTimeout(timer)
      place.seenAt = Date.now()
    }
    this.#line.delete(place)
    const turn = { until: Date.now() + this.#turnMs }
    this.#turn = turn
    return () => this.#end(turn)
  }

  #end(turn: { until: number }): void {
    if (this.#turn !== turn) return
    this.#turn = null
    this.#first()?.wake()
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
