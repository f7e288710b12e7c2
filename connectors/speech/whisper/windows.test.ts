import { expect, test } from 'vitest'
import { spoken } from '#test/speech-engine.ts'
import { DECODE_LIMITS, decodeRecording } from '../decode/recording.ts'
import { withSpaces } from './binding.ts'
import { segmentsOf, timedWords } from './recognise.ts'
import { mayHoldSpeech, windowsOf } from './windows.ts'

const RATE = 16_000
const noise = (seconds: number, loud: number) => Float32Array.from({ length: seconds * RATE }, (_, at) => loud * Math.sin(at * at * 0.37))
async function* pieces(samples: Float32Array, size: number) {
  for (let at = 0; at < samples.length; at += size) yield samples.subarray(at, at + size)
}

test('windows follow on each other and end where it is quiet', async () => {
  const samples = noise(70, 0.3)
  samples.fill(0, 25 * RATE, 25.2 * RATE)
  const windows = []
  for await (const window of windowsOf(pieces(samples, 5_000))) windows.push(window)
  expect(windows[0]?.endSecond).toBeGreaterThan(25)
  expect(windows[0]?.endSecond).toBeLessThan(25.2)
  expect(windows.map(({ startSecond }) => startSecond).slice(1)).toEqual(windows.map(({ endSecond }) => endSecond).slice(0, -1))
  expect(windows.at(-1)?.endSecond).toBe(70)
  expect(windows.reduce((sum, window) => sum + window.samples.length, 0)).toBe(samples.length)
})

test('silence, steady noise and a hum hold no speech; speech in noise does', async () => {
  expect(mayHoldSpeech(new Float32Array(RATE))).toBe(false)
  expect(mayHoldSpeech(noise(2, 0.3))).toBe(false)
  expect(mayHoldSpeech(Float32Array.from({ length: RATE }, (_, at) => 0.2 * Math.sin(at / 40)))).toBe(false)
  const chunks = []
  for await (const piece of decodeRecording(spoken('revenue.wav'), { ...DECODE_LIMITS, maxSeconds: 10 }, null)) chunks.push(...piece)
  const voice = Float32Array.from(chunks)
  expect(mayHoldSpeech(voice)).toBe(true)
  const hiss = noise(2, 0.02)
  expect(mayHoldSpeech(voice.map((sample, at) => sample + (hiss[at] as number)))).toBe(true)
})

const window = { samples: new Float32Array(), startSecond: 10, endSecond: 20 }
test('what is no speech, and what goes round in circles, is left out', () => {
  const said = (text: string) => ({ text, start: 100, end: 200 })
  expect(segmentsOf([said(' [BLANK_AUDIO]'), said('(water running)'), said('♪♪'), said(' Revenue [noise] by region.')], window)).toEqual([
    { text: 'Revenue by region.', startSecond: 11, endSecond: 12 },
  ])
  expect(
    segmentsOf(
      Array.from({ length: 20 }, () => said('Thank you.')),
      window,
    ),
  ).toHaveLength(3)
})

test('tokens become words and sentences with their times', () => {
  const tokens = ['', 'Show', 'Led', 'Ze', 'ppelin', '.', 'By', 'year', '?'].map((text, at) => ({ text, start: at * 10, end: at * 10 + 10 }))
  const { words, segments } = timedWords(withSpaces(tokens, ' Show Led Zeppelin. By year?'), window)
  expect(words.map(({ text }) => text)).toEqual(['Show', 'Led', 'Zeppelin.', 'By', 'year?'])
  expect(words[2]).toEqual({ text: 'Zeppelin.', startSecond: 10.3, endSecond: 10.6 })
  expect(segments).toEqual([
    { text: 'Show Led Zeppelin.', startSecond: 10.1, endSecond: 10.6 },
    { text: 'By year?', startSecond: 10.6, endSecond: 10.9 },
  ])
})
