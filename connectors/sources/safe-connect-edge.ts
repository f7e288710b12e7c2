import { Failure } from '#domain/failure.ts'
import { createAddressRule, plainAddress } from './allowed-address.ts'
import type { Network } from './network.ts'
import { hostOf, notAllowed } from './network-failures.ts'
import type { OwnEndpoint } from './own-endpoints.ts'

/** Names that mean a host of the same network, not of the Internet. */
const LOCAL_NAME = /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private|home\.arpa)$/
const MAX_REDIRECTS = 3

/**
 * The way to hosts that users name from Workers. There a program neither resolves names nor dials addresses: literal addresses are checked as on machines, local
 * names and our own servers are refused by name, and that a public name leads to no private address rests on the platform, whose sockets refuse those.
 */
export function createEdgeNetwork({ allowedNets, ownEndpoints }: { allowedNets: readonly string[]; ownEndpoints: readonly OwnEndpoint[] }): Network {
  const isAllowed = createAddressRule(allowedNets)

  const resolve: Network['resolve'] = async (given, port, param = 'connection.host') => {
    const host = hostOf(given)
    if (host === null || ownEndpoints.some((own) => own.port === port && own.host !== null && hostOf(own.host) === host)) throw notAllowed(param)
    const address = plainAddress(host)
    if (address ? !isAllowed(host) : !host.includes('.') || LOCAL_NAME.test(host)) throw notAllowed(param)
    return [{ address: host, family: address?.kind() === 'ipv6' ? 6 : 4 }]
  }

  const fetch: Network['fetch'] = async (input, init) => {
    let request = new Request(input, init)
    for (let followed = 0; ; followed += 1) {
      const url = new URL(request.url)
      await resolve(url.hostname, Number(url.port || (url.protocol === 'https:' ? 443 : 80)))
      const response = await globalThis.fetch(new Request(request, { redirect: 'manual' }))
      const location = response.headers.get('location')
      if (response.status < 300 || response.status > 399 || location === null || init?.redirect === 'manual') return response
      await response.body?.cancel()
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      if (!isRead || followed === MAX_REDIRECTS || new URL(location, url).origin !== url.origin) {
        throw new Failure('datasource_unreachable', 'the server sends on to another address, which is not followed', {
          hint: 'give the address it sends on to',
        })
      }
      request = new Request(new URL(location, url), request)
    }
  }
  return { resolve, dial: null, secure: null, fetch }
}
