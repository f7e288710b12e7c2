import type { McpRequestContext } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Answering } from '#domain/agent/completions/completions.ts'
import { headersFor } from '#http/reply.ts'
import { body, createRouter, eventContent, route } from '#http/router.ts'
import { isAskable, sessionOf, takeReply } from './elicitation.ts'
import { McpMessage } from './message.ts'

const McpReply = z.looseObject({}).meta({ id: 'McpReply', description: 'As the Model Context Protocol says' })
const told = { description: 'The reply', content: { 'application/json': { schema: McpReply }, ...eventContent('JSON-RPC messages as server-sent events') } }
const refused = (description: string) => ({ description, content: { 'application/json': { schema: McpReply } } })

const SESSION_HEADER = 'mcp-session-id'
/** What an MCP client may accept; those that name less are answered all the same. */
const ACCEPT = 'application/json, text/event-stream'

/** The platform as a Model Context Protocol server (streamable HTTP): stateless, so that any process answers any message. */
export const mcpRouter = (answering: Answering) =>
  createRouter().openapi(
    route({
      method: 'post',
      path: '/mcp',
      operationId: 'callMcp',
      summary: 'Speak to the platform as an MCP client',
      description:
        'Streamable HTTP; nothing is kept of a session. Tools: list_models, list_datasources, describe_table, ask, run_semantic_query, list_charts, get_chart; each does what its route does, with the rights and scopes of the same key. Data sources, tables and dashboards are resources, the caller’s prompts are prompts. `ask` tells progress, asks its user back where the client can (elicitation), and its chart is drawn inside clients that show MCP Apps (`ui://querent/chart`). A guest token opens its one dashboard: get_dashboard, read_tile, list_filter_values, and with `can_chat` ask, list_datasources, describe_table, run_semantic_query over what that dashboard is made of.',
      access: { who: 'user', scope: 'none', guest: true },
      anyQuery: true,
      request: { body: body(McpMessage) },
      responses: {
        200: told,
        202: { description: 'Taken; nothing to say' },
        400: refused('What the message claims of the protocol does not hold'),
        404: refused('No such method'),
      },
    }),
    async (c) => {
      const { ctx } = c.var
      const { createMcpHandler } = await import('@modelcontextprotocol/server')
      const onerror = (error: Error) => ctx.ports.log({ level: 'warn', message: 'mcp', request_id: ctx.request.id, cause: error.message })
      const message = c.req.valid('json')
      const method = 'method' in message ? message.method : ''
      const isGuest = ctx.actor.type === 'guest'
      if (!isGuest && (await takeReply(ctx, message))) return new Response(null, { status: 202, headers: headersFor(c.env.trace) }) as never
      const askable = isAskable(c.req.header(SESSION_HEADER))
      const factory = async ({ era }: McpRequestContext) => {
        if (isGuest) return (await import('./guest-tools.ts')).guestMcpServer(ctx, answering)
        const serving = { method, asset: c.env.platform.asset, isAskable: askable && era === 'legacy' }
        return (await import('./server.ts')).mcpServer(ctx, answering, serving)
      }
      const handler = createMcpHandler(factory, { onerror, keepAliveMs: c.env.platform.heartbeatMs })
      const headers = new Headers(c.req.raw.headers)
      headers.set('accept', ACCEPT)
      headers.set('content-type', 'application/json')
      const request = new Request(c.req.url, { method: 'POST', headers, signal: c.req.raw.signal })
      const { status, body: said, headers: more } = await handler.fetch(request, { parsedBody: message })
      const type = more.get('content-type')
      const session = isGuest || status !== 200 ? null : sessionOf(message)
      const extra = { ...(type ? { 'content-type': type } : {}), ...(session ? { [SESSION_HEADER]: session } : {}) }
      return new Response(said, { status, headers: headersFor(c.env.trace, extra) }) as never
    },
  )
