import { sanitizeText } from '#domain/agent/context/sanitize-text.ts'
import type { Layer, LayerTable } from '../../semantics/layer.ts'
import { NAME, named, plain, type Reference, withoutLiterals } from './references.ts'

const TABLES_TOLD = 3

/**
 * Tables whose columns a statement uses without reading them, each with the condition that joins it to a table the statement does read: of
 * `Track.TrackId` where `Track` is not read, and of a bare name that only tables have which are not read.
 */
export function missingJoins(sql: string, references: Reference[], tables: LayerTable[], { relationships }: Pick<Layer, 'relationships'>): string[] {
  const read = references.flatMap(({ name }) => named(tables, name) ?? [])
  if (read.length === 0) return []
  const text = withoutLiterals(sql)
  const notes = new Map<string, string>()
  const note = (column: string, missing: LayerTable) => {
    if (notes.has(missing.name)) return
    const join = relationships
      .flatMap((one) => [one, { ...one, fromTable: one.toTable, fromColumns: one.toColumns, toTable: one.fromTable, toColumns: one.fromColumns }])
      .find(({ fromTable, toTable }) => fromTable === missing.name && read.some((table) => table.name === toTable))
    const name = sanitizeText(missing.name, 100)
    const on = join?.fromColumns.map(
      (from, index) => `${name}.${sanitizeText(from, 100)} = ${sanitizeText(join.toTable, 100)}.${sanitizeText(join.toColumns[index] ?? '', 100)}`,
    )
    notes.set(
      missing.name,
      `${sanitizeText(column, 100)} is a column of ${name}, which is not in FROM; ${on ? `add JOIN ${name} ON ${on.join(' AND ')}` : 'join it'}`,
    )
  }
  for (const [, written = '', member = ''] of text.matchAll(new RegExp(`(${NAME})\\.(${NAME})(?!\\s*[.(])`, 'g'))) {
    const qualifier = plain(written)
    if (references.some(({ name, alias }) => alias === qualifier || name === qualifier)) continue
    const missing = named(tables, qualifier)
    if (missing) note(`${written}.${member}`, missing)
  }
  const own = new Set([...text.matchAll(new RegExp(`\\bas\\s+(${NAME})`, 'gi'))].map(([, name = '']) => plain(name)))
  // A table of the statement's own may have any column.
  const hasOwn = references.length > read.length || /\bwith\b/i.test(text)
  for (const [, written = ''] of hasOwn ? [] : text.matchAll(new RegExp(`(?<![\\w."\`\\]])(${NAME})(?!\\s*[.(])`, 'g'))) {
    const name = plain(written)
    const has = ({ columns }: LayerTable) => columns.some((column) => !column.isHidden && plain(column.name) === name)
    if (own.has(name) || read.some(has) || references.some((reference) => reference.name === name || reference.alias === name)) continue
    const owners = tables.filter(has)
    const reachable = owners.filter((owner) =>
      relationships.some(
        ({ fromTable, toTable }) => [fromTable, toTable].includes(owner.name) && read.some((table) => [fromTable, toTable].includes(table.name)),
      ),
    )
    const [owner] = reachable.length ? reachable : owners
    if (owner) note(written, owner)
  }
  return [...notes.values()].slice(0, TABLES_TOLD)
}
