import type { LayerTable } from '../../semantics/layer.ts'

/** What a name in SQL may be written as: plain, or in one of the dialects' quotes. */
export const NAME = '(?:"[^"]+"|`[^`]+`|\\[[^\\]]+\\]|\\w+)'

/** A name without quotes, as names are compared. */
export const plain = (name: string): string => name.replaceAll(/["`[\]]/g, '').toLowerCase()

/** A statement with its text literals emptied, so that no word in them is taken for a name. */
export const withoutLiterals = (sql: string): string => sql.replaceAll(/'(?:[^']|'')*'/g, "''")

/** A table that a statement reads, and what it calls it. */
export type Reference = { name: string; alias: string | null }

/** The keywords that may follow a table, and so are not its alias; the next `JOIN` stays to be found. */
const AFTER_TABLE = 'where|on|using|join|inner|left|right|full|cross|natural|group|order|limit|having|union|intersect|except|offset|window'

/** What a statement reads from, but for its own common table expressions. */
export function referencesIn(sql: string): Reference[] {
  const own = new Set(
    [...sql.matchAll(new RegExp(`(?:\\bwith(?:\\s+recursive)?|,)\\s*(${NAME})\\s*(?:\\([^()]*\\)\\s*)?as\\s*\\(`, 'gi'))].map(([, name = '']) => plain(name)),
  )
  const from = new RegExp(`\\b(?:from|join)\\s+((?:${NAME}\\.)*${NAME})(?:\\s+(?:as\\s+)?(?!(?:${AFTER_TABLE})\\b)(${NAME}))?`, 'gi')
  return [...sql.matchAll(from)].flatMap(([, written = '', alias]) => {
    const name = plain(written.split('.').at(-1) ?? '')
    return own.has(name) ? [] : [{ name, alias: alias === undefined ? null : plain(alias) }]
  })
}

/** The table of that name, with or without its schema. */
export const named = (tables: LayerTable[], name: string): LayerTable | undefined =>
  tables.find((table) => plain(table.name.split('.').at(-1) ?? '') === name || plain(table.name) === name)
