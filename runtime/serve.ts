import { makeSigninLink } from '#domain/access/signins/links.ts'
import { clientAddress } from './client-address.ts'
import type { Environment } from './env.ts'
import type { Answer, Listen, Listener } from './listener.ts'
import { openLocal } from './local.ts'
import { announceLocalModels } from './local-models.ts'
import { type LogLines, writerTo } from './log-lines.ts'
import { DEFAULT_WORKSPACE_PORT, planOrigins, workspaceAddress } from './origins.ts'
import { reason, stackOf } from './reason.ts'
import { stopServing } from './shutdown.ts'
import { createWorkspaceFiles } from './workspace/files.ts'
import { createWorkspaceOrigin } from './workspace/origin.ts'

const HOUSEKEEPING_MS = 300_000
/** Soon after the start what the process before left behind counts as such. */
const SECOND_LOOK_MS = 12_000

/** Serves what the command line names, until a signal tells the process to stop. */
export async function serve(listen: Listen, environment: Environment, { log, flush }: LogLines): Promise<void> {
  const planned = planOrigins(process.argv.slice(2), environment)
  const local = await openLocal(environment, log)
  const say = (text: string) => {
    flush()
    writerTo(1)(text)
  }
  // Told once in a deployment's life; a key the operator chose is not repeated.
  if (local.querent.adminKey !== null && !environment.QUERENT_ADMIN_API_KEY) say(`Admin API key: ${local.querent.adminKey}\n`)
  process.on('unhandledRejection', (cause) => log({ level: 'error', message: 'unhandled rejection', cause: stackOf(cause) }))

  const { HOST, SHUTDOWN_SECONDS, QUERY_RUNNER_PORT, TRUSTED_PROXY_HOPS: hops } = environment
  let stopping = false
  const listeners: Listener[] = []
  const host = inUrl(HOST)
  const open = async (answer: Answer, port: number, setting: string, address = HOST) => {
    listeners.push(await listen(answer, address, port).catch((error) => Promise.reject(portFailure(error, `${inUrl(address)}:${port}`, setting))))
  }

  /** Told with it, once in a deployment's life: the link by which its first administrator comes in, who has no password yet. */
  const sayWorkspace = async (refused: string | null) => {
    if (refused !== null) return say(`workspace    not served: ${refused}\n`)
    say(`workspace    ${workspaceAddress(environment)}\n`)
    if (local.querent.adminKey === null || environment.QUERENT_ADMIN_API_KEY) return
    const { token } = await makeSigninLink(local.querent.systemContext('core'), environment.QUERENT_ADMIN_EMAIL)
    say(`Sign in once, within 15 minutes: ${workspaceAddress(environment)}/link#${token}\n`)
  }

  const stop = (signal: string) => {
    if (stopping) process.exit(1)
    stopping = true
    log({ level: 'info', message: 'stopping', signal })
    stopServing(local, listeners, SHUTDOWN_SECONDS * 1000).then(
      () => process.exit(0),
      (error) => {
        log({ level: 'error', message: 'the stop failed', cause: stackOf(error) })
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  const files = planned.some(({ workspace }) => workspace) ? createWorkspaceFiles(local.workspace()) : null
  for (const { services, port, setting, workspace } of planned) {
    const own = services.length ? local.querent.origin(services) : null
    const deliver = workspace && files ? createWorkspaceOrigin({ deliver: own, elsewhere: workspace.elsewhere, files }) : own
    if (!deliver) continue
    const answer: Answer = async (request, peer) => {
      const ip = clientAddress(peer, () => request.headers.get('x-forwarded-for'), hops)
      const response = await deliver(request, { ip, waitUntil: null })
      if (stopping) response.headers.set('connection', 'close')
      return response
    }
    if (setting === 'WORKSPACE_PORT') {
      const refused = await open(answer, port, setting).then(() => null, reason)
      // The services do not stop because another deployment on this machine has its workspace there.
      if (refused !== null && port !== DEFAULT_WORKSPACE_PORT) throw new Error(refused)
      await sayWorkspace(refused)
      continue
    }
    await open(answer, port, setting)
    for (const service of services) say(`${service.padEnd(13)}http://${host}:${port}\n`)
    if (workspace) await sayWorkspace(null)
  }
  if (local.runQuery && QUERY_RUNNER_PORT !== undefined) {
    await open(local.runQuery, QUERY_RUNNER_PORT, 'QUERY_RUNNER_PORT')
    say(`query runner http://${host}:${QUERY_RUNNER_PORT}\n`)
  }

  if (local.metrics) {
    const { METRICS_HOST, METRICS_PORT } = environment
    await open(local.metrics, METRICS_PORT, 'METRICS_PORT', METRICS_HOST)
    say(`metrics      http://${inUrl(METRICS_HOST)}:${METRICS_PORT}/metrics\n`)
  }

  say('ready\n')
  if (stopping) return
  local.querent.worker.start()
  void local.querent.keepHouse()
  if (environment.FIND_LOCAL_MODELS) void announceLocalModels(local.querent.systemContext('core'), log)
  setTimeout(local.querent.keepHouse, SECOND_LOOK_MS).unref()
  setInterval(local.querent.keepHouse, HOUSEKEEPING_MS).unref()
}

const inUrl = (address: string): string => (address.includes(':') ? `[${address}]` : address)

function portFailure(error: unknown, address: string, setting: string): unknown {
  const { code } = error as { code?: string }
  if (code === 'EADDRINUSE') return new Error(`${address} is taken by another program: end it, or set ${setting} to another port`)
  if (code === 'EACCES') return new Error(`${address} may not be opened by this user: set ${setting} to a port above 1023`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return new Error(`${address} is no address of this machine: set HOST to one`)
  return error
}
