import { z } from 'zod'
import { linkedChart } from '#domain/agent/answers/chart-link.ts'
import { headersFor } from '#http/reply.ts'
import { createRouter, route } from '#http/router.ts'

const params = z.object({
  token: z
    .string()
    .min(1)
    .max(200)
    .meta({ param: { name: 'token', in: 'path' }, description: 'The token of the link', example: 'qi_…' }),
})

/** Pictures of answers' charts for clients that show Markdown: the link is the credential. */
export const chartImages = createRouter().openapi(
  route({
    method: 'get',
    path: '/chart-images/{token}',
    tags: ['completions'],
    operationId: 'getLinkedChart',
    summary: 'The chart of an answer, by a signed link',
    description:
      'Links stand in answers with `render=markdown`. One opens one picture, of the rows its answer holds, for a day, and nothing once the session is deleted.',
    access: { who: 'anyone' },
    request: { params },
    responses: {
      200: { description: 'The picture', content: { 'image/png': { schema: z.string().meta({ format: 'binary' }) }, 'image/svg+xml': { schema: z.string() } } },
    },
    fails: ['not_found', 'chart_not_drawable', 'source_unavailable_here'],
  }),
  async (c) => {
    const { picture, secondsLeft } = await linkedChart(c.var.ctx, c.req.valid('param').token)
    const headers = { 'content-type': picture.type, 'cache-control': `private, max-age=${Math.min(300, secondsLeft)}` }
    return new Response(picture.bytes as Uint8Array<ArrayBuffer>, { status: 200, headers: headersFor(c.env.trace, headers) })
  },
)
