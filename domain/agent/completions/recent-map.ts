/** A map that forgets what was put in first once it holds more than `most`. */
export class RecentMap<Key, Value> extends Map<Key, Value> {
  readonly #most: number

  constructor(most: number) {
    super()
    this.#most = most
  }

  override set(key: Key, value: Value): this {
    super.set(key, value)
    for (const first of this.keys()) {
      if (this.size <= this.#most) break
      this.delete(first)
    }
    return this
  }
}
