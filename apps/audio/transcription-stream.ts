import type { Context as Call } from 'hono'
import { Failure } from '#domain/failure.ts'
import { type Recording, type TranscriptionFields, type TranscriptionResult, transcribe } from '#domain/speech/transcribe.ts'
import { failureReply, internalBody } from '#http/failures.ts'
import type { Env } from '#http/inbound.ts'
import { eventStream, type ServerEvent } from '#http/stream.ts'
import { answerOf } from './present.ts'

/**
 * The text as it is recognised, in OpenAI's events: `transcript.text.delta` for each segment and `transcript.text.done` at the end. What fails before the first
 * word has its HTTP status; what fails later is the last event. A client who leaves ends the recognition.
 */
export async function streamed(c: Call<Env>, recording: Recording, fields: TranscriptionFields, options: { optimize: boolean }): Promise<Response> {
  if (fields.response_format !== 'json' && fields.response_format !== 'text') {
    throw new Failure('invalid', 'a stream tells text: use the response format json or text with it', { param: 'response_format' })
  }
  const { ctx } = c.var
  const leaving = new AbortController()
  const segments: string[] = []
  let wake = () => {}
  const heard = ({ text }: { text: string }) => {
    segments.push(text)
    wake()
  }
  const signal = AbortSignal.any([ctx.signal, leaving.signal])
  let outcome: { result: TranscriptionResult } | { error: unknown } | null = null
  const running = transcribe(ctx, recording, fields, { ...options, heard, signal }).then(
    (result) => {
      outcome = { result }
      wake()
    },
    (error: unknown) => {
      outcome = { error }
      wake()
    },
  )
  const changed = () =>
    new Promise<void>((resolve) => {
      wake = resolve
      if (outcome !== null || segments.length) resolve()
    })
  await changed()
  const early = outcome as { error?: unknown } | null
  if (early && 'error' in early && !segments.length) throw early.error

  async function* events(): AsyncGenerator<ServerEvent> {
    let isFirst = true
    for (;;) {
      await changed()
      for (let segment = segments.shift(); segment !== undefined; segment = segments.shift()) {
        yield told({ type: 'transcript.text.delta', delta: isFirst ? segment : ` ${segment}` })
        isFirst = false
      }
      const ended = outcome as { result: TranscriptionResult } | { error: unknown } | null
      if (!ended) continue
      if ('error' in ended) yield told(ended.error instanceof Failure ? failureReply(ended.error, ctx.request.id).body : internalBody(ctx.request.id))
      else {
        const answer = answerOf(ended.result)
        if (isFirst && answer.text !== '') yield told({ type: 'transcript.text.delta', delta: ended.result.transcript.text })
        yield told({ type: 'transcript.text.done', ...answer })
      }
      await running
      return
    }
  }
  return eventStream(c, events(), () => leaving.abort(new DOMException('the client left', 'AbortError')))
}

const told = (event: object): ServerEvent => ({ data: JSON.stringify(event) })
