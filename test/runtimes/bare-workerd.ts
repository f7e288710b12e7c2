import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#test/free-port.ts'
import { buildWorker } from './worker-bundle.ts'

/** Its package has no types. */
const workerd: string = createRequire(import.meta.url)('workerd').default
const STARTS_WITHIN_MS = 60_000

export type BareWorkerd = { url: string; pid: number; output(): string; stop(): Promise<void> }

/**
 * The Worker of all five services on `workerd` itself, bundled as for a deployment. Wrangler's local servers stand a proxy of their own before it,
 * which keeps from the Worker that a client has gone.
 */
export async function startBareWorkerd(vars: Record<string, string>, at?: number): Promise<BareWorkerd> {
  const folder = mkdtempSync(join(tmpdir(), 'querent-workerd-'))
  const port = at ?? (await freePort())
  const { modules } = await buildWorker('')
  for (const { name, bytes } of modules) writeFileSync(join(folder, name), bytes)
  writeFileSync(
    join(folder, 'config.capnp'),
    configOf(
      modules.map(({ name }) => name),
      vars,
      port,
    ),
  )
  const child = spawn(workerd, ['serve', join(folder, 'config.capnp'), '--experimental'], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (said += bytes))
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
  const until = Date.now() + STARTS_WITHIN_MS
  while (!(await isUp(url))) {
    if (child.exitCode === null && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 100))
    else {
      await stop()
      throw new Error(`workerd did not start:\n${said}`)
    }
  }
  return { url, pid: child.pid ?? 0, output: () => said, stop }
}

const isUp = (url: string) =>
  fetch(`${url}/health`).then(
    ({ status }) => status < 500,
    () => false,
  )

/** Cap'n Proto's text for one Worker that may reach the loopback network. The script comes first: its first module is what is served. */
function configOf(names: string[], vars: Record<string, string>, port: number): string {
  const ordered = names.toSorted((a, b) => Number(b.endsWith('.js')) - Number(a.endsWith('.js')))
  const module = (name: string) => `(name = "${name}", ${name.endsWith('.wasm') ? 'wasm' : 'esModule'} = embed "${name}")`
  const binding = ([name, value]: [string, string]) => `(name = "${name}", text = ${JSON.stringify(value)})`
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "internet", network = (allow = ["public", "private", "local"], tlsOptions = (trustBrowserCas = true))),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [${ordered.map(module).join(', ')}],
  bindings = [${Object.entries(vars).map(binding).join(', ')}],
  compatibilityDate = "2026-10-01",
  compatibilityFlags = ["nodejs_compat", "enable_request_signal"],
);
`
}
