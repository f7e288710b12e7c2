import { z } from 'zod'
import { getDelivery, listDeliveries, replayDelivery, testWebhook } from '#domain/webhooks/deliveries.ts'
import { CreatedWebhook, Delivery, DeliveryListQuery, NewWebhook, Webhook, WebhookChange, webhookQueries } from '#domain/webhooks/webhook-shape.ts'
import { createWebhook, deleteWebhook, getWebhook, listWebhooks, rotateWebhook, updateWebhook } from '#domain/webhooks/webhooks.ts'
import { json, list, resource } from '#http/reply.ts'
import { resourceRoutes } from '#http/resource-routes.ts'
import { createRouter, idParam, onObject, reply, route } from '#http/router.ts'

const access = { who: 'user' } as const
const params = idParam('webhook_id', 'whk')
const both = params.extend(idParam('delivery_id', 'dlv').shape)

export const webhooks = resourceRoutes(createRouter(), {
  path: '/webhooks',
  id: ['webhook_id', 'whk'],
  item: Webhook,
  list: {
    of: 'webhooks',
    answers: 'The webhooks of the caller; of all for administrators',
    query: webhookQueries.list,
    page: webhookQueries.page,
    run: listWebhooks,
  },
  create: {
    summary: 'Have changes told to an address',
    description:
      'Messages are signed as Standard Webhooks says, come in order, and are tried again for a day until a status of 2xx answers. They tell what happened to which object, never what it holds. The reply is the only one with the secret.',
    access,
    body: NewWebhook,
    answers: CreatedWebhook,
    fails: ['datasource_unreachable'],
    run: createWebhook,
  },
  read: { summary: 'Read a webhook', access, run: getWebhook },
  change: {
    summary: 'Change a webhook',
    access: onObject('webhook', 'own', 'webhook_id'),
    body: WebhookChange,
    fails: ['datasource_unreachable'],
    run: updateWebhook,
  },
  remove: { summary: 'Delete a webhook and what waits for it', access, run: deleteWebhook },
})
  .openapi(
    route({
      method: 'post',
      path: '/webhooks/{webhook_id}/rotate',
      operationId: 'rotateWebhook',
      summary: 'Sign with a new secret',
      access,
      request: { params },
      responses: { 200: reply(CreatedWebhook, 'The webhook with its new secret, shown once') },
      fails: ['precondition_failed'],
    }),
    async (c) => resource(c, await rotateWebhook(c.var.ctx, c.req.valid('param').webhook_id), 200),
  )
  .openapi(
    route({
      method: 'post',
      path: '/webhooks/{webhook_id}/test',
      operationId: 'testWebhook',
      summary: 'Send a webhook a message that says nothing',
      access,
      request: { params },
      responses: { 202: reply(Delivery, 'The message, on its way') },
      fails: ['resource_disabled'],
    }),
    async (c) => {
      const delivery = await testWebhook(c.var.ctx, c.req.valid('param').webhook_id)
      c.var.ctx.defer(() => c.env.platform.nudge())
      return json(c, delivery, 202)
    },
  )
  .openapi(
    route({
      method: 'get',
      path: '/webhooks/{webhook_id}/deliveries',
      operationId: 'listDeliveries',
      summary: 'List what was sent to a webhook',
      access,
      request: { params, query: DeliveryListQuery },
      responses: { 200: reply(z.array(Delivery), 'Messages, newest first') },
    }),
    async (c) => list(c, await listDeliveries(c.var.ctx, c.req.valid('param').webhook_id, c.req.valid('query'))),
  )
  .openapi(
    route({
      method: 'get',
      path: '/webhooks/{webhook_id}/deliveries/{delivery_id}',
      operationId: 'getDelivery',
      summary: 'Read how a message fared',
      access,
      request: { params: both },
      responses: { 200: reply(Delivery, 'The message and its tries') },
    }),
    async (c) => {
      const { webhook_id, delivery_id } = c.req.valid('param')
      return json(c, await getDelivery(c.var.ctx, webhook_id, delivery_id), 200)
    },
  )
  .openapi(
    route({
      method: 'post',
      path: '/webhooks/{webhook_id}/deliveries/{delivery_id}/replay',
      operationId: 'replayDelivery',
      summary: 'Send a message again',
      description: 'Under the `webhook-id` it had, so that a receiver that took it knows it again.',
      access,
      request: { params: both },
      responses: { 202: reply(Delivery, 'The message, on its way again') },
      fails: ['conflict', 'resource_disabled'],
    }),
    async (c) => {
      const { webhook_id, delivery_id } = c.req.valid('param')
      const delivery = await replayDelivery(c.var.ctx, webhook_id, delivery_id)
      c.var.ctx.defer(() => c.env.platform.nudge())
      return json(c, delivery, 202)
    },
  )
