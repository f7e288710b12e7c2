import { z } from 'zod'
import type { Completion, CompletionRow, CompletionStatus } from '#domain/agent/completions/completion.ts'
import type { Usage } from '#domain/agent/completions/events.ts'
import { responseId } from '#domain/agent/completions/response-id.ts'

export const OutputText = z.object({ type: z.literal('output_text'), text: z.string(), annotations: z.array(z.unknown()), logprobs: z.array(z.unknown()) })
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
    status: z.enum(['in_progress', 'completed', 'incomplete', 'failed', 'cancelled']),
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

/** What is told of a response beside its answer: `request` as far as it is known. */
export type ToldResponse = {
  row: Pick<CompletionRow, 'id' | 'created_at' | 'model'>
  sessionId: string | null
  request: { [K in 'instructions' | 'previous_response_id']?: string | null | undefined } & { [K in 'temperature' | 'top_p']?: number | null | undefined }
}
type Row = ToldResponse['row']

/** How an answer ended, by what OpenAI calls it: one that failed half-way has failed. */
const ENDS: Record<CompletionStatus, 'in_progress' | 'completed' | 'failed' | 'cancelled'> = {
  running: 'in_progress',
  completed: 'completed',
  incomplete: 'failed',
  failed: 'failed',
  cancelled: 'cancelled',
}

/** A response with its answer, when that has come to an end. */
export function presentResponse({ row, sessionId, request }: ToldResponse, answer: Completion | null): OpenAiResponse {
  const ended = answer && ENDS[answer.status]
  const [choice] = answer?.choices ?? []
  const text = choice?.message.content ?? ''
  const isCut = ended === 'completed' && (choice?.finish_reason === 'length' || choice?.finish_reason === 'content_filter')
  const status = isCut ? 'incomplete' : (ended ?? 'in_progress')
  return {
    id: responseId(row.id),
    object: 'response',
    created_at: Math.floor(Date.parse(row.created_at) / 1000),
    status,
    error: answer?.error ?? null,
    incomplete_details: isCut ? { reason: choice?.finish_reason === 'length' ? 'max_output_tokens' : 'content_filter' } : null,
    instructions: request.instructions ?? null,
    metadata: {},
    model: row.model,
    output: answer && (text || status === 'completed') ? [responseMessage(row, text, status === 'completed' ? 'completed' : 'incomplete')] : [],
    output_text: text,
    parallel_tool_calls: false,
    previous_response_id: request.previous_response_id ?? null,
    session_id: sessionId,
    temperature: request.temperature ?? null,
    tool_choice: 'auto',
    tools: [],
    top_p: request.top_p ?? null,
    usage: answer && usageOf(answer.usage),
  }
}

export const outputText = (text: string) => ({ type: 'output_text' as const, text, annotations: [], logprobs: [] })
export const messageId = (row: Row): string => row.id.replace(/^cmp_/, 'msg_')
export const responseMessage = (row: Row, text: string | null, status: z.infer<typeof OutputMessage>['status']) => ({
  ...{ type: 'message' as const, id: messageId(row), role: 'assistant' as const, status },
  content: text === null ? [] : [outputText(text)],
})

const usageOf = ({ prompt_tokens, completion_tokens, total_tokens, prompt_tokens_details: details }: Usage) => ({
  input_tokens: prompt_tokens,
  input_tokens_details: { cached_tokens: details?.cached_tokens ?? 0 },
  output_tokens: completion_tokens,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens,
})
