import type { Context as Call } from 'hono'
import type { Env } from './inbound.ts'
import { headersFor } from './reply.ts'

/** A reply of bytes that are made while it is read. A client that leaves ends their making. */
export const byteStream = (c: Call<Env>, bytes: AsyncIterable<Uint8Array>, headers: Record<string, string>): Response =>
  new Response(
    pulled(c, bytes[Symbol.asyncIterator](), (piece) => piece),
    { status: 200, headers: headersFor(c.env.trace, headers) },
  )

/** The bytes of what a source gives, asked for as they are read; a reader that leaves tells the source to return. */
export function pulled<Piece>(c: Call<Env>, source: AsyncIterator<Piece>, bytesOf: (piece: Piece) => Uint8Array): ReadableStream<Uint8Array> {
  const over = c.env.trace.watch?.streams('bytes')
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await source.next()
          if (!done) return controller.enqueue(bytesOf(value))
          controller.close()
        } catch (error) {
          controller.error(error)
        }
        over?.()
      },
      cancel: async () => {
        over?.()
        await source.return?.()
      },
    },
    { highWaterMark: 1 },
  )
}

/** `Content-Disposition` of a file to be saved (RFC 6266): its name as it is, and in ASCII for who cannot read that. */
export const attachment = (filename: string): string =>
  `attachment; filename="${filename.replace(/[^\x20-\x7e]|["\\%]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(filename).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)}`
