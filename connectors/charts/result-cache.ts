import { Failure } from '#domain/failure.ts'
import type { DatedOutcome, ResultCache } from '#domain/query/cached-query.ts'

const BYTES_OF_A_CELL = 24

/**
 * Keeps outcomes in the memory of this process, the last asked for, up to about `mostBytes`. `joins`: who asks for what is being read waits for it; not
 * where a reading ends without a word with the request it began in, as on Workers.
 */
export function createResultCache(mostBytes: number, { joins = true }: { joins?: boolean } = {}): ResultCache {
  const kept = new Map<string, { dated: DatedOutcome; bytes: number }>()
  const reading = new Map<string, { begun: number; outcome: Promise<DatedOutcome> }>()
  let size = 0

  function forget(key: string): void {
    size -= kept.get(key)?.bytes ?? 0
    kept.delete(key)
  }

  function keep(key: string, dated: DatedOutcome): void {
    forget(key)
    const bytes = sizeOf(dated)
    if (bytes > mostBytes / 4) return
    kept.set(key, { dated, bytes })
    size += bytes
    for (const oldest of kept.keys()) {
      if (size <= mostBytes) break
      forget(oldest)
    }
  }

  const take: ResultCache['take'] = async (key, age, read) => {
    const { seconds, now, notBefore = -Infinity, keeps } = age
    const found = kept.get(key)
    if (found && now - found.dated.asOf < seconds * 1000 && found.dated.asOf >= notBefore) {
      kept.delete(key)
      kept.set(key, found)
      return found.dated
    }
    const others = joins ? reading.get(key) : undefined
    if (others && others.begun >= notBefore) {
      try {
        return await others.outcome
      } catch (error) {
        if (isOfTheStatement(error)) throw error
        // Whoever began it may have left, or have lost the right to it: that is nothing to the others.
        return take(key, age, read)
      }
    }
    const mine = read()
    const entry = { begun: now, outcome: mine }
    reading.set(key, entry)
    try {
      const dated = await mine
      if (keeps) keep(key, dated)
      return dated
    } finally {
      if (reading.get(key) === entry) reading.delete(key)
    }
  }
  return { take }
}

/** A failure that the same statement meets whoever asks it. */
const isOfTheStatement = (error: unknown): boolean => error instanceof Failure && error.code.startsWith('query_')

function sizeOf({ outcome: { rows, columns } }: DatedOutcome): number {
  const sample = rows.slice(0, 20)
  const text = sample.reduce((sum, row) => sum + JSON.stringify(row).length, 0)
  return 1_000 + rows.length * (columns.length * BYTES_OF_A_CELL + (sample.length ? text / sample.length : 0))
}
