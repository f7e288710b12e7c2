import type { Context as Call } from 'hono'
import { z } from 'zod'
import { Completion, cancelCompletion, getCompletion } from '#domain/agent/completion.ts'
import { CompletionRequest } from '#domain/agent/completion-request.ts'
import { type Answering, beginCompletion, finishCompletion } from '#domain/agent/completions.ts'
import type { FailureCode } from '#domain/failure.ts'
import type { Env } from '#http/inbound.ts'
import { json } from '#http/reply.ts'
import { body, createRouter, idParam, onObject, reply, route } from '#http/router.ts'
import { eventStream } from '#http/stream.ts'
import { chunks, untilAnswering } from './completion-stream.ts'

const params = idParam('completion_id', 'cmp')
const scope = 'llm:completions'
const fails: FailureCode[] = ['not_found', 'session_busy', 'provider_failed', 'provider_timeout', 'provider_not_configured']

/** What both ways of asking declare, and how they answer: whole, or as a stream of chunks. */
export const completionContract = {
  method: 'post' as const,
  access: { who: 'user' as const, scope },
  request: { body: body(CompletionRequest) },
  responses: {
    200: {
      description: 'The answer; with stream:true its chunks, ending with [DONE]',
      content: { ...reply(Completion, '').content, 'text/event-stream': { schema: z.string() } },
    },
  },
  fails,
}

/** Answers a completion request. With `holds` a stream begins only with the answer itself, so that early failures keep their HTTP status. */
export async function complete(c: Call<Env>, answering: Answering, request: CompletionRequest, { holds }: { holds: boolean }): Promise<Response> {
  const { ctx } = c.var
  const begun = await beginCompletion(ctx, answering, request)
  if (!request.stream) return json(c, await finishCompletion(begun), 200)
  const events = holds ? await untilAnswering(begun.events) : begun.events
  const sent = chunks(ctx, begun, events, request.stream_options?.include_usage === true)
  return eventStream(c, sent, begun.leave)
}

export const completionRouter = (answering: Answering) =>
  createRouter()
    .openapi(
      route({
        ...completionContract,
        path: '/session/completions',
        tags: ['completions'],
        operationId: 'createCompletion',
        summary: 'Ask a question',
        description: "OpenAI's chat completion, answered from the model's data sources. Fields it does not know are ignored.",
      }),
      async (c) => (await complete(c, answering, c.req.valid('json'), { holds: false })) as never,
    )
    .openapi(
      route({
        method: 'get',
        path: '/session/completions/{completion_id}',
        tags: ['completions'],
        operationId: 'getCompletion',
        summary: 'Read an answer, as far as it came',
        access: onObject('session', 'view', 'completion_id'),
        request: { params },
        responses: { 200: reply(Completion, 'The completion') },
      }),
      async (c) => json(c, await getCompletion(c.var.ctx, c.req.valid('param').completion_id), 200),
    )
    .openapi(
      route({
        method: 'post',
        path: '/session/completions/{completion_id}/cancel',
        tags: ['completions'],
        operationId: 'cancelCompletion',
        summary: 'Stop an answer that is being given',
        access: onObject('session', 'edit', 'completion_id', 'path', { scope }),
        request: { params },
        responses: { 200: reply(Completion, 'The completion') },
      }),
      async (c) => json(c, await cancelCompletion(c.var.ctx, answering.running, c.req.valid('param').completion_id), 200),
    )
