/** The answers this process is giving, so that one can be stopped from another request. */
export type RunningCompletions = {
  add(id: string, stop: () => void): void
  remove(id: string): void
  /** Stops an answer at once; false when another process gives it, or none. */
  stop(id: string): boolean
}

export function createRunningCompletions(): RunningCompletions {
  const running = new Map<string, () => void>()
  return {
    add: (id, stop) => void running.set(id, stop),
    remove: (id) => void running.delete(id),
    stop: (id) => {
      const stop = running.get(id)
      stop?.()
      return stop !== undefined
    },
  }
}
