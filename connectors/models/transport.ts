import { turn } from '#domain/agent/completions/turn.ts'
import type { Fetch } from './vendor.ts'

/** The head of a reply and its body as it comes. `next` answers `null` at the end; where it can it holds what comes before `notBefore` together until then. */
export type Posted = { status: number; header(name: string): string | null; next(notBefore?: number): Promise<Uint8Array | null>; cancel(): void }

/** The way to vendors: `fetch` for their packages, `post` for the bare wire. */
export type Transport = {
  fetch: Fetch
  post(url: string, headers: Record<string, string>, body: string, signal: AbortSignal): Promise<Posted>
}

/** A transport over a runtime's own `fetch`. With `rests` what comes sooner than it is wanted is read together: each read of its own is a change of threads. */
export function fetchTransport(fetch: Fetch, { rests = false } = {}): Transport {
  return {
    fetch: guarded(fetch),
    async post(url, headers, body, signal) {
      const response = await guarded(fetch)(url, { method: 'POST', headers, body, signal })
      const reader = response.body?.getReader()
      const read = async () => (await reader?.read())?.value ?? null
      return {
        status: response.status,
        header: (name) => response.headers.get(name),
        next: rests ? restingReader(read) : read,
        cancel: () => void reader?.cancel().catch(() => {}),
      }
    },
  }
}

type Read = () => Promise<Uint8Array | null>

/** Reads as `next` does: when more comes than is wanted at once, it rests, and then takes all that is there. */
function restingReader(read: Read): (notBefore?: number) => Promise<Uint8Array | null> {
  let ahead: ReturnType<Read> | null = null
  let isFast = false
  return async (notBefore = 0) => {
    const early = notBefore === 0 ? 0 : notBefore - performance.now()
    if (early > 0 && isFast) await new Promise((resolve) => setTimeout(resolve, early))
    const first = await (ahead ?? read())
    ahead = null
    if (first === null || notBefore === 0) return first
    const left = notBefore - performance.now()
    if (left <= 0 && !isFast) return first
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left))
    const chunks = [first]
    for (;;) {
      ahead = read()
      // Who fails or ends is heard when it is asked next.
      ahead.catch(() => {})
      const chunk = await Promise.race([ahead, turn()]).catch(() => null)
      if (!chunk) break
      chunks.push(chunk)
      ahead = null
    }
    isFast = chunks.length > 1
    return isFast ? Buffer.concat(chunks) : first
  }
}

/**
 * No redirect is followed: the key would go along. No reply is unpacked: a small one could become endless, so packed ones are not asked for, and refused.
 */
export const guarded = (fetch: Fetch): Fetch =>
  (async (input: string | URL | Request, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    headers.set('accept-encoding', 'identity')
    const response = await fetch(input, { ...init, headers, redirect: 'manual' })
    refusePacked(response.headers.get('content-encoding'), () => void response.body?.cancel().catch(() => {}))
    return response
  }) as Fetch

export function refusePacked(encoding: string | null, cancel: () => void): void {
  if (encoding === null || encoding === '' || encoding.toLowerCase() === 'identity') return
  cancel()
  throw new Error('the reply is packed although that was not asked for')
}
