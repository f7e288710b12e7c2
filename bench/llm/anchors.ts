import { Agent, createServer, request as httpRequest } from 'node:http'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { serve } from '@hono/node-server'
import { generateText, isStepCount, streamText, tool } from 'ai'
import { Hono } from 'hono'
import Libsql from 'libsql'
import { z } from 'zod'

/** What the figures are held against, one to a process: `pipe`, bytes in and bytes out over bare node:http; `stream-text`, the AI SDK's loop with its parts told as OpenAI's chunks, with one tool when `DATABASE` names a SQLite file. */
const [, , which] = process.argv
const { PORT, UPSTREAM = '', DATABASE } = process.env
if (which === 'pipe') pipe()
else streamer()

function pipe(): void {
  const to = new URL(UPSTREAM)
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  createServer((request, response) => {
    const { host: _host, connection: _connection, 'transfer-encoding': _encoding, ...headers } = request.headers
    const upstream = httpRequest({ hostname: to.hostname, port: to.port, path: request.url, method: request.method, headers, agent }, (reply) => {
      const { connection: _kept, 'keep-alive': _alive, 'transfer-encoding': _chunked, ...told } = reply.headers
      response.writeHead(reply.statusCode ?? 502, told)
      reply.pipe(response)
    })
    upstream.on('error', () => response.writeHead(502).end())
    response.on('close', () => {
      if (!response.writableFinished) upstream.destroy()
    })
    request.pipe(upstream)
  }).listen(Number(PORT), '127.0.0.1', 4096, () => console.log('ready'))
}

function streamer(): void {
  const provider = createOpenAICompatible({ name: 'mock', baseURL: `${UPSTREAM}/v1`, apiKey: 'sk-bench', includeUsage: true })
  const select = DATABASE ? new Libsql(DATABASE, { readonly: true }) : null
  const run_sql = tool({
    description: 'Runs one read-only SELECT.',
    inputSchema: z.object({ sql: z.string() }),
    execute: async ({ sql }) => ({ rows: (select?.prepare(sql).all([]) ?? []) as Record<string, never>[] }),
  })
  const tools = select ? { tools: { run_sql }, stopWhen: isStepCount(5) } : {}
  const encoder = new TextEncoder()
  const app = new Hono()
  app.post('/v1/chat/completions', async (c) => {
    const asked = await c.req.json()
    const head = { id: `chatcmpl-${crypto.randomUUID()}`, created: Math.floor(Date.now() / 1000), model: asked.model }
    const options = {
      ...tools,
      model: provider(asked.model),
      messages: asked.messages,
      maxRetries: 0,
      allowSystemInMessages: true,
      abortSignal: c.req.raw.signal,
    }
    if (!asked.stream) {
      const { text, usage } = await generateText(options)
      const choices = [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }]
      return c.json({ ...head, object: 'chat.completion', choices, usage: { total_tokens: usage.totalTokens } })
    }
    const told = (delta: object, finish_reason: string | null = null) =>
      encoder.encode(`data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] })}\n\n`)
    const body = streamText(options).stream.pipeThrough(
      new TransformStream({
        transform(part, out) {
          if (part.type === 'text-delta') out.enqueue(told({ content: part.text }))
          else if (part.type === 'finish') out.enqueue(told({}, 'stop'))
        },
        flush: (out) => out.enqueue(encoder.encode('data: [DONE]\n\n')),
      }),
    )
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  })
  serve({ fetch: app.fetch, port: Number(PORT), hostname: '127.0.0.1' }, () => console.log('ready'))
}
process.once('SIGTERM', () => process.exit(0))
