type Pulled<T> = Promise<IteratorResult<T>>

/**
 * Pulls the first value of a source and asks for the second, then waits for `gate`: what the second needs is under way meanwhile, and nothing is passed on
 * before the gate has opened. When that fails the source is told to return, and the failure is thrown.
 */
export async function prefetch<T>(source: AsyncGenerator<T>, gate: Promise<unknown>): Promise<Pulled<T>[]> {
  const first = await source.next()
  const second = first.done ? null : source.next()
  // Whoever fails first, the gate is heard first.
  second?.catch(() => {})
  try {
    await gate
  } catch (error) {
    void source.return(undefined).catch(() => {})
    throw error
  }
  return second ? [Promise.resolve(first), second] : [Promise.resolve(first)]
}

/** What was pulled of a source already, then its rest. No generator of its own: each costs every piece of text some turns of the queue. */
export function resumed<T>(pulled: Pulled<T>[], rest: AsyncIterableIterator<T>): AsyncIterableIterator<T> {
  return {
    next: () => pulled.shift() ?? rest.next(),
    return: async () => (await rest.return?.()) ?? { done: true, value: undefined },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

/** Whether work ended well, once it has ended. */
export const hasEnded = (work: Promise<void>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )
