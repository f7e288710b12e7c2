import type { Context as Call } from 'hono'
import type { Env } from './inbound.ts'
import { headersFor } from './reply.ts'

/** A reply of text that is made while it is read, to be saved under `filename`. A client that leaves ends its making. */
export function textStream(c: Call<Env>, chunks: AsyncGenerator<string>, type: string, filename: string): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      },
      cancel: async () => void (await chunks.return(undefined)),
    },
    { highWaterMark: 1 },
  )
  return new Response(body, {
    status: 200,
    headers: headersFor(c.env.trace, { 'content-type': type, 'content-disposition': `attachment; filename="${filename}"` }),
  })
}
