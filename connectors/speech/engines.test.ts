import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AudioFormat, SpeechRequest } from '#domain/speech/engine.ts'
import { recordings } from '#test/fixtures/recordings.ts'
import { type SpeechReply, type SpeechServer, speechServer } from '#test/speech-server.ts'
import { createSpeechEngines } from './engines.ts'

let server: SpeechServer
beforeEach(async () => {
  server = await speechServer({ body: { text: 'show me revenue' } })
})
afterEach(() => server.close())

const request: SpeechRequest = {
  audio: recordings.wav,
  format: 'wav',
  language: null,
  prompt: null,
  names: [],
  temperature: null,
  timed: false,
  words: false,
  translate: false,
  asker: undefined,
  signal: new AbortController().signal,
}
const engine = (more: { apiKey?: string | null; model?: string; timeLimitMs?: number } = {}) => {
  const { apiKey = 'sk-secret', model = 'whisper-1', timeLimitMs = 10_000 } = more
  return createSpeechEngines({ fetch, timeLimitMs }).open({
    engine: 'openai-compatible',
    connection: { id: 'speech', kind: 'openai-compatible', name: 'speech-to-text', baseUrl: `${server.url}/`, apiKey, options: {} },
    model,
  })
}
const answering = (reply: SpeechReply, more: Partial<SpeechRequest> = {}) => {
  server.reply = reply
  return engine().transcribe({ ...request, ...more })
}

test('a bare {text} is enough of a reply', async () => {
  expect(await engine().transcribe(request)).toEqual({
    text: 'show me revenue',
    language: null,
    durationSeconds: null,
    segments: [],
    words: [],
    noSpeech: false,
  })
})

test('the upload is a real multipart form with the bytes, the model and what was asked for', async () => {
  await engine({ model: 'large-v3' }).transcribe({ ...request, language: 'de', prompt: 'Umsatz', temperature: 0.2, timed: true })
  const [got] = server.received
  expect(got).toMatchObject({ path: '/v1/audio/transcriptions', authorization: 'Bearer sk-secret' })
  expect(got?.fields).toEqual({
    model: 'large-v3',
    language: 'de',
    prompt: 'Umsatz',
    temperature: '0.2',
    response_format: 'verbose_json',
    'timestamp_granularities[]': 'segment',
  })
  expect(got?.file.bytes).toEqual(recordings.wav)
})

test.each(Object.keys(recordings) as AudioFormat[])('%s travels under a name the server knows it by', async (format) => {
  await engine().transcribe({ ...request, audio: recordings[format], format })
  expect(server.received[0]?.file.name).toBe(`audio.${format === 'mp4' ? 'm4a' : format}`)
})

test('times are not asked of models that refuse to tell them', async () => {
  await engine({ model: 'gpt-4o-mini-transcribe' }).transcribe({ ...request, timed: true })
  expect(server.received[0]?.fields).toEqual({ model: 'gpt-4o-mini-transcribe', temperature: '0' })
})

test('no key of ours means no key is sent, whatever the environment holds', async () => {
  process.env.OPENAI_API_KEY = 'sk-from-the-environment'
  try {
    await engine({ apiKey: null }).transcribe(request)
  } finally {
    delete process.env.OPENAI_API_KEY
  }
  expect(server.received[0]?.authorization).toBeUndefined()
})

const segment = { start: 0, end: 1.5, text: ' show me' }
test.each<[string, SpeechReply, object]>([
  [
    'segments with only times and text',
    { body: { text: 'show me', segments: [segment] } },
    { segments: [{ text: ' show me', startSecond: 0, endSecond: 1.5 }] },
  ],
  ['a duration and times as text', { body: { text: 'a', duration: '8.47', segments: [{ ...segment, end: '1.5' }] } }, { durationSeconds: 8.47 }],
  ['a language by name', { body: { text: 'a', language: 'English' } }, { language: 'en' }],
  ['words without times', { body: { text: 'a', words: [{ word: 'a' }], usage: 3 } }, { text: 'a' }],
  ['plain text', { body: ' show me revenue\n' }, { text: 'show me revenue' }],
  ['silence in the recording', { body: { text: '' } }, { text: '' }],
])('%s is understood', async (_what, reply, expected) => {
  expect(await answering(reply)).toMatchObject(expected)
})

const error = (message: string) => ({ error: { message, type: 'x', code: null } })
test.each<[string, SpeechReply, string]>([
  ['500', { status: 500, body: error('sk-secret exploded') }, 'provider_failed'],
  ['401', { status: 401, body: error('bad key sk-secret') }, 'provider_failed'],
  ['504', { status: 504, body: 'late' }, 'provider_timeout'],
  ['429', { status: 429, body: error('slow down'), headers: { 'retry-after': '7' } }, 'rate_limited'],
  ['413', { status: 413, body: error('too large') }, 'payload_too_large'],
  ['a redirect', { status: 302, body: '', headers: { location: 'http://127.0.0.1:9/' } }, 'provider_failed'],
  ['no JSON', { body: '<html>', headers: { 'content-type': 'application/json' } }, 'provider_failed'],
  ['no text', { body: { language: 'en' } }, 'provider_failed'],
  ['an array', { body: [1] }, 'provider_failed'],
])('%s is told as the engine failing, without its words', async (_what, reply, code) => {
  const failure = await answering(reply).catch((thrown: unknown) => thrown)
  expect(failure).toMatchObject({ name: 'Failure', code })
  expect((failure as Error).message).not.toMatch(/sk-secret|exploded/)
  expect(server.received).toHaveLength(1)
})

test('an engine that does not answer in time, and one that is not there', async () => {
  server.reply = 'silence'
  await expect(engine({ timeLimitMs: 50 }).transcribe(request)).rejects.toMatchObject({ code: 'provider_timeout' })
  await server.close()
  await expect(engine().transcribe(request)).rejects.toMatchObject({ code: 'provider_failed', message: expect.stringContaining('reached') })
})

test("the caller's abort passes as it is", async () => {
  const controller = new AbortController()
  server.reply = 'silence'
  const running = engine().transcribe({ ...request, signal: controller.signal })
  controller.abort(new Error('gone'))
  await expect(running).rejects.toThrow('gone')
})
