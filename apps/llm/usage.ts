import { reportUsage, Usage, UsageQuery } from '#domain/agent/usage.ts'
import { json } from '#http/reply.ts'
import { createRouter, reply, route } from '#http/router.ts'

export const usage = createRouter().openapi(
  route({
    method: 'get',
    path: '/usage',
    operationId: 'getUsage',
    summary: 'What was asked and used',
    description: 'Questions, tokens and queries by day, model, user or key. Budgets are held against the same figures.',
    access: { who: 'user' },
    request: { query: UsageQuery },
    responses: { 200: reply(Usage, 'The figures, and their sums') },
    fails: ['forbidden'],
  }),
  async (c) => json(c, await reportUsage(c.var.ctx, c.req.valid('query')), 200),
)
