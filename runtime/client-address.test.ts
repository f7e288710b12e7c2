import { expect, test } from 'vitest'
import { clientAddress } from './client-address.ts'

test.each([
  ['no proxy, the header is not believed', '10.0.0.9', '6.6.6.6', 0, '10.0.0.9'],
  ['an IPv4 peer on a socket for both families', '::ffff:10.0.0.9', null, 0, '10.0.0.9'],
  ['one proxy appended the client', '10.0.0.9', '6.6.6.6, 203.0.113.7', 1, '203.0.113.7'],
  ['two proxies', '10.0.0.9', '6.6.6.6, 203.0.113.7, 10.0.0.8', 2, '203.0.113.7'],
  ['fewer entries than proxies: the first that one of them wrote', '10.0.0.9', '203.0.113.7', 2, '203.0.113.7'],
  ['a proxy that appended nothing', '10.0.0.9', null, 1, '10.0.0.9'],
  ['no peer is known', null, null, 0, null],
])('%s', (_name, peer, header, hops, expected) => {
  expect(clientAddress(peer, () => header, hops)).toBe(expected)
})
