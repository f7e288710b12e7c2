import { freePort } from '#test/free-port.ts'
import { type Server, startServer } from '../processes.ts'
import type { Target } from './load.ts'
import { portkeyServer } from './portkey.ts'
import { addModels, type Ours, startOurs, startOursOnWorkerd } from './service.ts'

/** A way to the upstream. `server` is what its CPU is counted of. */
export type Gateway = { name: string; server: Server; target: Target; modelOf(name: string, sourced: boolean): string }
export type Gateways = { all: Gateway[]; ours: Ours; upstream: Server; stop(): Promise<void> }

const PATH = '/v1/chat/completions'
const OWN_CORE = 1
const asNamed = (name: string) => name
/** Answered by the SQLite file of `examples/`. */
const SQL = 'select BillingCountry, sum(Total) as revenue from Invoice group by 1 order by 2 desc limit 10'

/** Starts upstream, ours and what it is held against, each alone in its process; all but the upstream share one core and work in turn. */
export async function startGateways(
  runtime: 'node' | 'bun' | 'workerd',
  models: string[],
  sourced: string[],
  settings: Record<string, string> = {},
): Promise<Gateways> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const isReady = (output: string) => output.includes('ready')
  const node = process.execPath
  const upstream = await startServer(node, ['bench/llm/upstream.ts'], { PORT: String(port) }, isReady, 0)
  const anchor = async (name: string, which: string, environment: Record<string, string> = {}): Promise<Gateway> => {
    const own = await freePort()
    const set = { PORT: String(own), UPSTREAM: url, NODE_ENV: 'production', ...environment }
    const server = await startServer(node, ['bench/llm/anchors.ts', which], set, isReady, OWN_CORE)
    return { name, server, target: { url: `http://127.0.0.1:${own}`, path: PATH, headers: {} }, modelOf: asNamed }
  }
  const portkey = async (file: string): Promise<Gateway> => {
    const own = await freePort()
    const address = `http://127.0.0.1:${own}`
    const answers = () =>
      fetch(address).then(
        () => true,
        () => false,
      )
    const server = await startServer(node, [file, `--port=${own}`, '--headless'], { NODE_ENV: 'production' }, answers, OWN_CORE)
    const headers = { 'x-portkey-provider': 'openai', 'x-portkey-custom-host': `${url}/v1` }
    return { name: 'portkey', server, target: { url: address, path: PATH, headers }, modelOf: asNamed }
  }

  const ours = runtime === 'workerd' ? await startOursOnWorkerd(OWN_CORE) : await startOurs(runtime, settings, OWN_CORE)
  await addModels(ours.call, ours.datasourceId, `${url}/v1`, models, sourced)
  await fetch(url, { method: 'PUT', body: JSON.stringify({ datasource_id: ours.datasourceId, sql: SQL }) })
  const file = portkeyServer()
  const all: Gateway[] = [
    { name: 'direct', server: upstream, target: { url, path: PATH, headers: {} }, modelOf: asNamed },
    await anchor('node-http', 'pipe'),
    ...(file ? [await portkey(file)] : []),
    await anchor('streamText', 'stream-text'),
    await anchor('streamText + tool', 'stream-text', { DATABASE: 'examples/chinook.sqlite' }),
    {
      name: 'ours',
      server: ours.server,
      target: { url: ours.url, path: '/api/v1/llm/openai/v1/chat/completions', headers: { authorization: `Bearer ${ours.key}` } },
      modelOf: (name, isSourced) => (isSourced ? `${name}-sourced` : name),
    },
  ]
  return {
    all,
    ours,
    upstream,
    stop: async () => {
      for (const { server } of all) await server.stop()
    },
  }
}
