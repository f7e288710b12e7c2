import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAddressRule, parseNet } from './allowed-address.ts'
import { endpointOf } from './own-endpoints.ts'
import { createNetworkPolicy } from './safe-connect.ts'
import { createEdgeNetwork } from './safe-connect-edge.ts'

let server: Server
let port = 0
let answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => response.end('here')
const never = new AbortController().signal
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'reached',
    (error) => error.code,
  )

beforeAll(async () => {
  server = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

test('public addresses pass, and inner ones only where an operator lists them', () => {
  const open = createAddressRule([])
  const listed = createAddressRule(['10.0.0.0/8', 'fd00::/8'])
  for (const address of ['93.184.215.14', '1.1.1.1', '2606:4700::1111']) expect([open(address), listed(address)], address).toEqual([true, true])
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', 'fd12::1']) expect([open(address), listed(address)], address).toEqual([false, true])
  for (const address of ['192.168.0.1', '127.0.0.1', '::1', 'nonsense', '10.1.2.3%eth0'])
    expect([open(address), listed(address)], address).toEqual([false, false])
})

test('what reaches nothing, everything or the keeper of credentials is never opened', () => {
  const everything = createAddressRule(['0.0.0.0/0', '::/0', '169.254.169.254', '64:ff9b::/96'])
  const addresses = [
    '0.0.0.0',
    '::',
    '169.254.169.254',
    '::ffff:169.254.169.254',
    '::a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    '2002:7f00:1::',
    'fe80::1',
    'fd00:ec2::254',
  ]
  for (const address of [...addresses, '127.0.0.1', '::1', '100.100.100.200', '224.0.0.1']) expect(everything(address), address).toBe(false)
  expect(createAddressRule(['127.0.0.1/32'])('127.0.0.1')).toBe(true)
  expect(createAddressRule(['127.0.0.1/32'])('127.0.0.2')).toBe(false)
  expect(createAddressRule(['::1'])('::1')).toBe(true)
  expect(['10.0.0.0/8', '10.1.2.3', 'fd00::/8', '10.0.0.0/33', 'host', '0x7f.1', '127.1', ''].map((text) => parseNet(text) !== null)).toEqual([
    ...[true, true, true],
    ...[false, false, false, false, false],
  ])
})

test('our own servers are refused even where everything is listed', async () => {
  const own = [{ host: null, port }, ...endpointOf('http://127.0.0.1:9001'), ...endpointOf('libsql://database.example')]
  const policy = createNetworkPolicy({
    allowedNets: ['127.0.0.0/8'],
    ownEndpoints: own,
    lookup: async (host) => (host === 'shared.example' ? ['93.184.215.14'] : ['127.0.0.1']),
  })
  await expect(policy.resolve('127.0.0.1', port, 'connection.host')).rejects.toMatchObject({ code: 'invalid', details: { param: 'connection.host' } })
  expect(await outcome(policy.resolve('localhost', port))).toBe('invalid')
  expect(await outcome(policy.resolve('127.0.0.9', port))).toBe('invalid')
  expect(await outcome(policy.resolve('127.0.0.1', 9001))).toBe('invalid')
  expect(await outcome(policy.resolve('other-name.example', 9001))).toBe('invalid')
  expect(await outcome(policy.resolve('database.example', 443))).toBe('invalid')
  expect(await outcome(policy.resolve('DATABASE.example.', 443))).toBe('invalid')
  // A public address may serve many names.
  expect(await outcome(policy.resolve('shared.example', 443))).toBe('reached')
  expect(await outcome(policy.resolve('127.0.0.1', 9002))).toBe('reached')
  policy.close()
})

test('the address that was checked is the one that is dialled', async () => {
  const asked: string[] = []
  const policy = createNetworkPolicy({
    allowedNets: ['127.0.0.1/32'],
    ownEndpoints: [],
    lookup: async (host) => {
      asked.push(host)
      return ['127.0.0.1']
    },
  })
  const socket = await policy.dial('database.example', port, { signal: never })
  expect([socket.remoteAddress, asked]).toEqual(['127.0.0.1', ['database.example']])
  socket.destroy()
  const reply = await policy.fetch(`http://database.example:${port}/path?x=1`, { method: 'POST', body: 'words' })
  expect([reply.status, await reply.text()]).toEqual([200, 'here'])
  await expect(policy.dial('database.example', 1, { signal: never })).rejects.toMatchObject({ code: 'datasource_unreachable' })
  const gone = AbortSignal.abort(new Error('left'))
  await expect(policy.dial('database.example', port, { signal: gone })).rejects.toThrow('left')
  policy.close()
})

test('redirects are checked anew, lose the credential elsewhere, and end', async () => {
  const seen: string[] = []
  answer = (request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`)
    const next: Record<string, string> = {
      '/same': '/end',
      '/inside': 'http://10.0.0.1/',
      '/other': `http://other.example:${port}/end`,
      '/loop': '/loop',
      '/file': 'file:///etc/passwd',
    }
    const location = next[request.url ?? '']
    response.writeHead(location ? 302 : 200, location ? { location } : {}).end('end')
  }
  const policy = createNetworkPolicy({ allowedNets: ['127.0.0.1/32'], ownEndpoints: [], lookup: async () => ['127.0.0.1'] })
  const get = (path: string, method = 'GET') => policy.fetch(`http://one.example:${port}${path}`, { method, headers: { authorization: 'Bearer word' } })
  expect(await (await get('/same')).text()).toBe('end')
  expect(await (await get('/other')).text()).toBe('end')
  expect(seen).toEqual(['GET /same Bearer word', 'GET /end Bearer word', 'GET /other Bearer word', 'GET /end '])
  expect(await outcome(get('/inside'))).toBe('invalid')
  expect(await outcome(get('/file'))).toBe('invalid')
  expect(await outcome(get('/loop'))).toBe('datasource_unreachable')
  expect(await outcome(get('/same', 'POST'))).toBe('datasource_unreachable')
  policy.close()
})

test('Workers, which cannot see addresses, refuse local names and inner literals', async () => {
  const { resolve, dial } = createEdgeNetwork({ allowedNets: ['10.1.0.0/16'], ownEndpoints: endpointOf('libsql://database.example') })
  expect(dial).toBeNull()
  for (const host of ['db.example.com', '93.184.215.14', '10.1.2.3']) expect(await outcome(resolve(host, 5432)), host).toBe('reached')
  for (const host of ['localhost', 'db', 'db.internal', 'printer.local', '127.0.0.1', '2130706433', '10.2.0.1', '[::1]', '169.254.169.254', 'a,b', '/tmp']) {
    expect(await outcome(resolve(host, 5432)), host).toBe('invalid')
  }
  expect([await outcome(resolve('database.example', 443)), await outcome(resolve('database.example', 5432))]).toEqual(['invalid', 'reached'])
})
