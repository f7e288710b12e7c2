import { z } from 'zod'
import { requireCompletion } from '#domain/agent/completions/completion.ts'
import { type ChatMessage, CompletionRequest } from '#domain/agent/completions/completion-request.ts'
import { type Answering, beginCompletion, finishCompletion } from '#domain/agent/completions/completions.ts'
import { completionId } from '#domain/agent/completions/response-id.ts'
import type { Context } from '#domain/context.ts'
import { Failure } from '#domain/failure.ts'
import { json } from '#http/reply.ts'
import { body, createRouter, reply, route } from '#http/router.ts'
import { eventStream } from '#http/stream.ts'
import { untilAnswering } from './completion-stream.ts'
import { ClientManner, completionContract, shownAs } from './completions.ts'
import { responseEventContent, responseEvents } from './response-events.ts'
import { OpenAiResponse, presentResponse } from './response-shape.ts'
import { type Shown, shownAnswer } from './shown-answer.ts'

const CHARACTERS = 200_000
const Part = z.looseObject({ type: z.string().max(64), text: z.string().max(CHARACTERS).optional() })
const Item = z.looseObject({
  type: z.string().max(64).optional(),
  role: z.enum(['system', 'developer', 'user', 'assistant']).optional(),
  content: z.union([z.string().max(CHARACTERS), z.array(Part).max(100)]).optional(),
})

export const ResponseRequest = z
  .looseObject({
    model: z.string().min(1).max(200).meta({ description: 'Name or id of a model', example: 'builtin' }),
    input: z
      .union([z.string().min(1).max(CHARACTERS), z.array(Item).min(1).max(2_000)])
      .meta({ description: 'The question, or a conversation that ends with it' }),
    instructions: z.string().max(20_000).nullish(),
    previous_response_id: z.string().max(80).nullish().meta({ description: 'The response whose conversation goes on' }),
    stream: z.boolean().nullish(),
    store: z.boolean().nullish().meta({ description: 'false keeps nothing of the question and the answer' }),
    temperature: z.number().min(0).max(2).nullish(),
    top_p: z.number().min(0).max(1).nullish(),
    max_output_tokens: z.int().min(1).max(1_000_000).nullish(),
    text: z
      .looseObject({ format: z.looseObject({ type: z.string().max(64) }).nullish() })
      .nullish()
      .meta({ description: 'format: the shape of the answer' }),
  })
  .meta({ id: 'ResponseRequest', description: "OpenAI's request for a response", example: { model: 'builtin', input: 'How many customers are there?' } })
type ResponseRequest = z.infer<typeof ResponseRequest>

/** The request as a completion's: what OpenAI calls by other names. Fails with `not_found` for a response the caller cannot go on from. */
async function asCompletion(ctx: Context, request: ResponseRequest): Promise<CompletionRequest> {
  const { input, instructions, previous_response_id: previous, text, max_output_tokens, ...rest } = request
  const items = typeof input === 'string' ? [{ role: 'user' as const, content: input }] : input
  const unread = items.find((item) => item.type !== undefined && item.type !== 'message')
  if (unread) throw new Failure('invalid', `input of type "${String(unread.type)}" is not read: a conversation is messages of text`, { param: 'input' })
  const messages = items.map(({ role, content }): ChatMessage => ({ role: role ?? 'user', content: content ?? '' }))
  const { format } = text ?? {}
  const { row } = previous ? await requireCompletion(ctx, completionId(previous), 'edit') : { row: null }
  return CompletionRequest.parse({
    ...rest,
    messages: instructions ? [{ role: 'system', content: instructions }, ...messages] : messages,
    ...(row ? { session_id: row.session_id } : {}),
    ...(max_output_tokens ? { max_completion_tokens: max_output_tokens } : {}),
    ...(format ? { response_format: formatOf(format) } : {}),
  })
}

function formatOf({ type, name, schema, strict }: { type: string; [key: string]: unknown }): object {
  return type === 'json_schema' ? { type, json_schema: { name, schema, strict } } : { type }
}

/** OpenAI's Responses API, the default of its current clients, over the same answers as its chat completions. */
export const responseRouter = (answering: Answering) =>
  createRouter().openapi(
    route({
      method: 'post',
      path: '/openai/v1/responses',
      tags: ['completions'],
      operationId: 'createResponse',
      summary: 'Ask a question by OpenAI’s Responses API',
      description:
        'The same answer as POST /openai/v1/chat/completions. `previous_response_id` goes on in the conversation of another response. Tools of the client, and input other than text, are refused by name.',
      access: { who: 'user', scope: 'llm:completions' },
      anyQuery: true,
      request: { body: body(ResponseRequest), query: ClientManner.pick({ render: true }) },
      responses: {
        200: {
          description: 'The response; with stream:true its events',
          content: { ...reply(OpenAiResponse, '').content, ...responseEventContent },
        },
      },
      fails: completionContract.fails,
    }),
    async (c) => {
      const { ctx } = c.var
      const request = c.req.valid('json')
      const asked = await asCompletion(ctx, request)
      const isStreamed = request.stream === true
      const begun = await beginCompletion(ctx, answering, asked, { isToldWhole: !isStreamed })
      const told = { row: begun.row, sessionId: begun.sessionId, request }
      const format = asked.response_format?.type.startsWith('json') ? asked.response_format : null
      const shown: Shown = !begun.hasData
        ? { as: 'plain' }
        : format
          ? {
              as: 'json',
              format: { type: 'json', ...(format.json_schema?.schema ? { name: format.json_schema.name, schema: format.json_schema.schema } : {}) },
            }
          : shownAs(c, c.req.valid('query').render)
      const events = shownAnswer(begun.events, shown)
      if (isStreamed) return eventStream(c, responseEvents(ctx, told, await untilAnswering(events, c.env.platform.heartbeatMs)), begun.leave) as never
      return json(c, presentResponse(told, await finishCompletion({ ...begun, events })), 200)
    },
  )
