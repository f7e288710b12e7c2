import { z } from 'zod'
import {
  createPrompt,
  deletePrompt,
  getPrompt,
  listPrompts,
  listPromptVersions,
  NewPrompt,
  Prompt,
  PromptChange,
  PromptVariables,
  PromptVersion,
  promptQueries,
  RenderedPrompt,
  renderPrompt,
  restorePrompt,
  updatePrompt,
} from '#domain/catalog/prompts.ts'
import { PlainListQuery } from '#domain/pagination.ts'
import { json, list } from '#http/reply.ts'
import { resourceRoutes } from '#http/resource-routes.ts'
import { body, createRouter, idParam, onObject, reply, route } from '#http/router.ts'

const params = idParam('prompt_id', 'prm')
const view = onObject('prompt', 'view', 'prompt_id')

export const prompts = resourceRoutes(createRouter(), {
  path: '/prompts',
  id: ['prompt_id', 'prm'],
  item: Prompt,
  list: { of: 'prompts', answers: 'The prompts the caller may use', query: promptQueries.list, page: promptQueries.page, run: listPrompts },
  create: { summary: 'Write a prompt', access: { who: 'user' }, body: NewPrompt, fails: ['already_exists'], run: createPrompt },
  read: { summary: 'Read a prompt', access: view, run: getPrompt },
  change: {
    summary: 'Change a prompt',
    access: onObject('prompt', 'edit', 'prompt_id'),
    body: PromptChange,
    fails: ['already_exists'],
    run: updatePrompt,
  },
  remove: { summary: 'Delete a prompt', access: onObject('prompt', 'own', 'prompt_id'), run: deletePrompt },
})
  .openapi(
    route({
      method: 'get',
      path: '/prompts/{prompt_id}/history',
      operationId: 'listPromptVersions',
      summary: 'List the versions of a prompt',
      access: view,
      request: { params, query: PlainListQuery },
      responses: { 200: reply(z.array(PromptVersion), 'Its versions, newest first') },
    }),
    async (c) => list(c, await listPromptVersions(c.var.ctx, c.req.valid('param').prompt_id, c.req.valid('query'))),
  )
  .openapi(
    route({
      method: 'post',
      path: '/prompts/{prompt_id}/history/{version}/restore',
      operationId: 'restorePrompt',
      summary: 'Write an earlier version of a prompt again',
      access: onObject('prompt', 'edit', 'prompt_id'),
      request: {
        params: params.extend({
          version: z.coerce
            .number()
            .int()
            .min(1)
            .max(1_000_000)
            .meta({ param: { name: 'version', in: 'path' }, type: 'integer', example: 1, description: 'As the history numbers it' }),
        }),
      },
      responses: { 200: reply(Prompt, 'The prompt, with a version more') },
    }),
    async (c) => {
      const { prompt_id, version } = c.req.valid('param')
      return json(c, await restorePrompt(c.var.ctx, prompt_id, version), 200)
    },
  )
  .openapi(
    route({
      method: 'post',
      path: '/prompts/{prompt_id}/render',
      operationId: 'renderPrompt',
      summary: 'Fill in the variables of a prompt',
      access: onObject('prompt', 'view', 'prompt_id', 'path', { scope: 'core:read' }),
      request: { params, body: body(PromptVariables) },
      responses: { 200: reply(RenderedPrompt, 'Its content') },
      fails: ['resource_disabled'],
    }),
    async (c) => json(c, await renderPrompt(c.var.ctx, c.req.valid('param').prompt_id, c.req.valid('json')), 200),
  )
