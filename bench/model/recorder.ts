import { createServer } from 'node:http'
import { listen } from '#test/listen.ts'

/** What was asked of a model, in order. */
export type Recorder = { baseUrl: string; calls: { request: any; reply: string }[]; stop(): Promise<void> }

/** Stands before a model's server and keeps what is asked and answered. */
export async function recordCalls(upstream: string): Promise<Recorder> {
  const calls: Recorder['calls'] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const left = new AbortController()
    response.on('close', () => left.abort())
    try {
      const reply = await fetch(`${upstream}${(request.url ?? '').replace(/^\/v1/, '')}`, {
        method: request.method ?? 'GET',
        signal: left.signal,
        headers: { 'content-type': 'application/json' },
        ...(text ? { body: text } : {}),
      })
      response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? 'application/json' })
      const call = { request: text ? JSON.parse(text) : null, reply: '' }
      if (text) calls.push(call)
      const decoder = new TextDecoder()
      for await (const bytes of reply.body ?? []) {
        call.reply += decoder.decode(bytes, { stream: true })
        response.write(bytes)
      }
      response.end()
    } catch {
      response.destroy()
    }
  })
  const { origin, stop } = await listen(server)
  return { baseUrl: `${origin}/v1`, calls, stop }
}
