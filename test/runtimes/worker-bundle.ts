import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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

/** Bundles one environment of `wrangler.toml` (`''`: all five services) as a deployment would, without a network. */
export function buildWorker(environment: string): WorkerBundle {
  const folder = mkdtempSync(join(tmpdir(), 'querent-bundle-'))
  try {
    const meta = join(folder, 'meta.json')
    const out = join(folder, 'out')
    execFileSync(process.execPath, [wrangler, 'deploy', '--dry-run', '--outdir', out, '--metafile', meta, `--env=${environment}`], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, CI: '1', WRANGLER_SEND_METRICS: 'false' },
    })
    const names = readdirSync(out).filter((name) => /\.(?:m?js|wasm)$/.test(name))
    const { inputs, outputs } = JSON.parse(readFileSync(meta, 'utf8')) as Metafile
    const external = Object.values(outputs).flatMap((output) => output.imports.flatMap(({ path, external }) => (external ? [path] : [])))
    return { modules: names.map((name) => ({ name, bytes: readFileSync(join(out, name)) })), inputs: Object.keys(inputs), external: [...new Set(external)] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
