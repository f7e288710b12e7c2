import { z } from 'zod'
import { exportUsage, reportUsage, Usage, UsageQuery } from '#domain/agent/completions/usage.ts'
import { json } from '#http/reply.ts'
import { createRouter, reply, route } from '#http/router.ts'
import { textStream } from '#http/text-stream.ts'

const access = { who: 'user' } as const

export const usage = createRouter()
  .openapi(
    route({
      method: 'get',
      path: '/usage',
      operationId: 'getUsage',
      summary: 'What was asked and used',
      description:
        'Questions, tokens, queries, seconds of speech and what they cost, by day, month, model, user, key or data source. Budgets are held against the same figures. Tokens of extractions and of optimized transcriptions count too, without a question.',
      access,
      request: { query: UsageQuery },
      responses: { 200: reply(Usage, 'The figures, and their sums') },
      fails: ['forbidden'],
    }),
    async (c) => json(c, await reportUsage(c.var.ctx, c.req.valid('query')), 200),
  )
  .openapi(
    route({
      method: 'get',
      path: '/usage/export',
      operationId: 'exportUsage',
      summary: 'Save what was asked and used',
      access,
      request: { query: UsageQuery },
      responses: { 200: { description: 'A line for each row, with the currency of the costs', content: { 'text/csv': { schema: z.string() } } } },
      fails: ['forbidden'],
    }),
    async (c) => textStream(c, await exportUsage(c.var.ctx, c.req.valid('query')), 'text/csv; charset=utf-8; header=present', 'usage.csv') as never,
  )
