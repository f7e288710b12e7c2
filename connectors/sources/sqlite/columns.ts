import type { DatabaseSync } from 'node:sqlite'
import type { ColumnType } from '#domain/semantics/sources/source.ts'
import { identifier } from '../quote.ts'
import { columnType } from '../sqlite-types.ts'
import { readRows } from './rows.ts'

const SAMPLE_ROWS = 500

/** As much of a value as tells its type: a few rows of long ones are more than memory. */
function beginning(value: string): string {
  return `case typeof(${value}) when 'text' then substr(${value}, 1, 64) when 'blob' then substr(${value}, 1, 8) else ${value} end`
}

/** Types of a table's columns, in order, looking at its first rows. */
export function sampleColumnTypes(database: DatabaseSync, table: string, columns: { name: string; declared: string | null }[]): ColumnType[] {
  const statement = database.prepare(
    `select ${columns.map((column) => beginning(identifier(column.name))).join(', ')} from ${identifier(table)} limit ${SAMPLE_ROWS}`,
  )
  statement.setReturnArrays(true)
  const rows = readRows(statement.iterate())
  return columns.map((column, index) =>
    columnType(
      column.declared,
      rows.map((row) => row[index] ?? null),
    ),
  )
}
