import { z } from 'zod'
import type { Answering } from '#domain/agent/completions/completions.ts'
import { listModels, type Model, resolveModel } from '#domain/catalog/models.ts'
import { exampleId } from '#domain/identifiers.ts'
import { json } from '#http/reply.ts'
import { createRouter, onObject, reply, route } from '#http/router.ts'
import { ClientManner, complete, completionContract } from './completions.ts'

const MOST_MODELS = 500

const presentModel = ({ name, created_at, owned_by }: Pick<Model, 'name' | 'created_at' | 'owned_by'>) => ({
  id: name,
  object: 'model' as const,
  created: Math.floor(Date.parse(created_at) / 1000),
  owned_by,
})

const modelParams = z.object({
  model: z
    .string()
    .min(1)
    .max(200)
    .meta({ param: { name: 'model', in: 'path' }, description: 'Its name or id', example: exampleId('mdl') }),
})

const OpenAiModel = z
  .object({ id: z.string().meta({ description: 'What completions name' }), object: z.literal('model'), created: z.int(), owned_by: z.string() })
  .meta({ id: 'OpenAiModel' })
const OpenAiModels = z.object({ object: z.literal('list'), data: z.array(OpenAiModel) }).meta({ id: 'OpenAiModels' })

/** The drop-in for OpenAI's own clients: their base URL is `…/api/v1/llm/openai/v1`. */
export const openaiRouter = (answering: Answering) =>
  createRouter()
    .openapi(
      route({
        ...completionContract,
        request: { ...completionContract.request, query: ClientManner },
        path: '/openai/v1/chat/completions',
        operationId: 'createChatCompletion',
        summary: 'Ask a question with an OpenAI client',
        description:
          'As POST /session/completions, for clients that know nothing of Querent: a stream begins with the answer itself, so that an early failure has its HTTP status; a conversation sent again goes on in its session; `render` is markdown; titles, tags and follow-ups that Open WebUI and LibreChat ask for touch no data and are not kept.',
        anyQuery: true,
      }),
      async (c) => (await complete(c, answering, { request: c.req.valid('json'), ...c.req.valid('query') }, { holds: true })) as never,
    )
    .openapi(
      route({
        method: 'get',
        path: '/openai/v1/models',
        operationId: 'listOpenAiModels',
        summary: 'List models as OpenAI does',
        access: { who: 'user', scope: 'llm:completions' },
        anyQuery: true,
        responses: { 200: reply(OpenAiModels, 'The models the caller may name') },
      }),
      async (c) => {
        const { items } = await listModels(c.var.ctx, { page: 1, page_size: MOST_MODELS })
        const data = items.filter((model) => model.is_enabled).map(presentModel)
        return json(c, { object: 'list' as const, data }, 200)
      },
    )
    .openapi(
      route({
        method: 'get',
        path: '/openai/v1/models/{model}',
        operationId: 'getOpenAiModel',
        summary: 'Read a model as OpenAI tells it',
        access: onObject('model', 'view', 'model', 'path', { scope: 'llm:completions' }),
        request: { params: modelParams },
        anyQuery: true,
        responses: { 200: reply(OpenAiModel, 'The model, when the caller may name it') },
      }),
      async (c) => json(c, presentModel((await resolveModel(c.var.ctx, c.req.valid('param').model)).model), 200),
    )
