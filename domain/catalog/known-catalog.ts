import type { Database } from '#db/client.ts'
import type { Context } from '../context.ts'

const KEPT = 2_000
const known = new WeakMap<Database, { version: string; answers: Map<string, unknown> }>()

/**
 * What `read` answers of the catalog, remembered for as long as nothing of the catalog, of accounts and of grants changes. `key` must tell apart
 * whatever else the answer depends on, as who asks; the answer is shared and must not be changed. Failures are not remembered.
 */
export async function readCatalog<T>(ctx: Context, key: string, read: () => Promise<T>): Promise<T> {
  const version = ctx.catalogVersion()
  if (version === null) return read()
  let of = known.get(ctx.db)
  if (of?.version !== version) {
    of = { version, answers: new Map() }
    known.set(ctx.db, of)
  }
  const { answers } = of
  if (answers.has(key)) return answers.get(key) as T
  const answer = await read()
  if (answers.size >= KEPT) answers.clear()
  answers.set(key, answer)
  return answer
}
