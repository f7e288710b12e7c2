import { request as ask, createServer } from 'node:http'
import { listen } from '#test/listen.ts'

/** What was asked of a model, in order. */
export type Recorder = { baseUrl: string; calls: { request: any; reply: string }[]; stop(): Promise<void> }

/** Stands before a model's server and keeps what is asked and answered. Not by `fetch`: a busy processor may read a prompt for more than five minutes. */
export async function recordCalls(upstream: string): Promise<Recorder> {
  const calls: Recorder['calls'] = []
  const server = createServer(async (incoming, response) => {
    let text = ''
    for await (const part of incoming) text += part
    const call = { request: text ? JSON.parse(text) : null, reply: '' }
    if (text) calls.push(call)
    const url = `${upstream}${(incoming.url ?? '').replace(/^\/v1/, '')}`
    const asked = ask(url, { method: incoming.method, headers: { 'content-type': 'application/json' } }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, { 'content-type': reply.headers['content-type'] ?? 'application/json' })
      reply.setEncoding('utf8').on('data', (part: string) => {
        call.reply += part
      })
      reply.pipe(response)
    })
    asked.on('error', () => response.destroy())
    response.on('close', () => asked.destroy())
    asked.end(text)
  })
  const { origin, stop } = await listen(server)
  return { baseUrl: `${origin}/v1`, calls, stop }
}
