import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPostgresDatabase, hasPostgres, NO_POSTGRES, type PostgresDatabase } from '#test/postgres.ts'
import type { ConnectedSpec, Engine } from '../engine.ts'
import { createNetworkPolicy } from '../safe-connect.ts'
import { createPostgres } from './engine.ts'

const never = new AbortController().signal
const hasOpenssl = (() => {
  try {
    return execFileSync('openssl', ['version']).length > 0
  } catch {
    return false
  }
})()
const why = !hasPostgres ? NO_POSTGRES : hasOpenssl ? null : 'skipped: no openssl to make a certificate with'

/** A certificate that nobody signed, for localhost. */
function selfSigned(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, '-days', '2', '-subj', '/CN=localhost'], {
    stdio: 'ignore',
  })
  const made = { key: readFileSync(key), cert: readFileSync(cert) }
  rmSync(folder, { recursive: true })
  return made
}

describe.skipIf(why !== null)(why === null ? 'encryption to PostgreSQL' : `encryption to PostgreSQL (${why})`, () => {
  let database: PostgresDatabase
  let front: Server
  let engine: Engine
  let policy: ReturnType<typeof createNetworkPolicy>
  let injected: Buffer = Buffer.alloc(0)
  const open = new Set<Socket>()

  beforeAll(async () => {
    database = await createPostgresDatabase(['create table t (a int)', 'insert into t values (7)'])
    const made = selfSigned()
    // Encrypts for a server that does not.
    front = createServer((plain) => {
      open.add(plain.on('error', () => {}))
      plain.once('data', (asked) => {
        if (asked.length !== 8) return plain.destroy()
        plain.write(Buffer.concat([Buffer.from('S'), injected]))
        const secure = new TLSSocket(plain, { isServer: true, ...made })
        const behind = connect(database.connection.port, database.connection.host)
        open.add(behind)
        secure.pipe(behind).on('error', () => {})
        behind.pipe(secure).on('error', () => {})
      })
    })
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
    policy = createNetworkPolicy({ allowedNets: ['127.0.0.0/8'], ownEndpoints: [] })
    engine = createPostgres({ network: policy, pooled: true }) as Engine
  })
  afterAll(async () => {
    await engine?.close()
    policy?.close()
    for (const socket of open) socket.destroy()
    await new Promise((resolve) => front?.close(resolve))
    await database?.drop()
  })

  const spec = (mode: string, port: number): ConnectedSpec => {
    const connection = { ...database.connection, ssl_mode: mode as 'prefer', port }
    return { id: 'ds_1', type: 'postgres', version: JSON.stringify(connection), files: [], connection }
  }
  const ask = (mode: string, port = (front.address() as AddressInfo).port) =>
    engine.query(spec(mode, port), { sql: 'select a from t', rowLimit: 1, timeoutMs: 10_000 }, never).then(
      ({ rows }) => rows[0]?.[0],
      (error) => `${error.code}: ${error.message}`,
    )

  test('is used where it is offered, checked where that is asked for, and missed where it must be', async () => {
    expect(await ask('require')).toBe(7)
    expect(await ask('prefer')).toBe(7)
    expect(await ask('verify-full')).toMatch(/^datasource_unreachable: the server’s certificate is not trusted/)
    expect(await ask('prefer', database.connection.port)).toBe(7)
    expect(await ask('disable', database.connection.port)).toBe(7)
    const encrypts = (await database.admin`show ssl`)[0]?.ssl === 'on'
    if (!encrypts) expect(await ask('require', database.connection.port)).toBe('datasource_unreachable: the server offers no encryption')
  })

  test('a statement is cancelled through it', async () => {
    const port = (front.address() as AddressInfo).port
    const slow = engine.query(spec('require', port), { sql: 'select pg_sleep(60)', rowLimit: 1, timeoutMs: 60_000 }, AbortSignal.timeout(400))
    await expect(slow).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  test('bytes slipped in before it are not taken for a part of it', async () => {
    injected = Buffer.from('E....')
    expect(await ask('require')).toMatch(/does not speak PostgreSQL/)
    injected = Buffer.alloc(0)
  })
})
