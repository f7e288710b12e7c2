import { z } from 'zod'
import { listMessages, Message, MessageListQuery, MessagePageQuery } from '#domain/agent/sessions/messages.ts'
import { cloneSession } from '#domain/agent/sessions/session-clone.ts'
import { listSessions } from '#domain/agent/sessions/session-lists.ts'
import { SessionHit, SessionSearchQuery, searchSessions } from '#domain/agent/sessions/session-search.ts'
import { NewSession, Session, SessionChange, SessionClone, SessionListQuery, SessionPageQuery } from '#domain/agent/sessions/session-shape.ts'
import { createSession, deleteSession, getSession, switchSession, updateSession } from '#domain/agent/sessions/sessions.ts'
import { pageOf } from '#domain/pagination.ts'
import { json, list, resource } from '#http/reply.ts'
import { resourceRoutes } from '#http/resource-routes.ts'
import { body, createRouter, idParam, onObject, reply, route } from '#http/router.ts'

const params = idParam('session_id', 'ses')

export const sessions = createRouter()
  .openapi(
    route({
      method: 'post',
      path: '/sessions/new',
      operationId: 'createSession',
      summary: 'Begin a session',
      access: { who: 'user' },
      request: { body: body(NewSession) },
      responses: { 201: reply(Session, 'The session') },
      fails: ['not_found'],
    }),
    async (c) => resource(c, await createSession(c.var.ctx, c.req.valid('json')), 201),
  )
  .openapi(
    route({
      method: 'get',
      path: '/sessions/search',
      operationId: 'searchSessions',
      summary: 'Find sessions by words of their titles and messages',
      access: { who: 'user' },
      request: { query: SessionSearchQuery },
      responses: { 200: reply(z.array(SessionHit), 'Sessions the caller owns or was given that hold every word, the newest match first') },
    }),
    async (c) => list(c, await searchSessions(c.var.ctx, c.req.valid('query'))),
  )
  .openapi(
    route({
      method: 'get',
      path: '/sessions/{session_id}/messages',
      operationId: 'listMessages',
      summary: 'List the messages of a session',
      access: onObject('session', 'view', 'session_id'),
      request: { params, query: MessageListQuery },
      responses: { 200: reply(z.array(Message), 'Its messages, oldest first') },
    }),
    async (c) => list(c, await listMessages(c.var.ctx, c.req.valid('param').session_id, c.req.valid('query'))),
  )
  .openapi(
    route({
      method: 'get',
      path: '/sessions/{session_id}/messages/paginated',
      operationId: 'pageMessages',
      summary: 'A page of the messages of a session',
      access: onObject('session', 'view', 'session_id'),
      request: { params, query: MessagePageQuery },
      responses: { 200: reply(pageOf(Message, 'MessagePage'), 'Its messages, oldest first') },
    }),
    async (c) => json(c, await listMessages(c.var.ctx, c.req.valid('param').session_id, c.req.valid('query')), 200),
  )
  .openapi(
    route({
      method: 'post',
      path: '/sessions/{session_id}/clone',
      operationId: 'cloneSession',
      summary: 'Copy a session with its messages',
      access: onObject('session', 'view', 'session_id'),
      request: { params, body: { ...body(SessionClone), required: false } },
      responses: { 201: reply(Session, 'The copy') },
    }),
    async (c) => resource(c, await cloneSession(c.var.ctx, c.req.valid('param').session_id, c.req.valid('json')), 201),
  )

resourceRoutes(sessions, {
  path: '/sessions',
  id: ['session_id', 'ses'],
  item: Session,
  list: { of: 'sessions', answers: "The caller's own sessions, or those shared with him", query: SessionListQuery, page: SessionPageQuery, run: listSessions },
  read: { summary: 'Read a session', access: onObject('session', 'view', 'session_id'), run: getSession },
  change: { summary: 'Change a session', access: onObject('session', 'edit', 'session_id'), body: SessionChange, run: updateSession },
  remove: { summary: 'Delete a session and its messages', access: onObject('session', 'own', 'session_id'), run: deleteSession },
})

for (const operation of ['archive', 'unarchive', 'pin', 'unpin'] as const) {
  sessions.openapi(
    route({
      method: 'post',
      path: `/sessions/{session_id}/${operation}` as const,
      operationId: `${operation}Session`,
      summary: `${operation.charAt(0).toUpperCase()}${operation.slice(1)} a session`,
      access: onObject('session', 'edit', 'session_id'),
      request: { params },
      responses: { 200: reply(Session, 'The session') },
    }),
    async (c) => resource(c, await switchSession(c.var.ctx, c.req.valid('param').session_id, operation), 200),
  )
}
