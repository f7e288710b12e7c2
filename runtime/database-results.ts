import { type InArgs, type InStatement, LibsqlBatchError, LibsqlError, type ResultSet, type Row } from '@libsql/client'
import type { CellValue, ThreadError, ThreadResult, ThreadStatement } from './database-messages.ts'

type BatchStatement = InStatement | [string, InArgs?]

/** A value as the driver takes it; throws a TypeError on what SQLite has no type for. */
function argument(value: unknown): CellValue {
  switch (typeof value) {
    case 'string':
      return value
    case 'boolean':
      return value ? 1 : 0
    case 'number':
      if (Number.isFinite(value)) return value
      throw new RangeError('only finite numbers can be stored')
    case 'bigint':
      if (BigInt.asIntN(64, value) === value) return value
      throw new RangeError('the integer does not fit 64 bits')
  }
  if (value === null) return null
  if (value instanceof Date) return value.valueOf()
  if (value instanceof ArrayBuffer) return new Uint8Array(value)
  if (value instanceof Uint8Array) return value
  throw new TypeError(`a value of type ${typeof value} cannot be stored`)
}

/** A statement in any of the client's forms, ready to cross to the thread. */
export function threadStatement(statement: BatchStatement): ThreadStatement {
  if (typeof statement === 'string') return { sql: statement, args: [] }
  const { sql, args } = Array.isArray(statement) ? { sql: statement[0], args: statement[1] } : statement
  if (args === undefined) return { sql, args: [] }
  return { sql, args: Array.isArray(args) ? args.map(argument) : Object.fromEntries(Object.entries(args).map(([name, value]) => [name, argument(value)])) }
}

type MakeRow = (values: unknown[]) => Row

const KEPT = 500
const makers = new Map<string, MakeRow>()

/** Made once for each list of columns: it costs more than the rows of most of our queries. */
function rowMaker(columns: string[]): MakeRow {
  const key = JSON.stringify(columns)
  const known = makers.get(key)
  if (known) return known
  const made = newRowMaker(columns)
  if (makers.size >= KEPT) makers.clear()
  makers.set(key, made)
  return made
}

/** Rows answer to names and positions. Where no name clashes, positions are accessors on one prototype, which is several times cheaper. */
function newRowMaker(columns: string[]): MakeRow {
  const clashes = new Set(columns).size !== columns.length || columns.some((name) => /^(?:\d+|length|__proto__)$/.test(name))
  if (clashes) {
    return (values) => {
      const row = Object.defineProperty({}, 'length', { value: values.length })
      values.forEach((value, index) => {
        Object.defineProperty(row, index, { value })
        const name = columns[index] ?? ''
        if (!Object.hasOwn(row, name)) Object.defineProperty(row, name, { value, enumerable: true, configurable: true, writable: true })
      })
      return row as Row
    }
  }
  const prototype = Object.defineProperty({}, 'length', { value: columns.length })
  columns.forEach((name, index) => {
    Object.defineProperty(prototype, index, {
      get(this: Record<string, unknown>) {
        return this[name]
      },
    })
  })
  return (values) => {
    const row: Record<string, unknown> = Object.create(prototype)
    for (let index = 0; index < columns.length; index += 1) row[columns[index] ?? ''] = values[index]
    return row as Row
  }
}

const base64 = (value: unknown): unknown => (value instanceof ArrayBuffer ? Buffer.from(value).toString('base64') : value)

export function resultSet(result: ThreadResult): ResultSet {
  if (Array.isArray(result)) return changed(result[0], BigInt(result[1]))
  const { columns, columnTypes, rows } = result
  return {
    columns,
    columnTypes,
    rows: rows.length ? rows.map(rowMaker(columns)) : [],
    rowsAffected: 0,
    lastInsertRowid: undefined,
    toJSON: () => ({ columns, columnTypes, rows: rows.map((row) => row.map(base64)), rowsAffected: 0, lastInsertRowid: null }),
  }
}

const changed = (rowsAffected: number, lastInsertRowid: bigint): ResultSet => ({
  columns: [],
  columnTypes: [],
  rows: [],
  rowsAffected,
  lastInsertRowid,
  toJSON: () => ({ columns: [], columnTypes: [], rows: [], rowsAffected, lastInsertRowid: lastInsertRowid.toString() }),
})

/** The error the client's own drivers would have thrown. */
export function threadFailure({ message, extendedCode, rawCode, statementIndex, isRange }: ThreadError): Error {
  if (isRange) return new RangeError(message)
  if (extendedCode === null) return new Error(message)
  const code = extendedCode.split('_').slice(0, 2).join('_')
  if (statementIndex === null) return new LibsqlError(message, code, extendedCode, rawCode ?? undefined)
  return new LibsqlBatchError(message, statementIndex, code, extendedCode, rawCode ?? undefined)
}
