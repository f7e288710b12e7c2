import { lookup as lookupName } from 'node:dns/promises'
import { connect, isIP, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { connect as connectSecurely } from 'node:tls'
import { Failure } from '#domain/failure.ts'
import { createAddressRule, plainAddress } from './allowed-address.ts'
import type { CheckedAddress, Network } from './network.ts'
import { hostOf, notAllowed, unknownHost } from './network-failures.ts'
import type { OwnEndpoint } from './own-endpoints.ts'
import { createFetch } from './safe-fetch.ts'

const LOOKUP_MS = 5_000
const DIAL_MS = 5_000

export type NetworkPolicyOptions = {
  /** What `DATASOURCE_ALLOWED_NETS` opens beyond public addresses. */
  allowedNets: readonly string[]
  ownEndpoints: readonly OwnEndpoint[]
  /** All addresses of a name; the system's resolver when absent. */
  lookup?: (host: string) => Promise<string[]>
}

export type NetworkPolicy = Network & { dial: NonNullable<Network['dial']>; secure: NonNullable<Network['secure']>; close(): void }

/**
 * The one way from a machine to hosts that users name. A name is resolved once, all of its addresses must be allowed, and one of exactly those is dialled:
 * a name that means another address a moment later leads nowhere else.
 */
export function createNetworkPolicy({ allowedNets, ownEndpoints, lookup = systemLookup }: NetworkPolicyOptions): NetworkPolicy {
  const isAllowed = createAddressRule(allowedNets)

  async function resolve(given: string, port: number, param = 'connection.host'): Promise<CheckedAddress[]> {
    const host = hostOf(given)
    if (host === null) throw notAllowed(param)
    const addresses = isIP(host) ? [host] : await lookupInTime(lookup, host)
    if (addresses.length === 0) throw unknownHost(param)
    if (!addresses.every(isAllowed) || (await isOwn(host, addresses, port))) throw notAllowed(param)
    return addresses.map((address) => ({ address, family: isIP(address) as 4 | 6 }))
  }

  async function isOwn(host: string, addresses: string[], port: number): Promise<boolean> {
    for (const own of ownEndpoints) {
      if (own.port !== port) continue
      if (own.host === null ? addresses.some(isOfThisMachine) : await isSameServer(own.host, host, addresses)) return true
    }
    return false
  }

  /** A public address may belong to many servers, told apart by name; a private one belongs to one. */
  async function isSameServer(own: string, host: string, addresses: string[]): Promise<boolean> {
    const name = hostOf(own)
    if (name === null || name === host) return true
    const known = (isIP(name) ? [name] : await lookupInTime(lookup, name)).filter((address) => plainAddress(address)?.range() !== 'unicast')
    const isLocal = known.some(isOfThisMachine)
    return addresses.some((address) => known.some((one) => isEqual(one, address)) || (isLocal && isOfThisMachine(address)))
  }

  const dial: NetworkPolicy['dial'] = async (host, port, { signal, param }) => {
    let last: unknown
    for (const { address } of (await resolve(host, port, param)).slice(0, 4)) {
      signal.throwIfAborted()
      try {
        return await open(address, port, signal)
      } catch (error) {
        signal.throwIfAborted()
        last = error
      }
    }
    throw new Failure('datasource_unreachable', `nothing answers at port ${port} of the host`, {
      cause: last,
      hint: 'check host and port, and that a firewall lets this machine in',
    })
  }

  const { fetch, close } = createFetch({ resolve, dial, secure: secured })
  return { resolve, dial, secure: secured, fetch, close }
}

/** Turns an open connection into a TLS one for `host`. Without `verify` it is encrypted to whoever answers. Takes the connection down with it when it fails. */
export function secured(socket: Socket, host: string, { verify, signal }: { verify: boolean; signal: AbortSignal }): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const name = isIP(host) ? {} : { servername: host }
    const secure = connectSecurely({ socket, host, rejectUnauthorized: verify, ...name })
    settleOnce(secure, 'secureConnect', signal, resolve, (error) => {
      socket.destroy()
      reject(error)
    })
  })
}

function open(address: string, port: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port, family: isIP(address), autoSelectFamily: false })
    socket.setNoDelay(true)
    settleOnce(socket, 'connect', signal, resolve, reject)
  })
}

function settleOnce(socket: Socket, event: string, signal: AbortSignal, resolve: (socket: Socket) => void, reject: (error: unknown) => void): void {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(DIAL_MS)])
  const done = () => {
    socket.off(event, opened).off('error', failed).off('close', closed)
    limit.removeEventListener('abort', gaveUp)
  }
  const failed = (error: unknown) => {
    done()
    socket.on('error', () => {}).destroy()
    reject(error)
  }
  const opened = () => {
    done()
    resolve(socket)
  }
  const gaveUp = () => failed(limit.reason)
  const closed = () => failed(new Error('the connection was closed'))
  socket.on(event, opened).on('error', failed).on('close', closed)
  limit.addEventListener('abort', gaveUp)
  if (limit.aborted) gaveUp()
}

function isOfThisMachine(text: string): boolean {
  if (plainAddress(text)?.range() === 'loopback') return true
  return Object.values(networkInterfaces()).some((list) => list?.some((own) => isEqual(own.address, text)))
}

const isEqual = (one: string, other: string): boolean => plainAddress(one)?.toNormalizedString() === plainAddress(other)?.toNormalizedString()

async function systemLookup(host: string): Promise<string[]> {
  const found = await lookupName(host, { all: true, order: 'ipv4first' })
  return found.map(({ address }) => address)
}

/** The resolver cannot be stopped, only no longer waited for. */
async function lookupInTime(lookup: (host: string) => Promise<string[]>, host: string): Promise<string[]> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<string[]>((resolve) => {
    timer = setTimeout(resolve, LOOKUP_MS, [])
  })
  try {
    return await Promise.race([lookup(host).catch(() => []), late])
  } finally {
    clearTimeout(timer)
  }
}
