import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'

/** Rows read as arrays; the driver's types only know the object form. */
export function readRows(iterator: Iterable<unknown>): SQLOutputValue[][] {
  return [...(iterator as Iterable<SQLOutputValue[]>)]
}

/** Every row of one of our own statements, as arrays. */
export function readAll(database: DatabaseSync, sql: string): SQLOutputValue[][] {
  const statement = database.prepare(sql)
  statement.setReturnArrays(true)
  return readRows(statement.iterate())
}
