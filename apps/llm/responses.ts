import { z } from 'zod'
import { type CompletionRow, requireCompletion } from '#domain/agent/completions/completion.ts'
import { type ChatMessage, CompletionRequest } from '#domain/agent/completions/completion-request.ts'
import { type Answering, beginCompletion, type CompletionEvent, finishCompletion } from '#domain/agent/completions/completions.ts'
import type { Usage } from '#domain/agent/completions/events.ts'
import type { Context } from '#domain/context.ts'
import { Failure } from '#domain/failure.ts'
import { lateFailure } from '#http/late-failure.ts'
import { json } from '#http/reply.ts'
import { body, createRouter, eventContent, reply, route } from '#http/router.ts'
import { eventStream, type ServerEvent } from '#http/stream.ts'
import { untilAnswering } from './completion-stream.ts'
import { ClientManner, completionContract, shownAs } from './completions.ts'
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

const OutputText = z.object({ type: z.literal('output_text'), text: z.string(), annotations: z.array(z.unknown()), logprobs: z.array(z.unknown()) })
const OutputMessage = z.object({
  type: z.literal('message'),
  id: z.string(),
  role: z.literal('assistant'),
  status: z.enum(['in_progress', 'completed', 'incomplete']),
  content: z.array(OutputText),
})
const ResponseUsage = z.object({
  input_tokens: z.int(),
  input_tokens_details: z.object({ cached_tokens: z.int() }),
  output_tokens: z.int(),
  output_tokens_details: z.object({ reasoning_tokens: z.int() }),
  total_tokens: z.int(),
})

export const OpenAiResponse = z
  .object({
    id: z.string().meta({ example: 'resp_01JC9V6QJ4T2H0XW8N5R3M7K1A' }),
    object: z.literal('response'),
    created_at: z.int(),
    status: z.enum(['in_progress', 'completed', 'incomplete', 'failed']),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    incomplete_details: z.object({ reason: z.enum(['max_output_tokens', 'content_filter']) }).nullable(),
    instructions: z.string().nullable(),
    metadata: z.record(z.string(), z.string()),
    model: z.string(),
    output: z.array(OutputMessage),
    output_text: z.string(),
    parallel_tool_calls: z.boolean(),
    previous_response_id: z.string().nullable(),
    session_id: z.string().nullable().meta({ description: 'The session it stands in; null when nothing is kept' }),
    temperature: z.number().nullable(),
    tool_choice: z.literal('auto'),
    tools: z.array(z.unknown()),
    top_p: z.number().nullable(),
    usage: ResponseUsage.nullable(),
  })
  .meta({ id: 'OpenAiResponse', description: "OpenAI's response: one message" })
type OpenAiResponse = z.infer<typeof OpenAiResponse>

const responseId = (id: string): string => id.replace(/^cmp_/, 'resp_')
const completionId = (id: string): string => id.replace(/^resp_/, 'cmp_')

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

type Told = { row: CompletionRow; sessionId: string | null; request: ResponseRequest }
type End = { text: string; usage: Usage; reason: string | null }

function present({ row, sessionId, request }: Told, end: End | null): OpenAiResponse {
  const isCut = end?.reason === 'length' || end?.reason === 'content_filter'
  return {
    id: responseId(row.id),
    object: 'response',
    created_at: Math.floor(Date.parse(row.created_at) / 1000),
    status: end ? (isCut ? 'incomplete' : 'completed') : 'in_progress',
    error: null,
    incomplete_details: isCut ? { reason: end.reason === 'length' ? 'max_output_tokens' : 'content_filter' } : null,
    instructions: request.instructions ?? null,
    metadata: {},
    model: row.model,
    output: end ? [message(row, end.text, isCut ? 'incomplete' : 'completed')] : [],
    output_text: end?.text ?? '',
    parallel_tool_calls: false,
    previous_response_id: request.previous_response_id ?? null,
    session_id: sessionId,
    temperature: request.temperature ?? null,
    tool_choice: 'auto',
    tools: [],
    top_p: request.top_p ?? null,
    usage: end && usageOf(end.usage),
  }
}

const part = (text: string) => ({ type: 'output_text' as const, text, annotations: [], logprobs: [] })
const messageId = (row: CompletionRow): string => row.id.replace(/^cmp_/, 'msg_')
const message = (row: CompletionRow, text: string | null, status: z.infer<typeof OutputMessage>['status']) => ({
  ...{ type: 'message' as const, id: messageId(row), role: 'assistant' as const, status },
  content: text === null ? [] : [part(text)],
})

const usageOf = ({ prompt_tokens, completion_tokens, total_tokens, prompt_tokens_details: details }: Usage) => ({
  input_tokens: prompt_tokens,
  input_tokens_details: { cached_tokens: details?.cached_tokens ?? 0 },
  output_tokens: completion_tokens,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens,
})

/** The events of OpenAI's response stream, numbered; what it lacks is left out. A failure is `response.failed`, the last. */
async function* responseEvents(ctx: Context, told: Told, events: AsyncIterable<CompletionEvent>): AsyncGenerator<ServerEvent> {
  const { row } = told
  const at = { item_id: messageId(row), output_index: 0, content_index: 0 }
  let number = 0
  let text = ''
  const event = (type: string, members: object): ServerEvent => ({ event: type, data: JSON.stringify({ type, ...members, sequence_number: number++ }) })
  yield event('response.created', { response: present(told, null) })
  yield event('response.in_progress', { response: present(told, null) })
  yield event('response.output_item.added', { output_index: 0, item: message(row, null, 'in_progress') })
  yield event('response.content_part.added', { ...at, part: part('') })
  try {
    for await (const came of events) {
      if (came.type === 'text') {
        text += came.text
        yield event('response.output_text.delta', { ...at, delta: came.text, logprobs: [] })
      } else if (came.type === 'end') {
        const { choices, usage } = came.completion
        const response = present(told, { text, usage, reason: choices[0]?.finish_reason ?? null })
        yield event('response.output_text.done', { ...at, text, logprobs: [] })
        yield event('response.content_part.done', { ...at, part: part(text) })
        yield event('response.output_item.done', { output_index: 0, item: response.output[0] })
        yield event(`response.${response.status}`, { response })
      }
    }
  } catch (error) {
    const { code, message: words } = lateFailure(ctx, error).error
    yield event('response.failed', { response: { ...present(told, null), status: 'failed', error: { code, message: words } } })
  }
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
          content: { ...reply(OpenAiResponse, '').content, ...eventContent("OpenAI's `response.…` events") },
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
      const { choices, usage } = await finishCompletion({ ...begun, events })
      const [choice] = choices
      return json(c, present(told, { text: choice?.message.content ?? '', usage, reason: choice?.finish_reason ?? null }), 200)
    },
  )
