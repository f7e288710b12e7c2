import { newApiKey } from '#domain/access/api-key.ts'
import { freePort } from '#test/free-port.ts'
import { type Server, startServer } from '../processes.ts'

export type Reply = { status: number; body: any }
/** The five services of one process on a folder of their own; started again they find what was there. */
export type Service = {
  start(): Promise<Server>
  call(path: string, init?: RequestInit): Promise<Reply>
  post(path: string, body: unknown): Promise<Reply>
}

/** A service that is not started yet. `settings` are added to its environment. */
export async function service(folder: string, settings: Record<string, string>): Promise<Service> {
  const { key } = newApiKey('dev')
  const port = await freePort()
  const environment = { PORT: String(port), WORKSPACE_PORT: 'off', DATA_DIR: folder, QUERENT_ADMIN_API_KEY: key, LOG: 'off', ...settings }
  const authorization = `Bearer ${key}`
  const call = async (path: string, init: RequestInit = {}): Promise<Reply> => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, { ...init, headers: { authorization, ...init.headers } })
    return { status: response.status, body: await response.json() }
  }
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/health`, { headers: { authorization } }).then(
      (reply) => reply.ok,
      () => false,
    )
  return {
    start: () => startServer(process.execPath, ['runtime/node.ts'], environment, isUp),
    call,
    post: (path, body) => call(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  }
}

/** Waits until an extraction has ended and answers its record. */
export async function ended({ call }: Service, id: string, withinMs: number): Promise<any> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const { body } = await call(`/semantic/semanticextractions/${id}`)
    if (['completed', 'failed', 'cancelled'].includes(body.status) || Date.now() > deadline) return body
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
