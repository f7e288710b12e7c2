import { z } from 'zod'
import { readSharedSession, SessionShare, SharedSession, shareSession, shareSessionWith, unshareSession } from '#domain/agent/sessions/session-shares.ts'
import { exampleId } from '#domain/identifiers.ts'
import { json, noContent } from '#http/reply.ts'
import { createRouter, idParam, onObject, reply, route } from '#http/router.ts'
import { sharingRouter } from '#http/sharing.ts'

const params = idParam('session_id', 'ses')
const access = onObject('session', 'own', 'session_id')
const shareParams = z.object({
  share_id: z
    .string()
    .min(1)
    .max(64)
    .meta({ param: { name: 'share_id', in: 'path' }, example: exampleId('shr') }),
})

/** How a session is shown to others: frozen behind a link, or as it stands with users and groups. */
export const sessionShares = createRouter()
  .openapi(
    route({
      method: 'post',
      path: '/sessions/{session_id}/share',
      operationId: 'shareSession',
      summary: 'Freeze a session behind a link',
      description: 'Signed-in users who have the link read the session as it is now; rows only of data sources they may query.',
      access,
      request: { params },
      responses: { 201: reply(SessionShare, 'The link'), 200: reply(SessionShare, 'The link, which existed') },
      fails: ['conflict'],
    }),
    async (c) => {
      const { share, created } = await shareSession(c.var.ctx, c.req.valid('param').session_id)
      return created ? json(c, share, 201) : json(c, share, 200)
    },
  )
  .openapi(
    route({
      method: 'delete',
      path: '/sessions/{session_id}/share',
      operationId: 'unshareSession',
      summary: 'End the link of a session',
      access,
      request: { params },
      responses: { 204: { description: 'Gone' } },
    }),
    async (c) => {
      await unshareSession(c.var.ctx, c.req.valid('param').session_id)
      return noContent(c)
    },
  )
  .openapi(
    route({
      method: 'get',
      path: '/sessions/shared/{share_id}',
      operationId: 'getSharedSession',
      summary: 'Read a session by its link',
      access: { who: 'user' },
      request: { params: shareParams },
      responses: { 200: reply(SharedSession, 'The session as it was when the link was made') },
    }),
    async (c) => json(c, await readSharedSession(c.var.ctx, c.req.valid('param').share_id), 200),
  )

export const sessionSharing = sharingRouter({ type: 'session', path: '/sessions', prefix: 'ses', share: shareSessionWith })
