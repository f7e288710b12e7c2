import type { Context as Call } from 'hono'
import type { Env } from './inbound.ts'
import { headersFor } from './reply.ts'

/** A reply of bytes that are made while it is read. A client that leaves ends their making. */
export function byteStream(c: Call<Env>, bytes: AsyncIterable<Uint8Array>, headers: Record<string, string>): Response {
  const source = bytes[Symbol.asyncIterator]()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await source.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: async () => void (await source.return?.()),
    },
    { highWaterMark: 1 },
  )
  return new Response(body, { status: 200, headers: headersFor(c.env.trace, headers) })
}

/** `Content-Disposition` of a file to be saved (RFC 6266): its name as it is, and in ASCII for who cannot read that. */
export const attachment = (filename: string): string =>
  `attachment; filename="${filename.replace(/[^\x20-\x7e]|["\\%]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(filename).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)}`
