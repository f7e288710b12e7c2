import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')
const wrangler = join(root, 'node_modules/wrangler/bin/wrangler.js')

/** What the smallest plan of Workers takes, and the paid ones: compressed. */
export const ONE_SERVICE_BYTES = 3_000_000
export const ALL_IN_ONE_BYTES = 10_000_000

export type WorkerBundle = {
  modules: { name: string; bytes: Uint8Array }[]
  /** The files it was made of, from the root. */
  inputs: string[]
  /** What it leaves to the runtime to provide. */
  external: string[]
}

type Metafile = { inputs: Record<string, unknown>; outputs: Record<string, { imports: { path: string; external?: boolean }[] }> }

/** The processes of one run of the tests share what they build; every other process builds for itself. */
const shared = process.env.VITEST_MODE === 'RUN' ? process.ppid : process.pid
const PARENT = join(tmpdir(), `querent-bundles-${shared}`)
const BUILT_WITHIN_MS = 240_000

/** Bundles one environment of `wrangler.toml` (`''`: all five services) as a deployment would, without a network, once in a run; answers where. */
export async function builtWorker(environment: string): Promise<string> {
  const folder = join(PARENT, environment || 'all')
  const told = join(folder, 'told')
  if (isFirst(folder)) {
    try {
      await build(environment, folder)
      writeFileSync(told, '')
    } catch (error) {
      writeFileSync(told, String(error))
    }
  }
  for (const until = Date.now() + BUILT_WITHIN_MS; !existsSync(told); await sleep(100))
    if (Date.now() > until) throw new Error(`another process has not bundled "${environment}"`)
  const fault = readFileSync(told, 'utf8')
  if (fault) throw new Error(fault)
  return join(folder, 'out')
}

/** What was bundled of an environment, read. */
export async function buildWorker(environment: string): Promise<WorkerBundle> {
  const out = await builtWorker(environment)
  const names = readdirSync(out).filter((name) => /\.(?:m?js|wasm)$/.test(name))
  const { inputs, outputs } = JSON.parse(readFileSync(join(out, '..', 'meta.json'), 'utf8')) as Metafile
  const external = Object.values(outputs).flatMap((output) => output.imports.flatMap(({ path, external }) => (external ? [path] : [])))
  return { modules: names.map((name) => ({ name, bytes: readFileSync(join(out, name)) })), inputs: Object.keys(inputs), external: [...new Set(external)] }
}

function isFirst(folder: string): boolean {
  if (!existsSync(PARENT)) removeLeftovers()
  mkdirSync(PARENT, { recursive: true })
  try {
    mkdirSync(folder)
    return true
  } catch {
    return false
  }
}

function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = /^querent-bundles-(\d+)$/.exec(name)?.[1]
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
}

async function build(environment: string, folder: string): Promise<void> {
  const [meta, out] = [join(folder, 'meta.json'), join(folder, 'out')]
  await promisify(execFile)(process.execPath, [wrangler, 'deploy', '--dry-run', '--outdir', out, '--metafile', meta, `--env=${environment}`], {
    cwd: root,
    env: { ...process.env, CI: '1', WRANGLER_SEND_METRICS: 'false' },
  })
}
