import type { JSONSchema7 } from '@ai-sdk/provider'
import { z } from 'zod'
import { looksLikeCommand, renderCommand } from '../../catalog/prompt-commands.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../failure.ts'
import type { Turn } from '../context/history.ts'
import type { JsonAnswer } from '../model/models.ts'

/** Clients without sessions send the whole conversation; what fits the model's window is taken of it. */
const MESSAGES = 2_000
const CHARACTERS = 200_000
const INSTRUCTIONS_CHARACTERS = 20_000

const ContentPart = z.looseObject({ type: z.string().max(64), text: z.string().max(CHARACTERS).optional() })

export const ChatMessage = z
  .looseObject({
    role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
    content: z.union([z.string().max(CHARACTERS), z.array(ContentPart).max(100), z.null()]).optional(),
    parts: z.array(ContentPart).max(500).optional().meta({ description: "What the AI SDK's user interfaces send instead of content" }),
  })
  .meta({ id: 'ChatMessage' })
export type ChatMessage = z.infer<typeof ChatMessage>

const JsonSchemaFormat = z.looseObject({
  name: z.string().min(1).max(64),
  schema: z.record(z.string(), z.unknown()).nullish(),
  strict: z.boolean().nullish(),
})

/** OpenAI's request; of what it names and we do not, the members that would change the answer are refused (`requireHonoured`), the others ignored. */
export const CompletionRequest = z
  .looseObject({
    model: z
      .string()
      .min(1)
      .max(200)
      .nullish()
      .meta({ description: 'Name or id of a model; the one last asked in the session when absent', example: 'builtin' }),
    messages: z
      .array(ChatMessage)
      .min(1)
      .max(MESSAGES)
      .meta({ description: 'The last is the question. With session_id only that one is read: the session holds the rest.' }),
    session_id: z.string().min(1).max(64).nullish().meta({ description: 'The session to go on in; a new one when absent' }),
    datasource_id: z.string().min(1).max(64).nullish().meta({ description: "Answers from this one of the model's data sources; from all of them when absent" }),
    store: z.boolean().nullish().meta({ description: 'false keeps nothing of the question and the answer' }),
    stream: z.boolean().nullish(),
    stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
    temperature: z.number().min(0).max(2).nullish(),
    top_p: z.number().min(0).max(1).nullish(),
    max_tokens: z.int().min(1).max(1_000_000).nullish(),
    max_completion_tokens: z.int().min(1).max(1_000_000).nullish(),
    response_format: z
      .looseObject({ type: z.string().max(64), json_schema: JsonSchemaFormat.nullish() })
      .nullish()
      .meta({ description: 'json_object, or json_schema with the shape of the answer; of a model with data sources it is filled from the rows of its result' }),
    user: z.string().max(1_000).nullish(),
  })
  .meta({ id: 'CompletionRequest', example: { model: 'builtin', messages: [{ role: 'user', content: 'How many customers are there?' }] } })
export type CompletionRequest = z.infer<typeof CompletionRequest>

/** What OpenAI's clients may ask for and is not given here: each is named, since an answer without it would be taken for one with it. */
const NOT_HONOURED: [string, (value: unknown) => boolean, string][] = [
  ['tools', (value) => Array.isArray(value) && value.length > 0, 'the tools of the model are its data sources; tools of the client are not called'],
  ['functions', (value) => Array.isArray(value) && value.length > 0, 'the tools of the model are its data sources; functions of the client are not called'],
  ['tool_choice', (value) => value !== null && value !== 'auto' && value !== 'none', 'no tools of the client are called'],
  ['function_call', (value) => value !== null && value !== 'auto' && value !== 'none', 'no functions of the client are called'],
  ['n', (value) => value !== null && value !== 1, 'one answer is given'],
  ['logprobs', (value) => value === true || (typeof value === 'number' && value > 0), 'no probabilities are told'],
  ['top_logprobs', (value) => typeof value === 'number' && value > 0, 'no probabilities are told'],
  ['modalities', (value) => Array.isArray(value) && value.some((each) => each !== 'text'), 'answers are text'],
  ['audio', (value) => value !== null, 'answers are text'],
]

/** Fails with `invalid` naming a member that asks for what is not given. */
export function requireHonoured(request: CompletionRequest): void {
  for (const [param, asks, why] of NOT_HONOURED) {
    const value = (request as Record<string, unknown>)[param]
    if (value !== undefined && asks(value)) throw new Failure('invalid', `${param} is not supported: ${why}`, { param })
  }
  const { response_format: format } = request
  if (format && !['text', 'json_object', 'json_schema'].includes(format.type)) {
    throw new Failure('invalid', `response_format of type "${format.type.slice(0, 60)}" is not supported`, {
      param: 'response_format.type',
      hint: 'text, json_object or json_schema',
    })
  }
}

export type Conversation = { question: string; history: Turn[]; callerInstructions: string | null }

/** The form a request wants its answer in, when that is JSON. */
export function readJsonAnswer(format: CompletionRequest['response_format']): JsonAnswer | null {
  if (!format?.type.startsWith('json')) return null
  const { name, schema, strict } = (format.type === 'json_schema' && format.json_schema) || {}
  return { type: 'json', ...(name && schema ? { name, schema: schema as JSONSchema7, ...(strict ? { strict } : {}) } : {}) }
}

/** What a person adds to a question so that it is looked at. */
const SEEN_OR_HEARD = new Set(['image_url', 'input_image', 'input_audio', 'file'])

/** What a request's messages say. Fails with `invalid` when the last is not a question, or more than text: an answer to half of it would mislead. */
export function readConversation(messages: ChatMessage[]): Conversation {
  const last = messages.at(-1)
  const unread = partsOf(last).find(({ type }) => SEEN_OR_HEARD.has(type))
  if (unread) {
    throw new Failure('invalid', `a question is read as text; parts of type "${unread.type}" are not`, {
      param: 'messages',
      hint: 'rows of a file are asked about once it is a data source; speech is written down by /api/v1/audio/transcriptions',
    })
  }
  const question = last?.role === 'user' ? textOf(last).trim() : ''
  if (!question) throw new Failure('invalid', 'the last message must be a user message with text', { param: 'messages' })
  const instructions = messages.filter(({ role }) => role === 'system' || role === 'developer').map(textOf)
  const history = messages.slice(0, -1).flatMap((message): Turn[] => {
    const { role } = message
    return role === 'user' || role === 'assistant' ? [{ role, content: withoutPictures(textOf(message)) }] : []
  })
  return { question, history, callerInstructions: instructions.join('\n\n').slice(0, INSTRUCTIONS_CHARACTERS) || null }
}

/** A link to a chart opens its rows to whoever has it: it is the person's, and goes to no provider. */
const withoutPictures = (text: string): string => text.replaceAll(/!\[(?:\\.|[^\]\\])*\]\([^()\s]*\/chart-images\/qi_[^()\s]*\)\s*/g, '')

/** The request with prompts called by their commands filled in. Earlier messages that no longer can be stay as they are. Fails with `invalid` for the last. */
export async function withCommands<Request extends { messages: ChatMessage[] }>(ctx: Context, request: Request): Promise<Request> {
  const { messages } = request
  if (!messages.some((message) => message.role === 'user' && looksLikeCommand(textOf(message)))) return request
  const said = await Promise.all(
    messages.map(async (message, index) => {
      if (message.role !== 'user') return message
      const rendered = await renderCommand(ctx, textOf(message)).catch((error) => {
        if (index === messages.length - 1) throw error
        return null
      })
      return rendered === null ? message : { ...message, content: rendered }
    }),
  )
  return { ...request, messages: said }
}

const partsOf = (message: ChatMessage | undefined) => (Array.isArray(message?.content) ? message.content : (message?.parts ?? []))

function textOf({ content, parts = [] }: ChatMessage): string {
  if (typeof content === 'string') return content
  const said = content ?? parts.filter(({ type }) => type === 'text')
  return said.map((part) => part.text ?? '').join('')
}
