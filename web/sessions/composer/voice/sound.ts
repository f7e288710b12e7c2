/** Samples a second that the service takes of somebody who still speaks. */
export const RATE = 16_000

/** Brings sound down to sixteen bits and `RATE` as it comes: each sample is the mean of what it stands for. `rate` = that of the sound. */
export function createResampler(rate: number): (sound: Float32Array) => Int16Array {
  const step = rate / RATE
  let sum = 0
  let left = step
  return (sound) => {
    const samples: number[] = []
    for (const sample of sound) {
      if (left > 1) {
        sum += sample
        left -= 1
        continue
      }
      samples.push(Math.max(-1, Math.min(1, (sum + sample * left) / step)) * 32_767)
      sum = sample * (1 - left)
      left = step - (1 - left)
    }
    return Int16Array.from(samples)
  }
}

/** How loud sound is, from 0 to 1: a voice at a usual distance is about the half. */
export function loudnessOf(sound: Float32Array): number {
  let peak = 0
  for (const sample of sound) peak = Math.max(peak, Math.abs(sample))
  return Math.min(1, Math.sqrt(peak))
}

/** A WAV of one channel and 16 bits. */
export function waveOf(samples: Int16Array): Uint8Array<ArrayBuffer> {
  const wave = new Uint8Array(44 + samples.length * 2)
  const view = new DataView(wave.buffer)
  const write = (at: number, text: string) =>
    wave.set(
      [...text].map((character) => character.charCodeAt(0)),
      at,
    )
  write(0, 'RIFF')
  view.setUint32(4, wave.length - 8, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, RATE, true)
  view.setUint32(28, RATE * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  write(36, 'data')
  view.setUint32(40, samples.length * 2, true)
  for (const [index, sample] of samples.entries()) view.setInt16(44 + index * 2, sample, true)
  return wave
}
