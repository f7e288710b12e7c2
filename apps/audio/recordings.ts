import { z } from 'zod'
import type { AudioFormat } from '#domain/speech/engine.ts'
import { attachRecording, deleteRecording, getRecording, listRecordings, readRecording, recordingQueries, StoredRecording } from '#domain/speech/recordings.ts'
import { headersFor, json, noContent } from '#http/reply.ts'
import { listRoutes } from '#http/resource-routes.ts'
import { createRouter, idParam, reply, route } from '#http/router.ts'

const access = { who: 'user' } as const
const params = idParam('recording_id', 'rec')
const TYPES: Record<AudioFormat, string> = {
  mp3: 'audio/mpeg',
  mp4: 'audio/mp4',
  m4a: 'audio/mp4',
  wav: 'audio/wav',
  webm: 'audio/webm',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
}
const sound = { schema: z.string().meta({ format: 'binary' }) }

export const recordings = listRoutes(createRouter(), {
  path: '/recordings',
  item: StoredRecording,
  list: {
    of: 'recordings',
    answers: 'What was kept with `store=true`, newest first',
    query: recordingQueries.list,
    page: recordingQueries.page,
    run: listRecordings,
  },
})
  .openapi(
    route({
      method: 'get',
      path: '/recordings/{recording_id}',
      operationId: 'getStoredRecording',
      summary: 'Read about a recording that was kept',
      description: 'Its speaker, and who may view its session.',
      access,
      request: { params },
      responses: { 200: reply(StoredRecording, 'What it is and where it belongs') },
    }),
    async (c) => json(c, await getRecording(c.var.ctx, c.req.valid('param').recording_id), 200),
  )
  .openapi(
    route({
      method: 'get',
      path: '/recordings/{recording_id}/file',
      operationId: 'readStoredRecording',
      summary: 'Hear a recording that was kept',
      description: 'Its speaker, and who may view its session.',
      access,
      request: { params },
      responses: { 200: { description: 'The sound as it came', content: Object.fromEntries(Object.values(TYPES).map((type) => [type, sound])) } },
    }),
    async (c) => {
      const { recording_id } = c.req.valid('param')
      const { format, sound } = await readRecording(c.var.ctx, recording_id)
      const headers = { 'content-type': TYPES[format], 'content-disposition': `attachment; filename="${recording_id}.${format}"` }
      return new Response(sound.slice(), { status: 200, headers: headersFor(c.env.trace, headers) }) as never
    },
  )
  .openapi(
    route({
      method: 'put',
      path: '/recordings/{recording_id}/messages/{message_id}',
      operationId: 'attachStoredRecording',
      summary: 'Put a recording with the question it became',
      description: 'Its speaker alone. From then on it belongs to the session of the message, and goes with it.',
      access,
      request: { params: params.extend(idParam('message_id', 'msg').shape) },
      responses: { 200: reply(StoredRecording, 'The recording with its message') },
      fails: ['forbidden'],
    }),
    async (c) => {
      const { recording_id, message_id } = c.req.valid('param')
      return json(c, await attachRecording(c.var.ctx, recording_id, message_id), 200)
    },
  )
  .openapi(
    route({
      method: 'delete',
      path: '/recordings/{recording_id}',
      operationId: 'deleteStoredRecording',
      summary: 'Delete a recording that was kept',
      description: 'Its speaker, and who owns its session.',
      access,
      request: { params },
      responses: { 204: { description: 'Gone' } },
      fails: ['forbidden'],
    }),
    async (c) => {
      await deleteRecording(c.var.ctx, c.req.valid('param').recording_id)
      return noContent(c)
    },
  )
