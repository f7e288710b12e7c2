import { z } from 'zod'
import {
  ApiKey,
  ApiKeyChange,
  ApiKeyQuery,
  ApiKeyRotation,
  CreatedApiKey,
  createApiKey,
  getApiKey,
  listApiKeys,
  NewApiKey,
  revokeApiKey,
  rotateApiKey,
  UserApiKeyQuery,
  updateApiKey,
} from '#domain/access/api-keys.ts'
import { list, noContent, resource } from '#http/reply.ts'
import { body, createRouter, idParam, onObject, reply, route } from '#http/router.ts'

const params = idParam('key_id', 'key')
const ofUser = idParam('user_id', 'usr')
const access = { who: 'user' } as const
const change = onObject('api_key', 'own', 'key_id')

export const apiKeys = createRouter()
  .openapi(
    route({
      method: 'get',
      path: '/auths/api-keys',
      operationId: 'listApiKeys',
      summary: 'List API keys',
      access,
      request: { query: ApiKeyQuery },
      responses: { 200: reply(z.array(ApiKey), 'The caller’s keys, without their secrets') },
    }),
    async (c) => list(c, await listApiKeys(c.var.ctx, c.req.valid('query'))),
  )
  .openapi(
    route({
      method: 'post',
      path: '/auths/api-keys',
      operationId: 'createApiKey',
      summary: 'Make an API key',
      access,
      request: { body: body(NewApiKey) },
      responses: { 201: reply(CreatedApiKey, 'The key, this once') },
    }),
    async (c) => resource(c, await createApiKey(c.var.ctx, c.req.valid('json')), 201),
  )
  .openapi(
    route({
      method: 'get',
      path: '/auths/api-keys/{key_id}',
      operationId: 'getApiKey',
      summary: 'Read an API key',
      access,
      request: { params },
      responses: { 200: reply(ApiKey, 'The key, without its secret') },
    }),
    async (c) => resource(c, await getApiKey(c.var.ctx, c.req.valid('param').key_id), 200),
  )
  .openapi(
    route({
      method: 'post',
      path: '/auths/api-keys/{key_id}/rotate',
      operationId: 'rotateApiKey',
      summary: 'Replace an API key',
      access: change,
      request: { params, body: { content: body(ApiKeyRotation).content, required: false } },
      responses: { 201: reply(CreatedApiKey, 'The new key, this once') },
      fails: ['conflict'],
    }),
    async (c) => resource(c, await rotateApiKey(c.var.ctx, c.req.valid('param').key_id, c.req.valid('json').overlap_seconds ?? 0), 201),
  )
  .openapi(
    route({
      method: 'delete',
      path: '/auths/api-keys/{key_id}',
      operationId: 'revokeApiKey',
      summary: 'Revoke an API key',
      access,
      request: { params },
      responses: { 204: { description: 'Revoked' } },
    }),
    async (c) => {
      await revokeApiKey(c.var.ctx, c.req.valid('param').key_id)
      return noContent(c)
    },
  )
  .openapi(
    route({
      method: 'get',
      path: '/users/{user_id}/api-keys',
      operationId: 'listUserApiKeys',
      summary: 'List the API keys of a user',
      access: { who: 'admin' },
      request: { params: ofUser, query: UserApiKeyQuery },
      responses: { 200: reply(z.array(ApiKey), 'His keys, without their secrets') },
    }),
    async (c) => list(c, await listApiKeys(c.var.ctx, { ...c.req.valid('query'), user_id: c.req.valid('param').user_id })),
  )
  .openapi(
    route({
      method: 'delete',
      path: '/users/{user_id}/api-keys/{key_id}',
      operationId: 'revokeUserApiKey',
      summary: 'Revoke an API key of a user',
      access: { who: 'admin' },
      request: { params: ofUser.extend(params.shape) },
      responses: { 204: { description: 'Revoked' } },
    }),
    async (c) => {
      const { user_id, key_id } = c.req.valid('param')
      await revokeApiKey(c.var.ctx, key_id, user_id)
      return noContent(c)
    },
  )

for (const method of ['put', 'patch'] as const) {
  apiKeys.openapi(
    route({
      method,
      path: '/auths/api-keys/{key_id}',
      operationId: method === 'put' ? 'updateApiKey' : 'patchApiKey',
      summary: 'Change an API key',
      access: change,
      request: { params, body: body(ApiKeyChange) },
      responses: { 200: reply(ApiKey, 'The key, without its secret') },
      fails: ['conflict'],
    }),
    async (c) => resource(c, await updateApiKey(c.var.ctx, c.req.valid('param').key_id, c.req.valid('json')), 200),
  )
}
