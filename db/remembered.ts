import { is, Param, Placeholder, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Database } from './client.ts'

const KEPT = 500
const kept = new WeakMap<Database, Map<string, unknown>>()

type Prepared = { getQuery(): { sql: string; params: unknown[] }; mapResult(result: unknown, isFromBatch?: boolean): unknown }
type Preparable = { _prepare(isOneTime?: boolean): Prepared }

/** What was made for this name on this database before, or is now. */
function once<T>(db: Database, name: string, make: () => T): T {
  let made = kept.get(db)
  if (!made) {
    made = new Map()
    kept.set(db, made)
  }
  const known = made.get(name)
  if (known !== undefined) return known as T
  const fresh = make()
  if (made.size >= KEPT) made.clear()
  made.set(name, fresh)
  return fresh
}

/**
 * A query that is built once for each `key`, which must tell apart every value and condition in it: building costs more than running it.
 * In a batch it stands for the query itself.
 */
export const remembered = <Query extends object>(db: Database, key: string, build: () => Query): Query =>
  once(db, `query ${key}`, () => {
    const query = build()
    const prepared = (query as unknown as Preparable)._prepare(false)
    return Object.assign(Object.create(query) as Query, { _prepare: () => prepared })
  })

/** A row's columns, each waiting for its value under its name, or that with a prefix. */
export const placeholders = <Row extends object>(row: Row, prefix = ''): Row =>
  Object.fromEntries(Object.keys(row).map((name) => [name, sql.placeholder(`${prefix}${name}`)])) as Row

/** A statement built once for each `key` with `sql.placeholder`s, here with their values. In a batch it stands for the statement itself. */
export function filled<Statement extends BatchItem<'sqlite'>>(db: Database, key: string, build: () => Statement, values: Record<string, unknown>): Statement {
  const { prepared, text, params } = once(db, `statement ${key}`, () => {
    const prepared = (build() as unknown as Preparable)._prepare(false)
    const { sql: text, params } = prepared.getQuery()
    return { prepared, text, params }
  })
  const args = params.map((param) => argumentFor(param, values))
  const ready: Preparable = {
    _prepare: () => ({ getQuery: () => ({ sql: text, params: args }), mapResult: (result, isFromBatch) => prepared.mapResult(result, isFromBatch) }),
  }
  return ready as unknown as Statement
}

function argumentFor(param: unknown, values: Record<string, unknown>): unknown {
  const isEncoded = is(param, Param)
  const placeholder = isEncoded ? param.value : param
  if (!is(placeholder, Placeholder)) return param
  const value = values[placeholder.name]
  if (value === undefined) throw new Error(`the statement has no value for "${placeholder.name}"`)
  return isEncoded && value !== null ? param.encoder.mapToDriverValue(value) : value
}
