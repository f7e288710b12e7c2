import { createServer } from 'node:http'
import { listen } from '#test/listen.ts'

const WRITES = /BEGIN IMMEDIATE|"sql":"\s*(?:insert|update|delete)\b/i

/** A way to a libSQL server that tells how many writes were under way at a time at most. */
export async function countedWrites(to: string): Promise<{ url: string; most(): number; stop(): Promise<void> }> {
  let open = 0
  let most = 0
  const server = createServer(async (request, response) => {
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const body = Buffer.concat(pieces)
    const writes = WRITES.test(body.toString('latin1'))
    if (writes) most = Math.max(most, ++open)
    try {
      const method = request.method ?? 'GET'
      const reply = await fetch(`${to}${request.url}`, { method, signal: gone.signal, headers: { 'content-type': 'application/json' }, body })
      response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? 'text/plain' }).end(await reply.text())
    } catch {
      response.destroy()
    } finally {
      if (writes) open -= 1
    }
  })
  const { origin, stop } = await listen(server)
  return { url: origin, most: () => most, stop }
}
