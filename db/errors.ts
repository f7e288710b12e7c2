/** What a violated unique index or primary key covers. An index over expressions has a name instead of a table and columns. */
export type UniqueViolation = { table: string | null; columns: string[]; index: string | null }

/** The error and everything that caused it, outermost first. */
export function* causes(error: unknown): Generator<Error> {
  const seen = new Set<unknown>()
  for (let current = error; current instanceof Error && !seen.has(current); current = current.cause) {
    seen.add(current)
    yield current
  }
}

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')

/** Another connection holds the lock: nothing was written and the same call may be tried again. */
export function isBusy(error: unknown): boolean {
  for (const cause of causes(error)) {
    if (/^SQLITE_BUSY/.test(codeOf(cause)) || /SQLITE_BUSY|database is locked/.test(cause.message)) return true
  }
  return false
}

/** The server did not answer in time: whether a write of the call was done is not known. */
export const isUnanswered = (error: unknown): boolean => [...causes(error)].some(({ name }) => name === 'TimeoutError')

/**
 * The unique constraint that refused a write, from the local driver's error or a remote server's; null for any other error.
 * Both say it only in SQLite's message, so that is what is read.
 */
export function isUniqueViolation(error: unknown): UniqueViolation | null {
  for (const cause of causes(error)) {
    const found = /UNIQUE constraint failed: ([^\n]+)/.exec(cause.message)?.[1]
    if (found === undefined) continue
    const index = /^index '([^']+)'/.exec(found)?.[1]
    if (index !== undefined) return { table: null, columns: [], index }
    const columns = [...found.matchAll(/([A-Za-z0-9_]+)\.([A-Za-z0-9_]+)/g)]
    return { table: columns[0]?.[1] ?? null, columns: columns.map((match) => match[2] ?? ''), index: null }
  }
  return null
}
