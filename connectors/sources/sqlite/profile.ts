import { Failure } from '#domain/failure.ts'
import type { SourceTable, TableProfile } from '#domain/semantics/sources/source.ts'
import { jsonInteger } from '../json-values.ts'
import { type ProfileDialect, profileTable } from '../profile.ts'
import type { SqliteSource } from './database.ts'
import { readAll } from './rows.ts'

/** Profiles a table the file really has; the given shape only says which columns matter. */
export function profileSqlite(source: SqliteSource, table: SourceTable): Promise<TableProfile> {
  const found = source.tables.find((candidate) => candidate.name === table.name)
  if (!found) throw new Failure('not_found', `the table ${table.name.slice(0, 100)} is no longer there`)
  const dialect: ProfileDialect = {
    read: async (sql) =>
      readAll(source.own, sql).map((row) => row.map((value) => (typeof value === 'bigint' ? jsonInteger(value) : value instanceof Uint8Array ? null : value))),
    text: (expression) => `cast(${expression} as text)`,
    distinct: (expression) => `count(distinct ${expression})`,
  }
  return profileTable({ ...found, columns: found.columns.filter((column) => table.columns.some((wanted) => wanted.name === column.name)) }, dialect)
}
