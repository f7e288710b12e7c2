import type { Layer } from '../../semantics/layer.ts'
import { neededFrom } from './from-clause.ts'
import { missingJoins } from './missing-joins.ts'
import { NAME, named, plain, referencesIn } from './references.ts'

const KEPT_JOINS = /\b(?:left|right|full|cross|natural|lateral|using)\b/i
const AFTER_FROM = /\b(?:where|group\s+by|order\s+by|having|limit|union|window|qualify)\b|;|$/i

/**
 * A statement whose inner joins name columns or tables that are not there, with the FROM clause that the layer's relationships give for the columns it
 * uses, each named by the table that has it; a small model repeats its mistake when told of it. Only for statements that failed: a sound one may look
 * wrong here. Null where nothing is wrong with the joins, or where it is not beyond doubt what was meant.
 */
export function repairJoins(layer: Layer, sql: string): string | null {
  const masked = sql.replaceAll(/'(?:[^']|'')*'/g, (literal) => `'${'_'.repeat(literal.length - 2)}'`)
  if (KEPT_JOINS.test(masked) || /--|\/\*|\(\s*select/i.test(masked) || masked.match(/\bfrom\b/gi)?.length !== 1) return null
  const tables = layer.tables.filter((table) => !table.isHidden)
  const references = referencesIn(sql)
  const needed = neededFrom(sql, references, tables, layer)
  if (!needed) return null
  const has = (table: string, column: string) => named(tables, table)?.columns.some(({ name, isHidden }) => !isHidden && plain(name) === column) ?? false
  const qualified = [...masked.matchAll(new RegExp(`(?<![\\w."\`\\]])(${NAME})\\.(${NAME})(?!\\s*[.(])`, 'g'))]
  const tableOf = (qualifier: string) => references.find(({ name, alias }) => [name, alias].includes(plain(qualifier)))?.name ?? plain(qualifier)
  const isWrong =
    references.some(({ name }) => !named(tables, name)) ||
    qualified.some(([, qualifier = '', column = '']) => !has(tableOf(qualifier), plain(column))) ||
    missingJoins(sql, references, tables, layer).length > 0
  if (!isWrong) return null

  const start = masked.search(/\bfrom\b/i)
  const length = masked.slice(start).search(AFTER_FROM)
  const end = start + length
  let repaired = ''
  let at = 0
  for (const { 0: whole, 1: qualifier = '', 2: column = '', index } of qualified) {
    if (index >= start && index < end) continue
    const kept = needed.used.find((table) => plain(table.name.split('.').at(-1) ?? '') === tableOf(qualifier) && has(table.name, plain(column)))
    const owner = kept ?? needed.used.find((table) => has(table.name, plain(column)))
    if (!owner) return null
    if (index > start && at <= start) {
      repaired += `${sql.slice(at, start)}${needed.from} `
      at = end
    }
    repaired += `${sql.slice(at, index)}${needed.called(owner)}.${column}`
    at = index + whole.length
  }
  if (at <= start) {
    repaired += `${sql.slice(at, start)}${needed.from} `
    at = end
  }
  return repaired + sql.slice(at)
}
