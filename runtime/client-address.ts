/**
 * The address of the client behind `hops` proxies of our own, each of which appended the address it was called from to `X-Forwarded-For`.
 * Without proxies it is the peer's, and the header, which anyone can send, is not read.
 */
export function clientAddress(peer: string | null, forwardedFor: () => string | null, hops: number): string | null {
  if (hops === 0) return peer === null ? null : plain(peer)
  const told = (forwardedFor() ?? '').split(',').flatMap((part) => part.trim() || [])
  const found = told[Math.max(0, told.length - hops)] ?? peer
  return found === null ? null : plain(found).slice(0, 64)
}

/** An IPv4 address as such, where a socket for both families wraps it. */
const plain = (address: string): string => (address.startsWith('::ffff:') ? address.slice(7) : address)
