import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { listen } from './listen.ts'

/** One reply of the server: a recorded file, or a behaviour no file can hold. */
export type Recorded =
  | { file: string; status?: number; headers?: Record<string, string> }
  /** Sends the file, then cuts the connection; `waitMs` later, where what was sent has to be read before. */
  | { cutAfter: string; waitMs?: number }
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
    requests.push({ path: request.url ?? '', headers: request.headers, body: text ? JSON.parse(text) : null })
    response.on('close', () => response.writableFinished || gone.resolve())
    send(response, request.url?.endsWith('/models') ? { file: 'models.json' } : replies.shift())
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

function send(response: ServerResponse, reply: Recorded | undefined): void {
  if (!reply) {
    response.writeHead(500, { 'content-type': 'text/plain' }).end('no reply is left')
    return
  }
  if ('silent' in reply) return
  if ('file' in reply) {
    const { file, status = 200, headers = {} } = reply
    const type = file.endsWith('.sse') ? 'text/event-stream' : 'application/json'
    response.writeHead(status, { 'content-type': type, ...headers }).end(fixture(file))
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
