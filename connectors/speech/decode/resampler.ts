/** Samples per second of everything that is recognised. */
export const SPEECH_RATE = 16_000
/** Zero crossings of the filter on each side: more make its edge steeper. */
const CROSSINGS = 12
/** Places between two samples that the filter is computed for. */
const MOST_PHASES = 512

/** Takes pieces of one recording in order and answers them at 16 kHz; `end` answers what the filter still holds. */
export type Resampler = { take(samples: Float32Array): Float32Array; end(): Float32Array }

/** A resampler from `rate` samples per second, by a windowed sinc that leaves out what 16 kHz cannot hold (Smith, Digital Audio Resampling). */
export function createResampler(rate: number): Resampler {
  if (rate === SPEECH_RATE) return { take: (samples) => samples, end: () => new Float32Array() }
  const step = rate / SPEECH_RATE
  const reach = Math.ceil(CROSSINGS * Math.max(1, step))
  const phases = Math.min(MOST_PHASES, SPEECH_RATE / greatestDivisor(rate, SPEECH_RATE))
  const filter = Array.from({ length: phases }, (_, phase) => kernel(phase / phases, reach, Math.min(1, 1 / step)))
  /** What came last, with silence before the first sample. */
  let held = new Float32Array(reach)
  /** Where the next output stands, counted in input samples from the start of `held`. */
  let at = reach

  function take(samples: Float32Array): Float32Array {
    const input = joined(held, samples)
    const output = new Float32Array(Math.max(0, Math.ceil((input.length - reach - at) / step)))
    let count = 0
    for (; at + reach < input.length; at += step) {
      const whole = Math.floor(at)
      const phase = Math.min(phases - 1, Math.round((at - whole) * phases))
      const weights = filter[phase] as Float32Array
      const from = whole - reach + 1
      let sum = 0
      for (let tap = 0; tap < weights.length; tap++) sum += (weights[tap] as number) * (input[from + tap] as number)
      output[count++] = sum
    }
    const kept = Math.max(0, Math.min(input.length, Math.floor(at) - reach))
    held = input.slice(kept)
    at -= kept
    return output.subarray(0, count)
  }
  return { take, end: () => take(new Float32Array(reach)) }
}

/** The filter's weights for an output that stands `offset` behind its sample; their sum is 1, so that loudness stays. */
function kernel(offset: number, reach: number, cutoff: number): Float32Array {
  const weights = Float32Array.from({ length: reach * 2 }, (_, tap) => {
    const distance = tap - reach + 1 - offset
    const angle = Math.PI * distance * cutoff
    const sinc = angle === 0 ? 1 : Math.sin(angle) / angle
    return sinc * (0.5 + 0.5 * Math.cos((Math.PI * distance) / reach))
  })
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => weight / sum)
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b))

export function joined(first: Float32Array, second: Float32Array): Float32Array<ArrayBuffer> {
  const both = new Float32Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}
