import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { newApiKey } from '#domain/access/api-key.ts'
import { freePort } from '#test/free-port.ts'
import { type Server, startServer } from '../processes.ts'
import { isSmoke } from '../smoke.ts'

export type Deployment = {
  server: Server
  api: string
  admin: string
  /** A data source with one table, `orders`, extracted. */
  source: string
  /** Fails unless the reply is a success. */
  done(method: string, path: string, body?: unknown, as?: string): Promise<any>
  open(path: string, as?: string, headers?: Record<string, string>): Promise<Response>
  stop(): Promise<void>
}

let shared: Promise<Deployment> | undefined

/** The product as `npm start` runs it, over a DuckDB file of so many orders; in a smoke run one for all parts, with the usual settings, which ends with the process. */
export async function deploy(rows: number, settings: Record<string, string> = {}): Promise<Deployment> {
  if (!isSmoke) return deployOnce(rows, settings)
  shared ??= deployOnce(rows, {}).then((deployment) => {
    process.once('exit', () => process.kill(deployment.server.pid, 'SIGTERM'))
    return { ...deployment, stop: async () => {} }
  })
  return shared
}

async function deployOnce(rows: number, settings: Record<string, string>): Promise<Deployment> {
  const folder = mkdtempSync(join(tmpdir(), 'querent-bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const fileRoot = join(folder, 'root')
  await makeOrders(fileRoot, rows)
  const { key: admin } = newApiKey('dev')
  const port = await freePort()
  const own = { PORT: String(port), WORKSPACE_PORT: 'off', DATA_DIR: join(folder, 'data'), QUERENT_ADMIN_API_KEY: admin, LOG: 'off' }
  const origin = `http://127.0.0.1:${port}`
  const health = () =>
    fetch(`${origin}/health`, { headers: { authorization: `Bearer ${admin}` } }).then(
      ({ ok }) => ok,
      () => false,
    )
  const server = await startServer(
    process.execPath,
    ['runtime/node.ts'],
    { ...own, DATASOURCE_FILE_ROOT: fileRoot, ...settings, QUERY_ROW_LIMIT: '1000000' },
    health,
  )
  const api = `${origin}/api/v1`

  const open = (path: string, as = admin, headers: Record<string, string> = {}) =>
    fetch(`${api}${path}`, { headers: { authorization: `Bearer ${as}`, ...headers } })

  async function done(method: string, path: string, body?: unknown, as = admin): Promise<any> {
    const headers = { authorization: `Bearer ${as}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
    const response = await fetch(`${api}${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`)
    return text === '' ? null : JSON.parse(text)
  }

  const source = (await done('POST', '/semantic/datasources', { name: 'Orders', type: 'duckdb', connection: { path: 'orders.duckdb' } })).id
  const { id } = await done('POST', '/semantic/semanticextractions', { datasource_id: source })
  while ((await done('GET', `/semantic/semanticextractions/${id}`)).status !== 'completed') await new Promise((resolve) => setTimeout(resolve, 100))
  return { server, api, admin, source, done, open, stop: () => server.stop() }
}

async function makeOrders(fileRoot: string, rows: number): Promise<void> {
  mkdirSync(fileRoot, { recursive: true })
  const instance = await DuckDBInstance.create(join(fileRoot, 'orders.duckdb'))
  const connection = await instance.connect()
  await connection.run(`create table orders as select i as id, 'Country ' || (i * 7919 % 40) as country, ['North', 'South', 'East', 'West'][1 + i % 4] as region,
    'Product ' || (i * 104729 % 500) as product, (i * 31 % 7) as size, date '2022-01-01' + (i % 1400)::int as day,
    ((i * 7919) % 100000) / 100.0 as amount, (i * 13 % 9) as pieces from range(${rows}) t(i)`)
  connection.closeSync()
  instance.closeSync()
}
