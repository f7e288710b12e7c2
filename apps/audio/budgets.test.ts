import { afterEach, beforeEach, expect, test } from 'vitest'
import { speechReservations } from '#db/schema/sessions.ts'
import { Failure } from '#domain/failure.ts'
import type { SpeechRequest } from '#domain/speech/engine.ts'
import { waveOf } from '#domain/speech/wave.ts'
import { recordings } from '#test/fixtures/recordings.ts'
import { type TestServer, testServer } from '#test/harness.ts'

let server: TestServer
let fails = false
/** What the engine says a recording lasts; `null` = it does not tell. */
let tells: number | null = null
let release: (() => void) | null = null

beforeEach(async () => {
  fails = false
  tells = null
  release = null
  const transcribe = async (_request: SpeechRequest) => {
    if (fails) throw new Failure('provider_failed', 'the speech engine broke')
    if (release) await new Promise<void>((resolve) => (release = resolve))
    return { text: 'revenue', language: 'en', durationSeconds: tells, segments: [], words: [], noSpeech: false }
  }
  const embedded = () => ({ engine: true, models: ['tiny.en'], missing: [], command: null })
  server = await testServer({ ports: { speech: { open: () => ({ transcribe }), embedded } } })
})
afterEach(() => server.close())

const wave = (seconds: number) => waveOf(new Int16Array(seconds * 16_000))
function speak(seconds: number, as: string, file: Uint8Array<ArrayBuffer> = wave(seconds)) {
  const raw = new FormData()
  raw.append('file', new File([file], 'question'))
  return server.request('POST /audio/transcriptions', { raw, as })
}
const limit = (seconds: number, whose: object = { principal_type: 'everyone' }) =>
  server.request('POST /core/budgets', { body: { ...whose, audio_seconds_per_day: seconds } })
const heardBy = async (as: string) => (await server.request('GET /llm/usage?group_by=model', { as })).body

test('seconds of speech are used, by user and model, and end at the budget', async () => {
  const { key } = await server.account()
  await limit(20)
  expect((await speak(8, key)).status).toBe(200)
  expect((await speak(8, key)).status).toBe(200)
  const { status, body, headers } = await speak(8, key)
  expect([status, body.error.code]).toEqual([429, 'rate_limited'])
  expect(body.error.message).toContain('20 seconds of speech')
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await speak(3, key)).status).toBe(200)
  expect(await heardBy(key)).toMatchObject({ items: [{ model: 'tiny.en', audio_seconds: expect.closeTo(19, 1), requests: 0 }] })
  expect((await speak(8, server.adminKey)).status).toBe(200)
})

test('what an engine says counts, else what the bytes of a recording come to', async () => {
  tells = 4.5
  await speak(0, server.adminKey, recordings.mp3)
  expect((await heardBy(server.adminKey)).total.audio_seconds).toBe(4.5)
  tells = null
  await speak(2, server.adminKey)
  expect((await heardBy(server.adminKey)).total.audio_seconds).toBeCloseTo(6.5, 1)
})

test('recordings at once are held to the budget together, and what fails is given back', async () => {
  const { key } = await server.account()
  await limit(10)
  release = () => {}
  const first = speak(8, key)
  await expect.poll(() => server.db.select().from(speechReservations)).toHaveLength(1)
  expect((await speak(8, key)).status).toBe(429)
  release()
  release = null
  expect((await first).status).toBe(200)
  expect(await server.db.select().from(speechReservations)).toEqual([])

  const other = await server.account()
  fails = true
  expect((await speak(8, other.key)).status).toBe(502)
  fails = false
  expect((await speak(8, other.key)).status).toBe(200)
})

test('pieces count as they come, once each', async () => {
  const { id, key } = await server.account()
  await limit(5, { principal_type: 'user', principal_id: id })
  const live = (await server.request('POST /audio/live', { body: { language: 'en' }, as: key })).body.id
  const append = (sequence: number) => {
    const raw = new FormData()
    raw.append('file', new File([wave(2)], 'piece.wav'))
    raw.append('sequence', String(sequence))
    return server.request(`POST /audio/live/${live}/pieces`, { raw, as: key })
  }
  expect([(await append(0)).status, (await append(0)).status, (await append(1)).status, (await append(2)).status]).toEqual([200, 200, 200, 429])
  expect((await server.request(`POST /audio/live/${live}/finish`, { as: key })).status).toBe(200)
  expect((await heardBy(key)).total.audio_seconds).toBe(4)
})
