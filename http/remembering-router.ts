import type { Result, Router } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'

/** A trie that is walked once per fixed path: paths without parameters always match the same handlers. */
export class RememberingRouter<T> implements Router<T> {
  readonly name = 'RememberingRouter'
  readonly #trie = new TrieRouter<T>()
  readonly #fixed = new Set<string>()
  readonly #known = new Map<string, Result<T>>()

  add(method: string, path: string, handler: T): void {
    this.#trie.add(method, path, handler)
    this.#known.clear()
    if (!/[:*{]/.test(path)) this.#fixed.add(path)
  }

  match(method: string, path: string): Result<T> {
    const key = `${method} ${path}`
    const known = this.#known.get(key)
    if (known) return known
    const result = this.#trie.match(method, path)
    if (this.#fixed.has(path)) this.#known.set(key, result)
    return result
  }
}
