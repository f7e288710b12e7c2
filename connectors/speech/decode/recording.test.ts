import { expect, test } from 'vitest'
import { hostileRecordings } from '#test/fixtures/hostile-recordings.ts'
import { enginePath, lacksEngine, SPOKEN, spoken } from '#test/speech-engine.ts'
import { openBinding } from '../whisper/binding.ts'
import type { AacDecoder } from './packet-decoders.ts'
import { readPcm } from './pcm.ts'
import { DECODE_LIMITS, type DecodeLimits, decodeRecording } from './recording.ts'
import { createResampler } from './resampler.ts'

const aac: AacDecoder = lacksEngine ? null : openBinding(enginePath).decodeFile
const limits: DecodeLimits = { ...DECODE_LIMITS, maxSeconds: 60 }

async function samplesOf(bytes: Uint8Array, more: Partial<DecodeLimits> = {}): Promise<Float32Array> {
  const samples: number[] = []
  for await (const piece of decodeRecording(bytes, { ...limits, ...more }, aac)) samples.push(...piece)
  return Float32Array.from(samples)
}

/** How alike two recordings are, 1 = the same: the best correlation of their loudness in 10 ms steps within 60 ms of each other. */
function likeness(a: Float32Array, b: Float32Array): number {
  const levels = (samples: Float32Array) =>
    Array.from({ length: Math.floor(samples.length / 160) }, (_, frame) => Math.hypot(...samples.subarray(frame * 160, frame * 160 + 160)))
  const [left, right] = [levels(a), levels(b)]
  const correlation = (shift: number) => {
    const pairs = left.flatMap((level, at) => (right[at + shift] === undefined ? [] : [[level, right[at + shift] as number] as const]))
    const mean = (pick: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[pick], 0) / pairs.length
    const [x, y] = [mean(0), mean(1)]
    const sum = (of: (pair: readonly [number, number]) => number) => pairs.reduce((total, pair) => total + of(pair), 0)
    return sum(([p, q]) => (p - x) * (q - y)) / Math.sqrt(sum(([p]) => (p - x) ** 2) * sum(([, q]) => (q - y) ** 2))
  }
  return Math.max(...Array.from({ length: 13 }, (_, index) => correlation(index - 6)))
}

for (const name of SPOKEN) {
  const needsEngine = /\.m(?:4a|p4)$/.test(name)
  test.skipIf(needsEngine && lacksEngine)(
    `${name} is the same sound as the WAV${needsEngine && lacksEngine ? ' (needs npm run get:speech)' : ''}`,
    async () => {
      const [original, decoded] = [await samplesOf(spoken('revenue.wav')), await samplesOf(spoken(name))]
      expect(original.length / 16_000).toBeCloseTo(1.4, 2)
      expect(Math.abs(decoded.length - original.length) / 16_000).toBeLessThan(0.1)
      expect(likeness(original, decoded)).toBeGreaterThan(0.95)
    },
  )
}

test('what is longer than it may be is refused by what it claims, and by what it holds', async () => {
  await expect(samplesOf(spoken('revenue.flac'), { maxSeconds: 1 })).rejects.toMatchObject({ code: 'payload_too_large' })
  const endless = wav({ rate: 8000, seconds: 3, claims: 360_000 })
  expect((await samplesOf(endless)).length).toBe(3 * 16_000)
  await expect(samplesOf(endless, { maxSeconds: 2 })).rejects.toMatchObject({ code: 'payload_too_large' })
})

test.each<[string, Uint8Array, string]>([
  ['32 channels', wav({ channels: 32 }), 'invalid'],
  ['1 sample a second', wav({ rate: 1 }), 'invalid'],
  ['4 MHz', wav({ rate: 4_000_000 }), 'invalid'],
  ['no samples', wav({ seconds: 0 }), 'unsupported_media_type'],
  ['half a header', spoken('revenue.webm').subarray(0, 300), 'unsupported_media_type'],
  ['an MP4 that ends before its index', spoken('revenue.m4a').subarray(0, 4000), 'unsupported_media_type'],
  ['frames that are no sound', spoken('revenue.mp3').map((byte, at) => (at < 4 || at % 4 === 0 ? byte : 255 - byte)), 'unsupported_media_type'],
])('%s is refused', async (_what, bytes, code) => {
  await expect(samplesOf(bytes)).rejects.toMatchObject({ name: 'Failure', code })
})

test('an MP4 that claims more samples than it has bytes is refused at once', async () => {
  const bomb =
    hostileRecordings()
      .find(({ name }) => name.includes('sample table claims'))
      ?.bytes() ?? new Uint8Array()
  const began = performance.now()
  await expect(samplesOf(bomb)).rejects.toMatchObject({ code: 'unsupported_media_type' })
  expect(performance.now() - began).toBeLessThan(5_000)
})

test('what was heard before a recording was cut off is kept', async () => {
  for (const name of ['revenue.mp3', 'revenue-vorbis.ogg', 'revenue.flac'] as const) {
    const half = spoken(name).subarray(0, Math.floor(spoken(name).length * 0.7))
    expect((await samplesOf(half)).length, name).toBeGreaterThan(8_000)
  }
})

test.each([8_000, 11_025, 22_050, 44_100, 48_000, 96_000])('%i samples a second keep a tone as loud and as high', (rate) => {
  const tone = Float32Array.from({ length: rate }, (_, at) => Math.sin((2 * Math.PI * 1000 * at) / rate))
  const resampler = createResampler(rate)
  const pieces = [resampler.take(tone.subarray(0, 1000)), resampler.take(tone.subarray(1000)), resampler.end()]
  const samples = Float32Array.from(pieces.flatMap((piece) => [...piece]))
  expect(Math.abs(samples.length - 16_000)).toBeLessThan(3)
  const middle = samples.subarray(4_000, 12_000)
  expect(Math.sqrt(middle.reduce((sum, sample) => sum + sample ** 2, 0) / middle.length)).toBeCloseTo(Math.SQRT1_2, 2)
  const crossings = middle.filter((sample, at) => at > 0 && sample >= 0 !== (middle[at - 1] as number) >= 0).length
  expect(crossings).toBeGreaterThan(995)
  expect(crossings).toBeLessThan(1005)
})

test('what 16 kHz cannot hold is left out', () => {
  const tone = Float32Array.from({ length: 48_000 }, (_, at) => Math.sin((2 * Math.PI * 12_000 * at) / 48_000))
  const samples = createResampler(48_000).take(tone)
  expect(Math.max(...samples.subarray(1000, 15_000))).toBeLessThan(0.02)
})

test('the forms of uncompressed sound', () => {
  expect(readPcm('pcm-s16', Uint8Array.of(0, 0x40, 0, 0xc0, 1), 1)).toEqual([Float32Array.of(0.5, -0.5)])
  expect(readPcm('pcm-s24', Uint8Array.of(0, 0, 0x40, 0, 0, 0xc0), 2)).toEqual([Float32Array.of(0.5), Float32Array.of(-0.5)])
  expect(readPcm('pcm-u8', Uint8Array.of(128, 192), 1)).toEqual([Float32Array.of(0, 0.5)])
  expect(readPcm('ulaw', Uint8Array.of(0xff, 0x80), 1)[0]?.[0]).toBeCloseTo(0)
  expect(readPcm('ulaw', Uint8Array.of(0x80), 1)[0]?.[0]).toBeCloseTo(0.98, 2)
  expect(readPcm('alaw', Uint8Array.of(0xd5), 1)[0]?.[0]).toBeCloseTo(0, 2)
})

/** A WAV of 16 bits; `claims` = the seconds its header speaks of. */
function wav({
  rate = 16_000,
  channels = 1,
  seconds = 0.1,
  claims = seconds,
}: {
  rate?: number
  channels?: number
  seconds?: number
  claims?: number
}): Uint8Array {
  const data = Math.floor(rate * seconds) * channels * 2
  const bytes = Buffer.alloc(44 + data, 7)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(Math.min(0xffff_ffff, 36 + claims * rate * channels * 2), 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(channels, 22)
  bytes.writeUInt32LE(rate, 24)
  bytes.writeUInt32LE(Math.min(0xffff_ffff, rate * channels * 2), 28)
  bytes.writeUInt16LE(channels * 2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(Math.min(0xffff_ffff, claims * rate * channels * 2), 40)
  return bytes
}
