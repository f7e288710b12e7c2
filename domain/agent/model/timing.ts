/** Time and chance, given so that what depends on them can be tested exactly. */
export type Timing = {
  /** Milliseconds that only grow. */
  now(): number
  /** From 0 up to 1. */
  random(): number
  /** Runs once after so many milliseconds; the answer calls it off. */
  after(ms: number, run: () => void): () => void
}

export const realTiming: Timing = {
  now: () => performance.now(),
  random: () => Math.random(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** Settles after so many milliseconds, or rejects with the signal's reason. */
export function pause(timing: Timing, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason)
      return
    }
    const leave = () => {
      callOff()
      reject(signal.reason)
    }
    const callOff = timing.after(ms, () => {
      signal.removeEventListener('abort', leave)
      resolve()
    })
    signal.addEventListener('abort', leave, { once: true })
  })
}
