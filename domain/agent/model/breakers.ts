import { Failure } from '../../failure.ts'
import type { Timing } from './timing.ts'

/** Failures in a row after which a provider is left alone. */
const FAILURES = 5
const OPEN_MS = 15_000
const KEPT = 1_000

/** One call's pass: exactly one of its functions is called when the call is over. */
export type Pass = {
  /** It tries for all whether the provider works again: nobody else is let through meanwhile. */
  isProbe: boolean
  succeed(): void
  fail(): void
  /** Nothing had come when its time was up: the provider failed, or works on what takes long. While it answers others it has not failed. */
  expire(): void
  leave(): void
}

/**
 * A circuit breaker for each provider of this process: after five failures in a row its calls fail at once for 15 seconds, then one call may try.
 * Its success lets everybody through again, its failure starts another 15 seconds.
 */
export type Breakers = { enter(id: string, name: string): Pass }

type State = { failures: number; successes: number; openUntil: number; probing: boolean }

export function createBreakers(timing: Timing): Breakers {
  const states = new Map<string, State>()

  function stateOf(id: string): State {
    const known = states.get(id)
    if (known) return known
    const state = { failures: 0, successes: 0, openUntil: 0, probing: false }
    states.set(id, state)
    for (const first of states.keys()) {
      if (states.size <= KEPT) break
      states.delete(first)
    }
    return state
  }

  return {
    enter(id, name) {
      const state = stateOf(id)
      const isOpen = state.failures >= FAILURES
      const now = timing.now()
      if (isOpen && (state.probing || now < state.openUntil)) {
        const retryAfter = Math.max(1, Math.ceil((state.openUntil - now) / 1000))
        throw new Failure('provider_failed', `the provider "${name}" failed ${state.failures} times in a row and is left alone for a moment`, { retryAfter })
      }
      const isProbe = isOpen
      if (isProbe) state.probing = true
      const before = state.successes
      const over = () => {
        if (isProbe) state.probing = false
      }
      const fail = () => {
        over()
        state.failures += 1
        if (state.failures >= FAILURES) state.openUntil = timing.now() + OPEN_MS
      }
      return {
        isProbe,
        succeed() {
          over()
          state.failures = 0
          state.successes += 1
        },
        fail,
        expire: () => (state.successes === before ? fail() : over()),
        leave: over,
      }
    },
  }
}
