import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '#domain/failure.ts'

const PARTIAL = '.partial'
const NAME = /^[0-9a-f]{64}$/
const STALE_MS = 24 * 3600 * 1000
/** Another process may be reading what it touched this recently. */
const FOREIGN_MS = 15 * 60_000

type Entry = { size: number; usedAt: number; holds: number; own: boolean }
type Making = { promise: Promise<void>; waiters: number; stop: AbortController }

/** What one job holds: it stays on disk until the job ends. */
export type Hold = {
  /** The path under which the thing named lies, made by `make` (a file or a folder, at the path it is given) if it is not there. `bytes` is what it will take. */
  take(name: string, bytes: number, make: (path: string, signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<string>
  release(): void
}

/** A cache of copies on disk, at most `maxBytes` of them; those used longest ago go first. */
export type Stage = { maxBytes: number; hold(): Hold }

/** Names are digests of what is copied, version included, so that a copy never changes. It appears under its name when all of it is there. */
export function createStage({ root, maxBytes }: { root: string; maxBytes: number }): Stage {
  const entries = new Map<string, Entry>()
  const making = new Map<string, Making>()
  let reserved = 0
  let prepared: Promise<void> | undefined

  async function prepare(): Promise<void> {
    await mkdir(join(root, PARTIAL), { recursive: true, mode: 0o700 })
    for (const name of await readdir(join(root, PARTIAL))) {
      const path = join(root, PARTIAL, name)
      const found = await stat(path).catch(() => null)
      if (found && Date.now() - found.mtimeMs > STALE_MS) await rm(path, { recursive: true, force: true })
    }
    for (const name of await readdir(root)) {
      const found = NAME.test(name) ? await stat(join(root, name)).catch(() => null) : null
      if (found) entries.set(name, { size: await sizeOf(join(root, name)), usedAt: found.mtimeMs, holds: 0, own: false })
    }
  }

  /** Frees room, oldest first. Fails when what is held leaves none. */
  async function reserve(bytes: number): Promise<void> {
    if (bytes > maxBytes) throw tooLarge(bytes)
    reserved += bytes
    const used = () => reserved + [...entries.values()].reduce((sum, { size }) => sum + size, 0)
    const candidates = [...entries].filter(([, entry]) => entry.holds === 0).sort(([, left], [, right]) => left.usedAt - right.usedAt)
    for (const [name, entry] of candidates) {
      if (used() <= maxBytes) return
      if (entry.holds > 0 || !(await isFree(name, entry))) continue
      entries.delete(name)
      await rm(join(root, name), { recursive: true, force: true })
    }
    if (used() <= maxBytes) return
    reserved -= bytes
    throw new Failure('overloaded', 'too many files are being read at once', { retryAfter: 5 })
  }

  async function isFree(name: string, entry: Entry): Promise<boolean> {
    const found = await stat(join(root, name)).catch(() => null)
    if (!found || (entry.own && found.mtimeMs <= entry.usedAt + 1)) return true
    return Date.now() - found.mtimeMs > FOREIGN_MS
  }

  async function start(name: string, bytes: number, make: (path: string, signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
    await reserve(bytes)
    const partial = join(root, PARTIAL, `${name}.${randomBytes(6).toString('hex')}`)
    try {
      await make(partial, signal)
      const size = await sizeOf(partial)
      if (size > maxBytes) throw tooLarge(size)
      // Another process may have been quicker: its copy is as good.
      await rename(partial, join(root, name)).catch(async (error) => {
        if (!(await stat(join(root, name)).catch(() => null))) throw error
      })
      entries.set(name, { size, usedAt: Date.now(), holds: 0, own: true })
    } finally {
      reserved -= bytes
      await rm(partial, { recursive: true, force: true })
    }
  }

  /** All who want the same copy share one making of it, which ends when the last of them leaves. */
  function share(name: string, bytes: number, make: (path: string, signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
    let shared = making.get(name)
    if (!shared) {
      const stop = new AbortController()
      const promise = start(name, bytes, make, stop.signal)
      const begun: Making = { promise, waiters: 0, stop }
      const forget = () => making.get(name) === begun && making.delete(name)
      promise.then(forget, forget)
      shared = begun
      making.set(name, shared)
    }
    const { promise, stop } = shared
    shared.waiters++
    return new Promise<void>((resolve, reject) => {
      const leave = () => {
        signal.removeEventListener('abort', onAbort)
        if (!shared || --shared.waiters > 0) return
        if (making.get(name) === shared) making.delete(name)
        stop.abort()
      }
      const onAbort = () => {
        leave()
        reject(signal.reason)
      }
      signal.addEventListener('abort', onAbort)
      if (signal.aborted) return onAbort()
      promise.then(resolve, reject).finally(() => signal.aborted || leave())
    })
  }

  async function find(name: string): Promise<Entry | null> {
    const found = await stat(join(root, name)).catch(() => null)
    if (!found) {
      entries.delete(name)
      return null
    }
    const entry = entries.get(name) ?? { size: await sizeOf(join(root, name)), usedAt: 0, holds: 0, own: false }
    entries.set(name, entry)
    return entry
  }

  return {
    maxBytes,
    hold() {
      const held: Entry[] = []
      let released = false
      return {
        async take(name, bytes, make, signal) {
          if (!NAME.test(name)) throw new Error('not the name of a copy')
          signal.throwIfAborted()
          prepared ??= prepare()
          await prepared
          for (;;) {
            signal.throwIfAborted()
            const entry = making.has(name) ? null : await find(name)
            if (!entry) {
              await share(name, bytes, make, signal)
              continue
            }
            entry.holds++
            if (released) entry.holds--
            else held.push(entry)
            const now = new Date()
            entry.usedAt = now.getTime()
            entry.own = true
            await utimes(join(root, name), now, now).catch(() => {})
            return join(root, name)
          }
        },
        release() {
          if (released) return
          released = true
          for (const entry of held) entry.holds--
        },
      }
    },
  }
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path)
  if (!found.isDirectory()) return found.size
  const sizes = await Promise.all((await readdir(path)).map((name) => sizeOf(join(path, name))))
  return sizes.reduce((sum, size) => sum + size, 0)
}

function tooLarge(bytes: number): Failure {
  return new Failure('invalid', `the files are too large to be read here: ${Math.ceil(bytes / 1024 / 1024)} MB`, {
    hint: 'the operator sets how much is kept with STAGE_MAX_MB',
  })
}
