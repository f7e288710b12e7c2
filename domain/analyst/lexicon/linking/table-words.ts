import { rootOf } from '#domain/analyst/language/root.ts'
import { determiners } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import type { Item } from './link.ts'

/** Whether the words of a table's name of several stand in the question, apart and as no other table's name: `payments by amount received` of "payments received". */
export function hasTableWords(items: Item[], table: LayerTable): boolean {
  if (!table.label.includes(' ')) return false
  const words = table.label.toLowerCase().split(' ').map(singular)
  const isOther = ({ meaning }: Item) => meaning.tables.some((other) => other.table !== table && other.weight >= 0.9)
  return !words.some((word) => determiners.has(word)) && words.every((word) => items.some((item) => item.stem.split(' ').includes(word) && !isOther(item)))
}

/** Of several tables that an item may name as well, the only one whose other words the question says too. */
export function withTableWords(items: Item[], layer: Layer): Item[] {
  return items.map((item, at) => {
    const { tables } = item.meaning
    const own = ownTable(items, at, layer)
    if (own) return { ...item, meaning: { ...item.meaning, tables: [{ table: own, weight: 1 }] } }
    const best = Math.max(...tables.map(({ weight }) => weight))
    const likely = tables.filter(({ weight }) => weight === best)
    const spelt = likely.length > 1 ? likely.filter(({ table }) => hasTableWords(items, table)) : []
    return spelt.length === 1 ? { ...item, meaning: { ...item.meaning, tables: spelt } } : item
  })
}

/** "Members who visited a club", where visits are rows of members and clubs: it is by their visits that the two are told together. */
export function withVerbsOfRows(items: Item[], { tables, relationships }: Layer): Item[] {
  const known = tables.flatMap((table) => (items.some(({ meaning }) => meaning.tables.some((other) => other.table === table)) ? [table.name] : []))
  return items.map((item, at) => {
    if (item.kind !== 'word' || !/ed$/.test(item.lower) || items[at + 1]?.lower === 'by') return item
    const refers = (table: LayerTable) => relationships.filter(({ fromTable, toTable }) => fromTable === table.name && known.includes(toTable)).length > 0
    const [only, ...others] = tables.filter((table) => !table.isHidden && rootOf(singular(table.label.toLowerCase())) === rootOf(item.lower))
    const parents = relationships.filter(({ fromTable }) => fromTable === only?.name)
    if (!only || others.length > 0 || parents.length < 2 || !refers(only)) return item
    return { ...item, kind: 'name', meaning: { tables: [{ table: only, weight: 1 }], columns: [], measures: [] } }
  })
}

/** "Teachers who take part in a course", where that is a table of students: what they take part by is called after them, `teacher takes part in`. */
function ownTable(items: Item[], at: number, { tables }: Layer): LayerTable | undefined {
  const [only, ...others] = items[at]?.meaning.tables ?? []
  const owner = items.findLast((item, index) => index < at && item.meaning.tables.some(({ weight }) => weight >= 0.9))?.meaning.tables[0]
  const label = only && owner && others.length === 0 ? `${singular(owner.table.label.toLowerCase())} ${only.table.label.toLowerCase()}` : ''
  return tables.find((table) => !table.isHidden && table.label.toLowerCase() === label)
}
