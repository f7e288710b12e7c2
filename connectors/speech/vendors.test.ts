import { expect, test } from 'vitest'
import { createModelRegistry } from '#connectors/models/registry.ts'
import type { ProviderConnection } from '#domain/agent/model/models.ts'
import { SPEECH_KINDS, type SpeechKind, type SpeechRequest } from '#domain/speech/engine.ts'
import { recordings } from '#test/fixtures/recordings.ts'
import { startSpeechVendor, type VendorCall, WIRES } from '#test/speech-vendors.ts'
import { createSpeechEngines } from './engines.ts'

const request: SpeechRequest = {
  audio: recordings.wav,
  format: 'wav',
  language: 'en',
  prompt: null,
  names: ['Led Zeppelin', 'invoice lines'],
  temperature: null,
  timed: false,
  words: false,
  translate: false,
  asker: undefined,
  signal: new AbortController().signal,
}

type Case = {
  kind: SpeechKind
  path: string
  model: string
  options?: Record<string, string>
  key: (call: VendorCall) => unknown
  says: (call: VendorCall) => unknown
}
const bearer = ({ headers }: VendorCall) => headers.authorization === 'Bearer sk-test'

const cases: Case[] = [
  { kind: 'openai', path: '/v1', model: 'whisper-1', key: bearer, says: ({ fields }) => fields.language?.[0] === 'en' },
  { kind: 'azure', path: '/openai', model: 'hearing', key: ({ headers }) => headers['api-key'] === 'sk-test', says: ({ fields }) => fields.file?.length === 1 },
  { kind: 'groq', path: '/openai/v1', model: 'whisper-large-v3-turbo', key: bearer, says: ({ fields }) => fields.response_format?.[0] === 'verbose_json' },
  { kind: 'mistral', path: '/v1', model: 'voxtral-mini-latest', key: bearer, says: ({ fields }) => fields.context_bias?.includes('Led Zeppelin') },
  {
    ...{ kind: 'google', path: '/v1beta', model: 'gemini-3.5-transcribe', key: ({ headers }) => headers['x-goog-api-key'] === 'sk-test' },
    says: ({ json }) => json.generation_config.transcription_config.custom_vocabulary.includes('Led Zeppelin'),
  },
  {
    ...{ kind: 'workers-ai', path: '', model: '@cf/openai/whisper-large-v3-turbo', options: { account_id: 'acc1' }, key: bearer },
    says: ({ json }) => json.language === 'en' && json.audio.length > 0,
  },
  {
    ...{ kind: 'deepgram', path: '', model: 'nova-3', key: ({ headers }) => headers.authorization === 'Token sk-test' },
    says: ({ query, bytes }) =>
      query.getAll('keyterm').join() === 'Led Zeppelin,invoice lines' && query.get('language') === 'en' && bytes.length === recordings.wav.length,
  },
  {
    ...{ kind: 'elevenlabs', path: '', model: 'scribe_v2', key: ({ headers }) => headers['xi-api-key'] === 'sk-test' },
    says: ({ fields }) => fields.model_id?.[0] === 'scribe_v2' && fields.tag_audio_events?.[0] === 'false',
  },
  {
    ...{ kind: 'assemblyai', path: '', model: 'universal-3-pro', key: ({ headers }) => headers.authorization === 'sk-test' },
    says: ({ json, bytes }) => (json ? json.keyterms_prompt.includes('Led Zeppelin') && json.language_code === 'en' : bytes.length === recordings.wav.length),
  },
  { kind: 'gladia', path: '', model: 'default', key: ({ headers }) => headers['x-gladia-key'] === 'sk-test', says: ({ fields }) => fields.audio?.length === 1 },
  { kind: 'revai', path: '', model: 'machine', key: bearer, says: ({ fields }) => JSON.parse(fields.config?.[0] ?? '{}').language === 'en' },
]

test('each kind is spoken to as it wants to be', () => {
  expect(cases.map(({ kind }) => kind).toSorted()).toEqual(SPEECH_KINDS.filter((kind) => kind !== 'openai-compatible').toSorted())
})

test.each(cases)(
  '$kind: its own wire, the key of the catalogue, and the names of the data',
  async ({ kind, path, model, options = {}, key, says }) => {
    const vendor = await startSpeechVendor(WIRES[kind] as never)
    const connection: ProviderConnection = { id: 'prv_1@1', kind, name: 'Vendor', baseUrl: `${vendor.origin}${path}`, apiKey: 'sk-test', options }
    const engine = createSpeechEngines({ fetch, timeLimitMs: 20_000 }).open({ engine: 'provider', connection, model })
    const heard = await engine.transcribe(request)
    expect(heard).toMatchObject({ text: 'show revenue', noSpeech: false, language: ['azure', 'google'].includes(kind) ? null : 'en' })
    for (const call of vendor.calls) expect(key(call), `${kind} ${call.path}`).toBe(true)
    expect(says(vendor.calls[0] as VendorCall)).toBe(true)
    const timed = await engine.transcribe({ ...request, timed: true, words: true })
    if (kind !== 'azure' && kind !== 'openai')
      expect(timed.segments).toMatchObject([{ text: expect.stringMatching(/^ ?show revenue$/), endSecond: expect.any(Number) }])
    expect(JSON.stringify(heard)).not.toContain('sk-test')
    await vendor.close()
  },
  30_000,
)

const opened = (kind: SpeechKind, origin: string, timeLimitMs = 10_000, apiKey: string | null = 'sk-test') =>
  createSpeechEngines({ fetch, timeLimitMs }).open({
    engine: 'provider',
    connection: { id: 'prv_1@1', kind, name: 'Vendor', baseUrl: origin, apiKey, options: {} },
    model: 'nova-3',
  })

test.each<[string, number, Record<string, string>, object]>([
  ['refuses the key', 401, {}, { code: 'provider_failed', details: expect.objectContaining({ hint: expect.stringContaining('api_key') }) }],
  ['is busy', 429, { 'retry-after': '3' }, { code: 'rate_limited', details: expect.objectContaining({ retryAfter: 3, transient: true }) }],
  ['breaks', 503, {}, { code: 'provider_failed', details: expect.objectContaining({ transient: true }) }],
  ['refuses so much', 413, {}, { code: 'payload_too_large' }],
  ['leads elsewhere', 302, { location: 'http://127.0.0.1:9/' }, { code: 'provider_failed' }],
])('a vendor that %s is told so, without its words', async (_what, status, headers, failure) => {
  const vendor = await startSpeechVendor(WIRES.deepgram as never)
  vendor.fails.push({ status, headers, body: { err_code: 'X', err_msg: 'sk-test exploded' } })
  const thrown = await opened('deepgram', vendor.origin)
    .transcribe(request)
    .catch((error: unknown) => error)
  expect(thrown).toMatchObject({ name: 'Failure', ...failure })
  expect((thrown as Error).message).not.toMatch(/sk-test|exploded/)
  expect(vendor.calls).toHaveLength(1)
  await vendor.close()
})

test('silence ends at the deadline, also between two looks at a job, and the caller’s abort at once', async () => {
  const vendor = await startSpeechVendor((call, calls) => {
    if (call.path === '/v2/transcript/tr_1') return { body: { id: 'tr_1', status: 'processing' } }
    return (WIRES.assemblyai as NonNullable<(typeof WIRES)[string]>)(call, calls)
  })
  vendor.fails.push('silence')
  await expect(opened('assemblyai', vendor.origin, 100).transcribe(request)).rejects.toMatchObject({ code: 'provider_timeout' })
  await expect(opened('assemblyai', vendor.origin, 400).transcribe(request)).rejects.toMatchObject({ code: 'provider_timeout' })
  const leaving = new AbortController()
  const running = opened('assemblyai', vendor.origin).transcribe({ ...request, signal: leaving.signal })
  setTimeout(() => leaving.abort(new Error('gone')), 200)
  await expect(running).rejects.toThrow('gone')
  await vendor.close()
})

test('without a key nothing is sent, and what cannot translate says so', async () => {
  const vendor = await startSpeechVendor(WIRES.deepgram as never)
  await expect(opened('deepgram', vendor.origin, 10_000, null).transcribe(request)).rejects.toMatchObject({ code: 'provider_not_configured' })
  await expect(opened('deepgram', vendor.origin).transcribe({ ...request, translate: true })).rejects.toMatchObject({ code: 'invalid' })
  expect(vendor.calls).toEqual([])
  await vendor.close()
})

test('a kind that only hears lists its models where its key is taken, and answers no question', async () => {
  const vendor = await startSpeechVendor(({ headers }) => (headers.authorization === 'Token sk-test' ? { body: { projects: [] } } : { status: 401, body: {} }))
  const registry = createModelRegistry({ fetch })
  const connection: ProviderConnection = { id: 'prv_1@1', kind: 'deepgram', name: 'Vendor', baseUrl: vendor.origin, apiKey: 'sk-test', options: {} }
  expect(await registry.list(connection, request.signal)).toEqual(['nova-2', 'nova-3'])
  await expect(registry.list({ ...connection, apiKey: 'sk-other' }, request.signal)).rejects.toMatchObject({ code: 'provider_failed' })
  await expect(registry.open(connection, 'nova-3').doGenerate({ prompt: [] })).rejects.toMatchObject({ message: expect.stringContaining('no language models') })
  await vendor.close()
})

test('a translation goes to the address that translates', async () => {
  const vendor = await startSpeechVendor(WIRES.groq as never)
  await opened('groq', `${vendor.origin}/openai/v1`).transcribe({ ...request, translate: true })
  expect(vendor.calls.map(({ path }) => path)).toEqual(['/openai/v1/audio/translations'])
  await vendor.close()
})
