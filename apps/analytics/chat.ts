import { z } from 'zod'
import type { Answering } from '#domain/agent/completions/completions.ts'
import { type BegunChat, beginChat, type ChatEvent, forgetChat, readChat } from '#domain/agent/dashboard-chat/chat.ts'
import { ChatQuestion, ChatTurn } from '#domain/agent/dashboard-chat/chat-shape.ts'
import type { Context } from '#domain/context.ts'
import { Failure } from '#domain/failure.ts'
import { lateFailure } from '#http/late-failure.ts'
import { json, noContent } from '#http/reply.ts'
import { body, createRouter, eventContent, idParam, onObject, reply, route } from '#http/router.ts'
import { eventStream, type ServerEvent } from '#http/stream.ts'

const params = idParam('dashboard_id', 'dsh')
const path = '/dashboards/{dashboard_id}/chat'
const thread = z.object({ thread: z.string().min(1).max(64).optional().meta({ description: 'Of this thread alone' }) })
const access = (scope: string) => onObject('dashboard', 'view', 'dashboard_id', 'path', { guest: true, scope })

/** Questions in plain words about what a dashboard shows, for its readers and for guests whose token allows them. */
export const chatRouter = (answering: Answering) =>
  createRouter()
    .openapi(
      route({
        method: 'post',
        path,
        operationId: 'askDashboard',
        summary: 'Ask a question about what a dashboard shows',
        description:
          "Answered from the tables the dashboard's charts and filters read, under the row filters of all who lend them, of the token, and what is chosen on the dashboard. Guests need `can_chat`; the model counts on the budget of the token's maker. With `Accept: text/event-stream` as events `begin`, `status`, `text`, `part`, then `end` or `error`.",
        access: access('llm:completions'),
        request: { params, body: body(ChatQuestion) },
        responses: {
          200: {
            description: 'The answer',
            content: { ...reply(ChatTurn, '').content, ...eventContent('Chunks of the answer, the last `[DONE]`') },
          },
        },
        fails: ['resource_disabled', 'session_busy', 'rate_limited', 'provider_failed', 'provider_timeout', 'provider_not_configured'],
      }),
      async (c) => {
        const begun = await beginChat(c.var.ctx, answering, c.req.valid('param').dashboard_id, c.req.valid('json'))
        if (/text\/event-stream/.test(c.req.header('accept') ?? '')) return eventStream(c, told(c.var.ctx, begun), begun.leave) as never
        for await (const event of begun.events) if (event.type === 'end') return json(c, event.turn, 200)
        throw new Failure('provider_failed', 'the client went away')
      },
    )
    .openapi(
      route({
        method: 'get',
        path,
        operationId: 'readDashboardChat',
        summary: 'Read what the caller asked on a dashboard, until it is forgotten',
        access: access('analytics:read'),
        request: { params, query: thread },
        responses: { 200: reply(z.array(ChatTurn), 'His turns, the oldest first') },
      }),
      async (c) => json(c, await readChat(c.var.ctx, c.req.valid('param').dashboard_id, c.req.valid('query').thread), 200),
    )
    .openapi(
      route({
        method: 'delete',
        path,
        operationId: 'forgetDashboardChat',
        summary: 'Forget what the caller asked on a dashboard',
        access: access('analytics:write'),
        request: { params, query: thread },
        responses: { 204: { description: 'Nothing of it is left' } },
      }),
      async (c) => {
        await forgetChat(c.var.ctx, c.req.valid('param').dashboard_id, c.req.valid('query').thread)
        return noContent(c) as never
      },
    )

/** The events of an answer on the wire; what breaks it off is the last. */
async function* told(ctx: Context, { turn, events }: BegunChat): AsyncGenerator<ServerEvent> {
  yield { event: 'begin', data: JSON.stringify(turn) }
  try {
    for await (const event of events) yield { event: event.type, data: JSON.stringify(contentOf(event)) }
  } catch (error) {
    yield { event: 'error', data: JSON.stringify(lateFailure(ctx, error)) }
  }
}

function contentOf(event: ChatEvent): unknown {
  if (event.type === 'end') return event.turn
  if (event.type === 'part') return event.part
  return event.type === 'status' ? { status: event.status } : { text: event.text }
}
