import { joined, SPEECH_RATE } from '../decode/resampler.ts'

/** What the model hears at a time at most: a little less than its 30 seconds. */
const WINDOW = 28 * SPEECH_RATE
/** A window ends where it is quietest in its last seconds. */
const SEEK = 8 * SPEECH_RATE
const QUIET = SPEECH_RATE / 20
const FRAME = SPEECH_RATE / 50

/** Loudness (root mean square) below which nobody speaks. */
const FLOOR = 0.004
/** Frames of 20 ms that have to be louder than that. */
const LOUD_FRAMES = 6
/** Speech has pauses: its loud frames are this much louder than its quiet ones. Steady noise is as loud throughout. */
const DYNAMICS = 1.8

export type Window = { samples: Float32Array; startSecond: number; endSecond: number }

/** Cuts samples that come in pieces into windows, at their quietest places. */
export async function* windowsOf(pieces: AsyncIterable<Float32Array>): AsyncGenerator<Window, void> {
  let held = new Float32Array()
  let from = 0
  const cut = (length: number): Window => {
    const window = { samples: held.slice(0, length), startSecond: from / SPEECH_RATE, endSecond: (from + length) / SPEECH_RATE }
    held = held.slice(length)
    from += length
    return window
  }
  for await (const piece of pieces) {
    held = joined(held, piece)
    while (held.length > WINDOW) yield cut(quietest(held))
  }
  if (held.length) yield cut(held.length)
}

function quietest(samples: Float32Array): number {
  let best = WINDOW
  let least = Number.POSITIVE_INFINITY
  for (let at = WINDOW - SEEK; at < WINDOW; at += QUIET) {
    const energy = loudness(samples, at, at + QUIET)
    if (energy >= least) continue
    least = energy
    best = at + QUIET / 2
  }
  return best
}

/** Whether somebody may speak in it: a model invents words for silence and for steady noise. */
export function mayHoldSpeech(samples: Float32Array): boolean {
  const frames: number[] = []
  for (let at = 0; at + FRAME <= samples.length; at += FRAME) frames.push(loudness(samples, at, at + FRAME))
  if (frames.filter((frame) => frame > FLOOR).length < LOUD_FRAMES) return false
  const sorted = frames.toSorted((a, b) => a - b)
  const rank = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] as number
  return rank(0.98) > DYNAMICS * rank(0.1)
}

function loudness(samples: Float32Array, from: number, to: number): number {
  let energy = 0
  for (let at = from; at < to; at++) energy += (samples[at] as number) ** 2
  return Math.sqrt(energy / (to - from))
}
