import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#test/free-port.ts'

const isSmoke = process.argv.includes('--smoke')
const TIMES = isSmoke ? 1 : 5
const root = join(import.meta.dirname, '..')

/** Seconds from the start of the command to the first `200` of `GET /health`, in `folder`. */
async function secondsToHealth(command: string[], folder: string): Promise<number> {
  const port = await freePort()
  const settings = { PORT: String(port), WORKSPACE_PORT: 'off', DATA_DIR: folder, HEALTH_PUBLIC: 'true', LOG: 'off' }
  const started = performance.now()
  const [name = '', ...args] = command
  const child = spawn(name, args, { cwd: root, env: { ...process.env, ...settings }, stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  while (
    !(await fetch(`http://127.0.0.1:${port}/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`the services ended with ${child.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const seconds = (performance.now() - started) / 1000
  child.kill('SIGTERM')
  await ended
  return seconds
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const rows: Record<string, { first: string; again: string }> = {}
const medians: number[] = []
for (const [runtime, command] of Object.entries({
  node: [process.execPath, 'runtime/node.ts'],
  bun: [join(root, 'node_modules/.bin/bun'), 'runtime/bun.ts'],
})) {
  const first: number[] = []
  const again: number[] = []
  for (let time = 0; time < TIMES; time += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'querent-start-'))
    first.push(await secondsToHealth(command, folder))
    // Once is enough to see that it starts.
    if (!isSmoke) again.push(await secondsToHealth(command, folder))
    rmSync(folder, { recursive: true, force: true })
  }
  medians.push(median(first))
  rows[runtime] = { first: median(first).toFixed(2), again: median(again).toFixed(2) }
}
console.table(rows)
console.log(`cold start: ${medians[0]?.toFixed(2)} s to /health on Node, ${medians[1]?.toFixed(2)} s on Bun, with an empty database (median of ${TIMES})`)
