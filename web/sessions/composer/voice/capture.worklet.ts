// Runs in the scope of audio worklets, whose types are in no library of TypeScript.
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void

/** Frames are handed over in blocks: one message for each of 128 samples would be 375 a second. */
const BLOCK = 2048

class Capture extends AudioWorkletProcessor {
  #block = new Float32Array(BLOCK)
  #filled = 0

  process([input]: Float32Array[][]): boolean {
    const [channel] = input ?? []
    if (!channel) return true
    for (const sample of channel) {
      this.#block[this.#filled++] = sample
      if (this.#filled < BLOCK) continue
      this.port.postMessage(this.#block)
      this.#block = new Float32Array(BLOCK)
      this.#filled = 0
    }
    return true
  }
}
registerProcessor('capture', Capture)
