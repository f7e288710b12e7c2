import { afterEach, beforeEach, expect, test } from 'vitest'
import { auditLogs } from '#db/schema/catalog.ts'
import { recordings } from '#db/schema/sessions.ts'
import { forgetOld } from '#domain/jobs/retention.ts'
import { MOST_KEPT_BYTES } from '#domain/speech/recordings.ts'
import { waveOf } from '#domain/speech/wave.ts'
import { recordings as files } from '#test/fixtures/recordings.ts'
import { type TestServer, testServer } from '#test/harness.ts'

let server: TestServer
let speaker: { id: string; key: string }
let session: string

beforeEach(async () => {
  const transcribe = async () => ({ text: 'How many customers are there?', language: 'en', durationSeconds: 2, segments: [], words: [], noSpeech: false })
  const embedded = () => ({ engine: true, models: ['tiny.en'], missing: [], command: null })
  server = await testServer({ ports: { speech: { open: () => ({ transcribe }), embedded } } })
  speaker = await server.account()
  session = (await server.request('POST /llm/sessions/new', { body: { title: 'Spoken' }, as: speaker.key })).body.id
})
afterEach(() => server.close())

async function speak(fields: Record<string, string>, as = speaker.key, file: Uint8Array<ArrayBuffer> = files.wav) {
  const raw = new FormData()
  raw.append('file', new File([file], 'question.wav'))
  for (const [name, value] of Object.entries(fields)) raw.append(name, value)
  return server.request('POST /audio/transcriptions', { raw, as })
}
const read = (id: string, as: string) => server.request(`GET /audio/recordings/${id}`, { as })
const kept = async () => (await server.db.select({ id: recordings.id }).from(recordings)).length

test('nothing is kept unless it is asked for', async () => {
  expect((await speak({})).body.recording_id).toBeUndefined()
  expect((await speak({ store: 'false' })).body.recording_id).toBeUndefined()
  expect(await kept()).toBe(0)
})

test('a recording is its speaker’s, and comes back byte for byte', async () => {
  const { recording_id: id } = (await speak({ store: 'true' })).body
  expect((await read(id, speaker.key)).body).toMatchObject({
    id,
    recording_id: id,
    user_id: speaker.id,
    session_id: null,
    message_id: null,
    format: 'wav',
    seconds: 2,
  })
  const reply = await server.open(`GET /audio/recordings/${id}/file`, { as: speaker.key })
  expect([reply.headers.get('content-type'), reply.headers.get('content-disposition')]).toEqual(['audio/wav', `attachment; filename="${id}.wav"`])
  expect(new Uint8Array(await reply.arrayBuffer())).toEqual(files.wav)
  expect((await server.request('GET /audio/recordings', { as: speaker.key })).body).toMatchObject([{ id }])
  const other = await server.account()
  for (const as of [other.key, server.adminKey]) {
    expect((await read(id, as)).status).toBe(404)
    expect((await server.request('GET /audio/recordings', { as })).body).toEqual([])
    expect((await server.request(`DELETE /audio/recordings/${id}`, { as })).status).toBe(404)
  }
  expect((await server.request(`DELETE /audio/recordings/${id}`, { as: speaker.key })).status).toBe(204)
  expect(await kept()).toBe(0)
  const types = (await server.db.select().from(auditLogs)).map(({ type }) => type)
  expect(types).toContain('recording.deleted')
})

test('with its message it is the session’s: who may view that hears it, and its end is its own', async () => {
  const { recording_id: id } = (await speak({ store: 'true', session_id: session })).body
  await server.request('POST /llm/session/completions', {
    body: { model: 'builtin', session_id: session, messages: [{ role: 'user', content: 'How many customers are there?' }] },
    as: speaker.key,
  })
  const said = (await server.request(`GET /llm/sessions/${session}/messages`, { as: speaker.key })).body as { id: string; role: string }[]
  const question = said.find(({ role }) => role === 'user')?.id ?? ''
  const attach = (message_id: string, as = speaker.key) => server.request(`PUT /audio/recordings/${id}/messages/${message_id}`, { as })
  expect((await attach(said.find(({ role }) => role === 'assistant')?.id ?? '')).body.error).toMatchObject({ code: 'not_found', param: 'message_id' })
  expect((await attach(question)).body).toMatchObject({ id, session_id: session, message_id: question })

  const friend = await server.account()
  const stranger = await server.account()
  const list = (as: string) => server.request(`GET /audio/recordings?session_id=${session}`, { as })
  expect([(await read(id, friend.key)).status, (await list(friend.key)).body]).toEqual([404, []])
  await server.request(`POST /llm/sessions/${session}/share/user`, { body: { user_id: friend.id, level: 'view' }, as: speaker.key })
  expect((await read(id, friend.key)).status).toBe(200)
  expect((await server.open(`GET /audio/recordings/${id}/file`, { as: friend.key })).status).toBe(200)
  expect((await list(friend.key)).body).toMatchObject([{ id }])
  expect((await attach(question, friend.key)).status).toBe(403)
  expect((await server.request(`DELETE /audio/recordings/${id}`, { as: friend.key })).status).toBe(403)
  expect([(await read(id, stranger.key)).status, (await list(stranger.key)).body]).toEqual([404, []])

  // Neither a copy nor a link carries the voice.
  await server.request(`POST /llm/sessions/${session}/clone`, { body: {}, as: friend.key })
  expect(await kept()).toBe(1)
  await server.request(`DELETE /llm/sessions/${session}`, { as: speaker.key })
  expect(await kept()).toBe(0)
})

test('a message of a session one may not write in takes no recording', async () => {
  const other = await server.account()
  expect((await speak({ store: 'true', session_id: session }, other.key)).body.error).toMatchObject({ code: 'not_found', param: 'session_id' })
  expect(await kept()).toBe(0)
})

test('it goes with its speaker, and after the time things are kept', async () => {
  await speak({ store: 'true' })
  await server.request(`DELETE /core/users/${speaker.id}`)
  expect(await kept()).toBe(0)
  await speak({ store: 'true' }, server.adminKey)
  await forgetOld(server.querent.systemContext('core'), 90)
  expect(await kept()).toBe(1)
  await server.db.update(recordings).set({ created_at: '2020-01-01T00:00:00.000Z' })
  await forgetOld(server.querent.systemContext('core'), 90)
  expect(await kept()).toBe(0)
})

test('what is too large to be kept is told before it is heard', async () => {
  const large = waveOf(new Int16Array(MOST_KEPT_BYTES / 2))
  expect((await speak({ store: 'true' }, speaker.key, large)).body.error).toMatchObject({ code: 'payload_too_large', param: 'store' })
  expect((await speak({}, speaker.key, large)).status).toBe(200)
})
