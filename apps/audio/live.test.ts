import { afterEach, beforeEach, expect, test } from 'vitest'
import { auditLogs } from '#db/schema/catalog.ts'
import { Failure } from '#domain/failure.ts'
import type { SpeechRequest } from '#domain/speech/engine.ts'
import { samplesOf, waveOf } from '#domain/speech/wave.ts'
import { type TestServer, testServer } from '#test/harness.ts'
import { spoken } from '#test/speech-engine.ts'

let server: TestServer
/** Seconds of each recording the engine was given. */
let heard: number[] = []
let fails = false
/** What the engine does before it answers. */
let listens: () => Promise<void> = async () => {}

beforeEach(async () => {
  heard = []
  fails = false
  listens = async () => {}
  const transcribe = async ({ audio }: SpeechRequest) => {
    if (fails) throw new Failure('provider_timeout', 'the speech engine took too long')
    await listens()
    const seconds = samplesOf(audio).length / 16_000
    heard.push(seconds)
    return { text: seconds ? `words of ${seconds} seconds` : '', language: 'en', durationSeconds: seconds, segments: [], words: [], noSpeech: seconds === 0 }
  }
  const embedded = () => ({ engine: true, models: ['tiny.en'], missing: [], command: null })
  server = await testServer({ ports: { speech: { open: () => ({ transcribe }), embedded } } })
})
afterEach(() => server.close())

const start = async () => (await server.request('POST /audio/live', { body: { language: 'en' } })).body.id as string
function append(id: string, sequence: number, seconds = 3, as = server.adminKey) {
  const raw = new FormData()
  raw.append('file', new File([waveOf(new Int16Array(seconds * 16_000))], 'piece.wav'))
  raw.append('sequence', String(sequence))
  return server.request(`POST /audio/live/${id}/pieces`, { raw, as })
}

test('pieces are heard together, and the end gives the whole text', async () => {
  const id = await start()
  expect((await append(id, 0)).body).toMatchObject({ id, text: 'words of 3 seconds', partial: 'words of 3 seconds', next_sequence: 1, seconds: 3 })
  expect((await append(id, 1)).body).toMatchObject({ text: 'words of 6 seconds', next_sequence: 2, seconds: 6 })
  expect((await server.request(`GET /audio/live/${id}`)).body).toMatchObject({ text: 'words of 6 seconds', next_sequence: 2 })
  const { status, body } = await server.request(`POST /audio/live/${id}/finish?optimize=true`)
  expect([status, body.text, body.usage]).toEqual([200, 'Words of 6 seconds.', { type: 'duration', seconds: 6 }])
  expect((await server.request(`GET /audio/live/${id}`)).status).toBe(404)
  const entries = (await server.db.select().from(auditLogs)).filter(({ type }) => type === 'audio.transcribed')
  expect(entries).toMatchObject([{ details: { live: true, duration_seconds: 6 } }])
})

test('what was said long ago is settled, and its sound is let go', async () => {
  const id = await start()
  for (const sequence of [0, 1]) await append(id, sequence, 10)
  const { body } = await append(id, 2, 2)
  expect(heard).toEqual([10, 20, 2])
  expect([body.text, body.partial]).toEqual(['words of 20 seconds words of 2 seconds', 'words of 2 seconds'])
  expect((await server.request(`POST /audio/live/${id}/finish`)).body.text).toBe('words of 20 seconds words of 2 seconds')
})

test('a piece that comes twice changes nothing, one out of order is refused, and one that failed may come again', async () => {
  const id = await start()
  await append(id, 0)
  expect((await append(id, 0)).body).toMatchObject({ next_sequence: 1, seconds: 3 })
  const early = await append(id, 2)
  expect([early.status, early.body.error.param]).toEqual([409, 'sequence'])
  fails = true
  expect((await append(id, 1)).status).toBe(504)
  fails = false
  expect((await append(id, 1)).body).toMatchObject({ next_sequence: 2, seconds: 6 })
})

test('a piece that comes while the one before it is heard waits for it', async () => {
  const id = await start()
  const begun = Promise.withResolvers<void>()
  const ends = Promise.withResolvers<void>()
  listens = () => {
    begun.resolve()
    return ends.promise
  }
  const first = append(id, 0)
  await begun.promise
  const second = append(id, 1)
  const again = append(id, 0)
  ends.resolve()
  const answers = await Promise.all([first, second, again])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(heard).toEqual([3, 6])
})

test("it is its speaker's own, bounded, and forgotten", async () => {
  const id = await start()
  const other = await server.account()
  expect((await append(id, 0, 3, other.key)).status).toBe(404)
  expect((await append(id, 0, 40)).status).toBe(413)
  const raw = new FormData()
  raw.append('file', new File([spoken('revenue.mp3')], 'piece.mp3'))
  raw.append('sequence', '0')
  expect((await server.request(`POST /audio/live/${id}/pieces`, { raw })).status).toBe(415)
  for (let more = 0; more < 3; more++) await start()
  expect((await server.request('POST /audio/live', { body: {} })).status).toBe(429)
  expect((await server.request(`DELETE /audio/live/${id}`)).status).toBe(204)
  const last = await start()
  server.clock.now = new Date(server.clock.now.getTime() + 301_000)
  expect((await append(last, 0)).status).toBe(404)
})

test('who follows one hears each change and the end, and nobody else does', async () => {
  const id = await start()
  const other = await server.account()
  expect((await server.request(`GET /audio/live/${id}/events`, { as: other.key })).status).toBe(404)
  const reply = await server.open(`GET /audio/live/${id}/events`)
  expect(reply.headers.get('content-type')).toContain('text/event-stream')
  const read = reply.text()
  await append(id, 0)
  await append(id, 1)
  await server.request(`POST /audio/live/${id}/finish`)
  const events = (await read).trim().split('\n\n')
  expect(events.map((event) => /^event: (.*)$/m.exec(event)?.[1])).toEqual([
    ...Array(events.length - 1).fill('transcript.text.partial'),
    'transcript.text.done',
  ])
  const data = events.map((event) => JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? ''))
  expect(data.at(-2)).toMatchObject({ type: 'transcript.text.partial', text: 'words of 6 seconds', partial: 'words of 6 seconds', next_sequence: 2 })
  expect(data.at(-1)).toMatchObject({ type: 'transcript.text.done', text: 'words of 6 seconds' })

  const gone = await start()
  const followed = await server.open(`GET /audio/live/${gone}/events`)
  await server.request(`DELETE /audio/live/${gone}`)
  expect(await followed.text()).toContain('transcript.text.forgotten')
})
