import type { BatchItem } from 'drizzle-orm/batch'
import { z } from 'zod'
import { keyOf, usageCounted } from '../agent/completions/usage-count.ts'
import { requireUser } from '../allow.ts'
import { commitInsert } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { askerOf } from '../semantics/sources/asker.ts'
import { askedVocabulary } from './asked-vocabulary.ts'
import { reserveSpeech, roughSeconds } from './budget.ts'
import type { AudioFormat, SpeechEngineConfig, SpeechRequest, Transcript, TranscriptSegment } from './engine.ts'
import { openSpeechConfig } from './engine-in-force.ts'
import { hearSteadily } from './hear-steadily.ts'
import type { Vocabulary } from './knowledge/vocabulary.ts'
import { optimizeTranscript } from './optimize.ts'
import { keepRecording, requireKeeping } from './recordings.ts'
import type { Correction } from './repair/repair.ts'

const yesNo = z.enum(['true', 'false', '1', '0', ''])
const id = z.string().trim().max(64).optional()

/** The fields beside the file; what is not known is left alone, as OpenAI's API does. */
export const TranscriptionFields = z.object({
  model: z.string().trim().max(200).optional(),
  language: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^([a-z]{2,3})?$/, 'a language code such as en')
    .optional(),
  prompt: z.string().max(4000).optional(),
  response_format: z.enum(['json', 'text', 'srt', 'vtt', 'verbose_json']).default('json'),
  'timestamp_granularities[]': z
    .string()
    .regex(/^(?:word|segment)(?:,(?:word|segment))*$/, 'word, segment, or both')
    .optional(),
  temperature: z.coerce.number().min(0).max(1).optional(),
  stream: yesNo.optional(),
  store: yesNo.optional(),
  session_id: id,
  datasource_id: id,
  optimize: yesNo.optional().meta({ description: 'Whether names of the data are put right and punctuation is improved; the form may say it too' }),
})
export type TranscriptionFields = z.infer<typeof TranscriptionFields>

/** Whether one of the ways to say it says yes. */
export const saysYes = (...values: (z.infer<typeof yesNo> | undefined)[]): boolean => values.some((value) => value === 'true' || value === '1')

const timed = { start: z.number().meta({ description: 'Seconds' }), end: z.number() }

export const TranscriptionCorrection = z
  .object({
    from: z.string().meta({ example: 'cuntry' }),
    to: z.string().meta({ example: 'country' }),
    start: z.int().meta({ description: 'Where it stands in text, in characters' }),
    end: z.int(),
    source: z.string().meta({ description: 'The name of the data it was taken for', example: 'column invoices.billing_country' }),
  })
  .meta({ id: 'TranscriptionCorrection' })

export const Transcription = z
  .object({
    text: z.string().meta({ example: 'Show me revenue by region.' }),
    raw_text: z.string().optional().meta({ description: 'The text before it was optimized' }),
    optimized: z.boolean().optional(),
    corrections: z.array(TranscriptionCorrection).optional().meta({ description: 'Names of the data that were put right' }),
    warnings: z.array(z.string()).optional(),
    recording_id: z.string().optional().meta({ description: 'What was kept of it, with `store`' }),
    no_speech: z.literal(true).optional().meta({ description: 'Nobody speaks in the recording' }),
    task: z.enum(['transcribe', 'translate']).optional(),
    language: z.string().nullable().optional().meta({ description: 'What is spoken, where the engine tells it' }),
    duration: z.number().nullable().optional().meta({ description: 'Seconds' }),
    segments: z.array(z.object({ id: z.int(), ...timed, text: z.string() })).optional(),
    words: z.array(z.object({ word: z.string(), ...timed })).optional(),
    usage: z.object({ type: z.literal('duration'), seconds: z.number() }).optional(),
  })
  .meta({ id: 'Transcription' })
export type Transcription = z.infer<typeof Transcription>

export type Recording = { audio: Uint8Array; format: AudioFormat }
export type TranscriptionResult = {
  transcript: Transcript
  text: string
  optimized: boolean
  corrections: Correction[]
  warnings: string[]
  recordingId?: string
}
export type TranscriptionOptions = {
  optimize: boolean
  /** Whether the text is wanted in English, whatever is spoken. */
  translate?: boolean
  /** Told of each segment as soon as it is recognised; then nothing is heard twice. */
  heard?: (segment: TranscriptSegment) => void
  signal?: AbortSignal
}

/**
 * The words of a recording, recognised by an engine that knows the names of the data it is about, as far as the caller may see them. With `optimize` those names
 * are put right in the text, and a language model improves it; should that fail, it stays, with a warning.
 * Fails with `speech_not_configured`, `not_found` for a session or data source, `rate_limited` beyond a budget, and with what the engine fails with.
 */
export async function transcribe(ctx: Context, recording: Recording, fields: TranscriptionFields, options: TranscriptionOptions): Promise<TranscriptionResult> {
  requireUser(ctx)
  const about = roughSeconds(recording)
  const isKept = saysYes(fields.store)
  if (isKept) await requireKeeping(ctx, recording.audio.byteLength, fields.session_id)
  const release = await reserveSpeech(ctx, about)
  try {
    const { result, used } = await recognise(ctx, recording, fields, options)
    const seconds = result.transcript.durationSeconds ?? about
    const id = isKept ? ctx.newId('rec') : null
    const kept = id ? [keepRecording(ctx, { ...recording, id, seconds: result.transcript.durationSeconds, sessionId: fields.session_id || undefined })] : []
    await noteTranscribed(ctx, { format: recording.format, bytes: recording.audio.byteLength, recording_id: id }, used, result, seconds, kept)
    return id ? { ...result, recordingId: id } : result
  } finally {
    await release()
  }
}

/** As `transcribe`, without a word in the audit log: for a part of what is told there when it has ended. `before` = the text ahead of it, to be improved with it. */
export async function recognise(
  ctx: Context,
  { audio, format }: Recording,
  fields: TranscriptionFields,
  options: TranscriptionOptions,
  before: string[] = [],
): Promise<{ result: TranscriptionResult; used: SpeechEngineConfig }> {
  requireUser(ctx)
  const { isModel, ...knowledge } = await askedVocabulary(ctx, { sessionId: fields.session_id, model: fields.model, datasourceId: fields.datasource_id })
  const config = await openSpeechConfig(ctx, isModel ? undefined : fields.model)
  const language = fields.language?.toLowerCase() || config.language
  const granularities = fields['timestamp_granularities[]']?.split(',') ?? []
  const request: SpeechRequest = {
    audio,
    format,
    language,
    prompt: fields.prompt || null,
    names: [],
    temperature: fields.temperature ?? null,
    timed: fields.response_format !== 'json' && fields.response_format !== 'text',
    words: granularities.includes('word'),
    translate: options.translate ?? false,
    asker: askerOf(ctx.actor),
    signal: options.signal ?? ctx.signal,
    ...(options.heard ? { heard: options.heard } : {}),
  }
  const { transcript: heard, used, warnings } = await hearSteadily(ctx, config, request, knowledge)
  const text = [...before, heard.text].filter(Boolean).join(' ')
  const transcript = { ...heard, text, noSpeech: text === '' && heard.noSpeech }
  const told = options.optimize ? await optimized(ctx, transcript, language, config.optimize, await knowledge.widened(text)) : plain(transcript)
  return { result: { ...told, warnings: [...warnings, ...told.warnings] }, used }
}

/** Records that somebody had something transcribed: how much and by which engine, not what was said. `seconds` = what of it counts as used now. */
export async function noteTranscribed(
  ctx: Context,
  what: Record<string, unknown>,
  used: SpeechEngineConfig,
  { transcript, optimized }: TranscriptionResult,
  seconds: number,
  also: BatchItem<'sqlite'>[] = [],
): Promise<void> {
  const engine = used.engine === 'provider' ? { engine: used.connection.kind, provider: used.connection.name } : { engine: used.engine }
  const details = { ...what, ...engine, model: used.model, duration_seconds: transcript.durationSeconds, optimized }
  await commitInsert(ctx, heardCounted(ctx, used, seconds), { type: 'audio.transcribed', resource: { type: 'transcription', id: null }, details }, also)
}

/** The statement that adds seconds to what was used. */
export const heardCounted = (ctx: Context, { model }: SpeechEngineConfig, audio_seconds: number) =>
  usageCounted(ctx, { day: instantOf(ctx).slice(0, 10), user_id: requireUser(ctx).userId, api_key_id: keyOf(ctx), model, datasource_id: '', audio_seconds })

const plain = (transcript: Transcript, ...warnings: string[]): TranscriptionResult => ({
  transcript,
  text: transcript.text,
  optimized: false,
  corrections: [],
  warnings,
})

async function optimized(
  ctx: Context,
  transcript: Transcript,
  language: string | null,
  { enabled, model }: { enabled: boolean; model: string | null },
  vocabulary: Vocabulary,
): Promise<TranscriptionResult> {
  if (!enabled) return plain(transcript, 'not optimized: optimizing is switched off')
  const { text, corrections, warning } = await optimizeTranscript(ctx, transcript.text, transcript.language ?? language, model, vocabulary)
  return { transcript, text, optimized: warning === null || corrections.length > 0, corrections, warnings: warning === null ? [] : [warning] }
}
