import { createServer as createNetServer } from 'node:net'
import mysql from 'mysql2'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '#test/free-port.ts'
import type { ConnectedSpec, Engine } from '../engine.ts'
import { createNetworkPolicy } from '../safe-connect.ts'
import { createMysqlEngine } from './engine.ts'

// Stands in for MySQL 8.4, of which no package is to be had: its greeting, its grants and its errors as its manual gives them.
type Reply = { rows: unknown[][] } | { errno: number; message: string } | 'never' | 'ok'
type Peer = {
  /** Of the next packet: the driver's server forgets to begin anew with each command. */
  sequenceId: number
  serverHandshake(greeting: object): void
  on(event: string, listener: (value: never) => void): void
  writeOk(): void
  writeError(error: { code: number; message: string }): void
  writeTextResult(rows: unknown[][], columns: object[], binary?: boolean): void
}

const never = new AbortController().signal
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function standIn(answer: (sql: string) => Reply) {
  const heard: string[] = []
  const port = await freePort()
  const server = (
    mysql as unknown as { createServer(): { on(event: string, listener: (peer: Peer) => void): void; listen(port: number, host: string): void; close(): void } }
  ).createServer()
  let connectionId = 7
  server.on('connection', (peer) => {
    connectionId += 1
    peer.on('error', () => {})
    const authCallback = (_: unknown, done: (error: null) => void) => {
      done(null)
      peer.sequenceId = 0
    }
    peer.serverHandshake({
      protocolVersion: 10,
      serverVersion: '8.4.3',
      connectionId,
      statusFlags: 2,
      characterSet: 45,
      capabilityFlags: 0xfff7ff,
      authCallback,
    })
    const hear = (sql: string) => {
      heard.push(sql)
      peer.sequenceId = 1
      const reply = /^(?:set|kill) /.test(sql) ? 'ok' : answer(sql)
      if (reply === 'never') return
      if (reply === 'ok') peer.writeOk()
      else if ('errno' in reply) peer.writeError({ code: reply.errno, message: reply.message })
      else {
        const column = {
          catalog: 'def',
          schema: '',
          table: '',
          orgTable: '',
          orgName: '',
          characterSet: 45,
          columnLength: 400,
          columnType: 253,
          flags: 0,
          decimals: 0,
        }
        peer.writeTextResult(
          reply.rows.map((row) => Object.fromEntries(row.map((value, index) => [`c${index}`, value]))) as never,
          (reply.rows[0] ?? []).map((_, index) => ({ ...column, name: `c${index}` })),
        )
      }
      peer.sequenceId = 0
    }
    peer.on('query', hear)
    // So the driver's server calls a SET.
    peer.on('stmt_prepare', hear)
  })
  server.listen(port, '127.0.0.1')
  const network = createNetworkPolicy({ allowedNets: ['127.0.0.0/8'], ownEndpoints: [] })
  const engine = createMysqlEngine({ network, pooled: true }) as Engine
  ends.push(
    () => server.close(),
    () => network.close(),
    () => engine.close(),
  )
  const connection = { host: '127.0.0.1', port, user: 'reader', password: 'x', database: 'shop', ssl_mode: 'disable' as const }
  const spec: ConnectedSpec = { id: 'ds_1', type: 'mysql', version: '1', files: [], connection }
  return { engine, spec, heard }
}

test('a session of MySQL is told its own names for read-only and for the deadline', async () => {
  const { engine, spec, heard } = await standIn(() => ({ rows: [['1']] }))
  const query = { sql: 'select 1', params: [], rowLimit: 10, timeoutMs: 1_500 }
  expect(await engine.query(spec, query, never)).toMatchObject({ rows: [['1']] })
  await engine.query(spec, query, never)
  expect(heard.map((sql) => sql.split(',')[0])).toEqual([
    'set session transaction_read_only = 1',
    'set session max_execution_time = 1500',
    'select 1',
    'select 1',
  ])
  expect(heard[0]).toContain('ONLY_FULL_GROUP_BY')
})

test('its deadline is a timeout', async () => {
  const { engine, spec } = await standIn(() => ({ errno: 3024, message: 'Query execution was interrupted, maximum statement execution time exceeded' }))
  await expect(engine.query(spec, { sql: 'select sleep(9)', params: [], rowLimit: 10, timeoutMs: 1_000 }, never)).rejects.toMatchObject({
    code: 'query_timeout',
  })
})

test('a server error of an unknown number is an answer, not the end of the connection', async () => {
  const { engine, spec } = await standIn(() => ({ errno: 6999, message: 'An error of a later version' }))
  await expect(engine.query(spec, { sql: 'select 1', params: [], rowLimit: 10, timeoutMs: 1_000 }, never)).rejects.toMatchObject({ code: 'query_failed' })
})

test('a statement it goes on with after its deadline is killed by the number of its connection', async () => {
  const { engine, spec, heard } = await standIn(() => 'never')
  await expect(engine.query(spec, { sql: 'select benchmark(1, 1)', params: [], rowLimit: 10, timeoutMs: 50 }, never)).rejects.toMatchObject({
    code: 'query_timeout',
  })
  expect(heard.at(-1)).toBe('kill query 8')
})

test('roles are asked for with USING', async () => {
  const { engine, spec, heard } = await standIn((sql) => {
    if (sql.startsWith('show grants for')) return { rows: [['GRANT SELECT, DELETE ON `shop`.* TO `reader`@`%`']] }
    if (sql === 'show grants') return { rows: [['GRANT USAGE ON *.* TO `reader`@`%`'], ['GRANT `writer`@`%` TO `reader`@`%`']] }
    return { rows: [['3']] }
  })
  const { valid, readOnly, serverVersion, checks } = await engine
    .validate({ ...spec, connection: { ...spec.connection, schemas: ['shop'] } as never }, never)
    .catch((error) => error)
  expect(heard).toContain('show grants for current_user() using `writer`@`%`')
  expect([valid, readOnly, serverVersion, checks?.at(-1)?.message]).toEqual([true, false, 'MySQL 8.4.3', expect.stringContaining('DELETE')])
})

test('a host that speaks no MySQL is unreachable, and says nothing of it', async () => {
  const port = await freePort()
  const other = createNetServer((socket) => socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(port, '127.0.0.1')
  ends.push(() => other.close())
  const { engine, spec } = await standIn(() => 'ok')
  const { valid, checks } = await engine.validate({ ...spec, version: '2', connection: { ...spec.connection, port } as never }, never)
  expect([valid, checks.at(-1)]).toEqual([false, expect.objectContaining({ name: 'sign_in', ok: false, message: expect.not.stringContaining('HTTP') })])
})
