import { z } from 'zod'
import { Identity, listOwnIdentities, listUserIdentities, unlinkOwnIdentity, unlinkUserIdentity } from '#domain/access/federation/identities.ts'
import { json, noContent } from '#http/reply.ts'
import { createRouter, idParam, reply, route } from '#http/router.ts'

const unlinked = { 204: { description: 'Unlinked: its sign-ins have ended' } }
const description = 'Its sign-ins end. The same person at the provider is nobody here from then on, unless the provider links by address.'

export const identities = createRouter()
  .openapi(
    route({
      method: 'get',
      path: '/auths/identities',
      operationId: 'listOwnIdentities',
      summary: 'List the identities of providers by which one signs in',
      access: { who: 'user', pending: true },
      responses: { 200: reply(z.array(Identity), 'Those linked to this account, the oldest first') },
    }),
    async (c) => json(c, await listOwnIdentities(c.var.ctx), 200),
  )
  .openapi(
    route({
      method: 'delete',
      path: '/auths/identities/{identity_id}',
      operationId: 'unlinkOwnIdentity',
      summary: 'Unlink an identity of one’s own; not the last way in',
      description,
      access: { who: 'user', pending: true, scope: '*' },
      request: { params: idParam('identity_id', 'idn') },
      responses: unlinked,
      fails: ['conflict'],
    }),
    async (c) => {
      await unlinkOwnIdentity(c.var.ctx, c.req.valid('param').identity_id)
      return noContent(c)
    },
  )
  .openapi(
    route({
      method: 'get',
      path: '/users/{user_id}/identities',
      operationId: 'listUserIdentities',
      summary: 'List the identities of providers by which a user signs in',
      access: { who: 'admin' },
      request: { params: idParam('user_id', 'usr') },
      responses: { 200: reply(z.array(Identity), 'Those linked to the account, the oldest first') },
    }),
    async (c) => json(c, await listUserIdentities(c.var.ctx, c.req.valid('param').user_id), 200),
  )
  .openapi(
    route({
      method: 'delete',
      path: '/users/{user_id}/identities/{identity_id}',
      operationId: 'unlinkUserIdentity',
      summary: 'Unlink an identity of a user; not the last way in',
      description,
      access: { who: 'admin', scope: '*' },
      request: { params: idParam('user_id', 'usr').extend(idParam('identity_id', 'idn').shape) },
      responses: unlinked,
      fails: ['conflict'],
    }),
    async (c) => {
      const { user_id, identity_id } = c.req.valid('param')
      await unlinkUserIdentity(c.var.ctx, user_id, identity_id)
      return noContent(c)
    },
  )
