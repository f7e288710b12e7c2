const COUNTER_BYTES = 48
const VALUE_BYTES = 192
const HEAD_BYTES = 8

/** A value, and the change counter it was read under: as long as that stands, so does the value. */
export type Version = { counter: string; value: string }

/**
 * A version one thread writes and another reads without a message, so that it is known as soon as it is written. Guarded by a number that is odd while
 * the rest is being written, and another afterwards (a sequence lock).
 */
export class SharedVersion {
  readonly memory: SharedArrayBuffer
  readonly #numbers: Int32Array
  readonly #counter: Buffer
  readonly #value: Buffer

  constructor(memory = new SharedArrayBuffer(HEAD_BYTES + COUNTER_BYTES + VALUE_BYTES)) {
    this.memory = memory
    this.#numbers = new Int32Array(memory, 0, 2)
    this.#counter = Buffer.from(memory, HEAD_BYTES, COUNTER_BYTES)
    this.#value = Buffer.from(memory, HEAD_BYTES + COUNTER_BYTES, VALUE_BYTES)
  }

  /** `null` forgets it. */
  write(version: Version | null): void {
    const fits = version !== null && Buffer.byteLength(version.value) <= VALUE_BYTES
    Atomics.add(this.#numbers, 0, 1)
    if (fits) this.#counter.write(version.counter, 'latin1')
    Atomics.store(this.#numbers, 1, fits ? this.#value.write(version.value) : -1)
    Atomics.add(this.#numbers, 0, 1)
  }

  /** `null` when there is none, or it is just being written. */
  read(): Version | null {
    const before = Atomics.load(this.#numbers, 0)
    const length = Atomics.load(this.#numbers, 1)
    if (before === 0 || before % 2 !== 0 || length < 0) return null
    const version = { counter: this.#counter.toString('latin1'), value: this.#value.toString('utf8', 0, length) }
    return Atomics.load(this.#numbers, 0) === before ? version : null
  }
}
