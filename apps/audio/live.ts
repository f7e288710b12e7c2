import { z } from 'zod'
import {
  appendPiece,
  finishLive,
  followLive,
  forgetLive,
  type LiveEvent,
  LiveTranscription,
  MOST_PIECE_BYTES,
  NewLiveTranscription,
  readLive,
  startLive,
} from '#domain/speech/live.ts'
import { saysYes, Transcription, TranscriptionFields } from '#domain/speech/transcribe.ts'
import { readUpload } from '#http/multipart.ts'
import { json, noContent } from '#http/reply.ts'
import { body, createRouter, eventContent, idParam, reply, route, validationFailure } from '#http/router.ts'
import { eventStream, type ServerEvent } from '#http/stream.ts'
import { answerOf } from './present.ts'
import { takeRecording } from './take-recording.ts'

const params = idParam('live_id', 'liv')
const access = { who: 'user' as const }
const PieceFields = z.object({ sequence: z.coerce.number().int().min(0).max(100_000) })
const pieceForm = {
  type: 'object' as const,
  required: ['file', 'sequence'],
  properties: {
    file: { type: 'string' as const, format: 'binary', description: 'A WAV of 16 kHz, one channel and 16 bits; best 2 to 4 seconds, cut where nobody speaks' },
    sequence: { type: 'integer' as const, minimum: 0, description: 'The number of the piece, from 0 on' },
  },
}
const query = z.object({ optimize: TranscriptionFields.shape.optimize })

export const live = createRouter()
  .openapi(
    route({
      method: 'post',
      path: '/live',
      operationId: 'startLiveTranscription',
      summary: 'Begin a transcription while somebody still speaks',
      description: 'It lives in the memory of one process, and is forgotten five minutes after its last piece.',
      access,
      request: { body: body(NewLiveTranscription) },
      responses: { 201: reply(LiveTranscription, 'It awaits its first piece') },
      fails: ['speech_not_configured', 'not_found'],
    }),
    async (c) => json(c, await startLive(c.var.ctx, c.req.valid('json')), 201),
  )
  .openapi(
    route({
      method: 'get',
      path: '/live/{live_id}',
      operationId: 'getLiveTranscription',
      summary: 'Read what was understood so far',
      access,
      request: { params },
      responses: { 200: reply(LiveTranscription, 'The text, and the piece that is expected') },
    }),
    async (c) => json(c, readLive(c.var.ctx, c.req.valid('param').live_id), 200),
  )
  .openapi(
    route({
      method: 'get',
      path: '/live/{live_id}/events',
      operationId: 'followLiveTranscription',
      summary: 'Follow what is understood',
      description:
        'Server-sent events: `transcript.text.partial` with the text so far at once and after each piece, as GET /live/{live_id} tells it, and last `transcript.text.done` with the whole text, or `transcript.text.forgotten`.',
      access,
      request: { params },
      responses: { 200: { description: 'The events', content: eventContent('`transcript.text.partial` with the text so far, last `transcript.text.done`') } },
    }),
    async (c) => {
      const { ctx } = c.var
      const leaving = new AbortController()
      const followed = followLive(ctx, c.req.valid('param').live_id, AbortSignal.any([ctx.signal, leaving.signal]))
      return eventStream(c, eventsOf(followed), () => leaving.abort()) as never
    },
  )
  .openapi(
    route({
      method: 'post',
      path: '/live/{live_id}/pieces',
      operationId: 'appendLivePiece',
      summary: 'Send the next piece of sound',
      access: { ...access, rawBody: true },
      request: { params, body: { content: { 'multipart/form-data': { schema: pieceForm } }, required: true } },
      responses: { 200: reply(LiveTranscription, 'The text with this piece; a piece that came before changes nothing') },
      fails: ['conflict', 'speech_not_configured', 'provider_failed', 'provider_timeout'],
    }),
    async (c) => {
      const { received, fields } = await readUpload(c.req.raw, 'file', { maxBytes: MOST_PIECE_BYTES }, (file) => takeRecording(file.body, MOST_PIECE_BYTES))
      const parsed = PieceFields.safeParse(fields)
      if (!parsed.success) throw validationFailure('form', parsed.error.issues)
      return json(c, await appendPiece(c.var.ctx, c.req.valid('param').live_id, parsed.data.sequence, received.audio), 200)
    },
  )
  .openapi(
    route({
      method: 'post',
      path: '/live/{live_id}/finish',
      operationId: 'finishLiveTranscription',
      summary: 'End a live transcription and take its text',
      access,
      request: { params, query },
      responses: { 200: reply(Transcription, 'The whole text') },
      fails: ['speech_not_configured', 'provider_failed', 'provider_timeout'],
    }),
    async (c) => json(c, answerOf(await finishLive(c.var.ctx, c.req.valid('param').live_id, saysYes(c.req.valid('query').optimize))), 200),
  )
  .openapi(
    route({
      method: 'delete',
      path: '/live/{live_id}',
      operationId: 'deleteLiveTranscription',
      summary: 'Forget a live transcription',
      access,
      request: { params },
      responses: { 204: { description: 'Forgotten' } },
    }),
    async (c) => {
      forgetLive(c.var.ctx, c.req.valid('param').live_id)
      return noContent(c)
    },
  )

async function* eventsOf(followed: AsyncIterable<LiveEvent>): AsyncGenerator<ServerEvent> {
  for await (const event of followed) {
    if (event.type === 'changed') yield told('transcript.text.partial', event.live)
    else if (event.result) yield told('transcript.text.done', answerOf(event.result))
    else yield told('transcript.text.forgotten', {})
  }
}

const told = (type: string, facts: object): ServerEvent => ({ event: type, data: JSON.stringify({ type, ...facts }) })
