import type { Context as Call } from 'hono'
import { z } from 'zod'
import { Completion, cancelCompletion, getCompletion } from '#domain/agent/completions/completion.ts'
import { type FollowedCompletion, followCompletion } from '#domain/agent/completions/completion-events.ts'
import { CompletionRequest, readJsonAnswer } from '#domain/agent/completions/completion-request.ts'
import { type Answering, beginCompletion, type CompletionEvent, finishCompletion } from '#domain/agent/completions/completions.ts'
import { giveFeedback, NewFeedback } from '#domain/agent/sessions/feedback.ts'
import { Replay, replayCompletion } from '#domain/agent/sessions/replay.ts'
import { resolveModel } from '#domain/catalog/models.ts'
import { Failure, type FailureCode } from '#domain/failure.ts'
import type { Env } from '#http/inbound.ts'
import { json } from '#http/reply.ts'
import { body, createRouter, eventContent, idParam, onObject, reply, route } from '#http/router.ts'
import { eventStream } from '#http/stream.ts'
import { picturesFor } from './chart-pictures.ts'
import { clientTaskOf, inItsSession } from './client-conversation.ts'
import { chunks, type Streamed, untilAnswering } from './completion-stream.ts'
import { type Shown, shownAnswer } from './shown-answer.ts'
import { UI_MESSAGE_HEADERS, uiMessageParts } from './ui-message-stream.ts'

const params = idParam('completion_id', 'cmp')
const scope = 'llm:completions'
const fails: FailureCode[] = ['not_found', 'session_busy', 'rate_limited', 'provider_failed', 'provider_timeout', 'provider_not_configured']

const Protocol = z.object({
  protocol: z.enum(['openai', 'ui-message']).default('openai').meta({ description: "ui-message: streamed as the AI SDK's UI message stream" }),
})
type Protocol = z.infer<typeof Protocol>['protocol']

const Render = z.enum(['plain', 'markdown'])
/** With how an answer is shown, which differs by the way it is asked. */
const mannerOf = (usual: z.infer<typeof Render>) =>
  Protocol.extend({
    render: Render.default(usual).meta({
      description: 'markdown: behind the sentence stand its results as tables of at most 20 rows and their SQL, for clients that show text alone',
    }),
  })
export const CompletionManner = mannerOf('plain')
export const ClientManner = mannerOf('markdown')

const streamed = eventContent('Chunks of the answer as server-sent events, the last `[DONE]`')

/** Words alone, or with the results and charts behind them. */
export const shownAs = (c: Call<Env>, render: z.infer<typeof Render>): Exclude<Shown, { as: 'json' }> =>
  render === 'markdown' ? { as: render, pictures: picturesFor(c) } : { as: render }

/** What both ways of asking declare, and how they answer: whole, or as a stream of chunks. */
export const completionContract = {
  method: 'post' as const,
  access: { who: 'user' as const, scope, replays: true as const },
  request: { body: body(CompletionRequest) },
  responses: {
    200: {
      description: 'The answer; with stream:true its chunks, ending with [DONE]',
      content: { ...reply(Completion, '').content, ...streamed },
    },
  },
  fails,
}

type Asked = { request: CompletionRequest; protocol: Protocol; render: z.infer<typeof Render> }

/**
 * Answers a completion request. With `holds` it comes from a client that knows no sessions: a stream begins only with the answer itself, so that early
 * failures keep their HTTP status, its conversation goes on in the session it began in, and what it asks for its own sake touches no data.
 */
export async function complete(
  c: Call<Env>,
  answering: Answering,
  { request: sent, protocol, render }: Asked,
  { holds }: { holds: boolean },
): Promise<Response> {
  const { ctx, repeated } = c.var
  const isStreamed = protocol === 'ui-message' || sent.stream === true
  const format = readJsonAnswer(sent.response_format)
  if (repeated !== undefined) return answerAgain(c, answering, repeated, { request: sent, protocol, render })
  const task = holds ? await clientTaskOf(ctx, answering, sent) : null
  if (task) return isStreamed ? stream(c, task, task.events, { protocol, includeUsage: false, onGone: () => {} }) : json(c, await finishCompletion(task), 200)
  const request = holds ? await inItsSession(ctx, sent) : sent
  const begun = await beginCompletion(ctx, answering, request, { isToldWhole: !isStreamed })
  const shown: Shown = !begun.hasData ? { as: 'plain' } : format ? { as: 'json', format } : shownAs(c, render)
  const told = { ...begun, events: shownAnswer(begun.events, shown) }
  if (!isStreamed) return json(c, await finishCompletion(told), 200)
  const events = holds ? await untilAnswering(told.events, c.env.platform.heartbeatMs) : told.events
  return stream(c, begun, events, { protocol, includeUsage: request.stream_options?.include_usage === true, onGone: begun.leave })
}

/** The answer a request with this `Idempotency-Key` got whose reply was lost, told from what was stored: no model is called for it again. */
async function answerAgain(c: Call<Env>, answering: Answering, id: string, { request, protocol, render }: Asked): Promise<Response> {
  const leaving = new AbortController()
  const followed = await followCompletion(c.var.ctx, answering.running, id, leaving.signal)
  const { datasourceIds } = await resolveModel(c.var.ctx, followed.row.model)
  const format = readJsonAnswer(request.response_format)
  const events = shownAnswer(followed.events, !datasourceIds.length ? { as: 'plain' } : format ? { as: 'json', format } : shownAs(c, render))
  if (protocol === 'ui-message' || request.stream) {
    const includeUsage = request.stream_options?.include_usage === true
    return stream(c, followed, events, { protocol, includeUsage, onGone: () => leaving.abort() })
  }
  for await (const event of events) if (event.type === 'end') return json(c, event.completion, 200)
  throw new Failure('provider_failed', 'the client went away')
}

type Manner = { protocol: Protocol; includeUsage: boolean; onGone: () => void }

function stream(c: Call<Env>, about: Streamed, events: AsyncIterable<CompletionEvent>, { protocol, includeUsage, onGone }: Manner): Response {
  const { ctx } = c.var
  if (protocol === 'ui-message') return eventStream(c, uiMessageParts(ctx, about, events), onGone, UI_MESSAGE_HEADERS)
  return eventStream(c, chunks(ctx, about, events, includeUsage), onGone)
}

export const completionRouter = (answering: Answering) =>
  createRouter()
    .openapi(
      route({
        ...completionContract,
        request: { ...completionContract.request, query: CompletionManner },
        path: '/session/completions',
        tags: ['completions'],
        operationId: 'createCompletion',
        summary: 'Ask a question',
        description:
          "OpenAI's chat completion, answered from the model's data sources. Of the fields it does not know those that would change the answer (`tools`, `n`, `logprobs`) are refused, others ignored. With `protocol=ui-message` the same run is streamed as the AI SDK's UI message stream, and its messages are taken with `parts`. What the built-in model says (answers, titles of charts, refusals, questions back) is German where `Accept-Language` likes that best; questions it reads in English, and so are those it suggests.",
      }),
      async (c) => (await complete(c, answering, { request: c.req.valid('json'), ...c.req.valid('query') }, { holds: false })) as never,
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
      async (c) => json(c, await getCompletion(c.var.ctx, answering.running, c.req.valid('param').completion_id), 200),
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
    .openapi(
      route({
        method: 'get',
        path: '/session/completions/{completion_id}/events',
        tags: ['completions'],
        operationId: 'followCompletion',
        summary: 'Stream an answer again from its start',
        description:
          'One that is being given is followed to its end; leaving does not stop it. One another process gives is told once it is stored. In both protocols, with the usage.',
        access: onObject('session', 'view', 'completion_id'),
        request: { params, query: Protocol },
        responses: { 200: { description: 'Its chunks, ending with [DONE]', content: streamed } },
      }),
      async (c) => {
        const leaving = new AbortController()
        const followed: FollowedCompletion = await followCompletion(c.var.ctx, answering.running, c.req.valid('param').completion_id, leaving.signal)
        const { protocol } = c.req.valid('query')
        return stream(c, followed, followed.events, { protocol, includeUsage: true, onGone: () => leaving.abort() }) as never
      },
    )
    .openapi(
      route({
        method: 'post',
        path: '/session/completions/{completion_id}/feedback',
        tags: ['completions'],
        operationId: 'rateCompletion',
        summary: 'Say whether an answer was good',
        access: onObject('session', 'edit', 'completion_id'),
        request: { params, body: body(NewFeedback) },
        responses: { 200: reply(Completion, 'The completion') },
      }),
      async (c) => json(c, await giveFeedback(c.var.ctx, c.req.valid('param').completion_id, c.req.valid('json')), 200),
    )
    .openapi(
      route({
        method: 'post',
        path: '/session/completions/{completion_id}/replay',
        tags: ['completions'],
        operationId: 'replayCompletion',
        summary: 'Run the queries of an answer again',
        description: 'With the rights of the caller and the data of now; the stored answer stays as it is.',
        access: onObject('session', 'view', 'completion_id', 'path', { scope }),
        request: { params },
        responses: { 200: reply(Replay, 'The queries with their rows of now') },
      }),
      async (c) => json(c, await replayCompletion(c.var.ctx, c.req.valid('param').completion_id), 200),
    )
