import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openAsBlob } from 'node:fs'
import { newApiKey } from '#domain/access/api-key.ts'
import { temporaryFolder } from '#test/database.ts'
import { freePort } from '#test/free-port.ts'
import { RUNTIMES } from '#test/runtimes/local-process.ts'

export type Reply = { status: number; body: any; text: string }

/** The product as `npm start` runs it: a process of its own, on one origin, on a database of its own. */
export type Deployment = {
  origin: string
  /** `api('POST /core/groups', {…})` as the first administrator, or by another key or token. Throws on a failure unless `may` says so. */
  api(line: string, body?: unknown, options?: { as?: string; may?: boolean; form?: FormData }): Promise<Reply>
  /** What the process has written, lines of its log included. */
  output(): string
  /** Ends the process at once, as a power cut does. */
  kill(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

const STARTING_MS = 180_000

type DeployOptions = { firstRun?: boolean; environment?: Record<string, string>; runtime?: 'node' | 'bun' }

/** `firstRun`: with no key of the operator's, so that the one-time link is printed. */
export async function deploy({ firstRun = false, environment = {}, runtime = 'node' }: DeployOptions = {}): Promise<Deployment> {
  const [program = '', ...entry] = RUNTIMES[runtime] ?? []
  if (program === '') throw new Error(`${runtime} is not installed`)
  const { key } = newApiKey('dev')
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const folder = temporaryFolder()
  let child: ChildProcess | null = null
  let output = ''

  async function start(): Promise<void> {
    const { QUERENT_ADMIN_API_KEY: _, ...inherited } = process.env
    const started = spawn(program, entry, {
      env: {
        ...inherited,
        PORT: String(port),
        WORKSPACE_URL: origin,
        DATA_DIR: folder,
        LOG: 'off',
        QUERENT_ADMIN_EMAIL: 'admin@example.com',
        DATASOURCE_ALLOWED_NETS: '127.0.0.0/8',
        WEBHOOK_ALLOWED_NETS: '127.0.0.0/8',
        ...(firstRun ? {} : { QUERENT_ADMIN_API_KEY: key }),
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [started.stdout, started.stderr]) stream.on('data', (part) => (output += part))
    child = started
    for (const end = Date.now() + STARTING_MS; Date.now() < end; ) {
      if (started.exitCode !== null) break
      const page = await fetch(`${origin}/`).then(
        (reply) => reply.ok,
        () => false,
      )
      if (page) return
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    throw new Error(`the deployment did not come up (exit code ${started.exitCode}):\n${output}`)
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }

  async function api(line: string, body?: unknown, { as = key, may = false, form }: { as?: string; may?: boolean; form?: FormData } = {}): Promise<Reply> {
    const [method = 'GET', path = '/'] = line.split(' ')
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${as}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(form ? { body: form } : body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok && !may) throw new Error(`${line}: ${response.status} ${text.slice(0, 500)}`)
    const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== ''
    return { status: response.status, body: isJson ? JSON.parse(text) : text, text }
  }

  await start()
  return { origin, api, output: () => output, kill: () => end('SIGKILL'), start, close: () => end('SIGTERM') }
}

/** A file as the API takes it. */
export async function fileForm(name: string, content: string | { path: string }): Promise<FormData> {
  const form = new FormData()
  form.append('file', typeof content === 'string' ? new Blob([content]) : await openAsBlob(content.path), name)
  return form
}

/** Waits for something to come true. */
export async function until(what: string, check: () => Promise<boolean>, ms = 20_000): Promise<void> {
  for (const end = Date.now() + ms; Date.now() < end; ) {
    if (await check().catch(() => false)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`never: ${what}`)
}
