import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import { fillers } from '#domain/analyst/lexicon/english/sentences/fillers.ts'
import {
  copulas,
  distinctWords,
  listJoints,
  ownerPrepositions,
  sentenceEnds,
  subjectRelatives,
} from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import type { ColumnMeaning } from '#domain/analyst/lexicon/lexicon.ts'
import { tableDistances } from '#domain/analyst/lexicon/table-distance.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import { note, type Reading, tableOf, wordAt } from '#domain/analyst/reading/reading.ts'
import type { LayerColumn } from '#domain/semantics/layer.ts'

/** Drops a shown column that only refers to a table whose columns are shown, and joins by it: in "the first and last name of the head" the column `head` tells which person is named. */
export function followReferences({ draft, lexicon }: Reading, weights: ReadonlyMap<LayerColumn, number>): void {
  for (const { table, column } of draft.selects.filter((item) => (weights.get(item.column) ?? 1) < 0.75)) {
    const way = lexicon.layer.relationships.find(({ fromTable, fromColumns }) => fromTable === table.name && fromColumns.join() === column.name)
    if (!way || way.toTable === table.name || !draft.selects.some((item) => item.table.name === way.toTable)) continue
    draft.selects = draft.selects.filter((item) => item.column !== column)
    draft.joins.push({ from_table: table.name, from_column: column.name, to_table: way.toTable })
  }
}

/** Notes a noun in a list of columns that no column is called by, so that no part of the list is answered alone: "names and colors of walls" where walls have no color. */
export function noteUnknown(reading: Reading): void {
  const at = reading.items.findIndex(({ kind, lower }, index) => {
    if (kind !== 'word' || reading.taken[index] !== null || fillers.has(lower) || /(?:ed|ing|ly)$/.test(lower)) return false
    const [before, next] = [wordAt(reading, index - 1), wordAt(reading, index + 1)]
    const isListed = ['and', ','].includes(before) && reading.taken[index - 2] === 'select' && (index + 1 === reading.items.length || listEnds.has(next))
    return isListed || (distinctWords.has(before) && ownerPrepositions.has(next))
  })
  if (at !== -1) note(reading, (say) => say.unknownHere(reading.items[at]?.text ?? ''), 0.5)
}

const listEnds = wordSet(listJoints, ownerPrepositions, sentenceEnds)

/** Whether an item and the table name before it name one column: "movie length" is the length of a movie. */
export function isCompound(reading: Reading, at: number): boolean {
  const [owner, item] = [reading.items[at - 1], reading.items[at]]
  const table = tableOf(owner)
  if (!table || !item || owner?.lower !== owner?.stem || item.values.length > 0 || tableOf(item) || /(?:ed|ing)$/.test(item.lower)) return false
  const column = columnOf(reading, at, (meaning) => meaning.table === table)
  return column !== null && column.weight >= 0.5
}

/** Whether an item that resembles a column is a verb: "released" in "the year in which their film was released", "reordered" in "to be reordered". */
export function isVerbBehind(reading: Reading, at: number, { weight }: ColumnMeaning): boolean {
  const isInfinitive = [wordAt(reading, at - 1), wordAt(reading, at - 1) === 'be' ? wordAt(reading, at - 2) : ''].includes('to')
  if (isInfinitive && weight < 0.5) return true
  const isDone = /ed$/.test(reading.items[at]?.lower ?? '') && [...copulas, 'been'].includes(wordAt(reading, at - 1))
  return isDone && weight < 0.9 && reading.draft.selects.length > 0
}

/** Makes the table of the shown columns the one that is asked about and relates the table behind a relative clause: in "names of the agents that have closed tickets" tickets are only related. */
export function relateBehind({ draft, items, tables, lexicon }: Reading): void {
  const { focus, selects } = draft
  const [first] = selects
  const mention = tables.find(({ table }) => table === focus)
  const isPlain = draft.measures.length + draft.groups.length === 0 && draft.superlative === null
  if (!focus || !first || !mention || !isPlain || selects.some(({ table }) => table === focus)) return
  const verb = items.findLastIndex((item, at) => at < mention.at && subjectRelatives.has(item.lower))
  if (verb < 1 || !items.slice(verb, mention.at).every((item) => item.kind === 'word')) return
  if (!tableDistances(lexicon.layer, first.table.name).has(focus.name)) return
  draft.focus = first.table
  if (!draft.related.includes(focus)) draft.related.push(focus)
}
