import type { Context as Call } from 'hono'
import { Failure } from '#domain/failure.ts'
import { toSrt, toVtt } from '#domain/speech/subtitles.ts'
import type { Transcription, TranscriptionFields, TranscriptionResult } from '#domain/speech/transcribe.ts'
import type { Env } from '#http/inbound.ts'
import { headersFor, json } from '#http/reply.ts'

type Asked = Pick<TranscriptionFields, 'response_format' | 'timestamp_granularities[]'>

/** A transcription in the format that was asked for. Fails with `invalid` for subtitles of an engine that tells no times. */
export function present(c: Call<Env>, result: TranscriptionResult, asked: Asked, translate: boolean): Response {
  const format = asked.response_format
  if (format === 'text') return plain(c, 'text/plain', `${result.text}\n`)
  if (format === 'srt') return plain(c, 'text/plain', toSrt(cuesOf(result)))
  if (format === 'vtt') return plain(c, 'text/vtt', toVtt(cuesOf(result)))
  const answer = answerOf(result)
  if (format === 'json') return json(c, answer, 200)
  const { language, durationSeconds, segments, words } = result.transcript
  const granularities = asked['timestamp_granularities[]']?.split(',') ?? ['segment']
  const timed: Transcription = {
    task: translate ? 'translate' : 'transcribe',
    ...answer,
    language,
    duration: durationSeconds,
    ...(granularities.includes('segment')
      ? { segments: segments.map(({ text, startSecond, endSecond }, id) => ({ id, start: startSecond, end: endSecond, text })) }
      : {}),
    ...(granularities.includes('word') ? { words: words.map(({ text, startSecond, endSecond }) => ({ word: text, start: startSecond, end: endSecond })) } : {}),
  }
  return json(c, timed, 200)
}

/** What `json` tells, and the end of a stream. */
export function answerOf({ transcript, text, optimized, corrections, warnings, recordingId }: TranscriptionResult): Transcription {
  const { language, durationSeconds, noSpeech } = transcript
  return {
    text,
    ...(optimized ? { raw_text: transcript.text, optimized: true, corrections } : {}),
    ...(warnings.length ? { optimized, warnings } : {}),
    ...(recordingId ? { recording_id: recordingId } : {}),
    ...(noSpeech ? { no_speech: true as const } : {}),
    ...(language === null ? {} : { language }),
    ...(durationSeconds === null ? {} : { usage: { type: 'duration' as const, seconds: durationSeconds } }),
  }
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
