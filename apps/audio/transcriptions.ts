import type { Context as Call } from 'hono'
import { z } from 'zod'
import { Failure } from '#domain/failure.ts'
import { toSrt, toVtt } from '#domain/speech/subtitles.ts'
import { type Recording, saysYes, Transcription, TranscriptionFields, type TranscriptionResult, transcribe } from '#domain/speech/transcribe.ts'
import { counted } from '#http/body.ts'
import type { Env } from '#http/inbound.ts'
import { readUpload } from '#http/multipart.ts'
import { headersFor, json } from '#http/reply.ts'
import { createRouter, route, validationFailure } from '#http/router.ts'
import { recogniseAudio } from './audio-format.ts'

/** Plain JSON Schema: a zod schema here would have the body read before the handler can count it. */
const form = {
  type: 'object' as const,
  required: ['file'],
  properties: {
    file: { type: 'string' as const, format: 'binary', description: 'The recording' },
    model: { type: 'string' as const, description: "The engine's model; the configured one when absent" },
    language: { type: 'string' as const, example: 'en' },
    prompt: { type: 'string' as const, description: 'Words and names to expect' },
    response_format: { type: 'string' as const, enum: ['json', 'text', 'srt', 'vtt', 'verbose_json'], default: 'json' },
    temperature: { type: 'number' as const, minimum: 0, maximum: 1 },
    optimize: { type: 'boolean' as const, description: 'Improve punctuation and accuracy with a language model' },
  },
}
const text = { schema: z.string() }

export const transcriptions = createRouter().openapi(
  route({
    method: 'post',
    path: '/transcriptions',
    operationId: 'createTranscription',
    summary: 'Turn speech into text',
    access: { who: 'user', rawBody: true, keepsReply: true },
    request: {
      query: z.object({ optimize: TranscriptionFields.shape.optimize }),
      body: { content: { 'multipart/form-data': { schema: form } }, required: true },
    },
    responses: {
      200: {
        description: 'The text',
        content: { 'application/json': { schema: Transcription }, 'text/plain': text, 'text/vtt': text },
      },
    },
    fails: ['speech_not_configured', 'provider_failed', 'provider_timeout'],
  }),
  async (c) => {
    const { ctx } = c.var
    const { received, fields } = await readUpload(c.req.raw, 'file', { maxBytes: ctx.settings.maxAudioBytes }, (file) =>
      takeRecording(file.body, ctx.settings.maxAudioBytes),
    )
    const parsed = TranscriptionFields.safeParse(fields)
    if (!parsed.success) throw validationFailure('form', parsed.error.issues)
    const result = await transcribe(ctx, received, parsed.data, saysYes(c.req.valid('query').optimize, parsed.data.optimize))
    return present(c, result, parsed.data.response_format)
  },
)

async function takeRecording(body: ReadableStream<Uint8Array>, limit: number): Promise<Recording> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of counted(body, limit)) {
    chunks.push(chunk)
    size += chunk.byteLength
  }
  const audio = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    audio.set(chunk, at)
    at += chunk.byteLength
  }
  return { audio, format: recogniseAudio(audio) }
}

function present(c: Call<Env>, result: TranscriptionResult, format: TranscriptionFields['response_format']) {
  const { transcript } = result
  if (format === 'text') return plain(c, 'text/plain', `${result.text}\n`)
  if (format === 'srt') return plain(c, 'text/plain', toSrt(cuesOf(result)))
  if (format === 'vtt') return plain(c, 'text/vtt', toVtt(cuesOf(result)))
  const answer: Transcription = {
    text: result.text,
    ...(result.optimized ? { raw_text: transcript.text, optimized: true } : {}),
    ...(result.warnings.length ? { optimized: false, warnings: result.warnings } : {}),
  }
  if (format === 'json') return json(c, answer, 200)
  const segments = transcript.segments.map(({ text, startSecond, endSecond }, id) => ({ id, start: startSecond, end: endSecond, text }))
  return json(c, { task: 'transcribe' as const, language: transcript.language, duration: transcript.durationSeconds, ...answer, segments }, 200)
}

const plain = (c: Call<Env>, type: string, body: string): Response =>
  new Response(body, { status: 200, headers: headersFor(c.env.trace, { 'content-type': `${type}; charset=utf-8` }) })

/** Without segments the whole text is one cue, if at least its length is known. */
function cuesOf({ transcript, text }: TranscriptionResult) {
  if (transcript.segments.length || text === '') return transcript.segments
  if (transcript.durationSeconds !== null) return [{ text, startSecond: 0, endSecond: transcript.durationSeconds }]
  throw new Failure('invalid', 'this speech model tells no times, which subtitles need', {
    param: 'response_format',
    hint: 'use json or text, or a model that answers verbose_json',
  })
}
