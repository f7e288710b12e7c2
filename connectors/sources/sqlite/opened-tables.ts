import type { DatabaseSync } from 'node:sqlite'
import { readAll } from './rows.ts'

/** Where each table and index of a file begins: root page to the table's name in lower case. */
export type RootPages = ReadonlyMap<number, string>

const OPENING = new Set(['OpenRead', 'OpenWrite', 'ReopenIdx'])
/** What a program that reads nothing but tables, and the table functions the authorizer lets through, never does. */
const MAIN = 0

export const rootPagesOf = (database: DatabaseSync): RootPages =>
  new Map(
    readAll(database, 'select rootpage, tbl_name from sqlite_schema where rootpage > 0').map(([page, name]) => [Number(page), String(name).toLowerCase()]),
  )

/**
 * The tables a statement opens, in lower case, from the program the engine compiled it to; `null` stands for what is no table of the file. The authorizer is not
 * asked about a table of which only columns of a NATURAL or USING join are read, but no table is read without being opened.
 */
export function openedTables(database: DatabaseSync, sql: string, pages: RootPages): Set<string | null> {
  const program = database.prepare(`explain ${sql}`).all() as { opcode: string; p2: number | bigint; p3: number | bigint }[]
  const opening = program.filter(({ opcode }) => OPENING.has(opcode))
  return new Set(opening.map(({ p2, p3 }) => (Number(p3) === MAIN ? (pages.get(Number(p2)) ?? null) : null)))
}
