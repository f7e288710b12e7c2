import { createClient } from '@libsql/client'
import { newApiKey } from '#domain/access/api-key.ts'
import { newMasterKey } from '#domain/access/master-keys.ts'
import { freePort } from '#test/free-port.ts'
import { type Kind, type Left, leaveAtRandom } from '#test/leaving/clients.ts'
import { type Call, startEndlessUpstream } from '#test/leaving/endless-provider.ts'
import { apiAt } from '#test/runtimes/api.ts'
import { startBareWorkerd } from '#test/runtimes/bare-workerd.ts'
import { startDeployment } from '#test/runtimes/local-process.ts'
import { startSqld } from '#test/sqld.ts'
import { addModels, connectSample } from '../llm/service.ts'

export type Stored = { title: string; status: string; completed_at: string | null }

/** A Worker on workerd over a libSQL server, its queries run by a process on Node: who left, and a while after what was called for them and what was stored. */
export async function leaveOnWorkerd(
  kinds: Kind[],
  clients: number,
  waitMs: number,
): Promise<{ left: Left[]; calls: Map<string, Call[]>; open: number; rows: Stored[]; runnerPid: number; end(): Promise<void> }> {
  const [port, database] = await Promise.all([freePort(), startSqld()])
  const { key, secret } = newApiKey('dev')
  const both = { DATABASE_URL: database.url, QUERENT_MASTER_KEYS: newMasterKey(), QUERENT_ADMIN_API_KEY: key, QUERY_RUNNER_SECRET: secret + key }
  const worker = await startBareWorkerd({ ...both, APP_ENV: 'development', QUERY_RUNNER_URL: `http://127.0.0.1:${port}` })
  const machine = await startDeployment('node', { ...both, QUERY_RUNNER_PORT: String(port), QUERY_RUNNERS: '2' }, { adminKey: key })
  let datasourceId = ''
  const upstream = await startEndlessUpstream(() => datasourceId)
  datasourceId = await connectSample(machine.api)
  await addModels(machine.api.call, datasourceId, upstream.url, ['endless'], ['endless'])
  await apiAt(() => worker.url, key).call('core', 'GET /users/me')
  const left = await leaveAtRandom(worker.url, key, kinds, clients, 10, 1_500)
  await new Promise((resolve) => setTimeout(resolve, waitMs))
  const client = createClient({ url: database.url })
  const found = await client.execute(
    "select s.title, c.status, c.completed_at from completions c join sessions s on s.id = c.session_id where s.title like '%client %'",
  )
  client.close()
  return {
    left,
    calls: upstream.calls,
    open: upstream.open.size,
    rows: found.rows as unknown as Stored[],
    runnerPid: machine.child.pid ?? 0,
    end: async () => {
      await upstream.stop()
      await worker.stop()
      await machine.end()
      await database.stop()
    },
  }
}
