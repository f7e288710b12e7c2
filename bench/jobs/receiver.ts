import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

export type Received = { hook: string; message: string; run: string; type: string }

export type Receiver = {
  url(hook: string): string
  secret(hook: string, secret: string): void
  taken: Received[]
  badSignatures(): number
  failed(): number
  close(): void
}

/** Takes webhooks, checks their signatures, and answers 503 to one in `every`. */
export async function startReceiver(every: number): Promise<Receiver> {
  const secrets = new Map<string, Webhook>()
  const taken: Received[] = []
  let bad = 0
  let failed = 0
  let count = 0
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    count += 1
    if (count % every === 0) {
      failed += 1
      response.writeHead(503).end()
      return
    }
    const hook = (request.url ?? '/').slice(1)
    try {
      const message = secrets.get(hook)?.verify(body, request.headers as Record<string, string>) as { type: string; data: { run_id: string } }
      taken.push({ hook, message: String(request.headers['webhook-id']), run: message.data.run_id, type: message.type })
    } catch {
      bad += 1
    }
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: (hook) => `http://127.0.0.1:${port}/${hook}`,
    secret: (hook, secret) => void secrets.set(hook, new Webhook(secret)),
    taken,
    badSignatures: () => bad,
    failed: () => failed,
    close: () => void server.close(),
  }
}
