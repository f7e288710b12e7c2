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

/** A row's columns, each waiting for its value; of several rows in one statement each is told its place. */
export const placeholders = <Row extends object>(row: Row, place = 0): Row =>
  Object.fromEntries(Object.keys(row).map((name) => [name, sql.placeholder(place === 0 ? name : `${place}.${name}`)])) as Row

type Values = Record<string, unknown>
/** Where an argument comes from: a member of one of the rows, or always the same. */
type Source = { place: number; name: string; encode: ((value: unknown) => unknown) | null } | { constant: unknown }
type Template = { prepared: Prepared; text: string; sources: Source[] }

/** A built statement with its arguments, in the form drizzle's batch takes. */
class FilledStatement implements Preparable, Prepared {
  readonly #template: Template
  readonly #args: unknown[]

  constructor(template: Template, rows: Values[]) {
    this.#template = template
    this.#args = template.sources.map((source) => argumentFrom(source, rows))
  }

  _prepare(): Prepared {
    return this
  }

  getQuery(): { sql: string; params: unknown[] } {
    return { sql: this.#template.text, params: this.#args }
  }

  mapResult(result: unknown, isFromBatch?: boolean): unknown {
    return this.#template.prepared.mapResult(result, isFromBatch)
  }
}

/** A statement built once for each `key` with `sql.placeholder`s, here with the values of its row or rows. In a batch it stands for the statement itself. */
export function filled<Statement extends BatchItem<'sqlite'>>(db: Database, key: string, build: () => Statement, ...rows: Values[]): Statement {
  const template = once(db, key, () => templateOf(build()))
  return new FilledStatement(template, rows) as unknown as Statement
}

function templateOf(statement: unknown): Template {
  const prepared = (statement as Preparable)._prepare(false)
  const { sql: text, params } = prepared.getQuery()
  return { prepared, text, sources: params.map(sourceOf) }
}

function sourceOf(param: unknown): Source {
  const isEncoded = is(param, Param)
  const placeholder = isEncoded ? param.value : param
  if (!is(placeholder, Placeholder)) return { constant: param }
  const [, place = '0', name = ''] = /^(?:(\d+)\.)?(.*)$/s.exec(placeholder.name) ?? []
  return { place: Number(place), name, encode: isEncoded ? (value) => param.encoder.mapToDriverValue(value) : null }
}

function argumentFrom(source: Source, rows: Values[]): unknown {
  if ('constant' in source) return source.constant
  const value = rows[source.place]?.[source.name]
  if (value === undefined) throw new Error(`the statement has no value for "${source.name}"`)
  return source.encode && value !== null ? source.encode(value) : value
}
