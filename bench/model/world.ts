import { join } from 'node:path'

/** A question of a person, and statements of SQLite each of which answers it: the first as asked, others in other shapes that are as good. */
export type Gold = { question: string; gold: string[] }

/** A source the model is asked about: how it is made, in statements every engine takes, or the file it is; and its questions. */
export type World = { name: string; type: 'sqlite' | 'duckdb' | 'postgres'; file: string | null; statements: string[]; questions: Gold[] }

export const CHINOOK_FILE = join(import.meta.dirname, '../../examples/chinook.sqlite')

/** Numbers that look drawn by lot and are the same each time. */
export function drawn(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const DAY_MS = 86_400_000

/** The day so many days after another, as text. */
export const dayAfter = (first: string, days: number): string => new Date(Date.parse(first) + days * DAY_MS).toISOString().slice(0, 10)

/** One INSERT for all rows of a table. */
export const insert = (table: string, rows: (string | number | null)[][]): string =>
  `INSERT INTO ${table} VALUES ${rows.map((row) => `(${row.map((value) => (value === null ? 'NULL' : typeof value === 'number' ? value : `'${value.replaceAll("'", "''")}'`)).join(', ')})`).join(', ')}`
