import { z } from 'zod'
import { Invitation, InvitationRequest, renewInvitation } from '#domain/access/renew-invitation.ts'
import { requireUser } from '#domain/allow.ts'
import { CreatedUser, createUser, deleteUser, getUser, listUsers, NewUser, User, UserChange, updateUser, userQueries } from '#domain/catalog/users.ts'
import { Erased, Erasure, eraseUser } from '#domain/people/erasure.ts'
import { exportPersonalData } from '#domain/people/personal-data.ts'
import { json, noContent, resource } from '#http/reply.ts'
import { resourceRoutes } from '#http/resource-routes.ts'
import { body, createRouter, idParam, onObject, reply, route } from '#http/router.ts'
import { textStream } from '#http/text-stream.ts'

const admin = { who: 'admin' } as const
const heir = z.string().max(64).optional().meta({ description: 'Who inherits what the user owned; the caller when absent' })

export const users = createRouter()
  .openapi(
    route({
      method: 'get',
      path: '/users/me',
      operationId: 'getMe',
      summary: 'Read the calling user',
      access: { who: 'user' },
      responses: { 200: reply(User, 'The caller') },
    }),
    async (c) => resource(c, await getUser(c.var.ctx, requireUser(c.var.ctx).userId), 200),
  )
  .openapi(
    route({
      method: 'delete',
      path: '/users/{user_id}',
      operationId: 'deleteUser',
      summary: 'Delete a user',
      description:
        'What the user owned passes to `reassign_to`, else to the caller, with the shares given on it: from then on it is lent by the heir and under the row filters of the heir. What the user had shared on of what others own is lent no more, until its owner or an administrator shares it again.',
      access: admin,
      request: { params: idParam('user_id', 'usr'), query: z.object({ reassign_to: heir }) },
      responses: { 204: { description: 'Gone' } },
      fails: ['last_admin'],
    }),
    async (c) => {
      await deleteUser(c.var.ctx, c.req.valid('param').user_id, c.req.valid('query').reassign_to)
      return noContent(c)
    },
  )
  .openapi(
    route({
      method: 'get',
      path: '/users/{user_id}/export',
      operationId: 'exportUserData',
      summary: 'Save what is kept of a person',
      description:
        'One JSON document: account, keys and sign-ins without their secrets, conversations, questions on dashboards, what the person owns, use, and the entries of the audit log about what the person did. For the person and for administrators, by a credential with every scope.',
      access: onObject('user', 'view', 'user_id'),
      request: { params: idParam('user_id', 'usr') },
      responses: { 200: { description: 'The document', content: { 'application/json': { schema: z.record(z.string(), z.unknown()) } } } },
      fails: ['insufficient_scope'],
    }),
    async (c) => {
      const id = c.req.valid('param').user_id
      return textStream(c, await exportPersonalData(c.var.ctx, id), 'application/json', `${id}.json`) as never
    },
  )
  .openapi(
    route({
      method: 'post',
      path: '/users/{user_id}/erasure',
      operationId: 'eraseUser',
      summary: 'Erase a person',
      description:
        'Account, keys, sign-ins, conversations and recordings are gone; what the person owned passes to `reassign_to`, else to the caller. Name and addresses leave the audit log, whose chain still verifies. What was sent elsewhere before, by webhooks or mail, is not called back.',
      access: admin,
      request: { params: idParam('user_id', 'usr'), body: body(Erasure) },
      responses: { 200: reply(Erased, 'What is gone') },
      fails: ['last_admin', 'insufficient_scope'],
    }),
    async (c) => json(c, await eraseUser(c.var.ctx, c.req.valid('param').user_id, c.req.valid('json')), 200),
  )
  .openapi(
    route({
      method: 'post',
      path: '/users/{user_id}/invitation',
      operationId: 'renewInvitation',
      summary: 'Let a user set a password',
      description:
        'Answers a one-time token for `POST /auths/invitations/accept`: an invited user joins with it, an active one replaces a forgotten password and loses all other sign-ins. Tokens made before end.',
      access: admin,
      request: { params: idParam('user_id', 'usr'), body: { ...body(InvitationRequest), required: false } },
      responses: { 201: reply(Invitation, 'The token, told once') },
      fails: ['conflict', 'mail_not_configured'],
    }),
    async (c) => {
      const invitation = await renewInvitation(c.var.ctx, c.req.valid('param').user_id, c.req.valid('json'))
      c.var.ctx.defer(() => c.env.platform.nudge())
      return json(c, invitation, 201)
    },
  )

resourceRoutes(users, {
  path: '/users',
  id: ['user_id', 'usr'],
  item: User,
  list: { of: 'users', answers: 'All users for administrators, else the caller', query: userQueries.list, page: userQueries.page, run: listUsers },
  create: {
    summary: 'Create or invite a user; the invitation token is told once',
    access: admin,
    body: NewUser,
    answers: CreatedUser,
    fails: ['already_exists', 'mail_not_configured'],
    run: createUser,
  },
  read: { summary: 'Read a user', access: onObject('user', 'view', 'user_id'), run: getUser },
  change: {
    summary: 'Change a user',
    access: onObject('user', 'edit', 'user_id'),
    body: UserChange,
    fails: ['already_exists', 'last_admin', 'conflict'],
    run: updateUser,
  },
})
