import { expect, test } from 'vitest'
import { proveRedirects, proveSsrf } from './ssrf.ts'

test('no spelling of an address that is not public is dialled, whatever member it stands in', async () => {
  const { requests, fields, connections, wrong } = await proveSsrf({ take: (_, index) => index % 12 === 0 })
  expect({ connections, wrong }).toEqual({ connections: [], wrong: [] })
  expect(fields).toBe(24)
  expect(requests).toBeGreaterThan(500)
}, 60_000)

test('the canary does hear what an operator opens', async () => {
  const { connections } = await proveSsrf({ take: (spelling) => spelling === '127.0.0.1', allowedNets: ['127.0.0.1/32'] })
  expect(connections.filter((one) => one.startsWith('canary')).length).toBeGreaterThan(20)
}, 60_000)

test('no caller follows a redirect to where it may not call', async () => {
  const { asked, followed } = await proveRedirects()
  expect(followed).toEqual([])
  expect(asked).toBeGreaterThan(20)
}, 60_000)
