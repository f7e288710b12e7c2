import { Failure } from '#domain/failure.ts'
import type { SourceTable, TableProfile } from '#domain/semantics/sources/source.ts'
import { profileTable } from '../profile.ts'
import type { DuckdbSource } from './database.ts'
import { jsonFromDuckdb } from './values.ts'

/** Profiles a table the source really has; the given shape only says which columns matter. */
export async function profileDuckdb(source: DuckdbSource, table: SourceTable): Promise<TableProfile> {
  const found = source.tables.find((candidate) => candidate.name === table.name)
  if (!found) throw new Failure('not_found', `the table ${table.name.slice(0, 100)} is no longer there`)
  const connection = await source.instance.connect()
  try {
    return await profileTable(
      { ...found, columns: found.columns.filter((column) => table.columns.some((wanted) => wanted.name === column.name)) },
      {
        read: async (sql) => {
          const result = await connection.run(sql)
          const types = result.columnTypes()
          return (await result.getRows()).map((row) => row.map((value, index) => (types[index] ? jsonFromDuckdb(value, types[index]) : null)))
        },
        text: (expression) => `cast(${expression} as varchar)`,
        distinct: (expression, large) => (large ? `approx_count_distinct(${expression})` : `count(distinct ${expression})`),
      },
    )
  } finally {
    connection.disconnectSync()
  }
}
