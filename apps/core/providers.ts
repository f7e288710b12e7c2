import { z } from 'zod'
import { listOffered, OfferedModel, ProviderCheck, ProviderCheckRequest, testProvider } from '#domain/catalog/provider-check.ts'
import {
  createProvider,
  deleteProvider,
  getProvider,
  listProviders,
  NewProvider,
  Provider,
  ProviderChange,
  providerQueries,
  updateProvider,
} from '#domain/catalog/providers.ts'
import { json } from '#http/reply.ts'
import { resourceRoutes } from '#http/resource-routes.ts'
import { body, createRouter, idParam, reply, route } from '#http/router.ts'

const params = idParam('provider_id', 'prv')
const access = { who: 'admin' } as const

export const providers = resourceRoutes(createRouter(), {
  path: '/providers',
  id: ['provider_id', 'prv'],
  item: Provider,
  list: { of: 'providers', answers: 'All providers, without their keys', access, query: providerQueries.list, page: providerQueries.page, run: listProviders },
  create: { summary: 'Add a provider', access, body: NewProvider, fails: ['already_exists'], run: createProvider },
  read: { summary: 'Read a provider', access, run: getProvider },
  change: { summary: 'Change a provider', access, body: ProviderChange, fails: ['already_exists'], run: updateProvider },
  remove: { summary: 'Delete a provider and its models', access, fails: ['conflict'], run: deleteProvider },
})
  .openapi(
    route({
      method: 'get',
      path: '/providers/{provider_id}/models',
      operationId: 'listProviderModels',
      summary: 'What a provider offers',
      access,
      request: { params },
      responses: { 200: reply(z.array(OfferedModel), 'Its models') },
      fails: ['provider_failed', 'provider_timeout', 'provider_not_configured'],
    }),
    async (c) => json(c, await listOffered(c.var.ctx, c.req.valid('param').provider_id), 200),
  )
  .openapi(
    route({
      method: 'post',
      path: '/providers/{provider_id}/test',
      operationId: 'testProvider',
      summary: 'Call a provider once',
      access,
      request: { params, body: { content: body(ProviderCheckRequest).content, required: false } },
      responses: { 200: reply(ProviderCheck, 'What came of it') },
    }),
    async (c) => json(c, await testProvider(c.var.ctx, c.req.valid('param').provider_id, c.req.valid('json').model), 200),
  )
