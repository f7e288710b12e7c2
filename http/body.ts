import type { HonoRequest } from 'hono'
import { Failure } from '#domain/failure.ts'

const DEEPEST = 64
const [QUOTE, BACKSLASH, BRACE_OPEN, BRACE_CLOSE, BRACKET_OPEN, BRACKET_CLOSE] = [34, 92, 123, 125, 91, 93]

const utf8 = new TextDecoder('utf-8', { fatal: true })

const tooLarge = (limit: number) => new Failure('payload_too_large', `the body is larger than ${limit} bytes`)

/**
 * Reads a JSON body as text where the validators will find it, and not one byte more than `limit`. A declared length is believed,
 * since the runtime's HTTP parser ends the body there; a body without one is counted as it comes.
 */
export async function takeJsonBody(request: HonoRequest, limit: number): Promise<void> {
  const declared = request.header('content-length')
  if (declared !== undefined) {
    if (Number(declared) > limit) throw tooLarge(limit)
    keep(request, decode(await request.arrayBuffer()))
    return
  }
  const stream = request.raw.body
  if (!stream) return
  const chunks: Uint8Array[] = []
  for await (const chunk of counted(stream, limit)) chunks.push(chunk)
  keep(request, decode(await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer()))
}

function decode(bytes: ArrayBuffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new Failure('malformed_request', 'the body is not valid UTF-8')
  }
}

function keep(request: HonoRequest, text: string): void {
  refuseUnfit(text)
  // Hono declares the cache by what its promises resolve to.
  request.bodyCache.text = Promise.resolve(text) as unknown as string
}

/**
 * Refuses JSON nested deeper than any schema of ours is, for checking a recursive shape takes stack for every level, and text
 * with U+0000, at which the database would cut it.
 */
function refuseUnfit(text: string): void {
  let depth = 0
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (quoted) {
      if (code === BACKSLASH) {
        i++
        if (text.startsWith('u0000', i)) throw new Failure('invalid', 'the body holds the character U+0000, which no text may')
      } else if (code === QUOTE) quoted = false
    } else if (code === QUOTE) quoted = true
    else if (code === BRACE_OPEN || code === BRACKET_OPEN) {
      if (++depth > DEEPEST) throw new Failure('malformed_request', `the body is nested deeper than ${DEEPEST} levels`)
    } else if (code === BRACE_CLOSE || code === BRACKET_CLOSE) depth--
  }
}

/** The chunks of a body, until it ends or exceeds `limit` real bytes: then `payload_too_large`, and the rest is not read. */
export async function* counted(stream: ReadableStream<Uint8Array>, limit: number): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      size += value.byteLength
      if (size > limit) throw tooLarge(limit)
      yield value
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}
