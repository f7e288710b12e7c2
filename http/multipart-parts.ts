import { Failure } from '#domain/failure.ts'

/** What a part says of itself; `filename` is null for a field. */
export type PartHead = { name: string; filename: string | null }
export type PartEvent = { type: 'part'; head: PartHead } | { type: 'chunk'; bytes: Uint8Array<ArrayBuffer> } | { type: 'part-end' }

/** What the headers of one part may take, and what may stand before the first boundary or after the last. */
const HEADER_BYTES = 16_384
const MARGIN_BYTES = 65_536
const CR = 13
const encoder = new TextEncoder()
const HEADERS_END = encoder.encode('\r\n\r\n')
const LINE_END = encoder.encode('\r\n')

export const malformed = (cause?: unknown) => new Failure('malformed_request', 'the multipart body is malformed', cause === undefined ? {} : { cause })

/**
 * The parts of a `multipart/form-data` body (RFC 7578 over RFC 2046 §5.1), read from it as they are asked for and held in memory no longer than one chunk.
 * Fails with `malformed_request`, also when the body ends before its closing boundary.
 */
export async function* partsOf(body: ReadableStream<Uint8Array>, contentType: string): AsyncGenerator<PartEvent, void> {
  const delimiter = encoder.encode(`\r\n--${boundaryOf(contentType)}`)
  const reader = body.getReader()
  // The first boundary has no line before it.
  let held: Uint8Array<ArrayBuffer> = LINE_END

  async function next(): Promise<Uint8Array | null> {
    try {
      return (await reader.read()).value ?? null
    } catch (cause) {
      throw malformed(cause)
    }
  }
  async function more(): Promise<void> {
    const chunk = await next()
    if (!chunk) throw malformed()
    held = joined(held, chunk)
  }
  async function until(sought: Uint8Array, most: number): Promise<Uint8Array<ArrayBuffer>> {
    for (;;) {
      const at = find(held, sought)
      if (at > most || (at < 0 && held.length > most + sought.length)) throw malformed()
      if (at >= 0) {
        const before = held.subarray(0, at)
        held = held.subarray(at + sought.length)
        return before
      }
      await more()
    }
  }
  /** What surely stands before the delimiter, and whether the delimiter follows it. */
  async function content(): Promise<{ bytes: Uint8Array<ArrayBuffer>; last: boolean }> {
    for (;;) {
      const at = find(held, delimiter)
      const length = at >= 0 ? at : held.length - delimiter.length + 1
      if (at >= 0 || length > 0) {
        const bytes = held.subarray(0, length)
        held = held.subarray(at >= 0 ? at + delimiter.length : length)
        return { bytes, last: at >= 0 }
      }
      await more()
    }
  }

  try {
    for (let [size, last] = [0, false]; !last; ) {
      const before = await content()
      size += before.bytes.length
      last = before.last
      if (size > MARGIN_BYTES) throw malformed()
    }
    for (;;) {
      while (held.length < 2) await more()
      if (held[0] === 45 && held[1] === 45) break
      if ((await until(LINE_END, 100)).some((byte) => byte !== 32 && byte !== 9)) throw malformed()
      yield { type: 'part', head: headOf(new TextDecoder().decode(await until(HEADERS_END, HEADER_BYTES))) }
      for (let last = false; !last; ) {
        const found = await content()
        if (found.bytes.length) yield { type: 'chunk', bytes: found.bytes }
        last = found.last
      }
      yield { type: 'part-end' }
    }
    for (let [size, after]: [number, Uint8Array | null] = [0, held]; after; after = await next()) {
      size += after.length
      if (size > MARGIN_BYTES) throw malformed()
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}

function boundaryOf(contentType: string): string {
  const [, quoted, bare] = /;\s*boundary\s*=\s*(?:"([^"]{1,70})"|([^\s;,"]{1,70}))/i.exec(contentType) ?? []
  const boundary = quoted ?? bare
  if (!boundary) throw malformed()
  return boundary
}

function joined(before: Uint8Array<ArrayBuffer>, after: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(before.length + after.length)
  whole.set(before)
  whole.set(after, before.length)
  return whole
}

/** Where `sought`, which begins with a carriage return, begins in `bytes`; -1 = nowhere. */
function find(bytes: Uint8Array, sought: Uint8Array): number {
  for (let at = bytes.indexOf(CR); at >= 0 && at + sought.length <= bytes.length; at = bytes.indexOf(CR, at + 1)) {
    let same = 1
    while (same < sought.length && bytes[at + same] === sought[same]) same += 1
    if (same === sought.length) return at
  }
  return -1
}

function headOf(headers: string): PartHead {
  const disposition = headers.split('\r\n').find((line) => /^content-disposition\s*:/i.test(line))
  const parameters = new Map<string, string>()
  for (const [, key = '', quoted, bare] of disposition?.matchAll(/;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s"]+))/g) ?? []) {
    parameters.set(key.toLowerCase(), quoted === undefined ? (bare ?? '') : unescaped(quoted))
  }
  const name = parameters.get('name')
  if (!disposition || !/^[^:]*:\s*form-data\s*(;|$)/i.test(disposition) || name === undefined) throw malformed()
  const encoded = /^utf-8'[^']*'(.*)$/i.exec(parameters.get('filename*') ?? '')?.[1]
  return { name, filename: encoded === undefined ? (parameters.get('filename') ?? null) : decoded(encoded) }
}

/** Browsers write a quote or line break of a name as `%22`, `%0D`, `%0A` (WHATWG HTML §4.10.21.8), older clients put a backslash before it. */
const unescaped = (text: string): string =>
  text.replace(/\\(["\\])|%(22|0D|0A)/g, (_, plain: string | undefined, code: string) => plain ?? String.fromCharCode(Number.parseInt(code, 16)))

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (cause) {
    throw malformed(cause)
  }
}
