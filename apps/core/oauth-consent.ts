import { z } from 'zod'
import { AuthorizationDecision, AuthorizationRequest, askConsent, ConsentAnswer, ConsentQuestion, decideConsent } from '#domain/access/oauth/authorize.ts'
import { ConnectedApp, disconnectApp, listConnectedApps } from '#domain/access/oauth/connections.ts'
import { json, noContent } from '#http/reply.ts'
import { body, createRouter, idParam, reply, route } from '#http/router.ts'

/** What the workspace asks a person before an app may act for him, and the apps he has connected. */
export const oauthConsent = createRouter()
  .openapi(
    route({
      method: 'post',
      path: '/oauth/authorizations/ask',
      operationId: 'askOAuthConsent',
      summary: 'Read what an app asks for',
      description:
        'By the query of the authorization endpoint, which is the page `/authorize` of the workspace. Only for somebody who has signed in: neither a key nor another app may agree.',
      access: { who: 'user', scope: 'core:write', signin: true },
      request: { body: body(AuthorizationRequest) },
      responses: { 200: reply(ConsentQuestion, 'What to ask, or where to go at once') },
    }),
    async (c) => json(c, await askConsent(c.var.ctx, c.req.valid('json')), 200),
  )
  .openapi(
    route({
      method: 'post',
      path: '/oauth/authorizations',
      operationId: 'decideOAuthConsent',
      summary: 'Allow or refuse what an app asks for',
      access: { who: 'user', scope: 'core:write', signin: true },
      request: { body: body(AuthorizationDecision) },
      responses: { 200: reply(ConsentAnswer, 'Where the browser goes with the answer') },
    }),
    async (c) => json(c, await decideConsent(c.var.ctx, c.req.valid('json')), 200),
  )
  .openapi(
    route({
      method: 'get',
      path: '/oauth/connections',
      operationId: 'listConnectedApps',
      summary: 'List one’s connected apps',
      access: { who: 'user' },
      responses: { 200: reply(z.array(ConnectedApp), 'Those that hold, the one used last first') },
    }),
    async (c) => json(c, await listConnectedApps(c.var.ctx), 200),
  )
  .openapi(
    route({
      method: 'delete',
      path: '/oauth/connections/{connection_id}',
      operationId: 'disconnectApp',
      summary: 'End a connected app',
      access: { who: 'user' },
      request: { params: idParam('connection_id', 'con') },
      responses: { 204: { description: 'Ended: its tokens are refused from the next request on' } },
    }),
    async (c) => {
      await disconnectApp(c.var.ctx, c.req.valid('param').connection_id)
      return noContent(c)
    },
  )
