import { createServer, type IncomingMessage } from 'node:http'
import { listen } from './listen.ts'

export type ReceivedAudio = {
  path: string
  authorization: string | undefined
  fields: Record<string, string>
  file: { name: string; type: string; bytes: Uint8Array }
}
export type SpeechReply = { status?: number; headers?: Record<string, string>; body: unknown } | 'silence'

export type SpeechServer = {
  /** What `base_url` names. */
  url: string
  received: ReceivedAudio[]
  /** What the next requests are answered with. */
  reply: SpeechReply
  /** Makes the reply of what came, in place of `reply`. */
  answer?: (got: ReceivedAudio) => SpeechReply
  close(): Promise<void>
}

/** An OpenAI-compatible speech server on a loopback port: it reads real multipart uploads, and answers what it is told to. */
export async function speechServer(reply: SpeechReply): Promise<SpeechServer> {
  const received: ReceivedAudio[] = []
  const server = createServer(async (request, response) => {
    const got = await receive(request)
    received.push(got)
    const reply = self.answer?.(got) ?? self.reply
    if (reply === 'silence') return
    const isText = typeof reply.body === 'string'
    response.writeHead(reply.status ?? 200, { 'content-type': isText ? 'text/plain' : 'application/json', ...reply.headers })
    response.end(isText ? (reply.body as string) : JSON.stringify(reply.body))
  })
  const { origin, stop } = await listen(server)
  const self: SpeechServer = {
    url: `${origin}/v1`,
    received,
    reply,
    close: stop,
  }
  return self
}

async function receive(request: IncomingMessage): Promise<ReceivedAudio> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const form = await new Response(Buffer.concat(chunks), { headers: { 'content-type': request.headers['content-type'] ?? '' } }).formData()
  const file = form.get('file')
  if (!(file instanceof File)) throw new Error('the upload holds no file')
  const fields = Object.fromEntries([...form].filter(([, value]) => typeof value === 'string')) as Record<string, string>
  return {
    path: request.url ?? '',
    authorization: request.headers.authorization,
    fields,
    file: { name: file.name, type: file.type, bytes: new Uint8Array(await file.arrayBuffer()) },
  }
}
