import { z } from 'zod'
import type { Database } from '#db/client.ts'
import { notFound, requireUser } from '../allow.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { exampleId } from '../identifiers.ts'
import { Instant, strict } from '../strict.ts'
import { askedVocabulary } from './asked-vocabulary.ts'
import { reserveSpeech } from './budget.ts'
import { openSpeechConfig } from './engine-in-force.ts'
import { heardCounted, noteTranscribed, recognise, TranscriptionFields, type TranscriptionResult } from './transcribe.ts'
import { LIVE_RATE, samplesOf, waveOf } from './wave.ts'

/** Bytes of one piece: half a minute. */
export const MOST_PIECE_BYTES = 1_000_000
/** Seconds somebody may speak, and after which what was heard so far is settled. */
const MOST_SECONDS = 600
const SETTLES_SECONDS = 18
/** How long one waits for its next piece. */
const FORGOTTEN_MS = 300_000
/** Live transcriptions of one person, and of one process. */
const MOST_OF_ONE = 4
const MOST_OF_ALL = 200
const MOST_FOLLOWERS = 4

const { model, prompt, session_id, datasource_id } = TranscriptionFields.shape

export const NewLiveTranscription = strict({ language: TranscriptionFields.shape.language, model, prompt, session_id, datasource_id }).meta({
  id: 'NewLiveTranscription',
  example: { language: 'en', model: 'builtin' },
})

export const LiveTranscription = z
  .object({
    id: z.string().meta({ example: exampleId('liv') }),
    text: z.string().meta({ description: 'All that was understood so far', example: 'Show me revenue by' }),
    partial: z.string().meta({ description: 'The end of it, which further pieces may still change' }),
    next_sequence: z.int().meta({ description: 'The number of the piece that is expected' }),
    seconds: z.number().meta({ description: 'Seconds of sound so far' }),
    expires_at: Instant.meta({ description: 'When it is forgotten, unless another piece comes' }),
  })
  .meta({ id: 'LiveTranscription' })
export type LiveTranscription = z.infer<typeof LiveTranscription>

type Live = {
  id: string
  userId: string
  fields: TranscriptionFields
  /** Texts of what is settled, and the sound that is not. */
  settled: string[]
  partial: string
  sound: Int16Array
  next: number
  seconds: number
  touched: number
  /** The piece that is being heard: the next one waits for it. */
  busy: Promise<unknown>
  /** Those who follow it, and how it ended. */
  followers: Set<() => void>
  ended: { result: TranscriptionResult | null } | null
}

/** They live in this process's memory alone: sound of speech is kept nowhere. */
const lives = new WeakMap<Database, Map<string, Live>>()

function livesOf(ctx: Context): Map<string, Live> {
  const all = lives.get(ctx.db) ?? new Map<string, Live>()
  lives.set(ctx.db, all)
  const now = ctx.now().getTime()
  for (const [id, live] of all) {
    if (live.touched + FORGOTTEN_MS >= now) continue
    all.delete(id)
    live.ended = { result: null }
    tellFollowers(live)
  }
  return all
}

function tellFollowers(live: Live): void {
  for (const tell of live.followers) tell()
}

function endLive(ctx: Context, live: Live, result: TranscriptionResult | null): void {
  livesOf(ctx).delete(live.id)
  live.ended = { result }
  tellFollowers(live)
}

function requireLive(ctx: Context, id: string): Live {
  const { userId } = requireUser(ctx)
  const live = livesOf(ctx).get(id)
  if (!live || live.userId !== userId) throw notFound('live transcription')
  return live
}

const present = ({ id, settled, partial, next, seconds, touched }: Live): LiveTranscription => ({
  id,
  text: [...settled, partial].filter(Boolean).join(' '),
  partial,
  next_sequence: next,
  seconds: Math.round(seconds * 100) / 100,
  expires_at: new Date(touched + FORGOTTEN_MS).toISOString(),
})

/** Begins one, about the data the caller names. Fails with `speech_not_configured`, `not_found`, and `rate_limited` where too many are under way. */
export async function startLive(ctx: Context, input: z.infer<typeof NewLiveTranscription>): Promise<LiveTranscription> {
  const { userId } = requireUser(ctx)
  const fields = TranscriptionFields.parse(input)
  const { isModel } = await askedVocabulary(ctx, { sessionId: fields.session_id, model: fields.model, datasourceId: fields.datasource_id })
  await openSpeechConfig(ctx, isModel ? undefined : fields.model)
  const all = livesOf(ctx)
  const own = [...all.values()].filter((live) => live.userId === userId).length
  if (own >= MOST_OF_ONE || all.size >= MOST_OF_ALL) throw new Failure('rate_limited', 'too many live transcriptions are under way', { retryAfter: 60 })
  const touched = ctx.now().getTime()
  const id = ctx.newId('liv')
  const live: Live = {
    id,
    userId,
    fields,
    settled: [],
    partial: '',
    sound: new Int16Array(),
    next: 0,
    seconds: 0,
    touched,
    busy: Promise.resolve(),
    followers: new Set(),
    ended: null,
  }
  all.set(id, live)
  return present(live)
}

/** What was understood so far. Fails with `not_found`, also when it was forgotten. */
export const readLive = (ctx: Context, id: string): LiveTranscription => present(requireLive(ctx, id))

/**
 * Hears the next piece together with those that are not settled yet. A piece that came before is answered with what is known; fails with `conflict` for one out
 * of order, `payload_too_large` when somebody speaks for too long, and as a transcription does, after which the same piece may be sent again.
 */
export async function appendPiece(ctx: Context, id: string, sequence: number, wave: Uint8Array): Promise<LiveTranscription> {
  const live = requireLive(ctx, id)
  const samples = samplesOf(wave)
  const heard = live.busy.then(() => hearPiece(ctx, live, sequence, samples))
  live.busy = heard.catch(() => {})
  await heard
  return present(live)
}

async function hearPiece(ctx: Context, live: Live, sequence: number, samples: Int16Array): Promise<void> {
  if (sequence < live.next) return
  if (sequence > live.next) throw new Failure('conflict', `the piece ${live.next} is expected`, { param: 'sequence' })
  const seconds = live.seconds + samples.length / LIVE_RATE
  if (seconds > MOST_SECONDS) throw new Failure('payload_too_large', `a live transcription takes ${MOST_SECONDS / 60} minutes`, { param: 'file' })
  const sound = new Int16Array(live.sound.length + samples.length)
  sound.set(live.sound)
  sound.set(samples, live.sound.length)
  const release = await reserveSpeech(ctx, samples.length / LIVE_RATE)
  try {
    // Told early, it is heard once: the end hears it again.
    const options = { optimize: false, heard: () => {} }
    const { result, used } = await recognise(ctx, { audio: waveOf(sound), format: 'wav' }, live.fields, options)
    await ctx.db.write([heardCounted(ctx, used, samples.length / LIVE_RATE)], { unsynced: true })
    heed(ctx, live, { sound, seconds, text: result.text })
  } finally {
    await release()
  }
}

/** What was heard so far. Once it is much, it is settled. */
function heed(ctx: Context, live: Live, { sound, seconds, text }: { sound: Int16Array; seconds: number; text: string }): void {
  const isFull = sound.length / LIVE_RATE > SETTLES_SECONDS
  if (isFull) live.settled.push(text)
  Object.assign(live, {
    sound: isFull ? new Int16Array() : sound,
    partial: isFull ? '' : text,
    next: live.next + 1,
    seconds,
    touched: ctx.now().getTime(),
  })
  tellFollowers(live)
}

/** Ends one: the last of it is heard once more, now with the names that sound like it, the whole is improved when asked to, and all is forgotten. */
export async function finishLive(ctx: Context, id: string, optimize: boolean): Promise<TranscriptionResult> {
  const live = requireLive(ctx, id)
  await live.busy
  const { result, used } = await recognise(ctx, { audio: waveOf(live.sound), format: 'wav' }, live.fields, { optimize }, live.settled)
  result.transcript.durationSeconds = live.seconds
  endLive(ctx, live, result)
  await noteTranscribed(ctx, { format: 'wav', live: true }, used, result, 0)
  return result
}

/** Forgets one without its text. Fails with `not_found`. */
export function forgetLive(ctx: Context, id: string): void {
  endLive(ctx, requireLive(ctx, id), null)
}

/** What a live transcription comes to: its text with each change, and at its end the whole; `null` = it was forgotten. */
export type LiveEvent = { type: 'changed'; live: LiveTranscription } | { type: 'ended'; result: TranscriptionResult | null }

/** Follows one from what is understood now to its end. Fails with `not_found`, `rate_limited` when too many follow it. */
export function followLive(ctx: Context, id: string, signal: AbortSignal): AsyncGenerator<LiveEvent> {
  const live = requireLive(ctx, id)
  if (live.followers.size >= MOST_FOLLOWERS) throw new Failure('rate_limited', 'too many follow this live transcription', { retryAfter: 5 })
  let wake = () => {}
  let isNew = true
  const told = () => {
    isNew = true
    wake()
  }
  live.followers.add(told)
  signal.addEventListener('abort', told, { once: true })
  return (async function* () {
    // Nobody asks for one that its speaker has left: it is looked for now and then.
    const timer = setInterval(() => livesOf(ctx), FORGOTTEN_MS / 10)
    try {
      for (;;) {
        if (!isNew) await new Promise<void>((resolve) => (wake = resolve))
        isNew = false
        if (signal.aborted) return
        if (live.ended) return yield { type: 'ended', result: live.ended.result }
        yield { type: 'changed', live: present(live) }
      }
    } finally {
      clearInterval(timer)
      live.followers.delete(told)
    }
  })()
}
