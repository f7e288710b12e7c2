import { createServer, type ServerResponse } from 'node:http'
import { listen } from '#test/listen.ts'
import type { Turn } from './script.ts'

const PIECE = 700

/** A provider on the OpenAI wire that says what a script tells it to, and nothing but a word when the script is over. */
export type ModelServer = {
  baseUrl: string
  /** Begins a script. */
  play(turns: Turn[]): void
  /** All that it was sent since the script began. */
  heard(): string
  calls(): number
  close(): Promise<void>
}

export async function startModelServer(): Promise<ModelServer> {
  let script: Turn[] = []
  let heard: string[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    heard.push(text)
    speak(response, script[heard.length - 1] ?? { text: 'Enough.' })
  })
  const { origin, stop } = await listen(server)
  return {
    baseUrl: `${origin}/v1`,
    play(turns) {
      script = turns
      heard = []
    },
    heard: () => heard.join('\n'),
    calls: () => heard.length,
    close: stop,
  }
}

function speak(response: ServerResponse, { text = '', tools = [] }: Turn): void {
  const send = (delta: unknown, finish: string | null = null) =>
    response.write(
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
    )
  response.on('error', () => {})
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  send({ role: 'assistant' })
  for (let at = 0; at < text.length && !response.destroyed; at += PIECE) send({ content: text.slice(at, at + PIECE) })
  for (const [index, { name, input }] of tools.entries()) {
    send({ tool_calls: [{ index, id: `call_${index}`, type: 'function', function: { name, arguments: input } }] })
  }
  send({}, tools.length > 0 ? 'tool_calls' : 'stop')
  response.end('data: [DONE]\n\n')
}
