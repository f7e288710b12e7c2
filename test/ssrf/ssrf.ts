import type { AddressInfo } from 'node:net'
import { createServer, Socket } from 'node:net'
import { routeByType } from '#connectors/sources/route-by-type.ts'
import { createRunnerPool } from '#connectors/sources/runner/pool.ts'
import { createNetworkPolicy } from '#connectors/sources/safe-connect.ts'
import { readEnvironment } from '#runtime/env.ts'
import { openFiles } from '#runtime/files.ts'
import { temporaryFolder } from '../database.ts'
import { type TestServer, testServer } from '../harness.ts'
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
  const network = createNetworkPolicy({ allowedNets, ownEndpoints: [], lookup })
  const { fileSources, files } = openFiles(readEnvironment({}), { folder, pool, network })
  const sources = routeByType({ network, pooled: true }, fileSources)
  const services = await testServer({ ports: { sources, files } })
  const result: SsrfResult = { requests: 0, spellings: 0, fields: FIELDS.length, connections, wrong: [] }
  const all = [...spellings(), ...AROUND].filter(take ?? (() => true))
  result.spellings = all.length
  try {
    for (const field of FIELDS) await sendAll(services, field, all, port, result)
    await rebind(services, port, result)
  } finally {
    await services.close()
    await sources.close()
    network.close()
    await pool.close()
    restore()
    await new Promise((resolve) => canary.close(resolve))
  }
  return result
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
    const [first] = (Array.isArray(given[0]) ? given[0] : given) as [{ host?: string; path?: string; port?: number } | undefined]
    if (typeof first === 'object' && first.path !== undefined && first.host === undefined) connections.push(`socket file ${first.path}`)
    else if (typeof first === 'object' && first.host === '93.184.215.14') {
      process.nextTick(() => this.destroy(new Error('no network here')))
      return this
    } else connections.push(`socket to ${typeof first === 'object' ? `${first.host}:${first.port}` : String(first)}`)
    return original.apply(this, given as never)
  } as typeof original
  return () => {
    Socket.prototype.connect = original
  }
}
