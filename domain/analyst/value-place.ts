import type { LayerTable } from '#domain/semantics/layer.ts'
import { adjectiveOf } from './clause-ask.ts'
import { displayColumns } from './display.ts'
import { impliedColumn } from './implied-column.ts'
import type { ValueMeaning } from './lexicon.ts'
import { type Reading, skipBack, tableOf, wordAt } from './reading.ts'
import { articles } from './words.ts'

const relatives = new Set(['that', 'which', 'whom'])
const helpers = new Set(['do', 'does', 'did'])
const without = new Set([...articles].filter((word) => word !== 'that'))

/** What the place of a value in the question says of the table it is of: its verb, the clause it stands in, and what is asked of it. */
export function placeScore(reading: Reading, at: number, { table, column }: ValueMeaning): number {
  const other = otherThan(reading, at)
  const refers = (to: LayerTable) =>
    reading.lexicon.layer.relationships.some((item) => item.toTable === to.name && item.fromTable === table.name && item.fromColumns.includes(column.name))
  const isNamed = displayColumns(table).includes(column) || table.primaryKey.includes(column.name)
  const isDenied = other !== null && ((other === table && isNamed) || refers(other))
  return (isDenied ? -4 : 0) + (isNamed && asksOf(reading, at, table) ? 2 : 0)
}

/** The table a value is no row of: in "states through which the Ohio runs" and "which states does the Ohio cross" the Ohio is no state. */
function otherThan(reading: Reading, at: number): LayerTable | null {
  const before = skipBack(reading, at - 1, without)
  const word = wordAt(reading, before)
  if (relatives.has(word)) {
    const noun = tableOf(reading.items[before - 1]) ?? tableOf(reading.items[before - 2])
    const isRelated = tableOf(reading.items[before - 1]) !== null || /^(?:through|in|on|over|by|from|to|across|with|for)$/.test(wordAt(reading, before - 1))
    return isRelated ? noun : null
  }
  return helpers.has(word) ? tableOf(reading.items[before - 1]) : null
}

/** "How long is the Ohio" asks for what rivers have. */
function asksOf(reading: Reading, at: number, table: LayerTable): boolean {
  const before = skipBack(reading, at - 1, new Set([...articles, 'is', 'are', 'was']))
  const adjective = wordAt(reading, before - 1) === 'how' ? adjectiveOf(wordAt(reading, before)) : null
  return adjective !== null && impliedColumn(table, adjective) !== null
}
