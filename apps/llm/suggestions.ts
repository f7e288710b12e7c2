import { z } from 'zod'
import type { Answering } from '#domain/agent/completions/completions.ts'
import { Suggestion, SuggestionQuery, suggestQuestions } from '#domain/agent/sessions/suggestions.ts'
import { json } from '#http/reply.ts'
import { createRouter, reply, route } from '#http/router.ts'

export const suggestionRouter = ({ lexicons }: Answering) =>
  createRouter().openapi(
    route({
      method: 'get',
      path: '/suggestions',
      tags: ['completions'],
      operationId: 'suggestQuestions',
      summary: 'Questions to begin with',
      description: "Taken from the semantic layers of the model's data sources, verified ones first; no model is called.",
      access: { who: 'user' },
      request: { query: SuggestionQuery },
      responses: { 200: reply(z.array(Suggestion), 'The questions; none where the model has no data source that can be asked') },
      fails: ['not_found'],
    }),
    async (c) => json(c, await suggestQuestions(c.var.ctx, c.req.valid('query'), lexicons), 200),
  )
