import type { Database } from './client.ts'

const KEPT = 500
const kept = new WeakMap<Database, Map<string, unknown>>()

type Preparable = { _prepare(isOneTime?: boolean): unknown }

/**
 * A query that is built once for each `key`, which must tell apart every value and condition in it: building costs more than running it.
 * In a batch it stands for the query itself.
 */
export function remembered<Query extends object>(db: Database, key: string, build: () => Query): Query {
  let queries = kept.get(db)
  if (!queries) {
    queries = new Map()
    kept.set(db, queries)
  }
  const known = queries.get(key)
  if (known) return known as Query
  const query = build()
  const prepared = (query as unknown as Preparable)._prepare(false)
  const ready = Object.assign(Object.create(query) as Query, { _prepare: () => prepared })
  if (queries.size >= KEPT) queries.clear()
  queries.set(key, ready)
  return ready
}
