import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { ForeignKey, SourceTable } from '#domain/semantics/sources/source.ts'
import { identifier, literal } from '../quote.ts'
import { namesInText } from '../view-reads.ts'
import { sampleColumnTypes } from './columns.ts'
import { readAll } from './rows.ts'

/** Tables and views of the file, without the engine's own, virtual tables and their shadows. Runs our own SQL only. */
export function readTables(database: DatabaseSync): SourceTable[] {
  const listed = readAll(
    database,
    `select name, type from pragma_table_list where schema = 'main' and type in ('table', 'view') and name not like 'sqlite\\_%' escape '\\' order by name`,
  )
  const names = listed.map(([name]) => String(name))
  return listed.flatMap(([name, type]) => {
    const table = readTable(database, String(name), type === 'view' ? 'view' : 'table')
    return table === null ? [] : [type === 'view' ? { ...table, reads: readsOf(database, table.name, names) } : table]
  })
}

function readsOf(database: DatabaseSync, view: string, names: string[]): string[] {
  const [[text] = []] = readAll(database, `select sql from sqlite_schema where type = 'view' and name = ${literal(view)}`)
  return namesInText(
    String(text ?? ''),
    names.filter((name) => name !== view),
  )
}

/** One table's shape, or null for a view that no longer compiles. */
function readTable(database: DatabaseSync, name: string, kind: 'table' | 'view'): SourceTable | null {
  try {
    const info = readAll(database, `select name, type, "notnull", pk from pragma_table_xinfo(${literal(name)}) where hidden <> 1 order by cid`)
    const columns = info.map(([column, declared]) => ({ name: String(column), declared: String(declared ?? '') }))
    const types = sampleColumnTypes(database, name, columns)
    const primaryKey = info
      .filter(([, , , position]) => Number(position) > 0)
      .sort((left, right) => Number(left[3]) - Number(right[3]))
      .map(([column]) => String(column))
    const required = new Set(info.filter(([, , notNull]) => Number(notNull) === 1).map(([column]) => String(column)))
    return {
      name,
      schema: null,
      kind,
      comment: null,
      rowEstimate: kind === 'view' ? null : countRows(database, name),
      columns: columns.map((column, index) => ({
        name: column.name,
        type: types[index] ?? 'other',
        nativeType: column.declared,
        nullable: !required.has(column.name) && !primaryKey.includes(column.name),
        comment: null,
      })),
      primaryKey: primaryKey.length > 0 ? primaryKey : uniqueKey(database, name, required),
      foreignKeys: kind === 'view' ? [] : readForeignKeys(database, name),
    }
  } catch (error) {
    if (kind === 'view') return null
    throw error
  }
}

function countRows(database: DatabaseSync, table: string): number {
  return Number(readAll(database, `select count(*) from ${identifier(table)}`)[0]?.[0] ?? 0)
}

/** Without a declared primary key: the first whole-table unique index over columns that are never null. */
function uniqueKey(database: DatabaseSync, table: string, required: Set<string>): string[] {
  const indexes = readAll(database, `select name from pragma_index_list(${literal(table)}) where "unique" = 1 and partial = 0 order by seq desc`)
  for (const [index] of indexes) {
    const columns = readAll(database, `select name from pragma_index_info(${literal(String(index))}) order by seqno`).map(([column]) => String(column))
    if (columns.length > 0 && columns.every((column) => required.has(column))) return columns
  }
  return []
}

function readForeignKeys(database: DatabaseSync, table: string): ForeignKey[] {
  const rows = readAll(database, `select id, "table", "from", "to" from pragma_foreign_key_list(${literal(table)}) order by id, seq`)
  const keys = new Map<SQLOutputValue, ForeignKey>()
  for (const [id = null, toTable, from, to] of rows) {
    const key = keys.get(id) ?? { columns: [], toTable: storedName(database, String(toTable)), toColumns: [] }
    key.columns.push(String(from))
    if (to !== null) key.toColumns.push(String(to))
    keys.set(id, key)
  }
  return [...keys.values()]
    .map((key) => (key.toColumns.length > 0 ? key : { ...key, toColumns: primaryKeyOf(database, key.toTable) }))
    .filter((key) => key.toColumns.length === key.columns.length)
}

/** `references Parent` may be written in another case than the table. */
function storedName(database: DatabaseSync, table: string): string {
  return String(readAll(database, `select name from pragma_table_list where schema = 'main' and name = ${literal(table)} collate nocase`)[0]?.[0] ?? table)
}

function primaryKeyOf(database: DatabaseSync, table: string): string[] {
  return readAll(database, `select name from pragma_table_info(${literal(table)}) where pk > 0 order by pk`).map(([column]) => String(column))
}
