import { expect, test } from 'vitest'
import { readUpload, type UploadedFile } from './multipart.ts'

const limits = { maxBytes: 100, maxFieldBytes: 50, maxParts: 4 }
const encoder = new TextEncoder()
const part = (headers: string, content: string) => `--x\r\n${headers}\r\n\r\n${content}\r\n`
const field = (name: string, value: string) => part(`Content-Disposition: form-data; name="${name}"`, value)
const file = (name: string, content: string) =>
  part(`Content-Disposition: form-data; name="${name}"; filename="a.bin"\r\nContent-Type: application/octet-stream`, content)
const end = '--x--\r\n'

function requestOf(body: string | ReadableStream<Uint8Array>, type = 'multipart/form-data; boundary=x'): Request {
  return new Request('http://x/', { method: 'POST', body, headers: { 'content-type': type }, ...(typeof body === 'string' ? {} : { duplex: 'half' }) })
}
const whole = async ({ name, body }: UploadedFile) => ({ name, text: await new Response(body).text() })
const read = (body: string | ReadableStream<Uint8Array>, type?: string) => readUpload(requestOf(body, type), 'file', limits, whole)

const good = field('before', 'b') + file('other', 'skipped') + file('file', 'contents\r\n--y not the end') + field('after', 'ü') + end
const expected = { received: { name: 'a.bin', text: 'contents\r\n--y not the end' }, fields: { before: 'b', after: 'ü' } }

test('fields before and after the file are collected, other files skipped', async () => {
  expect(await read(good)).toEqual(expected)
})

test.each([1, 2, 3, 7, 64])('it reads the same in chunks of %i bytes', async (size) => {
  const bytes = encoder.encode(good)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size))
      controller.close()
    },
  })
  expect(await read(body)).toEqual(expected)
})

test('a body cut off anywhere is malformed, and nobody waits for its rest', async () => {
  const last = good.indexOf('--x--')
  for (let length = 1; length < last + 4; length++) {
    await expect(read(good.slice(0, length)), `after ${length}`).rejects.toMatchObject({ code: 'malformed_request' })
  }
})

test.each([
  ['exactly the limit', 100, true],
  ['one byte more', 101, false],
])('a file of %s', async (_what, size, fits) => {
  const reading = read(field('a', 'x'.repeat(50)) + file('file', 'x'.repeat(size)) + end)
  if (fits) expect((await reading).received.text).toHaveLength(size)
  else await expect(reading).rejects.toMatchObject({ code: 'payload_too_large', message: 'the upload is larger than 100 bytes' })
})

test.each([
  ['a field over its limit', field('a', 'x'.repeat(51)) + file('file', 'y') + end, 'payload_too_large'],
  [
    'too many parts',
    'abcd'
      .split('')
      .map((name) => field(name, ''))
      .join('') +
      file('file', 'y') +
      end,
    'payload_too_large',
  ],
  ['no such part', field('file', 'not a file') + end, 'invalid'],
  ['a name that cannot be decoded', part(`Content-Disposition: form-data; name="file"; filename*=UTF-8''%ff`, 'y') + end, 'malformed_request'],
  ['a part without name', part('Content-Disposition: form-data', 'y') + end, 'malformed_request'],
  ['an empty body', ' ', 'malformed_request'],
  ['a flood before the first part', `${'x'.repeat(70_000)}\r\n${good}`, 'malformed_request'],
  ['a flood after the last', `${good}${'x'.repeat(70_000)}`, 'malformed_request'],
  ['a part with endless headers', part(`X-Long: ${'x'.repeat(20_000)}`, 'y') + end, 'malformed_request'],
])('%s is refused', async (_what, body, code) => {
  await expect(read(body)).rejects.toMatchObject({ name: 'Failure', code })
})

test.each([
  ['multipart/form-data', 'unsupported_media_type'],
  ['application/json', 'unsupported_media_type'],
  ['multipart/form-data; charset=utf-8', 'malformed_request'],
])('as %s it is refused', async (type, code) => {
  await expect(read(good, type)).rejects.toMatchObject({ code })
})

test('a preamble, an epilogue, padding after a boundary and an encoded name are read as the standards say', async () => {
  const encoded = `--x \t\r\ncontent-disposition: form-data; filename*=UTF-8''a%20%C3%BC.wav; NAME=file\r\n\r\ny\r\n`
  expect((await read(`before\r\n${encoded}${end}after`)).received).toEqual({ name: 'a ü.wav', text: 'y' })
})

test.each([
  ['say %22hi%22 100%25.csv', 'say "hi" 100%25.csv'],
  ['say \\"hi\\" a\\b.csv', 'say "hi" a\\b.csv'],
  ['a%0D%0Ab.csv', 'a\r\nb.csv'],
  ['é ü.csv', 'é ü.csv'],
])('the file name %s is %j', async (sent, name) => {
  const head = `Content-Disposition: form-data; name="file"; filename="${sent}"`
  expect((await read(part(head, 'y') + end)).received.name).toBe(name)
})

test('a body made by the platform itself keeps its names', async () => {
  const form = new FormData()
  form.set('a "quoted" field', 'value')
  form.set('file', new File(['y'], 'a "quoted" file.csv'))
  const reading = readUpload(new Request('http://x/', { method: 'POST', body: form }), 'file', limits, whole)
  expect(await reading).toEqual({ received: { name: 'a "quoted" file.csv', text: 'y' }, fields: { 'a "quoted" field': 'value' } })
})

test('a body that breaks off with its connection is malformed', async () => {
  const broken = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.error(new TypeError('terminated'))
    },
  })
  await expect(read(broken)).rejects.toMatchObject({ code: 'malformed_request' })
})

test('a body is read only as fast as its file is', async () => {
  let sent = 0
  const endless = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        sent += 1
        controller.enqueue(encoder.encode(sent === 1 ? file('file', '').slice(0, -2) : 'x'))
      },
    },
    { highWaterMark: 0 },
  )
  const failing = readUpload(requestOf(endless), 'file', limits, async ({ body }) => {
    const reader = body.getReader()
    await reader.read()
    throw new Error('enough')
  })
  await expect(failing).rejects.toThrow('enough')
  expect(sent).toBeLessThan(10)
})
