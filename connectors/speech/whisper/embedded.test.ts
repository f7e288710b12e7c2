import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { SpeechRequest } from '#domain/speech/engine.ts'
import { hostileRecordings } from '#test/fixtures/hostile-recordings.ts'
import { lacksSpeech, smallModel, speechFolder, spoken } from '#test/speech-engine.ts'
import { createEmbedded, type EmbeddedOptions } from './embedded.ts'
import { readInstalled } from './installed.ts'
import { KNOWN_MODELS } from './models.ts'

const request = (more: Partial<SpeechRequest> = {}): SpeechRequest => ({
  audio: spoken('revenue.wav'),
  format: 'wav',
  language: 'en',
  prompt: null,
  names: [],
  temperature: null,
  timed: true,
  words: false,
  translate: false,
  asker: undefined,
  signal: new AbortController().signal,
  ...more,
})
const open = (more: Partial<EmbeddedOptions> = {}) =>
  createEmbedded({ folder: speechFolder, size: 1, memoryMb: 1024, timeoutMs: 120_000, maxSeconds: 60, threads: 1, ...more })

test('what is there, what is missing and what brings it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'speech-'))
  expect(readInstalled(folder, 'linux-x64')).toEqual({ engine: false, models: [], missing: ['the engine', 'a model'], command: 'npm run get:speech' })
  mkdirSync(join(folder, 'engine/node_modules/@napi-rs/whisper'), { recursive: true })
  writeFileSync(join(folder, 'engine/node_modules/@napi-rs/whisper/index.js'), '')
  mkdirSync(join(folder, 'models'))
  for (const name of ['tiny.en', 'base', 'own']) {
    const path = join(folder, 'models', `ggml-${name}.bin`)
    writeFileSync(path, '')
    truncateSync(path, KNOWN_MODELS.find((model) => model.name === name)?.bytes ?? 10)
  }
  writeFileSync(join(folder, 'models/ggml-small.bin'), 'half of it')
  expect(readInstalled(folder, 'linux-x64')).toEqual({ engine: true, models: ['base', 'tiny.en', 'own'], missing: [], command: null })
  expect(readInstalled(folder, 'sunos-sparc')).toMatchObject({ engine: false, models: [], command: null })
  rmSync(folder, { recursive: true })
})

test('a model of English is not asked for other languages', async () => {
  const engine = open().open('tiny.en')
  await expect(engine.transcribe(request({ language: 'de' }))).rejects.toMatchObject({ code: 'invalid', details: { param: 'language' } })
  await expect(engine.transcribe(request({ translate: true }))).rejects.toMatchObject({ code: 'invalid' })
})

describe.skipIf(lacksSpeech !== null)(`the engine itself${lacksSpeech ? ` (${lacksSpeech})` : ''}`, { timeout: 240_000 }, () => {
  const embedded = open()
  afterAll(() => embedded.close())

  test('it writes down what is said, with times, and keeps its process', async () => {
    const heard: string[] = []
    const first = await embedded.open(smallModel).transcribe(request({ words: true, heard: ({ text }) => heard.push(text) }))
    expect(first.text).toMatch(/revenue per country/i)
    expect(first).toMatchObject({ language: 'en', durationSeconds: 1.4, noSpeech: false })
    expect(first.words.map(({ text }) => text.toLowerCase().replace(/\W/g, ''))).toEqual(['revenue', 'per', 'country'])
    expect(heard.join(' ')).toBe(first.text)
    const [pid] = embedded.pids()
    await embedded.open(smallModel).transcribe(request({ audio: spoken('revenue.webm') }))
    expect(embedded.pids()).toEqual([pid])
  })

  test('silence has no words and is not put to the model', async () => {
    const silence = new Uint8Array(spoken('revenue.wav'))
    silence.fill(0, 44)
    expect(await embedded.open(smallModel).transcribe(request({ audio: silence }))).toMatchObject({ text: '', segments: [], noSpeech: true })
  })

  test('who leaves ends the process of his recording, and the next one gets another', async () => {
    const before = embedded.pids()
    const leaving = new AbortController()
    const running = embedded.open(smallModel).transcribe(request({ signal: leaving.signal }))
    setTimeout(() => leaving.abort(new Error('gone')), 150)
    await expect(running).rejects.toThrow('gone')
    expect((await embedded.open(smallModel).transcribe(request())).text).toMatch(/country/i)
    expect(embedded.pids()).not.toEqual(before)
  })

  test('a recording that is not decoded leaves the process in place', async () => {
    const before = embedded.pids()
    const broken = request({ audio: spoken('revenue.m4a').subarray(0, 4000) })
    await expect(embedded.open(smallModel).transcribe(broken)).rejects.toMatchObject({ code: 'unsupported_media_type' })
    expect(embedded.pids()).toEqual(before)
  })

  test('an index that goes on for ever is given up', async () => {
    const bomb =
      hostileRecordings()
        .find(({ name }) => name.includes('sample table claims'))
        ?.bytes() ?? new Uint8Array()
    const began = performance.now()
    const refused = await embedded
      .open(smallModel)
      .transcribe(request({ audio: bomb }))
      .catch((error: unknown) => error)
    expect(['unsupported_media_type', 'payload_too_large']).toContain((refused as { code?: string }).code)
    expect(performance.now() - began).toBeLessThan(40_000)
    expect((await embedded.open(smallModel).transcribe(request())).text).toMatch(/country/i)
  })

  test('deadline and memory end a recording, not the service', async () => {
    const hurried = open({ timeoutMs: 300 })
    await hurried
      .open(smallModel)
      .transcribe(request({ audio: spoken('revenue.m4a').subarray(0, 4000) }))
      .catch(() => {})
    await expect(hurried.open(smallModel).transcribe(request())).rejects.toMatchObject({ code: 'provider_timeout' })
    const small = open({ memoryMb: 60 })
    await expect(small.open(smallModel).transcribe(request())).rejects.toMatchObject({ code: 'payload_too_large' })
    await Promise.all([hurried.close(), small.close()])
  })
})
