import type { JSONSchema7 } from '@ai-sdk/provider'
import { z } from 'zod'
import { Failure } from '../failure.ts'
import type { Turn } from './history.ts'
import type { JsonAnswer } from './models.ts'

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

/** OpenAI's request; what it names and we do not is ignored. */
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
      .meta({ description: 'json_object, or json_schema with the shape of the answer: for models without data sources' }),
    user: z.string().max(1_000).nullish(),
  })
  .meta({ id: 'CompletionRequest', example: { model: 'builtin', messages: [{ role: 'user', content: 'How many customers are there?' }] } })
export type CompletionRequest = z.infer<typeof CompletionRequest>

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
    return role === 'user' || role === 'assistant' ? [{ role, content: textOf(message) }] : []
  })
  return { question, history, callerInstructions: instructions.join('\n\n').slice(0, INSTRUCTIONS_CHARACTERS) || null }
}

const partsOf = (message: ChatMessage | undefined) => (Array.isArray(message?.content) ? message.content : (message?.parts ?? []))

function textOf({ content, parts = [] }: ChatMessage): string {
  if (typeof content === 'string') return content
  const said = content ?? parts.filter(({ type }) => type === 'text')
  return said.map((part) => part.text ?? '').join('')
}
