import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Net = [Address, number]

/** Ranges that reach nothing, everything, or the machine's own keeper of credentials, whatever an operator lists. */
const NEVER = new Set(['unspecified', 'broadcast', 'multicast', 'linkLocal'])

/** Metadata services outside the link-local range: Alibaba Cloud, Oracle Cloud, Azure, AWS over IPv6. */
const METADATA = ['100.100.100.200', '192.0.0.192', '168.63.129.16', 'fd00:ec2::254', 'fd20:ce::254'].map((text) => ipaddr.process(text).toString())

/** IPv6 forms that carry an IPv4 address, some of which count as plain unicast: compatible, translated, NAT64, local NAT64, 6to4, Teredo. */
const EMBEDDING = ['::/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '2002::/16', '2001::/32'].map((text) => ipaddr.parseCIDR(text) as Net)

/** Reads `10.0.0.0/8` or a lone address; `null` for anything else. */
export function parseNet(text: string): Net | null {
  if (text.includes('%')) return null
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text) as Net
  if (!ipaddr.isValid(text) || (!text.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(text))) return null
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/**
 * Tells which addresses may be dialled: public ones, and those of the nets an operator lists. A net opens loopback addresses only when it is one of
 * them itself; link-local addresses, metadata services and addresses that hide another are never opened.
 */
export function createAddressRule(allowedNets: readonly string[]): (address: string) => boolean {
  const nets = allowedNets.map((text) => parseNet(text) ?? fail(text))
  return (text) => {
    const address = plainAddress(text)
    if (!address) return false
    const range = address.range()
    if (NEVER.has(range) || METADATA.includes(address.toString())) return false
    if (range !== 'loopback' && EMBEDDING.some((net) => within(address, net))) return false
    return range === 'unicast' || nets.some((net) => within(address, net) && (range !== 'loopback' || net[0].range() === 'loopback'))
  }
}

/** An address, the IPv4 one where an IPv6 address maps it; `null` for what is none, or has a zone. */
export function plainAddress(text: string): Address | null {
  return ipaddr.isValid(text) && !text.includes('%') ? ipaddr.process(text) : null
}

function within(address: Address, [net, bits]: Net): boolean {
  return address.kind() === net.kind() && (address as ipaddr.IPv4).match(net as ipaddr.IPv4, bits)
}

function fail(text: string): never {
  throw new Error(`not a network: ${text}`)
}
