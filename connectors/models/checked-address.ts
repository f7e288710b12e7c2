import { Failure } from '#domain/failure.ts'
import { plainAddress } from '../sources/allowed-address.ts'
import type { CheckedAddress } from '../sources/network.ts'
import type { Transport } from './transport.ts'
import type { Fetch } from './vendor.ts'

/** Refuses, or resolves, the host of an address; fails when it leads where the operator lets nothing lead. */
export type AddressCheck<Found = readonly CheckedAddress[]> = (host: string, port: number, param: string) => Promise<Found>

/**
 * A `fetch` that calls only what the network policy allows: an administrator's `base_url` is a caller's word too, and the key goes with the call.
 * A redirect is not followed, so that it leads nowhere else. Fails with `provider_failed`.
 */
export function checkedFetch(fetch: Fetch, resolve: AddressCheck): Fetch {
  return (async (input: Parameters<Fetch>[0], init?: Parameters<Fetch>[1]) => {
    const found = await requireAddress(new URL(input instanceof Request ? input.url : input), resolve)
    return fetch(input, init && tracedWithin(init, found))
  }) as Fetch
}

export function checkedTransport(way: Transport, resolve: AddressCheck): Transport {
  return {
    fetch: checkedFetch(way.fetch, resolve),
    async post(url, headers, body, signal) {
      const found = await requireAddress(new URL(url), resolve)
      return way.post(url, tracedWithin({ headers }, found).headers, body, signal)
    },
  }
}

/** What a check finds behind the host of an address. Fails with `provider_failed` where it may not be called. */
export async function requireAddress<Found>(url: URL, resolve: AddressCheck<Found>): Promise<Found> {
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  try {
    return await resolve(url.hostname, port, 'base_url')
  } catch (error) {
    if (error instanceof Failure && error.code === 'invalid') {
      throw new Failure('provider_failed', 'base_url leads to an address that may not be called from here', {
        hint: 'networks of model servers are listed in MODEL_ALLOWED_NETS; link-local addresses, metadata services and this deployment’s own servers never',
        cause: error,
      })
    }
    throw error
  }
}

/**
 * A call as it may go to these addresses: the mark that joins calls of one trace stays within the operator's own networks. To a vendor it would tell which calls
 * one person's question made.
 */
export function tracedWithin<Init extends RequestInit>(init: Init, found: readonly CheckedAddress[]): Init {
  const isOurs = found.every(({ address }) => (plainAddress(address)?.range() ?? 'unicast') !== 'unicast')
  if (isOurs || !init.headers || !('traceparent' in init.headers)) return init
  const { traceparent: _, ...headers } = init.headers as Record<string, string>
  return { ...init, headers }
}
