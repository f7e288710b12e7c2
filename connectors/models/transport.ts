import type { Fetch } from './vendor.ts'

/** The head of a reply and its body as it comes. `next` answers `null` at the end; where it can it holds what comes before `notBefore` together until then. */
export type Posted = { status: number; header(name: string): string | null; next(notBefore?: number): Promise<Uint8Array | null>; cancel(): void }

/** The way to vendors: `fetch` for their packages, `post` for the bare wire. */
export type Transport = {
  fetch: Fetch
  post(url: string, headers: Record<string, string>, body: string, signal: AbortSignal): Promise<Posted>
}

/** A transport over a runtime's own `fetch`. */
export function fetchTransport(fetch: Fetch): Transport {
  return {
    fetch: guarded(fetch),
    async post(url, headers, body, signal) {
      const response = await guarded(fetch)(url, { method: 'POST', headers, body, signal })
      const reader = response.body?.getReader()
      return {
        status: response.status,
        header: (name) => response.headers.get(name),
        next: async () => (await reader?.read())?.value ?? null,
        cancel: () => void reader?.cancel().catch(() => {}),
      }
    },
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
