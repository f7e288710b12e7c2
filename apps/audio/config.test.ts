import { expect, test } from 'vitest'
import { speechConfig } from '#db/schema/analytics.ts'
import { auditLogs } from '#db/schema/catalog.ts'
import { Failure } from '#domain/failure.ts'
import type { EmbeddedSpeech, SpeechEngineConfig } from '#domain/speech/engine.ts'
import { recordings } from '#test/fixtures/recordings.ts'
import { testServer } from '#test/harness.ts'

const engine = { engine: 'openai-compatible', base_url: 'http://127.0.0.1:9/v1', api_key: 'sk-very-secret', model: 'whisper-1' }

test("the operator's settings are in force until an administrator changes them", async () => {
  const server = await testServer({
    environment: { SPEECH_ENGINE: 'openai-compatible', SPEECH_BASE_URL: 'http://speech.local/v1', SPEECH_API_KEY: 'sk-from-env', MAX_AUDIO_BYTES: '5000' },
  })
  const user = await server.account()
  const before = await server.request('GET /audio/config', { as: user.key })
  expect(before.body).toEqual({
    engine: 'openai-compatible',
    model: 'whisper-1',
    base_url: 'http://speech.local/v1',
    has_api_key: true,
    provider_id: null,
    language: null,
    max_file_bytes: 5000,
    formats: ['mp3', 'mp4', 'm4a', 'wav', 'webm', 'ogg', 'flac'],
    optimize: { enabled: true, model: null },
    embedded: null,
  })
  expect((await server.request('PUT /audio/config', { as: user.key, body: { language: 'de' } })).status).toBe(403)
  const after = await server.request('PUT /audio/config', { body: { language: 'de', optimize: { enabled: false } } })
  expect(after.body).toEqual({ ...before.body, language: 'de', optimize: { enabled: false, model: null } })
  expect([before.headers.get('etag'), after.headers.get('etag')]).toEqual(['"0"', '"1"'])
  expect((await server.request('GET /audio/config')).body).toEqual(after.body)
  await server.close()
})

test('the key is written, never read, and stays with the address it was given for', async () => {
  const server = await testServer()
  expect((await server.request('GET /audio/config')).body).toMatchObject({ engine: 'none', has_api_key: false })
  const put = (body: unknown) => server.request('PUT /audio/config', { body })
  const made = await put(engine)
  expect(made.body.has_api_key).toBe(true)
  expect((await put({ model: 'large-v3', base_url: 'http://127.0.0.1:9/v1/' })).body).toMatchObject({ has_api_key: true, base_url: 'http://127.0.0.1:9/v1' })
  expect((await put({ base_url: 'http://other.example/v1' })).body).toMatchObject({ has_api_key: false, base_url: 'http://other.example/v1' })
  expect((await put({ base_url: 'http://third.example/v1', api_key: 'sk-very-secret' })).body.has_api_key).toBe(true)
  expect((await put({ api_key: null })).body.has_api_key).toBe(false)
  await put({ api_key: 'sk-very-secret' })
  const kept = JSON.stringify([await server.db.select().from(speechConfig), await server.db.select().from(auditLogs), server.log])
  expect(kept).not.toContain('sk-very-secret')
  expect((await server.db.select().from(auditLogs)).filter(({ type }) => type === 'audio.configured')).toHaveLength(6)
  await server.close()
})

test('a lost update is refused', async () => {
  const server = await testServer()
  const put = (tag: string) => server.request('PATCH /audio/config', { body: { language: 'en' }, headers: { 'if-match': tag } })
  expect((await put('"3"')).status).toBe(412)
  expect((await put('"0"')).status).toBe(200)
  expect((await put('"0"')).status).toBe(412)
  expect((await put('"1"')).headers.get('etag')).toBe('"2"')
  await server.close()
})

test.each([
  ['an address with a password in it', { base_url: 'http://me:pass@speech.local/v1' }, 'base_url'],
  ['an address of another kind', { base_url: 'file:///etc/passwd' }, 'base_url'],
  ['an unknown engine', { engine: 'magic' }, 'engine'],
  ['an unknown field', { key: 'x' }, undefined],
  ['a language model that is not there', { optimize: { model: 'none such' } }, 'optimize.model'],
])('%s is refused', async (_what, body, param) => {
  const server = await testServer()
  const reply = await server.request('PUT /audio/config', { body })
  expect([reply.status, reply.body.error.param]).toEqual([param === 'optimize.model' ? 404 : 422, param])
  await server.close()
})

const there = { engine: true, models: ['base', 'tiny.en'], missing: [], command: null }
const lacking = { engine: false, models: [], missing: ['the engine', 'a model'], command: 'npm run get:speech' }
const transcript = { text: 'revenue', language: 'en', durationSeconds: 1, segments: [], words: [], noSpeech: false }

test('the embedded engine is in force where it is there, and what is missing is told with the command that brings it', async () => {
  let state: EmbeddedSpeech = lacking
  const opened: SpeechEngineConfig[] = []
  const open = (config: SpeechEngineConfig) => {
    opened.push(config)
    return { transcribe: async () => transcript }
  }
  const server = await testServer({ ports: { speech: { open, embedded: () => state } } })
  const post = (fields: Record<string, string> = {}) => {
    const raw = new FormData()
    raw.append('file', new File([recordings.wav], 'question.wav'))
    for (const [name, value] of Object.entries(fields)) raw.append(name, value)
    return server.request('POST /audio/transcriptions', { raw })
  }
  const missing = { ready: false, models: [], missing: ['the engine', 'a model'], command: 'npm run get:speech' }
  expect((await server.request('GET /audio/config')).body).toMatchObject({ engine: 'none', embedded: missing })
  expect((await post()).body.error).toMatchObject({ code: 'speech_not_configured', hint: expect.stringContaining('npm run get:speech') })
  state = there
  expect((await server.request('GET /audio/config')).body).toMatchObject({
    engine: 'whisper',
    model: 'base',
    embedded: { ready: true, models: ['base', 'tiny.en'] },
  })
  expect((await post({ model: 'whisper-1' })).body).toMatchObject({ text: 'revenue' })
  expect((await post({ model: 'tiny.en' })).status).toBe(200)
  expect((await post({ model: 'huge' })).body.error).toMatchObject({ code: 'invalid', param: 'model', hint: 'there are: base, tiny.en' })
  expect(opened).toEqual([
    { engine: 'whisper', model: 'base' },
    { engine: 'whisper', model: 'tiny.en' },
  ])
  await server.request('PUT /audio/config', { body: { engine: 'whisper', model: 'tiny.en' } })
  expect((await server.request('GET /audio/config')).body).toMatchObject({ engine: 'whisper', model: 'tiny.en' })
  state = lacking
  expect((await post()).body.error).toMatchObject({
    code: 'speech_not_configured',
    message: expect.stringContaining('lacks the engine and a model'),
    hint: 'npm run get:speech',
  })
  await server.close()
})

test('a provider of the catalogue is the engine, with its key, its usual model, and no second place for either', async () => {
  const opened: SpeechEngineConfig[] = []
  let failures: Failure[] = []
  const open = (config: SpeechEngineConfig) => ({
    transcribe: async () => {
      opened.push(config)
      const failure = failures.shift()
      if (failure) throw failure
      return transcript
    },
  })
  const server = await testServer({ ports: { speech: { open, embedded: () => null } } })
  const provider = async (kind: string) => (await server.request('POST /core/providers', { body: { name: `My ${kind}`, kind, api_key: 'sk-vendor' } })).body.id
  const put = (body: unknown) => server.request('PUT /audio/config', { body })
  const post = (fields: Record<string, string> = {}) => {
    const raw = new FormData()
    raw.append('file', new File([recordings.wav], 'question.wav'))
    for (const [name, value] of Object.entries(fields)) raw.append(name, value)
    return server.request('POST /audio/transcriptions', { raw })
  }

  const deepgram = await provider('deepgram')
  expect((await put({ provider_id: deepgram })).body).toMatchObject({ engine: 'provider', provider_id: deepgram, model: 'nova-3', has_api_key: false })
  expect((await post({ model: 'whisper-1' })).body).toMatchObject({ text: 'revenue' })
  expect((await post({ model: 'nova-2' })).status).toBe(200)
  const connection = { kind: 'deepgram', name: 'My deepgram', apiKey: 'sk-vendor', baseUrl: null }
  expect(opened).toMatchObject([
    { engine: 'provider', model: 'nova-3', connection },
    { engine: 'provider', model: 'nova-2', connection },
  ])
  const [told] = (await server.db.select().from(auditLogs)).filter(({ type }) => type === 'audio.transcribed')
  expect(told?.details).toMatchObject({ engine: 'deepgram', provider: 'My deepgram', model: 'nova-3' })

  failures = [new Failure('provider_failed', 'broke', { transient: true })]
  expect((await post()).status).toBe(200)
  failures = [new Failure('provider_failed', 'the key is refused')]
  expect((await post()).status).toBe(502)

  expect((await put({ provider_id: await provider('anthropic') })).body.error).toMatchObject({ code: 'invalid', param: 'provider_id' })
  expect((await put({ provider_id: 'prv_none' })).body.error).toMatchObject({ code: 'not_found', param: 'provider_id' })
  const azure = (await server.request('POST /core/providers', { body: { name: 'Azure', kind: 'azure', api_key: 'x', options: { resource_name: 'mine' } } }))
    .body.id
  expect((await put({ provider_id: azure })).body.error).toMatchObject({ code: 'invalid', param: 'model' })
  expect((await put({ engine: 'none', provider_id: null })).body).toMatchObject({ engine: 'none', provider_id: null })
  expect((await put({ engine: 'provider' })).body.error).toMatchObject({ code: 'invalid', param: 'provider_id' })

  await put({ provider_id: deepgram })
  await server.request(`PATCH /core/providers/${deepgram}`, { body: { is_enabled: false } })
  expect((await post()).body.error).toMatchObject({ code: 'speech_not_configured', message: expect.stringContaining('switched off') })
  await server.request(`DELETE /core/providers/${deepgram}`)
  expect((await post()).body.error).toMatchObject({ code: 'speech_not_configured', message: expect.stringContaining('gone') })
  expect(JSON.stringify(server.log)).not.toContain('sk-vendor')
  await server.close()
})

test('where a vendor fails, the embedded engine answers, and says so', async () => {
  const asked: string[] = []
  const open = ({ engine }: SpeechEngineConfig) => ({
    transcribe: async () => {
      asked.push(engine)
      if (engine === 'whisper') return transcript
      throw new Failure('provider_failed', 'the provider "speech-to-text" cannot be reached')
    },
  })
  let state: EmbeddedSpeech = there
  const environment = { SPEECH_ENGINE: 'openai-compatible', SPEECH_BASE_URL: 'http://speech.local/v1' }
  const server = await testServer({ ports: { speech: { open, embedded: () => state } }, environment })
  const post = () => {
    const raw = new FormData()
    raw.append('file', new File([recordings.wav], 'question.wav'))
    return server.request('POST /audio/transcriptions', { raw })
  }
  const { status, body } = await post()
  expect([status, body.text, body.warnings]).toEqual([200, 'revenue', ['the configured speech engine failed; the embedded one was used']])
  expect(asked).toEqual(['openai-compatible', 'whisper'])
  state = lacking
  expect((await post()).status).toBe(502)
  await server.close()
})
