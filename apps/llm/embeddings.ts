import { createEmbeddings, Embeddings, EmbeddingsRequest } from '#domain/agent/model/embeddings.ts'
import { json } from '#http/reply.ts'
import { body, createRouter, reply, route } from '#http/router.ts'

/** Embeddings as OpenAI's clients ask for them. */
export const embeddingRouter = createRouter().openapi(
  route({
    method: 'post',
    path: '/openai/v1/embeddings',
    tags: ['completions'],
    operationId: 'createEmbeddings',
    summary: 'Embed texts by a model’s provider',
    description:
      'Passed through to providers that have embeddings on OpenAI’s wire (openai, openai-compatible, mistral); a model of any other is a 422 that names it. Tokens count in usage and budgets as those of a question.',
    access: { who: 'user', scope: 'llm:completions' },
    anyQuery: true,
    request: { body: body(EmbeddingsRequest) },
    responses: { 200: reply(Embeddings, 'One embedding for each input, in its order') },
    fails: ['not_found', 'invalid', 'rate_limited', 'provider_failed', 'provider_timeout', 'provider_not_configured'],
  }),
  async (c) => json(c, await createEmbeddings(c.var.ctx, c.req.valid('json')), 200),
)
