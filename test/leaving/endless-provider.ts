import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '#test/listen.ts'

const TOKEN_EVERY_MS = 20
/** Runs until it is stopped. */
const ENDLESS_SQL = 'with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n'

export type Call = { openedAt: number; closedAt: number | null }

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const bytes of request) text += bytes
  return text
}

/**
 * An OpenAI-compatible provider that never ends an answer, and whose model asks for a query without end when it is offered tools. Each call is noted
 * under the number its question bears.
 */
export async function startEndlessUpstream(datasourceId: () => string) {
  const calls = new Map<string, Call[]>()
  const open = new Set<ServerResponse>()
  const chunk = (delta: object, finish_reason: string | null = null) =>
    `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason }] })}\n\n`
  const server = createServer(async (request, response) => {
    const text = await textOf(request).catch(() => null)
    // The caller left while he was asking.
    if (text === null) return
    const asked = JSON.parse(text || '{}')
    const number = /client (\d+)/.exec(text)?.[1] ?? ''
    const call: Call = { openedAt: Date.now(), closedAt: null }
    calls.set(number, [...(calls.get(number) ?? []), call])
    open.add(response)
    response.once('close', () => {
      call.closedAt = Date.now()
      open.delete(response)
    })
    // Who asks for no stream hears nothing before the end.
    if (!asked.stream) return
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    if (asked.tools?.length) {
      const input = JSON.stringify({ datasource_id: datasourceId(), sql: ENDLESS_SQL })
      response.write(chunk({ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 'run_sql', arguments: input } }] }))
      response.end(`${chunk({}, 'tool_calls')}data: [DONE]\n\n`)
      return
    }
    const timer = setInterval(() => response.write(chunk({ content: 'more ' })), TOKEN_EVERY_MS)
    response.once('close', () => clearInterval(timer))
  })
  const { origin, stop } = await listen(server)
  return {
    url: `${origin}/v1`,
    calls,
    open,
    connections: () => new Promise<number>((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count)))),
    stop,
  }
}
export type EndlessUpstream = Awaited<ReturnType<typeof startEndlessUpstream>>
