import { createServer, type ServerResponse } from 'node:http'
import { listen } from '#test/listen.ts'

/** An OpenAI-compatible server: it begins every streamed answer and never ends it, and hears the same words in every recording. */
export type Upstream = {
  /** What a provider's `base_url` is set to. */
  url: string
  /** Answers being given now. */
  open: Set<ServerResponse>
  /** False behind a network that keeps connections open whose reader has gone, as the emulated one of workerd does. */
  hearsLeaving: boolean
  stop(): Promise<void>
}

const chunk = (delta: object) =>
  `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta }] })}\n\n`

export async function startUpstream(hearsLeaving = true): Promise<Upstream> {
  const open = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    request.resume()
    if (request.url === '/v1/audio/transcriptions') {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ text: 'How many customers are there?' }))
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(chunk({ role: 'assistant', content: 'Well,' }))
    open.add(response)
    response.once('close', () => open.delete(response))
  })
  const { origin, stop } = await listen(server)
  return {
    url: `${origin}/v1`,
    open,
    hearsLeaving,
    stop,
  }
}
