import type { Timing } from '#domain/agent/model/timing.ts'

export type FakeTiming = Timing & {
  /** What the next draws come to, in order; then always 0.5. */
  chances: number[]
  /** Lets so many milliseconds pass, waking what is due on the way, and lets everything that follows happen. */
  pass(ms: number): Promise<void>
  /** What is waited for, as milliseconds from now. */
  waits(): number[]
}

/** A clock that stands still until it is told to go on. */
export function fakeTiming(): FakeTiming {
  let now = 0
  const due = new Map<() => void, number>()
  const settle = async () => {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  const chances: number[] = []
  return {
    chances,
    now: () => now,
    random: () => chances.shift() ?? 0.5,
    after(ms, run) {
      const once = () => run()
      due.set(once, now + ms)
      return () => void due.delete(once)
    },
    async pass(ms) {
      await settle()
      const end = now + ms
      for (;;) {
        const [next] = [...due].filter(([, at]) => at <= end).toSorted((a, b) => a[1] - b[1])
        if (!next) break
        now = Math.max(now, next[1])
        due.delete(next[0])
        next[0]()
        await settle()
      }
      now = end
      await settle()
    },
    waits: () => [...due.values()].map((at) => at - now).toSorted((a, b) => a - b),
  }
}
