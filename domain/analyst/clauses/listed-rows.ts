import type { LayerTable } from '#domain/semantics/layer.ts'
import { type Reading, skipBack, tableOf, wordAt } from './reading.ts'

const everything = [
  'all information',
  'all the information',
  'all details',
  'all the details',
  'information is there',
  'details are there',
  'information do you have',
  'information',
  'details',
  'info',
  'all columns',
  'everything',
  'all data',
  'all fields',
  'all attributes',
  'all about',
]

const theirs = new Set(['their', 'its', 'respective', 'corresponding', 'associated', 'related', 'the', 'of'])

/** "Students and their departments", "the companies and industries of all companies": rows that are asked for beside columns. */
export function isListedRow(reading: Reading, at: number, table: LayerTable): boolean {
  const { draft, tables } = reading
  const before = skipBack(reading, at - 1, theirs)
  // "The names of farmers and of the fields they own".
  const isSaid = wordAt(reading, at - 1) !== 'the' || wordAt(reading, at - 2) === 'of'
  const isTheirs = before < at - 1 && isSaid && ['and', 'with'].includes(wordAt(reading, before)) && table !== draft.focus
  const isPlain = draft.measures.length + draft.groups.length === 0 && draft.superlative === null
  const isBeside = wordAt(reading, at + 1) === 'and' && reading.items[at + 2]?.kind === 'name' && !tableOf(reading.items[at + 2])
  return (
    isPlain &&
    ((isTheirs && (draft.selects.length > 0 || tableOf(reading.items[before - 1]) === draft.focus)) ||
      (isBeside && tables.some((mention) => mention.table === table && mention.at > at)))
  )
}

/** "All information about customers" shows every column. */
export function readWholeRows(reading: Reading): void {
  const { draft } = reading
  const [group, ...others] = draft.groups
  const rows = draft.focus ?? (group && 'entity' in group && others.length === 0 ? group.entity : null)
  if (draft.selects.length > 0 || draft.measures.length > 0 || !rows) return
  const asks = reading.items.some((_, at) => {
    const length = everything.map((phrase) => (wordsAt(reading, at, phrase) ? phrase.split(' ').length : 0)).find((found) => found > 0)
    return length !== undefined && ['about', 'of', 'for', 'on', 'in', 'from', 'regarding'].includes(wordAt(reading, at + length))
  })
  const names = reading.items.some((_, at) => wordAt(reading, at + 1) === 'information' && tableOf(reading.items[at]) !== null)
  draft.allColumns = asks || names
  if (!draft.allColumns) return
  draft.focus = rows
  draft.groups = []
}

/** Whether the words of a phrase stand at an item. */
export function wordsAt(reading: Reading, at: number, phrase: string): boolean {
  return phrase.split(' ').every((word, index) => wordAt(reading, at + index) === word)
}
