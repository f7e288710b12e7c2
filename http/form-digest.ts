import { Failure } from '#domain/failure.ts'
import { type PartEvent, partsOf } from './multipart-parts.ts'

const BLOCK_BYTES = 65_536
const known = new WeakMap<Request, string>()

/** The digest of a form that was read to its end; `null` for one that was not. */
export const formDigestOf = (request: Request): string | null => known.get(request) ?? null

/**
 * The parts of a form as they come, digested on the way: SHA-256 chained over blocks of what the form says, its names, file names and contents,
 * and not the boundary, which differs each time the same form is sent.
 */
export async function* digestedParts(request: Request, body: ReadableStream<Uint8Array>): AsyncGenerator<PartEvent, void> {
  const block = new Uint8Array(BLOCK_BYTES)
  let filled = 0
  let chain = new Uint8Array(32)

  async function closeBlock(): Promise<void> {
    const input = new Uint8Array(chain.length + filled)
    input.set(chain)
    input.set(block.subarray(0, filled), chain.length)
    chain = new Uint8Array(await crypto.subtle.digest('SHA-256', input))
    filled = 0
  }

  async function add(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const taken = bytes.subarray(at, at + BLOCK_BYTES - filled)
      block.set(taken, filled)
      filled += taken.length
      at += taken.length
      if (filled === BLOCK_BYTES) await closeBlock()
    }
  }

  for await (const event of partsOf(body, request.headers.get('content-type') ?? '')) {
    if (event.type === 'chunk') await add(event.bytes)
    else {
      if (event.type === 'part') await add(new TextEncoder().encode(JSON.stringify([event.head.name, event.head.filename])))
      await closeBlock()
    }
    yield event
  }
  known.set(request, btoa(String.fromCharCode(...chain)))
}

/** Reads a form for its digest alone, at most `maxBytes` of contents; fails with `payload_too_large` beyond. */
export async function digestForm(request: Request, maxBytes: number): Promise<string | null> {
  if (!request.body) return null
  let size = 0
  for await (const event of digestedParts(request, request.body)) {
    if (event.type !== 'chunk') continue
    size += event.bytes.byteLength
    if (size > maxBytes) throw new Failure('payload_too_large', `the upload is larger than ${maxBytes} bytes`)
  }
  return formDigestOf(request)
}
