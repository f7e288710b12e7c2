import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../database.ts'
import { freePort } from '../free-port.ts'

/** Where `.ci/run` and the proof put the package that holds ClickHouse's engine. */
const folder = join(import.meta.dirname, '../../node_modules/.cache/chdb')

/** A server named by the environment, the engine's package, or neither: tests that need one are then skipped. */
export const hasClickhouse = process.env.CLICKHOUSE_TEST_URL !== undefined || existsSync(join(folder, 'chdb'))
export const NO_CLICKHOUSE = 'skipped: needs `npm run get:clickhouse`, or CLICKHOUSE_TEST_URL'

export type ClickhouseServer = {
  /** A user whose profile is read-only, where there is one. */
  reader: { user: string; password: string } | null
  host: string
  port: number
  user: string
  password: string
  run(sql: string): Promise<string>
  stop(): Promise<void>
}

/** Starts ClickHouse's engine behind its HTTP interface on a free loopback port with an empty folder, or takes the server that CLICKHOUSE_TEST_URL names. */
export async function startClickhouse(): Promise<ClickhouseServer> {
  if (process.env.CLICKHOUSE_TEST_URL) return serverAt(new URL(process.env.CLICKHOUSE_TEST_URL), async () => {})
  const port = await freePort()
  const child = spawn('python3', [join(import.meta.dirname, 'server.py'), folder, String(port), join(temporaryFolder(), 'data')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve())
    child.once('exit', () => reject(new Error('ClickHouse did not start')))
    child.once('error', reject)
  })
  return serverAt(new URL(`http://default:secret@127.0.0.1:${port}`), () => {
    process.off('exit', kill)
    kill()
    return ended
  })
}

function serverAt({ hostname, port, username, password, origin }: URL, stop: () => Promise<void>): ClickhouseServer {
  return {
    reader: process.env.CLICKHOUSE_TEST_URL ? null : { user: 'reader', password: 'secret' },
    host: hostname,
    port: Number(port),
    user: username,
    password,
    async run(sql) {
      const response = await fetch(origin, { method: 'POST', headers: { 'x-clickhouse-user': username, 'x-clickhouse-key': password }, body: sql })
      const text = await response.text()
      if (!response.ok) throw new Error(text)
      return text
    },
    stop,
  }
}
