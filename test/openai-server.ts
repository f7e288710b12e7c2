import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { listen } from './listen.ts'

/** One reply of the server: a recorded file, or a behaviour no file can hold. To who asks for no stream a whole one is told in one piece. */
export type Recorded =
  | { file: string; status?: number; headers?: Record<string, string> }
  /** Sends the file, then cuts the connection; `waitMs` later, where what was sent has to be read before. */
  | { cutAfter: string; waitMs?: number }
  /** Sends half of the file as JSON, then cuts the connection. */
  | { halfOf: string }
  /** A token every `everyMs`, for ever. */
  | { drip: string; everyMs: number }
  /** Takes the request and never answers. */
  | { silent: true }

export type OpenAiServer = {
  /** The base URL a provider is given. */
  baseUrl: string
  /** What was asked, in order. */
  requests: { path: string; headers: Record<string, string | string[] | undefined>; body: any }[]
  /** The replies of the next requests, in order. */
  replies: Recorded[]
  /** Settles when the connection of a request was closed by the other side before its reply ended. */
  abandoned: Promise<void>
  close(): Promise<void>
}

const fixture = (name: string): string => readFileSync(join(import.meta.dirname, 'fixtures/openai', name), 'utf8')

/** An OpenAI-compatible provider on loopback that answers from recorded replies. */
export async function startOpenAiServer(replies: Recorded[] = []): Promise<OpenAiServer> {
  const requests: OpenAiServer['requests'] = []
  const gone = Promise.withResolvers<void>()
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const body = text ? JSON.parse(text) : null
    requests.push({ path: request.url ?? '', headers: request.headers, body })
    response.on('close', () => response.writableFinished || gone.resolve())
    send(response, request.url?.endsWith('/models') ? { file: 'models.json' } : replies.shift(), body?.stream !== true)
  })
  const { origin, stop } = await listen(server)
  return {
    baseUrl: `${origin}/v1`,
    requests,
    replies,
    abandoned: gone.promise,
    close: stop,
  }
}

/** A recorded stream of words as one completion; `null` when it calls tools, or does not come to its end. */
function inOnePiece(events: string): string | null {
  const chunks = [...events.matchAll(/^data: (\{.*\})$/gm)].map(([, data = '']) => JSON.parse(data))
  const choices = chunks.flatMap((chunk) => chunk.choices ?? [])
  const finish_reason = choices.find((choice) => choice.finish_reason)?.finish_reason
  if (!finish_reason || choices.some(({ delta }) => delta.tool_calls)) return null
  const content = choices.map(({ delta }) => delta.content ?? '').join('')
  const { id, created, model } = chunks[0]
  const usage = chunks.findLast((chunk) => chunk.usage)?.usage
  return JSON.stringify({
    id,
    object: 'chat.completion',
    created,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason }],
    usage,
  })
}

function send(response: ServerResponse, reply: Recorded | undefined, isWhole: boolean): void {
  if (!reply) {
    response.writeHead(500, { 'content-type': 'text/plain' }).end('no reply is left')
    return
  }
  if ('silent' in reply || ('drip' in reply && isWhole)) return
  if ('file' in reply) {
    const { file, status = 200, headers = {} } = reply
    const text = fixture(file)
    const whole = isWhole && file.endsWith('.sse') ? inOnePiece(text) : null
    const type = file.endsWith('.sse') && !whole ? 'text/event-stream' : 'application/json'
    response.writeHead(status, { 'content-type': type, ...headers }).end(whole ?? text)
    return
  }
  if ('halfOf' in reply) {
    const text = fixture(reply.halfOf)
    response.writeHead(200, { 'content-type': 'application/json' }).write(text.slice(0, text.length / 2), () => response.destroy())
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  if ('cutAfter' in reply) {
    response.write(fixture(reply.cutAfter), () => setTimeout(() => response.destroy(), reply.waitMs ?? 0))
    return
  }
  const chunk = {
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta: { content: reply.drip }, finish_reason: null }],
  }
  const timer = setInterval(() => response.write(`data: ${JSON.stringify(chunk)}\n\n`), reply.everyMs)
  response.on('close', () => clearInterval(timer))
}
