import {
  beforeRelatingVerb,
  copulas,
  objectOpeners,
  ownDeterminers,
  placePrepositions,
  scopePrepositions,
} from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { beforeClass, groupJoints } from '#domain/analyst/lexicon/english/sentences/grouping.ts'
import { isKeyLabel } from '#domain/analyst/lexicon/english/sentences/rows.ts'
import type { ColumnMeaning } from '#domain/analyst/lexicon/lexicon.ts'
import { nameKey } from '#domain/analyst/lexicon/phrases.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { type Reading, skipBack, tableOf, wordAt } from '#domain/analyst/reading/reading.ts'

/** Whether a name only says where all rows of the question are: "company" in "the youngest employee in the company". */
export function isWhereAll(reading: Reading, at: number, { table }: ColumnMeaning): boolean {
  const isPlace = ownDeterminers.has(wordAt(reading, at - 1)) && placePrepositions.has(wordAt(reading, at - 2))
  const { focus } = reading.draft
  return (
    isPlace && focus !== null && table !== focus && reading.items[at]?.lower === reading.items[at]?.stem && (reading.items[at + 1]?.kind ?? 'sign') === 'sign'
  )
}

/** Whether an item is the last word of a column of the table named right before: "the products' prices" are their unit prices. */
export function isOwnHead({ items }: Reading, at: number, { table, column }: ColumnMeaning): boolean {
  return tableOf(items[at - 1]) === table && nameKey(column.label).endsWith(` ${items[at]?.stem}`)
}

/** "Genres average rating", "the average rating to genre": a category beside a figure splits it. */
export function isClassOf({ items, taken, lexicon, draft }: Reading, at: number, { column }: ColumnMeaning): boolean {
  const isNoun = column.semanticType === 'category' && lexicon.names.has(items[at]?.stem ?? '') && !/(?:ed|ing)$/.test(items[at]?.lower ?? '')
  const isBefore = taken[at + 1] === 'measure' || (taken[at + 2] === 'measure' && groupJoints.has(items[at + 1]?.lower ?? ''))
  const isBeside = isBefore || beforeClass.has(items[at - 1]?.lower ?? '')
  return isNoun && isBeside && draft.measures.length > 0
}

/** "And what is the rate?", behind something else. */
export function asksItself(reading: Reading, at: number): boolean {
  const before = skipBack(reading, at - 1)
  return before > 1 && copulas.has(wordAt(reading, before)) && wordAt(reading, before - 1) === 'what'
}

/** Whether a key column only says what rows a figure is of: "rooms" in "the average capacity of rooms", where rooms have a room number. */
export function namesMeasured({ draft, items }: Reading, at: number, { table, column, weight }: ColumnMeaning): boolean {
  const isOwn = draft.measures.length > 0 && draft.measures.every((item) => item.table === table)
  const isKey = (table.primaryKey.includes(column.name) || isKeyLabel(column.label)) && weight < 0.75
  return isOwn && isKey && draft.groups.length > 0 && scopePrepositions.has(items[at - 1]?.lower ?? '')
}

export function isRelating({ items, lexicon, draft, taken }: Reading, at: number, { table, column }: ColumnReference): boolean {
  const refers = lexicon.layer.relationships.some((item) => item.fromTable === table.name && item.fromColumns.includes(column.name))
  const before = items[at - 1]
  const isVerb = before !== undefined && (beforeRelatingVerb.has(before.lower) || (tableOf(before) !== null && taken[at - 1] !== null))
  const next = items[at + 1]
  const hasObject = next !== undefined && (next.kind === 'name' || objectOpeners.has(next.lower))
  return refers && isVerb && hasObject && draft.focus !== null && draft.focus !== table && !/ed$/.test(items[at]?.lower ?? '')
}

export function isListed(reading: Reading, at: number): boolean {
  return [wordAt(reading, at - 1), wordAt(reading, at + 1)].some((word) => word === 'and' || word === ',')
}
