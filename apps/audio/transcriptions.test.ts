import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { eq } from 'drizzle-orm'
import OpenAI from 'openai'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSpeechEngines } from '#connectors/speech/engines.ts'
import { auditLogs, models, providers } from '#db/schema/catalog.ts'
import { Failure } from '#domain/failure.ts'
import { AUDIO_FORMATS } from '#domain/speech/engine.ts'
import { scriptedModel } from '#test/fakes/scripted-model.ts'
import { recordings } from '#test/fixtures/recordings.ts'
import { type TestServer, testServer } from '#test/harness.ts'
import { type SpeechServer, speechServer } from '#test/speech-server.ts'

const verbose = {
  text: 'um show me revenue. by region',
  language: 'english',
  duration: 3,
  segments: [
    { start: 0, end: 1.5, text: ' um show me revenue.' },
    { start: 1.5, end: 3, text: ' by region' },
  ],
}
const MAX = 4096
const told = { language: 'en', usage: { type: 'duration', seconds: 3 } }

let speech: SpeechServer
let server: TestServer
let asked: LanguageModelV4CallOptions[]
/** What the language model answers. */
let corrected: () => Promise<string>

beforeEach(async () => {
  speech = await speechServer({ body: verbose })
  asked = []
  corrected = async () => 'Show me revenue by region.'
  server = await testServer({
    ports: {
      speech: createSpeechEngines({ fetch, timeLimitMs: 1500 }),
      models: { open: (_connection, upstream) => correcting(upstream), list: async () => [] },
    },
    environment: {
      SPEECH_ENGINE: 'openai-compatible',
      SPEECH_BASE_URL: speech.url,
      SPEECH_API_KEY: 'sk-speech',
      MAX_AUDIO_BYTES: String(MAX),
      MODEL_RETRIES: '1',
    },
  })
})
afterEach(async () => {
  await server.close()
  await speech.close()
})

const correcting = (modelId: string) =>
  scriptedModel('test', modelId, (options) => {
    asked.push(options)
    return corrected()
  })

async function useModel(): Promise<void> {
  const stamps = { created_at: server.clock.now.toISOString(), updated_at: server.clock.now.toISOString() }
  await server.db
    .insert(providers)
    .values({ id: 'prv_1', name: 'Vendor', kind: 'openai-compatible', base_url: 'http://vendor/v1', models_hint: [], is_enabled: true, ...stamps })
  const capabilities = { tools: true, vision: false, transcription: false }
  const facts = { name: 'editor', description: '', type: 'provider', provider_id: 'prv_1', upstream: 'small', params: {}, capabilities } as const
  await server.db.insert(models).values({ id: 'mdl_1', ...facts, is_enabled: true, owner_id: 'system', ...stamps })
  await server.request('PUT /audio/config', { body: { optimize: { model: 'editor' } } })
}

function upload(fields: Record<string, string> = {}, bytes: Uint8Array<ArrayBuffer> = recordings.wav, name = 'question.wav'): FormData {
  const form = new FormData()
  form.append('file', new File([bytes], name))
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  return form
}
const post = (raw: FormData, query = '', as?: string) => server.request(`POST /audio/transcriptions${query}`, { raw, ...(as ? { as } : {}) })

test('speech becomes text, and the audit log tells who, not what', async () => {
  const user = await server.account()
  const { status, body } = await post(upload({ language: 'en', unknown_field: 'is ignored' }), '', user.key)
  expect([status, body]).toEqual([200, { text: verbose.text, ...told }])
  expect(speech.received).toMatchObject([{ authorization: 'Bearer sk-speech', fields: { model: 'whisper-1', language: 'en' }, file: { name: 'audio.wav' } }])
  expect(speech.received[0]?.file.bytes).toEqual(recordings.wav)
  const entries = await server.db.select().from(auditLogs).where(eq(auditLogs.type, 'audio.transcribed'))
  expect(entries).toMatchObject([{ actor_id: user.id, details: { format: 'wav', bytes: recordings.wav.length, model: 'whisper-1', optimized: false } }])
  expect(JSON.stringify(entries)).not.toContain('revenue')
})

test.each(AUDIO_FORMATS)('%s is known by its bytes, whatever it is called', async (format) => {
  expect((await post(upload({}, recordings[format], 'notes.txt'))).status).toBe(200)
})

test.each([
  ['text', new TextEncoder().encode('RIFFraff is not a recording'.repeat(20))],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1])],
  ['nothing', new Uint8Array()],
])('%s under the name of a recording is refused', async (_what, bytes) => {
  const { status, body } = await post(upload({}, bytes, 'question.wav'))
  expect([status, body.error.code, body.error.param]).toEqual([415, 'unsupported_media_type', 'file'])
})

test('one byte more than the limit is refused, whatever length was declared', async () => {
  const fits = new Uint8Array(MAX)
  fits.set(recordings.wav)
  expect((await post(upload({}, fits))).status).toBe(200)
  const over = new Uint8Array(MAX + 1)
  over.set(recordings.wav)
  expect((await post(upload({}, over))).body.error.code).toBe('payload_too_large')
  expect(speech.received).toHaveLength(1)
})

test('a form without file, a bad field and a body that is no form are told apart', async () => {
  const bare = new FormData()
  bare.append('language', 'en')
  const missing = await post(bare)
  expect([missing.status, missing.body.error.param]).toEqual([422, 'file'])
  const bad = await post(upload({ response_format: 'xml' }))
  expect([bad.status, bad.body.error.param]).toEqual([422, 'response_format'])
  expect((await post(upload({ temperature: 'hot' }))).status).toBe(422)
  expect((await server.request('POST /audio/transcriptions', { body: { file: 'x' } })).status).toBe(415)
  const broken = { raw: '--x\r\nnonsense', headers: { 'content-type': 'multipart/form-data; boundary=x' } }
  expect((await server.request('POST /audio/transcriptions', broken)).status).toBe(400)
})

test('each response format is answered in its own media type', async () => {
  const as = async (response_format: string) => {
    const { headers, text } = await post(upload({ response_format }))
    return [headers.get('content-type'), text]
  }
  expect(await as('text')).toEqual(['text/plain; charset=utf-8', `${verbose.text}\n`])
  expect((await as('srt'))[1]).toBe('1\n00:00:00,000 --> 00:00:01,500\num show me revenue.\n\n2\n00:00:01,500 --> 00:00:03,000\nby region\n')
  expect(await as('vtt')).toMatchObject(['text/vtt; charset=utf-8', expect.stringMatching(/^WEBVTT\n\n00:00:00\.000 --> 00:00:01\.500\n/)])
  const { body } = await post(upload({ response_format: 'verbose_json' }))
  expect(body).toMatchObject({ task: 'transcribe', language: 'en', duration: 3, text: verbose.text, segments: [{ id: 0, start: 0, end: 1.5 }, { id: 1 }] })
})

test('subtitles of an engine that tells no times', async () => {
  speech.reply = { body: { text: 'show me revenue', duration: 2 } }
  expect((await post(upload({ response_format: 'srt' }))).text).toBe('1\n00:00:00,000 --> 00:00:02,000\nshow me revenue\n')
  speech.reply = { body: { text: 'show me revenue' } }
  expect((await post(upload({ response_format: 'vtt' }))).body.error).toMatchObject({ code: 'invalid', param: 'response_format' })
})

test('without a language model our own rules tidy the text', async () => {
  const expected = { text: 'Show me revenue. By region.', raw_text: verbose.text, optimized: true, corrections: [], ...told }
  expect((await post(upload(), '?optimize=true')).body).toEqual(expected)
  expect((await post(upload({ optimize: 'true' }))).body).toEqual(expected)
  expect((await post(upload({ optimize: 'false' }))).body).toEqual({ text: verbose.text, ...told })
})

test('a language model corrects what it is given between marks, and nobody needs a grant on it', async () => {
  await useModel()
  const user = await server.account()
  const { body } = await post(upload(), '?optimize=true', user.key)
  expect(body).toEqual({ text: 'Show me revenue by region.', raw_text: verbose.text, optimized: true, corrections: [], ...told })
  expect(asked[0]?.prompt).toMatchObject([{ role: 'system' }, { role: 'user', content: [{ text: `<transcription>\n${verbose.text}\n</transcription>` }] }])
  expect(asked[0]?.tools).toBeUndefined()
})

test.each<[string, () => Promise<string>, string]>([
  ['fails', async () => Promise.reject(new Failure('provider_failed', 'the provider "Vendor" cannot be reached')), 'cannot be reached'],
  ['breaks', async () => Promise.reject(new TypeError('x is undefined')), 'broke off its reply'],
  ['answers instead', async () => 'Revenue by region was as follows. '.repeat(20), 'did not keep to the text'],
  ['says nothing', async () => '', 'did not keep to the text'],
])('when the language model %s, the plain text comes with a warning', async (_what, answer, warning) => {
  await useModel()
  corrected = answer
  const { status, body } = await post(upload(), '?optimize=true')
  expect([status, body.text, body.optimized]).toEqual([200, verbose.text, false])
  expect(body.warnings).toEqual([expect.stringContaining(warning)])
  expect(JSON.stringify(body)).not.toContain('undefined')
})

test('a language model that is busy for a moment is asked again', async () => {
  await useModel()
  const busy = new Failure('rate_limited', 'the provider "Vendor" is busy', { transient: true })
  corrected = async () => (asked.length === 1 ? Promise.reject(busy) : 'Show me revenue by region.')
  expect((await post(upload(), '?optimize=true')).body).toMatchObject({ optimized: true })
  expect(asked).toHaveLength(2)
})

test('optimizing that is switched off, or whose model is gone, is a warning too', async () => {
  await useModel()
  await server.db.update(models).set({ is_enabled: false })
  expect((await post(upload(), '?optimize=true')).body).toMatchObject({ text: verbose.text, warnings: ['not optimized: there is no model "editor"'] })
  await server.request('PUT /audio/config', { body: { optimize: { enabled: false } } })
  expect((await post(upload(), '?optimize=true')).body.warnings).toEqual(['not optimized: optimizing is switched off'])
})

test('an engine that fails or does not answer is told as such, and nothing is recorded as transcribed', async () => {
  speech.reply = { status: 500, body: { error: { message: 'sk-speech leaked', type: 'x', code: null } } }
  const failed = await post(upload())
  expect([failed.status, failed.body.error.code, failed.body.error.type]).toEqual([502, 'provider_failed', 'provider_error'])
  expect(failed.text).not.toContain('sk-speech')
  speech.reply = 'silence'
  expect((await post(upload())).status).toBe(504)
  expect(await server.db.select().from(auditLogs).where(eq(auditLogs.type, 'audio.transcribed'))).toEqual([])
})

test('without an engine the answer says who can set one', async () => {
  await server.request('PUT /audio/config', { body: { engine: 'none' } })
  const { status, body } = await post(upload())
  expect([status, body.error.code]).toEqual([503, 'speech_not_configured'])
  expect(body.error.hint).toContain('PUT /api/v1/audio/config')
})

test('a repeated Idempotency-Key replays the text without a second call', async () => {
  const send = () => server.request('POST /audio/transcriptions', { raw: upload(), headers: { 'idempotency-key': 'rec-1' } })
  const [first, again] = [await send(), await send()]
  expect([again.headers.get('idempotency-replayed'), again.body]).toEqual(['true', first.body])
  expect(speech.received).toHaveLength(1)
})

test('words have their times when they are asked for, segments when they are', async () => {
  speech.reply = { body: { ...verbose, words: [{ word: 'um', start: 0, end: 0.4 }] } }
  const form = upload({ response_format: 'verbose_json' })
  form.append('timestamp_granularities[]', 'word')
  const words = await post(form)
  expect(words.body.words).toEqual([{ word: 'um', start: 0, end: 0.4 }])
  expect(words.body.segments).toBeUndefined()
  const both = upload({ response_format: 'verbose_json' })
  for (const one of ['segment', 'word']) both.append('timestamp_granularities[]', one)
  expect(Object.keys((await post(both)).body)).toEqual(expect.arrayContaining(['segments', 'words']))
  expect((await post(upload({ 'timestamp_granularities[]': 'syllable' }))).status).toBe(422)
})

test('a stream tells the text as it comes and then whole, in the events of OpenAI', async () => {
  const answer = await server.open('POST /audio/transcriptions?optimize=true', { raw: upload({ stream: 'true' }) })
  expect(answer.headers.get('content-type')).toContain('text/event-stream')
  const events = (await answer.text())
    .trim()
    .split('\n\n')
    .map((event) => JSON.parse(event.replace(/^data: /, '')))
  expect(events.map(({ type }) => type)).toEqual(['transcript.text.delta', 'transcript.text.done'])
  expect(events[0].delta).toBe(verbose.text)
  expect(events[1]).toMatchObject({ text: 'Show me revenue. By region.', raw_text: verbose.text, usage: { type: 'duration', seconds: 3 } })
  const early = await server.open('POST /audio/transcriptions', { raw: upload({ stream: 'true', response_format: 'srt' }) })
  expect(early.status).toBe(422)
  speech.reply = { status: 500, body: {} }
  expect((await server.open('POST /audio/transcriptions', { raw: upload({ stream: 'true' }) })).status).toBe(502)
})

test('a translation is asked of the server that translates', async () => {
  const { status, body } = await server.request('POST /audio/translations', { raw: upload({ language: 'de', response_format: 'verbose_json' }) })
  expect([status, body.task, body.text]).toEqual([200, 'translate', verbose.text])
  expect(speech.received).toMatchObject([{ path: '/v1/audio/translations', fields: { model: 'whisper-1' } }])
  expect(speech.received[0]?.fields.language).toBeUndefined()
})

test("one client of OpenAI's asks questions and turns speech into text under one base URL", async () => {
  const client = new OpenAI({
    apiKey: server.adminKey,
    baseURL: 'http://querent.test/api/v1/llm/openai/v1',
    fetch: (url, init) => throughServer(String(url), init),
  })
  const file = new File([recordings.wav], 'question.wav')
  expect(await client.audio.transcriptions.create({ file, model: 'whisper-1' })).toMatchObject({ text: verbose.text })
  expect(await client.audio.translations.create({ file, model: 'whisper-1' })).toMatchObject({ text: verbose.text })
  expect((await client.models.list()).data.map(({ id }) => id)).toContain('builtin')
  const { choices } = await client.chat.completions.create({ model: 'builtin', messages: [{ role: 'user', content: 'Hello' }] })
  expect(choices[0]?.message.content).toEqual(expect.any(String))
})

test("OpenAI's own client", async () => {
  const client = new OpenAI({
    apiKey: server.adminKey,
    baseURL: 'http://querent.test/api/v1/audio/openai/v1',
    fetch: (url, init) => throughServer(String(url), init),
  })
  const file = new File([recordings.wav], 'question.wav')
  expect(await client.audio.transcriptions.create({ file, model: 'whisper-1' })).toMatchObject({ text: verbose.text })
  expect(await client.audio.translations.create({ file, model: 'whisper-1' })).toMatchObject({ text: verbose.text })
  const events = []
  for await (const event of await client.audio.transcriptions.create({ file, model: 'gpt-4o-mini-transcribe', stream: true })) events.push(event)
  expect(events.map(({ type }) => type)).toEqual(['transcript.text.delta', 'transcript.text.done'])
  const words = await client.audio.transcriptions.create({
    file,
    model: 'whisper-1',
    response_format: 'verbose_json',
    timestamp_granularities: ['word', 'segment'],
  })
  expect(words).toMatchObject({ language: 'en', duration: 3, segments: [{ id: 0 }, { id: 1 }] })
})

const throughServer = async (url: string, init: RequestInit = {}): Promise<Response> => {
  const { pathname } = new URL(url)
  const encoded = new Response(init.body)
  const type = new Headers(init.headers).get('content-type') ?? encoded.headers.get('content-type') ?? ''
  return server.open(`${init.method ?? 'GET'} ${pathname.replace('/api/v1', '')}`, {
    ...(init.body ? { raw: new Uint8Array(await encoded.arrayBuffer()) } : {}),
    headers: { 'content-type': type },
  })
}
