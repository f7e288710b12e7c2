import { TOGETHER_MS } from '#domain/agent/completions/turn.ts'
import type { JsonAnswer, WireModel, WireRead, WireReply, WireRequest } from '#domain/agent/model/models.ts'
import { EventScanner } from './event-scanner.ts'
import type { Posted, Transport } from './transport.ts'

const ERROR_BYTES = 20_000
const WHOLE_BYTES = 2_000_000

export type WireTarget = {
  url: string
  headers: Record<string, string>
  upstream: string
  transport: Transport
  /** OpenAI's own newer models know the limit by its newer name only. */
  limitName: 'max_tokens' | 'max_completion_tokens'
}

/**
 * OpenAI's chat completions without an object per token: each piece of the reply is scanned for its text (see `EventScanner`). What fails is thrown
 * as vendors' packages throw it: an error with `statusCode` and `responseHeaders`, or none of them.
 */
export function openaiWire({ url, headers, upstream, transport, limitName }: WireTarget): WireModel {
  async function ask(request: WireRequest, signal: AbortSignal): Promise<WireReply> {
    const accept = request.whole ? 'application/json' : 'text/event-stream'
    const { traceparent } = request
    const sent = { 'content-type': 'application/json', accept, ...headers, ...(traceparent ? { traceparent } : {}) }
    const posted = await transport.post(url, sent, bodyOf(request, upstream, limitName), signal)
    if (posted.status !== 200) {
      const refused = await refusal(posted)
      if (request.whole && onlyStreams(refused)) return ask({ ...request, whole: false }, signal)
      throw refused
    }
    const type = posted.header('content-type') ?? ''
    if (type.includes('text/event-stream')) return streamed(posted)
    // Some servers answer a stream's request whole, too.
    if (type.includes('application/json')) return whole(JSON.parse(await textOf(posted, WHOLE_BYTES)))
    posted.cancel()
    throw new Error(`events or JSON were asked for, and ${type || 'nothing known'} came`)
  }
  return { ask }
}

/** Some models, most of Qwen's that think among them, refuse to answer in one piece, and say so in words only. */
const onlyStreams = ({ statusCode, responseBody }: Refusal): boolean => statusCode === 400 && /\bstream/i.test(responseBody)

const STREAMED = { stream: true, stream_options: { include_usage: true } }

function bodyOf(
  { messages, tools, toolChoice = 'auto', temperature, topP, maxOutputTokens, json, whole }: WireRequest,
  model: string,
  limitName: string,
): string {
  const body = JSON.stringify({
    model,
    messages,
    temperature,
    top_p: topP,
    [limitName]: maxOutputTokens,
    ...(json ? { response_format: formatOf(json) } : {}),
    ...(whole ? { stream: false } : STREAMED),
  })
  return tools ? `${body.slice(0, -1)},"tools":${toolsText(tools)},"tool_choice":"${toolChoice}"}` : body
}

const formatOf = ({ name, schema, strict }: JsonAnswer) => (schema ? { type: 'json_schema', json_schema: { name, schema, strict } } : { type: 'json_object' })

type Tools = NonNullable<WireRequest['tools']>
const toolTexts = new WeakMap<Tools, string>()

/** Written once for the same tools: their schemas are longer than most prompts. */
function toolsText(tools: Tools): string {
  const known = toolTexts.get(tools)
  if (known !== undefined) return known
  const functions = tools.map(({ name, description, inputSchema: parameters }) => ({ type: 'function', function: { name, description, parameters } }))
  const text = JSON.stringify(functions)
  toolTexts.set(tools, text)
  return text
}

function streamed(posted: Posted): WireReply {
  const scanner = new EventScanner()
  let over = false
  let notBefore = 0
  return {
    async read() {
      while (!over) {
        let chunk: Uint8Array | null
        try {
          chunk = scanner.failed ? null : await posted.next(notBefore)
        } catch (error) {
          // Everything that matters had come.
          if (!scanner.finished) throw error
          chunk = null
        }
        const found = chunk ? scanner.push(chunk) : scanner.end()
        if (!chunk || scanner.done) {
          over = true
          posted.cancel()
        }
        if (found?.text) notBefore = performance.now() + TOGETHER_MS
        if (found) return found
      }
      return null
    },
    cancel() {
      over = true
      posted.cancel()
    },
  }
}

function whole(body: unknown): WireReply {
  let read: WireRead | null = EventScanner.wholeReply(body)
  return {
    async read() {
      const now = read
      read = null
      return now
    },
    cancel() {},
  }
}

type Refusal = Error & { statusCode: number; responseBody: string }

export async function refusal(posted: Posted): Promise<Refusal> {
  const responseBody = await textOf(posted, ERROR_BYTES).catch(() => '')
  const responseHeaders = Object.fromEntries(
    ['retry-after', 'retry-after-ms'].flatMap((name) => [[name, posted.header(name)]].filter(([, value]) => value !== null)),
  )
  return Object.assign(new Error('the model refused'), { statusCode: posted.status, responseHeaders, responseBody })
}

export async function textOf(posted: Posted, most: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for (let chunk = await posted.next(); chunk; chunk = await posted.next()) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length <= most) continue
    posted.cancel()
    throw new Error('the reply is too long')
  }
  return text + decoder.decode()
}
