import type { Context as Call } from 'hono'
import { z } from 'zod'
import { saysYes, Transcription, TranscriptionFields, transcribe } from '#domain/speech/transcribe.ts'
import type { Env } from '#http/inbound.ts'
import { readUpload } from '#http/multipart.ts'
import { createRouter, eventContent, route, validationFailure } from '#http/router.ts'
import { present } from './present.ts'
import { takeRecording } from './take-recording.ts'
import { streamed } from './transcription-stream.ts'

/** Plain JSON Schema: a zod schema here would have the body read before the handler can count it. */
const common = {
  file: { type: 'string' as const, format: 'binary', description: 'The recording' },
  model: {
    type: 'string' as const,
    description: "The engine's model; the configured one when absent. A model that answers questions: the recording is about its data",
  },
  prompt: { type: 'string' as const, description: 'Words and names to expect' },
  response_format: { type: 'string' as const, enum: ['json', 'text', 'srt', 'vtt', 'verbose_json'], default: 'json' },
  temperature: { type: 'number' as const, minimum: 0, maximum: 1 },
  session_id: { type: 'string' as const, description: 'The session it is spoken in: the names of its data are expected' },
  datasource_id: { type: 'string' as const, description: 'The data source it is about' },
  store: {
    type: 'boolean' as const,
    description: 'Keeps the recording, with the session when one is named; without it nothing of the sound is kept',
  },
  optimize: { type: 'boolean' as const, description: 'Put names of the data right, and improve punctuation and accuracy with a language model' },
}
const transcriptionForm = {
  type: 'object' as const,
  required: ['file'],
  properties: {
    ...common,
    language: { type: 'string' as const, example: 'en' },
    'timestamp_granularities[]': {
      type: 'array' as const,
      items: { type: 'string' as const, enum: ['word', 'segment'] },
      description: 'Times of verbose_json',
    },
    stream: { type: 'boolean' as const, description: "The text as it is recognised: OpenAI's events transcript.text.delta and transcript.text.done" },
  },
}
const translationForm = { type: 'object' as const, required: ['file'], properties: common }
const text = { schema: z.string() }
const answers = {
  description: 'The text',
  content: { 'application/json': { schema: Transcription }, 'text/plain': text, 'text/vtt': text },
}
const query = z.object({ optimize: TranscriptionFields.shape.optimize })
const fails = ['speech_not_configured', 'provider_failed', 'provider_timeout', 'not_found'] as const
const body = (schema: typeof transcriptionForm | typeof translationForm) => ({ content: { 'multipart/form-data': { schema } }, required: true as const })

const contract = {
  method: 'post' as const,
  access: { who: 'user' as const, rawBody: true as const, keepsReply: true as const },
  fails: [...fails],
}
const transcription = {
  ...contract,
  request: { query, body: body(transcriptionForm) },
  responses: { 200: { ...answers, content: { ...answers.content, ...eventContent("OpenAI's `transcript.text.delta` and `transcript.text.done`") } } },
}
const translation = { ...contract, request: { query, body: body(translationForm) }, responses: { 200: answers } }

export const transcriptions = createRouter()
  .openapi(
    route({ ...transcription, path: '/transcriptions', operationId: 'createTranscription', summary: 'Turn speech into text' }),
    async (c) => (await answer(c, { optimize: c.req.valid('query').optimize, translate: false })) as never,
  )
  .openapi(
    route({
      ...translation,
      path: '/translations',
      operationId: 'createTranslation',
      summary: 'Turn speech of any language into English text',
      description: 'The embedded engine needs a model of many languages for it.',
    }),
    async (c) => (await answer(c, { optimize: c.req.valid('query').optimize, translate: true })) as never,
  )

/**
 * The same for OpenAI's clients. They have one base URL for questions and for speech: where both services stand on one origin, the LLM service's serves speech too
 * (`under` = what is before it).
 */
const openaiRouter = (under: string, mark: string) =>
  createRouter()
    .openapi(
      route({
        ...transcription,
        path: `${under}/openai/v1/audio/transcriptions`,
        tags: ['openai'],
        operationId: `create${mark}OpenAiTranscription`,
        summary: `Turn speech into text with an OpenAI client${mark && ' that also asks questions'}`,
        description: `As POST /audio/transcriptions; the base URL of a client is \`…${under || '/api/v1/audio'}/openai/v1\`.`,
      }),
      async (c) => (await answer(c, { optimize: c.req.valid('query').optimize, translate: false })) as never,
    )
    .openapi(
      route({
        ...translation,
        path: `${under}/openai/v1/audio/translations`,
        tags: ['openai'],
        operationId: `create${mark}OpenAiTranslation`,
        summary: `Turn speech of any language into English text with an OpenAI client${mark && ' that also asks questions'}`,
      }),
      async (c) => (await answer(c, { optimize: c.req.valid('query').optimize, translate: true })) as never,
    )

export const openaiTranscriptions = openaiRouter('', '')
export const openaiBesideChat = openaiRouter('/api/v1/llm', 'Llm')

async function answer(c: Call<Env>, { optimize, translate }: { optimize: TranscriptionFields['optimize']; translate: boolean }): Promise<Response> {
  const { ctx } = c.var
  const { received, fields } = await readUpload(c.req.raw, 'file', { maxBytes: ctx.settings.maxAudioBytes, maxParts: 20 }, (file) =>
    takeRecording(file.body, ctx.settings.maxAudioBytes),
  )
  const parsed = TranscriptionFields.safeParse(fields)
  if (!parsed.success) throw validationFailure('form', parsed.error.issues)
  const options = { optimize: saysYes(optimize, parsed.data.optimize), translate }
  if (saysYes(parsed.data.stream) && !translate) return streamed(c, received, parsed.data, options)
  return present(c, await transcribe(ctx, received, parsed.data, options), parsed.data, translate)
}
