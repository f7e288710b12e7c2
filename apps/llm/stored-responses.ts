import { z } from 'zod'
import { followCompletion } from '#domain/agent/completions/completion-events.ts'
import type { Answering } from '#domain/agent/completions/completions.ts'
import { deleteResponse, getResponse, listResponseInput } from '#domain/agent/completions/stored-responses.ts'
import type { Message } from '#domain/agent/sessions/messages.ts'
import { exampleId } from '#domain/identifiers.ts'
import { json } from '#http/reply.ts'
import { createRouter, onObject, reply, route } from '#http/router.ts'
import { eventStream, type ServerEvent } from '#http/stream.ts'
import { ClientManner, shownAs } from './completions.ts'
import { responseEventContent, responseEvents } from './response-events.ts'
import { OpenAiResponse, OutputText, outputText, presentResponse, type ToldResponse } from './response-shape.ts'
import { shownAnswer, shownCompletion } from './shown-answer.ts'

const RESPONSE_EXAMPLE = exampleId('cmp').replace('cmp_', 'resp_')
const params = z.object({
  response_id: z
    .string()
    .min(1)
    .max(64)
    .meta({ param: { name: 'response_id', in: 'path' }, example: RESPONSE_EXAMPLE }),
})

const InputText = z.object({ type: z.literal('input_text'), text: z.string() })
const item = { type: z.literal('message'), id: z.string(), status: z.enum(['completed', 'incomplete']) }
const ResponseInputItem = z
  .discriminatedUnion('role', [
    z.object({ ...item, role: z.literal('user'), content: z.array(InputText) }),
    z.object({ ...item, role: z.literal('assistant'), content: z.array(OutputText) }),
  ])
  .meta({ id: 'ResponseInputItem' })
const ResponseInput = z
  .object({
    object: z.literal('list'),
    data: z.array(ResponseInputItem),
    first_id: z.string().nullable(),
    last_id: z.string().nullable(),
    has_more: z.boolean(),
  })
  .meta({ id: 'ResponseInput', description: "OpenAI's list of what a response answered" })
const DeletedResponse = z
  .object({ id: z.string().meta({ example: RESPONSE_EXAMPLE }), object: z.literal('response'), deleted: z.literal(true) })
  .meta({ id: 'DeletedResponse' })

const Slice = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20).meta({ description: 'Items of a page' }),
  order: z.enum(['asc', 'desc']).default('desc').meta({ description: 'desc: the question first' }),
  after: z.string().min(1).max(64).optional().meta({ description: 'The id of the item before the first' }),
})
const Manner = ClientManner.pick({ render: true }).extend({
  stream: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: 'true: as its events, from the first; one that is being given is followed to its end' }),
  starting_after: z.coerce.number().int().min(0).max(1_000_000_000).optional().meta({ description: 'With stream: events of a higher sequence_number alone' }),
})

function presentItem({ id, role, content, is_incomplete }: Message): z.infer<typeof ResponseInputItem> {
  const of = { type: 'message' as const, id, status: is_incomplete ? ('incomplete' as const) : ('completed' as const) }
  return role === 'user' ? { ...of, role, content: [{ type: 'input_text', text: content }] } : { ...of, role, content: [outputText(content)] }
}

async function* fromNumber(events: AsyncIterable<ServerEvent>, after: number): AsyncGenerator<ServerEvent> {
  let number = 0
  for await (const event of events) if (number++ > after) yield event
}

const owned = onObject('session', 'own', 'response_id')
const path = '/openai/v1/responses/{response_id}'
const tags = ['completions']

/** Responses that are kept, as OpenAI's clients read and delete them. */
export const storedResponseRouter = (answering: Answering) =>
  createRouter()
    .openapi(
      route({
        method: 'get',
        path,
        tags,
        operationId: 'getResponse',
        summary: 'Read a stored response',
        description:
          'For who owns its session; with `store: false` there is none. The answer is told in words, with `render` as when it was asked for; of the request only what it went on from is kept, not its instructions, temperature or format.',
        access: owned,
        request: { params, query: Manner },
        responses: {
          200: { description: 'The response; with stream=true its events', content: { ...reply(OpenAiResponse, '').content, ...responseEventContent } },
        },
      }),
      async (c) => {
        const { ctx } = c.var
        const { response_id } = c.req.valid('param')
        const { render, stream, starting_after } = c.req.valid('query')
        const { completion, previousId, createdAt } = await getResponse(ctx, answering.running, response_id)
        const { id, model, session_id } = completion
        const told: ToldResponse = { row: { id, model, created_at: createdAt }, sessionId: session_id, request: { previous_response_id: previousId } }
        if (stream === 'true') {
          const leaving = new AbortController()
          const followed = await followCompletion(ctx, answering.running, id, leaving.signal)
          const events = responseEvents(ctx, told, shownAnswer(followed.events, shownAs(c, render)))
          return eventStream(c, fromNumber(events, starting_after ?? -1), () => leaving.abort()) as never
        }
        const isGiven = completion.status === 'running'
        return json(c, presentResponse(told, isGiven ? null : await shownCompletion(completion, shownAs(c, render))), 200)
      },
    )
    .openapi(
      route({
        method: 'get',
        path: `${path}/input_items`,
        tags,
        operationId: 'listResponseInput',
        summary: 'List what a stored response answered',
        description: 'Its question and the conversation before it, as messages of text. For who owns its session.',
        access: owned,
        request: { params, query: Slice },
        responses: { 200: reply(ResponseInput, 'The messages') },
      }),
      async (c) => {
        const { items, hasMore } = await listResponseInput(c.var.ctx, c.req.valid('param').response_id, c.req.valid('query'))
        const data = items.map(presentItem)
        return json(c, { object: 'list' as const, data, first_id: data.at(0)?.id ?? null, last_id: data.at(-1)?.id ?? null, has_more: hasMore }, 200) as never
      },
    )
    .openapi(
      route({
        method: 'delete',
        path,
        tags,
        operationId: 'deleteResponse',
        summary: 'Delete a stored response',
        description: 'Its question and answer go from their session, and the session with its last ones; charts stay. For who owns the session.',
        access: owned,
        request: { params },
        responses: { 200: reply(DeletedResponse, 'It is gone') },
        fails: ['session_busy'],
      }),
      async (c) => {
        const { response_id } = c.req.valid('param')
        await deleteResponse(c.var.ctx, response_id)
        return json(c, { id: response_id, object: 'response' as const, deleted: true as const }, 200)
      },
    )
