import { RATE } from './sound.ts'

/** Sound is looked at in windows of 20 ms. */
const WINDOW = RATE / 50
const LEAST = 2 * RATE
const MOST = 4 * RATE
/** Windows of quiet that are a pause between words, and how quiet they are beside the loudest. */
const PAUSE = 12
const QUIET = 0.12
/** Mean loudness below which nobody speaks, of 32767. */
const SILENT = 60

/** Cuts sound into pieces of two to four seconds where the speaker pauses, else where it is quietest. A piece in which nobody speaks is left out. */
export class PieceCutter {
  #sound: Int16Array = new Int16Array()
  #loudest = 0

  /** The pieces that are whole now. */
  push(more: Int16Array): Int16Array[] {
    this.#sound = joined(this.#sound, more)
    const pieces: Int16Array[] = []
    for (let at = this.#cut(); at > 0; at = this.#cut()) {
      pieces.push(this.#sound.slice(0, at))
      this.#sound = this.#sound.slice(at)
    }
    return pieces.filter(isSpoken)
  }

  /** What is left at the end. */
  end(): Int16Array[] {
    const last = this.#sound
    this.#sound = new Int16Array()
    return [last].filter(isSpoken)
  }

  /** Where the sound is cut, in samples; 0 when it is not yet to be. */
  #cut(): number {
    if (this.#sound.length < LEAST) return 0
    const windows = loudnesses(this.#sound.subarray(0, MOST))
    this.#loudest = Math.max(this.#loudest * 0.9, ...windows)
    const quiet = Math.max(SILENT, this.#loudest * QUIET)
    const first = LEAST / WINDOW - PAUSE
    let run = 0
    for (let at = first; at < windows.length; at++) {
      run = (windows[at] ?? 0) < quiet ? run + 1 : 0
      if (run === PAUSE) return (at + 1 - PAUSE / 2) * WINDOW
    }
    if (this.#sound.length < MOST) return 0
    const late = windows.slice(LEAST / WINDOW)
    return LEAST + (late.indexOf(Math.min(...late)) + 0.5) * WINDOW
  }
}

const isSpoken = (piece: Int16Array): boolean => piece.length > WINDOW && Math.max(...loudnesses(piece)) >= SILENT

function loudnesses(sound: Int16Array): number[] {
  const windows: number[] = []
  for (let from = 0; from + WINDOW <= sound.length; from += WINDOW) {
    let sum = 0
    for (let at = from; at < from + WINDOW; at++) sum += (sound[at] ?? 0) ** 2
    windows.push(Math.sqrt(sum / WINDOW))
  }
  return windows
}

export function joined(...parts: Int16Array[]): Int16Array {
  const whole = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
