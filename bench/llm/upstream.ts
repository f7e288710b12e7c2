import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/**
 * A provider with an OpenAI wire: `mock-t200-d5` answers 200 tokens, one every 5 ms, each one event in one write. When it is offered tools it first calls
 * `run_sql` with the arguments it was last told by `PUT /tool`.
 */
const WORDS = ['alpha', ' beta', ' gamma', ' the', ' of', ' sales', ' region', ' total', ' by', ' quarter']
const head = { id: 'chatcmpl-mock', created: 1_700_000_000, model: 'gpt-4o-mini', system_fingerprint: 'fp_mock' }
const frame = (text: string) => Buffer.from(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`)
const event = (body: unknown) => frame(`data: ${typeof body === 'string' ? body : JSON.stringify(body)}\n\n`)
const chunk = (delta: object, finish_reason: string | null = null) =>
  event({ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, logprobs: null, finish_reason }] })
const usageOf = (tokens: number) => ({ prompt_tokens: 20, completion_tokens: tokens, total_tokens: 20 + tokens })
const usage = (tokens: number) => event({ ...head, object: 'chat.completion.chunk', choices: [], usage: usageOf(tokens) })

const FIRST = chunk({ role: 'assistant', content: '', refusal: null })
const TOKENS = WORDS.map((word) => chunk({ content: word }))
const STOP = chunk({}, 'stop')
const DONE = event('[DONE]')

type Asked = { model?: string; stream?: boolean; stream_options?: { include_usage?: boolean }; tools?: unknown[]; messages?: { role: string }[] }
let toolArguments = '{}'

/** One timer for every stream of a pace, so that a thousand slow streams cost one timer. */
const wheels = new Map<number, Set<() => void>>()
function turnWith(ms: number, step: () => void): () => void {
  let wheel = wheels.get(ms)
  if (!wheel) {
    const steps = new Set<() => void>()
    wheel = steps
    wheels.set(ms, steps)
    setInterval(() => {
      for (const each of steps) each()
    }, ms)
  }
  wheel.add(step)
  return () => wheel.delete(step)
}

function answer(asked: Asked, response: ServerResponse): void {
  const [, tokens = 200, delay = 0] = (/mock-t(\d+)-d(\d+)/.exec(asked.model ?? '') ?? []).map(Number)
  if (!asked.stream) {
    const content = Array.from({ length: tokens }, (_, index) => WORDS[index % WORDS.length]).join('')
    const choices = [{ index: 0, message: { role: 'assistant', content, refusal: null }, logprobs: null, finish_reason: 'stop' }]
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ ...head, object: 'chat.completion', choices, usage: usageOf(tokens) }))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache', 'transfer-encoding': 'chunked' })
  response.flushHeaders()
  const socket = response.socket
  if (!socket) return
  socket.setNoDelay(true)
  const end = (...last: Buffer[]) => {
    socket.write(Buffer.concat([...last, ...(asked.stream_options?.include_usage ? [usage(tokens)] : []), DONE]))
    response.end()
  }
  if (asked.tools?.length && asked.messages?.at(-1)?.role !== 'tool') {
    const call = (piece: object) => chunk({ tool_calls: [{ index: 0, ...piece }] })
    socket.write(call({ id: 'call_1', type: 'function', function: { name: 'run_sql', arguments: '' } }))
    socket.write(call({ function: { arguments: toolArguments } }))
    end(chunk({}, 'tool_calls'))
    return
  }
  socket.write(FIRST)
  let sent = 0
  if (delay === 0) {
    while (sent < tokens) socket.write(TOKENS[sent++ % WORDS.length] as Buffer)
    end(STOP)
    return
  }
  const step = () => {
    if (socket.destroyed) leave()
    else if (sent < tokens) socket.write(TOKENS[sent++ % WORDS.length] as Buffer)
    else {
      leave()
      end(STOP)
    }
  }
  const leave = turnWith(delay, step)
  // The first token goes out at once: the time to it holds no part of the pace.
  step()
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const each of request) chunks.push(each)
  return Buffer.concat(chunks).toString()
}

createServer(async (request, response) => {
  const text = await read(request)
  if (request.method === 'PUT') {
    toolArguments = text
    response.end()
  } else if (request.method === 'POST') answer(JSON.parse(text), response)
  else response.end('{"data":[]}')
}).listen(Number(process.env.PORT), '127.0.0.1', 4096, () => console.log('ready'))
process.once('SIGTERM', () => process.exit(0))
