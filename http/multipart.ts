import { Failure } from '#domain/failure.ts'
import { digestedParts } from './form-digest.ts'
import type { PartEvent } from './multipart-parts.ts'

export type UploadedFile = { field: string; name: string; body: ReadableStream<Uint8Array> }
export type UploadLimits = { maxBytes: number; maxFieldBytes?: number; maxParts?: number }

type Parts = AsyncGenerator<PartEvent, void>

/**
 * Reads a multipart body as it streams: small fields are collected, and the first file part is handed to `receive`, which must read it to its end
 * or fail. Fields may stand before or after the file. No byte is read before someone wants it, so a slow reader slows its sender.
 * Fails with `malformed_request`, `unsupported_media_type`, `payload_too_large`, or `invalid` when there is no part named `field`.
 * Bytes are counted as they come, whatever was declared.
 */
export async function readUpload<T>(
  request: Request,
  field: string,
  { maxBytes, maxFieldBytes = 65_536, maxParts = 10 }: UploadLimits,
  receive: (file: UploadedFile) => Promise<T>,
): Promise<{ received: T; fields: Record<string, string> }> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type))
    throw new Failure('unsupported_media_type', 'send multipart/form-data', { hint: `with a file part named "${field}"` })
  if (!request.body) throw missing(field)
  const parts = digestedParts(request, request.body)
  const fields: Record<string, string> = {}
  let received: { value: T } | null = null
  let count = 0
  try {
    for (let next = await parts.next(); !next.done; next = await parts.next()) {
      if (next.value.type !== 'part') continue
      const { name, filename } = next.value.head
      count += 1
      if (count > maxParts) throw new Failure('payload_too_large', `the form has more than ${maxParts} parts`)
      if (filename === null) {
        const text = await textOf(parts, name, maxFieldBytes)
        // A field that may stand several times says so in its name.
        fields[name] = name.endsWith('[]') && fields[name] !== undefined ? `${fields[name]},${text}` : text
      } else if (name === field && !received) received = { value: await receive({ field, name: filename, body: bodyOf(parts, maxBytes) }) }
      else await skip(parts, maxBytes)
    }
  } finally {
    await parts.return()
  }
  if (!received) throw missing(field)
  return { received: received.value, fields }
}

/** The bytes of the part that has just begun, up to `most`. */
async function* bytesOf(parts: Parts, most: number, tooLarge: () => Failure): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  let size = 0
  for (let next = await parts.next(); !next.done && next.value.type === 'chunk'; next = await parts.next()) {
    size += next.value.bytes.byteLength
    if (size > most) throw tooLarge()
    yield next.value.bytes
  }
}

const uploadTooLarge = (limit: number) => () => new Failure('payload_too_large', `the upload is larger than ${limit} bytes`)

async function textOf(parts: Parts, name: string, most: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  const tooLarge = () => new Failure('payload_too_large', `the field is larger than ${most} bytes`, { param: name })
  for await (const bytes of bytesOf(parts, most, tooLarge)) text += decoder.decode(bytes, { stream: true })
  return text + decoder.decode()
}

async function skip(parts: Parts, most: number): Promise<void> {
  for await (const _ of bytesOf(parts, most, uploadTooLarge(most)));
}

function bodyOf(parts: Parts, most: number): ReadableStream<Uint8Array> {
  const bytes = bytesOf(parts, most, uploadTooLarge(most))
  const source = {
    async pull(controller: ReadableStreamDefaultController<Uint8Array>) {
      const { done, value } = await bytes.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  }
  return new ReadableStream(source, { highWaterMark: 0 })
}

const missing = (field: string) =>
  new Failure('invalid', `a file part named "${field}" is required`, { param: field, details: [{ path: field, message: 'required' }] })
