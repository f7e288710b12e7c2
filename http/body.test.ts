import { expect, test } from 'vitest'
import { testServer } from '#test/harness.ts'

const nested = (levels: number) => `{"name":"x","permissions":${'{"a":'.repeat(levels)}true${'}'.repeat(levels)}}`

test('a body is refused for what it holds: too large, too deep, not JSON, not UTF-8', async () => {
  const { request, close } = await testServer({ environment: { MAX_JSON_BYTES: '2000' } })
  const send = async (raw: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>) =>
    (await request('POST /core/groups', { raw, headers: { 'content-type': 'application/json' } })).body.error
  expect(await send(`{"name":"${'x'.repeat(3000)}"}`)).toMatchObject({ code: 'payload_too_large' })
  expect(await send(nested(70))).toMatchObject({ code: 'malformed_request', message: 'the body is nested deeper than 64 levels' })
  expect(await send('{"name":"\\"[[[[{{{{"')).toMatchObject({ code: 'malformed_request' })
  const notUtf8 = new Uint8Array([...new TextEncoder().encode('{"name":"'), 0xff, 0xfe, ...new TextEncoder().encode('"}')])
  expect(await send(notUtf8)).toMatchObject({ code: 'malformed_request', message: 'the body is not valid UTF-8' })
  expect(await send('{"name":"a\\u0000b"}')).toMatchObject({ code: 'invalid' })
  await close()
})

test.each([undefined, 'declared'])('text that is not UTF-8 is refused, its length %s', async (length) => {
  const { request, close } = await testServer()
  const raw = new Uint8Array([...new TextEncoder().encode('{"name":"'), 0xff, ...new TextEncoder().encode('"}')])
  const headers = { 'content-type': 'application/json', ...(length ? { 'content-length': String(raw.length) } : {}) }
  expect((await request('POST /core/groups', { raw, headers })).body.error.code).toBe('malformed_request')
  expect((await request('POST /core/groups', { raw: '\ufeff{"name":"\ufffd \\\\u0000"}', headers: { 'content-type': 'application/json' } })).body.name).toBe(
    '\ufffd \\u0000',
  )
  await close()
})

test('brackets inside text do not count as depth', async () => {
  const { request, close } = await testServer()
  expect((await request('POST /core/groups', { body: { name: '['.repeat(100) } })).status).toBe(201)
  await close()
})

test('a body without a declared length is counted as it comes', async () => {
  const { open, close } = await testServer({ environment: { MAX_JSON_BYTES: '2000' } })
  let sent = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(stream) {
      sent += 1
      stream.enqueue(new TextEncoder().encode('[[1,'.repeat(25)))
    },
  })
  const reply = await open('POST /core/groups', { raw: endless, headers: { 'content-type': 'application/json' } })
  expect(reply.status).toBe(413)
  expect(sent).toBeLessThan(50)
  await close()
})
