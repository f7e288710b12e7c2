import { Failure } from '../failure.ts'

/** Samples per second of a live transcription's pieces. */
export const LIVE_RATE = 16_000

/** The samples of a WAV of 16 kHz, one channel, 16 bits. Fails with `unsupported_media_type` for any other. */
export function samplesOf(wave: Uint8Array): Int16Array {
  const view = new DataView(wave.buffer, wave.byteOffset, wave.byteLength)
  const mark = (at: number) => String.fromCharCode(...wave.subarray(at, at + 4))
  const refused = () => new Failure('unsupported_media_type', 'a piece is a WAV of 16 kHz, one channel and 16 bits', { param: 'file' })
  if (wave.byteLength < 12 || mark(0) !== 'RIFF' || mark(8) !== 'WAVE') throw refused()
  let isPlain = false
  for (let at = 12; at + 8 <= wave.byteLength; ) {
    const size = view.getUint32(at + 4, true)
    if (mark(at) === 'fmt ' && at + 24 <= wave.byteLength) {
      isPlain =
        view.getUint16(at + 8, true) === 1 &&
        view.getUint16(at + 10, true) === 1 &&
        view.getUint32(at + 12, true) === LIVE_RATE &&
        view.getUint16(at + 22, true) === 16
    }
    if (mark(at) === 'data') {
      if (!isPlain) throw refused()
      const bytes = Math.min(size, wave.byteLength - at - 8)
      return Int16Array.from({ length: Math.floor(bytes / 2) }, (_, index) => view.getInt16(at + 8 + index * 2, true))
    }
    at += 8 + size + (size & 1)
  }
  throw refused()
}

/** A WAV of such samples. */
export function waveOf(samples: Int16Array): Uint8Array<ArrayBuffer> {
  const wave = new Uint8Array(44 + samples.length * 2)
  const view = new DataView(wave.buffer)
  const write = (at: number, text: string) => {
    for (const [index, character] of [...text].entries()) view.setUint8(at + index, character.charCodeAt(0))
  }
  write(0, 'RIFF')
  view.setUint32(4, wave.length - 8, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, LIVE_RATE, true)
  view.setUint32(28, LIVE_RATE * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  write(36, 'data')
  view.setUint32(40, samples.length * 2, true)
  for (const [index, sample] of samples.entries()) view.setInt16(44 + index * 2, sample, true)
  return wave
}
