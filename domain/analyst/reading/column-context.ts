import { labelWords } from '#domain/analyst/language/root.ts'
import type { ColumnMeaning } from '#domain/analyst/lexicon/lexicon.ts'
import { hasTableWords } from '#domain/analyst/lexicon/linking/table-words.ts'
import { tableDistances } from '#domain/analyst/lexicon/table-distance.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { ColumnReference } from './draft.ts'
import type { Reading } from './reading.ts'

/** How near a column's table is to what the question speaks of. */
export function contextScore(reading: Reading, reference: ColumnReference, at: number): number {
  const { focus, having, measures } = reading.draft
  const isFocus = focus === reference.table
  const away = (other: Reading['tables'][number]) => Math.abs(other.at - at)
  let mention: Reading['tables'][number] | undefined
  for (const each of reading.tables) if (each.table === reference.table && !(mention && away(mention) <= away(each))) mention = each
  const isKey = (reference.table.primaryKey.includes(reference.column.name) ? 0.5 : 0) + (hasTableWords(reading.items, reference.table) ? 1 : 0)
  const isNearest = mention && mention.at < at && mention.at > at - 5 && !reading.tables.some((other) => other.at > (mention?.at ?? at) && other.at < at)
  if (mention) return (isFocus ? 2.6 : 2) + (isNearest ? 0.8 : 0) - Math.min(1, Math.abs(mention.at - at) * 0.05) + isKey
  if (isFocus) return 3 + isKey
  const figures = [...having.map(({ measure }) => measure), ...measures.filter(({ expression }) => expression)]
  const from = focus ? [{ table: focus }] : reading.tables.length > 0 ? reading.tables : figures
  if (from.length === 0) return isKey
  return isKey - 0.6 * Math.min(...from.map(({ table }) => tableDistances(reading.lexicon.layer, table.name).get(reference.table.name) ?? 9))
}

/** "The easiness scores … and the scores": of several columns that one word names, that whose other words are said elsewhere. In a list, that of the rows whose column is next. */
export function spokenScore({ items }: Reading, meanings: ColumnMeaning[], { table, column, weight }: ColumnMeaning, at: number): number {
  const next = items[at + 1]?.lower === ',' || items[at + 1]?.lower === 'and' ? items[at + 2] : undefined
  const beside = next?.meaning.columns.filter((other) => other.weight >= 0.9) ?? []
  const isListed = beside.length > 0 && weight >= 0.9 && beside.some((other) => other.table === table)
  const isAlike = weight < 0.75 && meanings.some((other) => other.column !== column && other.table === table && other.weight === weight)
  const own = items[at]?.stem.split(' ') ?? []
  const isSaid = (word: string) => word.length > 2 && !own.includes(word) && items.some((item) => item.stem.split(' ').includes(word))
  return (isListed ? 2.5 : 0) + (isAlike && labelWords(column.label).map(singular).some(isSaid) ? 0.5 : 0)
}
