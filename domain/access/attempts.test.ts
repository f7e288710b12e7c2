import { expect, test } from 'vitest'
import { networkOf } from './attempts.ts'

test('a network is an IPv4 address or 64 bits of an IPv6 address, however written', () => {
  expect(['203.0.113.7', '::ffff:203.0.113.7', null].map(networkOf)).toEqual(['203.0.113.7', '203.0.113.7', 'unknown'])
  const same = ['2001:db8:1:2:3:4:5:6', '2001:DB8:0001:2::9', '2001:db8:1:2::%eth0'].map(networkOf)
  expect(new Set(same)).toEqual(new Set(['2001:db8:1:2']))
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0')
  expect(networkOf('::1')).toBe('0:0:0:0')
})
