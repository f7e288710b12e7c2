import type { NetworkPolicy } from '#connectors/sources/safe-connect.ts'
import { requireAddress, tracedWithin } from './checked-address.ts'
import type { Fetch } from './vendor.ts'

/** What Bun says where nothing was sent yet: the next address of the name may answer. */
const NOT_REACHED = new Set(['ECONNREFUSED', 'ConnectionRefused', 'FailedToOpenSocket', 'ENETUNREACH', 'EHOSTUNREACH'])
const MOST_ADDRESSES = 4
/** What a URL holds in place of a name, in the one way it writes them. */
const ADDRESS = /^[\d.]+$|^\[/

/**
 * Bun's `fetch`, dialling one of the addresses that were checked: it would look the name up again, which may mean another by then. The name stays in `Host`, and
 * in TLS, where the certificate is held against it. Fails with `provider_failed` for an address that may not be called.
 */
export function dialledFetch(fetch: Fetch, resolve: NetworkPolicy['resolve']): Fetch {
  return (async (input: string | URL, given: RequestInit = {}) => {
    const url = new URL(input)
    const found = await requireAddress(url, resolve)
    const init = tracedWithin(given, found)
    const name = url.hostname
    if (ADDRESS.test(name)) return fetch(url, init)
    const headers = new Headers(init.headers)
    headers.set('host', url.host)
    const tls = url.protocol === 'https:' ? { tls: { serverName: name } } : {}
    let last: unknown
    for (const { address, family } of found.slice(0, MOST_ADDRESSES)) {
      url.hostname = family === 6 ? `[${address}]` : address
      try {
        return await fetch(url, { ...init, headers, ...tls })
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && NOT_REACHED.has(String(error.code)))) throw error
        last = error
      }
    }
    throw last
  }) as Fetch
}
