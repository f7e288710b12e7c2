import { expect, test } from 'vitest'
import { ApiFailure } from '#web/api/failure.ts'
import { createLiveSpeech, type LiveCalls, type Told } from './live-speech.ts'
import { joined, PieceCutter } from './piece-cutter.ts'
import { createResampler, RATE, waveOf } from './sound.ts'

const tone = (seconds: number, loud = 8000) => Int16Array.from({ length: seconds * RATE }, (_, at) => loud * Math.sin(at / 5))
const quiet = (seconds: number) => new Int16Array(seconds * RATE)
const seconds = (pieces: Int16Array[]) => pieces.map(({ length }) => Math.round((length / RATE) * 100) / 100)

/** As a microphone gives it: in blocks. */
function cut(sound: Int16Array): Int16Array[] {
  const cutter = new PieceCutter()
  const pieces: Int16Array[] = []
  for (let at = 0; at < sound.length; at += 700) pieces.push(...cutter.push(sound.slice(at, at + 700)))
  return [...pieces, ...cutter.end()]
}

test('pieces are cut where the speaker pauses', () => {
  expect(seconds(cut(joined(tone(2.6), quiet(0.4), tone(2.2), quiet(0.4), tone(1))))).toEqual([2.72, 2.6, 1.28])
})

test('without a pause a piece ends at four seconds at the latest, and no sound is lost', () => {
  const sound = tone(13)
  const pieces = cut(sound)
  for (const length of seconds(pieces.slice(0, -1))) expect(length).toBeGreaterThanOrEqual(2)
  for (const length of seconds(pieces)) expect(length).toBeLessThanOrEqual(4)
  expect(joined(...pieces)).toEqual(sound)
})

test('where nobody speaks nothing is sent', () => {
  expect(cut(quiet(9))).toEqual([])
  expect(cut(joined(quiet(6), tone(1), quiet(6))).length).toBe(1)
})

test.each([48_000, 44_100, 22_050, 16_000])('%i samples a second become 16,000 with the same sound', (rate) => {
  const resample = createResampler(rate)
  const parts: Int16Array[] = []
  for (let at = 0; at < rate; at += 2048)
    parts.push(
      resample(Float32Array.from({ length: Math.min(2048, rate - at) }, (_, index) => 0.5 * Math.sin(((at + index) / rate) * 440 * 2 * Math.PI + 0.3))),
    )
  const sound = joined(...parts)
  expect(Math.abs(sound.length - RATE)).toBeLessThan(3)
  const crossings = sound.filter((sample, at) => at > 0 && Math.sign(sample) !== Math.sign(sound[at - 1] ?? 0)).length
  expect(Math.abs(crossings - 880)).toBeLessThan(8)
  expect(Math.max(...sound)).toBeGreaterThan(15_000)
})

test('a WAV says what it holds', () => {
  const view = new DataView(waveOf(Int16Array.of(1, -2)).buffer)
  expect([view.getUint32(24, true), view.getUint32(40, true), view.getInt16(46, true)]).toEqual([16_000, 4, -2])
})

/** A service that keeps pieces, and fails as it is told to. */
function service() {
  const state = { pieces: [] as number[], started: 0, forgotten: false, wholes: 0, failures: [] as (Error | 'after')[] }
  const heard = () => ({
    id: `liv_${state.started}`,
    text: state.pieces.join(' '),
    partial: String(state.pieces.at(-1) ?? ''),
    next_sequence: state.pieces.length,
  })
  const known = () => {
    if (state.forgotten) throw new ApiFailure(404, { message: 'there is no such live transcription', code: 'not_found' })
  }
  const failing = async <T>(run: () => T): Promise<T> => {
    const failure = state.failures.shift()
    if (failure === 'after') {
      run()
      throw new TypeError('Failed to fetch')
    }
    if (failure) throw failure
    return run()
  }
  const calls: LiveCalls = {
    start: () =>
      failing(() => {
        state.started += 1
        state.forgotten = false
        state.pieces = []
        return heard()
      }),
    append: (_id, sequence, piece) =>
      failing(() => {
        known()
        if (sequence === state.pieces.length) state.pieces.push(piece[0] ?? 0)
        return heard()
      }),
    read: async () => (known(), heard()),
    finish: () => failing(() => (known(), `all of ${state.pieces.join(' ')}`)),
    forget: async () => null,
    whole: async (sound) => {
      state.wholes += 1
      return `whole of ${[...sound].join(' ')}`
    },
  }
  const told: Told[] = []
  const errors: unknown[] = []
  const speech = createLiveSpeech(
    calls,
    (one) => told.push(one),
    (error) => errors.push(error),
    async () => {},
  )
  return { state, told, errors, speech }
}
const lost = () => new TypeError('Failed to fetch')

test('what was understood is told as it comes, its end as what may change', async () => {
  const { speech, told } = service()
  for (const piece of [1, 2, 3]) speech.add(Int16Array.of(piece))
  expect(await speech.finish()).toBe('all of 1 2 3')
  expect(told.at(-1)).toEqual({ settled: '1 2 ', partial: '3', isCut: false })
})

test('after a lost connection it goes on where it was, and no piece is heard twice', async () => {
  const { state, speech, told } = service()
  state.failures = [lost(), lost()]
  speech.add(Int16Array.of(1))
  await new Promise((resolve) => setTimeout(resolve, 10))
  state.failures = [lost(), 'after', lost()]
  speech.add(Int16Array.of(2))
  speech.add(Int16Array.of(3))
  expect(await speech.finish()).toBe('all of 1 2 3')
  expect(state.started).toBe(1)
  expect(told.some(({ isCut }) => isCut)).toBe(true)
  expect(told.at(-1)?.isCut).toBe(false)
})

test('what the service forgot is begun anew with all that was said', async () => {
  const { state, speech } = service()
  speech.add(Int16Array.of(1))
  speech.add(Int16Array.of(2))
  await Promise.resolve()
  await new Promise((resolve) => setTimeout(resolve, 10))
  state.forgotten = true
  speech.add(Int16Array.of(3))
  expect(await speech.finish()).toBe('all of 1 2 3')
  expect(state.started).toBe(2)
})

test('where pieces never find one another the whole is sent at once', async () => {
  const { state, speech } = service()
  state.failures = []
  Object.defineProperty(state, 'forgotten', { get: () => true, set: () => {} })
  speech.add(Int16Array.of(1))
  speech.add(Int16Array.of(2))
  expect(await speech.finish()).toBe('whole of 1 2')
  expect(state.wholes).toBe(1)
})

test('what will not pass is told at once, and nothing said is an empty text', async () => {
  const { state, speech, errors } = service()
  state.failures = [new ApiFailure(429, { message: 'your budget is used up', code: 'rate_limited' })]
  speech.add(Int16Array.of(1))
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(errors).toMatchObject([{ status: 429 }])
  expect(await service().speech.finish()).toBe('')
})
