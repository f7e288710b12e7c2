import { z } from 'zod'
import { requireUser } from '../allow.ts'
import { recordAudit } from '../commit.ts'
import type { Context } from '../context.ts'
import { askerOf } from '../semantics/asker.ts'
import { openSpeechConfig } from './config.ts'
import type { AudioFormat, Transcript } from './engine.ts'
import { optimizeTranscript } from './optimize.ts'

const yesNo = z.enum(['true', 'false', '1', '0', ''])

/** The fields beside the file; what is not known is left alone, as OpenAI's API does. */
export const TranscriptionFields = z.object({
  model: z.string().trim().max(200).optional(),
  language: z
    .string()
    .trim()
    .regex(/^([a-z]{2,3})?$/i, 'a language code such as en')
    .optional(),
  prompt: z.string().max(4000).optional(),
  response_format: z.enum(['json', 'text', 'srt', 'vtt', 'verbose_json']).default('json'),
  temperature: z.coerce.number().min(0).max(1).optional(),
  optimize: yesNo.optional().meta({ description: 'Whether a language model improves punctuation and accuracy; the form may say it too' }),
})
export type TranscriptionFields = z.infer<typeof TranscriptionFields>

/** Whether one of the ways to say it says yes. */
export const saysYes = (...values: (z.infer<typeof yesNo> | undefined)[]): boolean => values.some((value) => value === 'true' || value === '1')

export const Transcription = z
  .object({
    text: z.string().meta({ example: 'Show me revenue by region.' }),
    raw_text: z.string().optional().meta({ description: 'The text before it was optimized' }),
    optimized: z.boolean().optional(),
    warnings: z.array(z.string()).optional(),
    task: z.literal('transcribe').optional(),
    language: z.string().nullable().optional(),
    duration: z.number().nullable().optional().meta({ description: 'Seconds' }),
    segments: z.array(z.object({ id: z.int(), start: z.number(), end: z.number(), text: z.string() })).optional(),
  })
  .meta({ id: 'Transcription' })
export type Transcription = z.infer<typeof Transcription>

export type Recording = { audio: Uint8Array; format: AudioFormat }
export type TranscriptionResult = { transcript: Transcript; text: string; optimized: boolean; warnings: string[] }

/**
 * The words of a recording. With `optimize` the text also passes through a language model; should that fail, it stays as transcribed, with a warning.
 * Fails with `speech_not_configured`, and with what the engine fails with.
 */
export async function transcribe(ctx: Context, { audio, format }: Recording, fields: TranscriptionFields, optimize: boolean): Promise<TranscriptionResult> {
  requireUser(ctx)
  const config = await openSpeechConfig(ctx, fields.model)
  const language = fields.language?.toLowerCase() || config.language
  const transcript = await ctx.ports.speech.open(config.engine).transcribe({
    audio,
    format,
    language,
    prompt: fields.prompt || null,
    temperature: fields.temperature ?? null,
    timed: fields.response_format !== 'json' && fields.response_format !== 'text',
    words: false,
    translate: false,
    asker: askerOf(ctx.actor),
    signal: ctx.signal,
  })
  const result = optimize ? await optimized(ctx, transcript, language, config.optimize) : plain(transcript)
  const details = {
    format,
    bytes: audio.byteLength,
    engine: config.engine.engine,
    model: config.engine.model,
    duration_seconds: transcript.durationSeconds,
    optimized: result.optimized,
  }
  await recordAudit(ctx, { type: 'audio.transcribed', resource: { type: 'transcription', id: null }, details })
  return result
}

const plain = (transcript: Transcript, ...warnings: string[]): TranscriptionResult => ({ transcript, text: transcript.text, optimized: false, warnings })

async function optimized(
  ctx: Context,
  transcript: Transcript,
  language: string | null,
  { enabled, model }: { enabled: boolean; model: string | null },
): Promise<TranscriptionResult> {
  if (!enabled) return plain(transcript, 'not optimized: optimizing is switched off')
  const { text, warning } = await optimizeTranscript(ctx, transcript.text, transcript.language ?? language, model)
  return warning === null ? { transcript, text, optimized: true, warnings: [] } : plain(transcript, warning)
}
