import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, isIP, type LookupFunction, Socket } from 'node:net'
import { routeByType } from '#connectors/sources/route-by-type.ts'
import { createRunnerPool } from '#connectors/sources/runner/pool.ts'
import { newMasterKey } from '#domain/access/master-keys.ts'
import { readEnvironment } from '#runtime/env.ts'
import { openFiles } from '#runtime/files.ts'
import { openNetworks, outgoingPorts } from '#runtime/outgoing.ts'
import { temporaryFolder } from '../database.ts'
import { type TestServer, testServer } from '../harness.ts'
import { CALLERS } from './callers.ts'
import { AROUND, lookup, spellings } from './spellings.ts'

type Made = { type: string; connection: Record<string, unknown> }
type Field = { name: string; make(host: string, port: number): Made }

const server = (type: string): Field[] => {
  const members = { database: 'shop', user: 'reader', password: 'secret-word' }
  const scheme = type === 'postgres' ? 'postgres' : type
  return [
    { name: `${type} host`, make: (host, port) => ({ type, connection: { host, port, ...members } }) },
    {
      name: `${type} connection_url`,
      make: (host, port) => ({ type, connection: { connection_url: `${scheme}://reader:secret-word@${bracketed(host)}:${port}/shop` } }),
    },
  ]
}
const keys = { region: 'us-east-1', access_key_id: 'key', secret_access_key: 'secret-word' }
const lake = (type: string): Field[] => [
  {
    name: `${type} endpoint`,
    make: (host, port) => ({ type, connection: { location: 's3://lake/orders', endpoint: `http://${bracketed(host)}:${port}`, ...keys } }),
  },
  { name: `${type} location`, make: (host, port) => ({ type, connection: { location: `http://${bracketed(host)}:${port}/orders` } }) },
]

/** Every member of a connection that leads somewhere. */
const FIELDS: Field[] = [
  ...['postgres', 'mysql', 'mariadb', 'clickhouse'].flatMap(server),
  { name: 'libsql url', make: (host, port) => ({ type: 'libsql', connection: { url: `http://${bracketed(host)}:${port}`, auth_token: 'secret-word' } }) },
  {
    name: 'libsql url by TLS',
    make: (host, port) => ({ type: 'libsql', connection: { url: `libsql://${bracketed(host)}:${port}`, auth_token: 'secret-word' } }),
  },
  { name: 's3 endpoint', make: (host, port) => ({ type: 's3', connection: { endpoint: `http://${bracketed(host)}:${port}`, bucket: 'data', ...keys } }) },
  ...['delta', 'iceberg'].flatMap(lake),
]

const bracketed = (host: string): string => (host.includes(':') && !host.startsWith('[') && /^[0-9a-f:.%]+[a-z0-9]*$/i.test(host) ? `[${host}]` : host)

export type SsrfResult = { requests: number; spellings: number; fields: number; connections: string[]; wrong: string[] }

/**
 * Sends every spelling in every address member of every type of source through the real routes, and counts what this process dialled: connections a canary on
 * all addresses of the machine took, and sockets opened to anything that is not public. Public addresses are answered by a refusal on the spot, without a network.
 */
export async function proveSsrf({
  take,
  allowedNets = [],
}: {
  take?: (spelling: string, index: number) => boolean
  allowedNets?: string[]
} = {}): Promise<SsrfResult> {
  const connections: string[] = []
  const canary = createServer((socket) => {
    connections.push(`canary: ${socket.remoteAddress} -> ${socket.localAddress}`)
    socket.destroy()
  })
  await new Promise<void>((resolve) => canary.listen({ port: 0, host: '::', ipv6Only: false }, resolve))
  const { port } = canary.address() as AddressInfo
  const restore = watchSockets(connections)
  const folder = temporaryFolder()
  const pool = createRunnerPool({ size: 1, memoryMb: 256 })
  const networks = networksWith(allowedNets.join(','))
  const { fileSources, files } = openFiles(readEnvironment({}), { folder, pool, network: networks.sources })
  const sources = routeByType({ network: networks.sources, pooled: true }, fileSources)
  const called = await outgoingPorts(readEnvironment({}), networks)
  const services = await testServer({ ports: { sources, files, ...called } })
  const result: SsrfResult = { requests: 0, spellings: 0, fields: FIELDS.length + CALLERS.length, connections, wrong: [] }
  const all = [...spellings(), ...AROUND].filter(take ?? (() => true))
  result.spellings = all.length
  try {
    for (const field of FIELDS) await sendAll(services, field, all, port, result)
    await rebind(services, port, result)
    for (const caller of CALLERS) {
      for (const spelling of [...all, 'turning.test', 'turning-back.test']) {
        const { requests, reached } = await caller.call(services, `http://${bracketed(spelling)}:${port}`, networks)
        result.requests += requests
        if (reached !== null) result.wrong.push(`${caller.name} ${JSON.stringify(spelling)}: ${reached}`)
      }
    }
  } finally {
    await services.close()
    await sources.close()
    networks.close()
    await pool.close()
    restore()
    await new Promise((resolve) => canary.close(resolve))
  }
  return result
}

/** The policies as a deployment in production has them, with nothing opened but what is listed. */
const networksWith = (nets: string) =>
  openNetworks(
    readEnvironment({
      APP_ENV: 'production',
      QUERENT_MASTER_KEYS: newMasterKey(),
      ...Object.fromEntries(['DATASOURCE', 'MODEL', 'WEBHOOK', 'MAIL', 'IDENTITY'].map((name) => [`${name}_ALLOWED_NETS`, nets])),
    }),
    { lookup },
  )

/**
 * A server at an address that may be called sends every caller on to one that may not. Answers the connections the second took: none may follow, whatever the status
 * of the redirect.
 */
export async function proveRedirects(): Promise<{ asked: number; followed: string[] }> {
  const followed: string[] = []
  const forbidden = createServer((socket) => {
    followed.push(`to ${socket.localAddress}`)
    socket.destroy()
  })
  await new Promise<void>((resolve) => forbidden.listen({ port: 0, host: '127.0.0.1' }, resolve))
  const { port: forbiddenPort } = forbidden.address() as AddressInfo
  let asked = 0
  const allowed = createHttpServer((request, response) => {
    const status = [301, 302, 303, 307, 308][asked++ % 5] ?? 302
    request.resume()
    response.writeHead(status, { location: `http://127.0.0.1:${forbiddenPort}/` }).end()
  })
  await new Promise<void>((resolve) => allowed.listen({ port: 0, host: '127.0.0.2' }, resolve))
  const { port } = allowed.address() as AddressInfo
  const networks = networksWith('127.0.0.2/32')
  const services = await testServer({ ports: await outgoingPorts(readEnvironment({ MODEL_RETRIES: '0' }), networks) })
  try {
    for (const caller of CALLERS.filter(({ speaks }) => speaks === 'http'))
      for (let round = 0; round < 3; round++) await caller.call(services, `http://127.0.0.2:${port}`, networks)
  } finally {
    await services.close()
    networks.close()
    allowed.closeAllConnections()
    for (const server of [allowed, forbidden]) await new Promise((resolve) => server.close(resolve))
  }
  return { asked, followed }
}

async function sendAll(services: TestServer, field: Field, all: string[], port: number, result: SsrfResult): Promise<void> {
  const standing = field.make('public.test', 9)
  const made = await services.request('POST /semantic/datasources', { body: { name: field.name, ...standing } })
  const isLocation = field.name.endsWith('location')
  if (made.status !== 201 && !isLocation) throw new Error(`${field.name}: ${made.text}`)
  for (const spelling of all) {
    const given = field.make(spelling, port)
    const replies = [
      await services.request('POST /semantic/datasources', { body: { name: spelling, ...given } }),
      await services.request('POST /semantic/datasources/validate', { body: given }),
      ...(made.status === 201 ? [await services.request(`PUT /semantic/datasources/${made.body.id}`, { body: { connection: given.connection } })] : []),
    ]
    result.requests += replies.length
    for (const { status, body, text } of replies) {
      const isRefused = status === 422 || (status === 200 && body.valid === false) || (status < 300 && body.status !== 'connected' && body.valid === undefined)
      if (!isRefused || text.includes('secret-word')) result.wrong.push(`${field.name} ${JSON.stringify(spelling)}: ${status} ${text.slice(0, 200)}`)
    }
  }
}

/** A name that is public when it is looked at first and leads home when it is looked at again. */
async function rebind(services: TestServer, port: number, result: SsrfResult): Promise<void> {
  for (const field of FIELDS) {
    for (const name of ['turning.test', 'turning-back.test']) {
      const { status, body, text } = await services.request('POST /semantic/datasources', { body: { name, ...field.make(name, port) } })
      result.requests += 1
      if (status < 300 && body.status === 'connected') result.wrong.push(`${field.name} ${name}: ${text.slice(0, 200)}`)
    }
  }
}

/** Notes every socket this process opens to an address that is not public, and lets none to a public one out of the machine. */
function watchSockets(connections: string[]): () => void {
  const original = Socket.prototype.connect
  Socket.prototype.connect = function (this: Socket, ...given: unknown[]) {
    const [first] = (Array.isArray(given[0]) ? given[0] : given) as [{ host?: string; path?: string; port?: number; lookup?: LookupFunction } | undefined]
    if (typeof first === 'object' && first.path !== undefined && first.host === undefined) connections.push(`socket file ${first.path}`)
    else if (typeof first === 'object' && first.host === '93.184.215.14') {
      process.nextTick(() => this.destroy(new Error('no network here')))
      return this
    } else if (typeof first === 'object' && typeof first.lookup === 'function' && first.host !== undefined && isIP(first.host) === 0) {
      // What a name means is decided by this lookup at the moment it is dialled.
      first.lookup = watched(first.lookup, connections)
    } else connections.push(`socket to ${typeof first === 'object' ? `${first.host}:${first.port}` : String(first)}`)
    return original.apply(this, given as never)
  } as typeof original
  return () => {
    Socket.prototype.connect = original
  }
}

/** As the lookup that is given, but nothing leaves the machine, and every other address is noted. */
const watched =
  (lookup: LookupFunction, connections: string[]): LookupFunction =>
  (host, options, callback) =>
    lookup(host, options, (error, found, family) => {
      const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address)
      const inside = addresses.filter((address) => address !== '93.184.215.14')
      if (!error) connections.push(...inside.map((address) => `socket to ${host} at ${address}`))
      callback(error ?? (inside.length === 0 ? new Error('no network here') : null), found, family)
    })
