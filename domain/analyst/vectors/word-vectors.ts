import { baseForms } from './inflections.ts'

/** Words kept decoded; a service meets the same ones again and again. */
const mostKept = 20_000
const leastPart = 3

type Known = { vector: Float32Array; weight: number }

/** Gives the table of word vectors, which it reads when it is first asked; null where there is none. */
export type OpenVectors = () => WordVectors | null

/**
 * A table of word vectors (`npm run write:vectors`): how near two words are in meaning, by the cosine of their vectors. The format is "QWV1", u32 words, u16
 * dimensions, u16 bits (4), u32 bytes of text, the words by line, the most usual first, a u8 weight each, then the numbers, two to a byte, the first in its low half.
 */
export class WordVectors {
  private readonly dimensions: number
  private readonly places = new Map<string, number>()
  private readonly weights: Uint8Array
  private readonly numbers: Uint8Array
  private readonly kept = new Map<string, Known | null>()

  /** Fails with an `Error` on bytes of another format. */
  constructor(bytes: Uint8Array) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (bytes.length < 16 || view.getUint32(0) !== 0x51575631 || view.getUint16(10, true) !== 4) throw new Error('not a table of word vectors')
    const [count, text] = [view.getUint32(4, true), view.getUint32(12, true)]
    this.dimensions = view.getUint16(8, true)
    const words = new TextDecoder().decode(bytes.subarray(16, 16 + text)).split('\n')
    for (const [place, word] of words.entries()) this.places.set(word, place)
    this.weights = bytes.subarray(16 + text, 16 + text + count)
    this.numbers = bytes.subarray(16 + text + count)
    if (words.length !== count || this.numbers.length !== (count * this.dimensions) / 2) throw new Error('a table of word vectors that is cut off')
  }

  /** The direction of a name, as a unit vector: the mean of its words; null when none of them is known. */
  direction(name: string): Float32Array | null {
    const sum = new Float32Array(this.dimensions)
    let isKnown = false
    for (const word of wordsIn(name)) {
      const known = this.known(word)
      if (!known) continue
      isKnown = true
      for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + (known.vector[at] ?? 0) * known.weight
    }
    return isKnown ? unit(sum) : null
  }

  private known(word: string): Known | null {
    const kept = this.kept.get(word)
    if (kept !== undefined) return kept
    const place = this.placeOf(word)
    const known = place === undefined ? this.compound(word) : { vector: this.row(place), weight: (this.weights[place] ?? 0) / 255 }
    if (this.kept.size < mostKept) this.kept.set(word, known)
    return known
  }

  private placeOf(word: string): number | undefined {
    return (
      this.places.get(word) ??
      baseForms(word)
        .map((base) => this.places.get(base))
        .find((place) => place !== undefined)
    )
  }

  /** Two words written as one: the split whose rarer half is the most usual. */
  private compound(word: string): Known | null {
    let best: [number, number] | null = null
    for (let at = leastPart; at <= word.length - leastPart; at++) {
      const [first, second] = [this.places.get(word.slice(0, at)), this.placeOf(word.slice(at))]
      if (first !== undefined && second !== undefined && (!best || Math.max(first, second) < Math.max(...best))) best = [first, second]
    }
    if (!best) return null
    const [first, second] = [this.row(best[0]), this.row(best[1])]
    return { vector: unit(first.map((number, at) => number + (second[at] ?? 0))), weight: 1 }
  }

  private row(place: number): Float32Array {
    const vector = new Float32Array(this.dimensions)
    const start = (place * this.dimensions) / 2
    for (let at = 0; at < vector.length; at++) {
      const byte = this.numbers[start + (at >> 1)] ?? 0
      // Four bits with a sign.
      vector[at] = ((at & 1 ? byte : byte << 4) << 24) >> 28
    }
    return unit(vector)
  }
}

/** The lower-case words of a name, however it is written: `unitPrice`, `unit_price`. */
export const wordsIn = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z]+/g) ?? []

/** How near two directions are, from -1 to 1; 0 where one is unknown. */
export function cosine(one: Float32Array | null, other: Float32Array | null): number {
  let sum = 0
  if (one && other) for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1
  return vector.map((number) => number / length)
}
