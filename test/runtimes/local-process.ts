import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, openAsBlob } from 'node:fs'
import { join } from 'node:path'
import type { Service } from '#domain/context.ts'
import { SERVICES } from '#runtime/compose.ts'
import { temporaryFolder } from '#test/database.ts'
import { freePort } from '#test/free-port.ts'
import { type Api, apiAt } from './api.ts'

const root = join(import.meta.dirname, '../..')
const bun = join(root, 'node_modules/.bin/bun')

/** How each runtime starts its entry; `null` where it is not installed. */
export const RUNTIMES: Record<'node' | 'bun', string[] | null> = {
  node: [process.execPath, join(root, 'runtime/node.ts')],
  bun: existsSync(bun) ? [bun, `--env-file=${join(root, 'runtime/bun.env')}`, join(root, 'runtime/bun.ts')] : null,
}

export type LocalProcess = {
  child: ChildProcess
  /** All it wrote so far. */
  output: { stdout: string; stderr: string }
  /** Settles with its exit code, or the signal that ended it. */
  ended: Promise<number | string>
}

/** Starts a runtime's entry in an empty folder, with no setting but the given ones; Node's takes its code from where this process keeps compiled code. */
export function startEntry(runtime: 'node' | 'bun', names: string[], settings: Record<string, string>, folder = temporaryFolder()): LocalProcess {
  const [command, ...args] = RUNTIMES[runtime] ?? []
  if (!command) throw new Error(`${runtime} is not installed`)
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(command, [...args, ...names], { cwd: folder, env: { PATH, NODE_COMPILE_CACHE, ...settings }, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
    })
  }
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = new Promise<number | string>((resolve) =>
    child.once('close', (code, signal) => {
      process.off('exit', kill)
      resolve(code ?? signal ?? 'unknown')
    }),
  )
  return { child, output, ended }
}

export type Deployment = LocalProcess & { api: Api; ports: Record<Service, number>; folder: string; end(): Promise<number | string> }

/** Five services on five free ports, ready to answer. */
export async function startDeployment(
  runtime: 'node' | 'bun',
  settings: Record<string, string> = {},
  { folder = temporaryFolder(), adminKey }: { folder?: string; adminKey?: string } = {},
): Promise<Deployment> {
  const pairs = await Promise.all(SERVICES.map(async (service) => [service, await freePort()] as const))
  const ports = Object.fromEntries(pairs) as Record<Service, number>
  const named = Object.fromEntries(pairs.map(([service, port]) => [`${service.toUpperCase()}_PORT`, String(port)]))
  const started = startEntry(runtime, [], { ...named, WORKSPACE_PORT: 'off', ...settings }, folder)
  await outputOf(started, settings.QUERY_RUNNER_PORT ? /^query runner http/m : /^audio +http/m)
  const key = adminKey ?? /^Admin API key: (qk_\S+)$/m.exec(started.output.stdout)?.[1]
  if (!key) throw new Error(`no key was printed: ${started.output.stdout}`)
  return {
    ...started,
    api: apiAt((service) => `http://127.0.0.1:${ports[service]}`, key),
    ports,
    folder,
    end: () => {
      started.child.kill('SIGTERM')
      return started.ended
    },
  }
}

/** Waits until standard output holds `pattern`; fails when the process ends before. */
export async function outputOf({ output, child, ended }: LocalProcess, pattern: RegExp): Promise<void> {
  let over = false
  ended.then(() => {
    over = true
  })
  while (!pattern.test(output.stdout)) {
    if (over) throw new Error(`the process ended before it wrote ${pattern}: ${output.stdout}\n${output.stderr}`)
    await new Promise((resolve) => child.stdout?.once('data', resolve) && child.once('close', resolve))
  }
}

/** Uploads a file of `examples/` to a deployment that stores files, and answers its id. */
export async function uploadExample(api: Api, name: string): Promise<string> {
  const form = new FormData()
  form.append('file', await openAsBlob(join(root, 'examples', name)), name)
  const { status, body } = await api.call('semantic', 'POST /files', { form })
  if (status !== 201) throw new Error(`the upload was answered ${status}: ${JSON.stringify(body)}`)
  return body.id
}
