import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newApiKey } from '#domain/access/api-key.ts'
import { newMasterKey } from '#domain/access/master-keys.ts'
import { freePort } from '#test/free-port.ts'
import { type Api, apiAt } from '#test/runtimes/api.ts'
import { startBareWorkerd } from '#test/runtimes/bare-workerd.ts'
import { RUNTIMES, uploadExample } from '#test/runtimes/local-process.ts'
import { startSqld } from '#test/sqld.ts'
import { type Server, startServer } from '../processes.ts'

export type Ours = { server: Server; url: string; key: string; databaseFile: string; datasourceId: string; call: Api['call'] }

/** The five services in one process on an empty database, with the sample connected and described. */
export async function startOurs(
  runtime: 'node' | 'bun',
  settings: Record<string, string> = {},
  core: number | null = 1,
  watch = './bench/llm/loop-delay.ts',
): Promise<Ours> {
  const [command, ...entry] = RUNTIMES[runtime] ?? []
  if (!command) throw new Error(`${runtime} is not installed`)
  const folder = mkdtempSync(join(tmpdir(), 'querent-bench-llm-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const { key } = newApiKey('dev')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const api = apiAt(() => url, key)
  const isUp = () =>
    api.call('core', 'GET /health').then(
      ({ status }) => status === 200,
      () => false,
    )
  const watching = runtime === 'node' ? ['--import', watch, ...(settings.CPU_PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${settings.CPU_PROFILE}`] : [])] : []
  const environment = {
    PORT: String(port),
    WORKSPACE_PORT: 'off',
    DATA_DIR: folder,
    QUERENT_ADMIN_API_KEY: key,
    QUERY_RUNNERS: '1',
    NODE_ENV: 'production',
    ...settings,
  }
  const server = await startServer(command, [...watching, ...entry], environment, isUp, core)
  const datasourceId = await connectSample(api)
  return { server, url, key, databaseFile: join(folder, 'querent.db'), datasourceId, call: api.call }
}

/** The five services in one Worker on workerd over a libSQL server, which is counted to nobody. It has no data source: what runs queries is another machine. */
export async function startOursOnWorkerd(core: number): Promise<Ours> {
  const database = await startSqld()
  const { key } = newApiKey('dev')
  const vars = { DATABASE_URL: database.url, QUERENT_MASTER_KEYS: newMasterKey(), QUERENT_ADMIN_API_KEY: key, APP_ENV: 'production' }
  const { url, pid, output, stop } = await startBareWorkerd(vars)
  execFileSync('taskset', ['-a', '-p', '-c', String(core), String(pid)], { stdio: 'ignore' })
  const server: Server = { pid, output, stop: () => stop().then(database.stop) }
  return { server, url, key, databaseFile: '', datasourceId: '', call: apiAt(() => url, key).call }
}

/** Connects the sample and waits until it is described; answers its id. */
export async function connectSample(api: Api): Promise<string> {
  const file = await uploadExample(api, 'chinook.sqlite')
  const made = await api.call('semantic', 'POST /datasources', { body: { name: 'Music shop', type: 'sqlite', connection: { file_id: file } } })
  const datasourceId = made.body.datasource_id as string
  const begun = await api.call('semantic', 'POST /semanticextractions', { body: { datasource_id: datasourceId } })
  for (;;) {
    const { status } = (await api.call('semantic', `GET /semanticextractions/${begun.body.id}`)).body
    if (status === 'completed') break
    if (status === 'failed') throw new Error('the sample cannot be described')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return datasourceId
}

/** Makes one model of a provider with an OpenAI wire for each name; those of `sourced` may query the sample. */
export async function addModels(call: Api['call'], datasourceId: string, baseUrl: string, names: string[], sourced: string[]): Promise<void> {
  const provider = await made(call('core', 'POST /providers', { body: { name: 'Mock', kind: 'openai-compatible', base_url: baseUrl, api_key: 'sk-bench' } }))
  for (const name of names) await made(call('core', 'POST /models', { body: { name, provider_id: provider.id, upstream: name } }))
  for (const name of sourced) {
    const base = await made(call('core', 'POST /models', { body: { name: `${name}-base`, provider_id: provider.id, upstream: name } }))
    await made(call('core', 'POST /models', { body: { name: `${name}-sourced`, base_model_id: base.model_id, datasource_ids: [datasourceId] } }))
  }
}

async function made(reply: Promise<{ status: number; body: any }>): Promise<any> {
  const { status, body } = await reply
  if (status !== 201) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
  return body
}

/** How late the event loop of a service on Node was since it was last asked: its 99th percentile and its longest, in milliseconds. */
export async function readLoopDelay({ pid, output }: Server): Promise<{ p99: number; longest: number }> {
  const latest = () => [...output().matchAll(/loop-delay (\d+) ([\d.]+) ([\d.]+)/g)].at(-1)
  const before = Number(latest()?.[1] ?? 0)
  process.kill(pid, 'SIGUSR2')
  for (let i = 0; i < 1_000; i++) {
    const found = latest()
    if (found && Number(found[1]) > before) return { p99: Number(found[2]), longest: Number(found[3]) }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error('the server does not tell how late it is')
}
