import type { Context as Call } from 'hono'
import { pulled } from './byte-stream.ts'
import type { Env } from './inbound.ts'
import { headersFor } from './reply.ts'

/** A reply of text that is made while it is read, to be saved under `filename`. A client that leaves ends its making. */
export function textStream(c: Call<Env>, chunks: AsyncGenerator<string>, type: string, filename: string): Response {
  const encoder = new TextEncoder()
  return new Response(
    pulled(c, chunks, (chunk) => encoder.encode(chunk)),
    { status: 200, headers: headersFor(c.env.trace, { 'content-type': type, 'content-disposition': `attachment; filename="${filename}"` }) },
  )
}
