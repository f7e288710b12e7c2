import { displayColumns } from '#domain/analyst/lexicon/display.ts'
import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import {
  choiceWords,
  copulas,
  determiners,
  doForms,
  haveForms,
  negatedAuxiliaries,
  showVerbs,
  subjectPronouns,
  subjectRelatives,
} from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { aboutPrepositions, allRowsRequest, beforeListedRow, behindSharedValue, wholeRowPhrases } from '#domain/analyst/lexicon/english/sentences/rows.ts'
import type { Item } from '#domain/analyst/lexicon/linking/link.ts'
import { type Reading, skipBack, tableOf, wordAt } from '#domain/analyst/reading/reading.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'

const beforeList = wordSet(showVerbs, 'both')

/** Whether a table name in a list asks to show its rows: "departments" in "students and their departments". */
export function isListedRow(reading: Reading, at: number, table: LayerTable): boolean {
  const { draft, tables } = reading
  const before = skipBack(reading, at - 1, beforeListedRow)
  // "The names of farmers and of the fields they own".
  const isOwned = subjectPronouns.has(wordAt(reading, subjectRelatives.has(wordAt(reading, at + 1)) ? at + 2 : at + 1))
  const isSaid = wordAt(reading, at - 1) !== 'the' || wordAt(reading, at - 2) === 'of' || isOwned
  const isTheirs = before < at - 1 && isSaid && ['and', 'with'].includes(wordAt(reading, before)) && table !== draft.focus
  const isPlain = draft.measures.length + draft.groups.length === 0 && draft.superlative === null
  const isBeside = wordAt(reading, at + 1) === 'and' && reading.items[at + 2]?.kind === 'name' && !tableOf(reading.items[at + 2])
  return (
    isPlain &&
    ((isBeside && beforeList.has(wordAt(reading, skipBack(reading, at - 1))) && table === draft.focus) ||
      (isTheirs && (draft.selects.length > 0 || tableOf(reading.items[before - 1]) === draft.focus)) ||
      (isBeside && tables.some((mention) => mention.at > at && (mention.table === table || ['of', 'for'].includes(wordAt(reading, at + 3))))))
  )
}

/** "All information about customers" shows every column. */
export function readWholeRows(reading: Reading): void {
  const { draft } = reading
  const [group, ...others] = draft.groups
  const rows = draft.focus ?? (group && 'entity' in group && others.length === 0 ? group.entity : null)
  if (draft.selects.length > 0 || draft.measures.length > 0 || draft.countsShown || !rows) return
  const asks = reading.items.some((_, at) => {
    const length = wholeRowPhrases.map((phrase) => (wordsAt(reading, at, phrase) ? phrase.split(' ').length : 0)).find((found) => found > 0)
    return length !== undefined && aboutPrepositions.has(wordAt(reading, at + length))
  })
  const names = reading.items.some((_, at) => wordAt(reading, at + 1) === 'information' && tableOf(reading.items[at]) !== null)
  draft.allColumns = asks || names || showsAll(reading)
  if (!draft.allColumns) return
  draft.focus = rows
  draft.groups = []
}

/** Whether the question only asks to show all rows of a table: "show all visitors". */
function showsAll({ items }: Reading): boolean {
  const said = items.filter(({ kind }) => kind !== 'sign').map((item) => (tableOf(item) ? 'rows' : item.lower))
  return allRowsRequest.test(said.join(' '))
}

/** Whether the words of a phrase stand at an item. */
export function wordsAt(reading: Reading, at: number, phrase: string): boolean {
  return phrase.split(' ').every((word, index) => wordAt(reading, at + index) === word)
}

const asking = wordSet(choiceWords, copulas, showVerbs, determiners, 'me')

/** Whether the only shown column is asked for by its values, so that each is shown once: "which cities do students live in". */
export function asksValues({ draft, items, taken }: Reading): boolean {
  const [select, ...others] = draft.selects
  const isPlain = draft.measures.length + draft.groups.length + draft.having.length + draft.order.length === 0 && draft.superlative === null
  if (!select || others.length > 0 || !isPlain) return false
  const at = items.findIndex((item, index) => item.kind === 'name' && taken[index] === 'select')
  const isHead = items.slice(0, at).every((item, index) => asking.has(item.lower) || (index === at - 1 && tableOf(item) === select.table))
  const { table, column } = select
  const isOwn = displayColumns(table).includes(column) || table.primaryKey.includes(column.name)
  const next = items[at + 1]
  const isAll = items.slice(0, at).some(({ lower }) => lower === 'all') && (next === undefined || next.kind === 'sign' || next.lower === 'of')
  // "What are the channels".
  const isBare = items.every((item) => tableOf(item) === null) && (next === undefined || next.kind === 'sign') && isShared(table, column)
  if (isBare && items[at]?.lower !== items[at]?.stem && at > 0 && isHead && !isOwn) return true
  // "Which floors are" asks for the numbers themselves.
  const isNumber = isNumericType(column) && !['which', 'what'].includes(items[at - 1]?.lower ?? '')
  return at > 0 && isHead && (isAll || behindSharedValue.has(next?.lower ?? '')) && !isOwn && !isNumber
}

const isShared = ({ rows }: LayerTable, { distinct }: LayerColumn): boolean => rows !== null && distinct !== null && distinct <= rows / 2

const beforeDenied = wordSet(doForms, haveForms, negatedAuxiliaries)

/** Denies a condition for all rows that share a shown value: "studios that have never worked with him" are studios none of whose rows meets the condition. */
export function denyOfAll({ draft, items, taken }: Reading, isAsked: boolean): void {
  const [select, ...others] = draft.selects
  if (!select || others.length > 0 || draft.measures.length + draft.groups.length > 0) return
  const { table, column } = select
  const isOfAll = items.some(({ lower }, at) => {
    if (taken[at] !== 'negation') return false
    if (['no', 'without'].includes(lower)) return isShared(table, column) && items.slice(at).some((item) => tableOf(item) === table)
    return isAsked && (lower === 'never' || beforeDenied.has(items[at - 1]?.lower ?? lower))
  })
  if (!isOfAll) return
  draft.distinct = true
  draft.filters = draft.filters.map((filter) => {
    if (!('not' in filter) || !('column' in filter.not) || filter.not.table !== table.name || filter.not.column === column.name) return filter
    const dimensions = [{ table: table.name, column: column.name, name: 'denied' }]
    const query: SemanticQuery = { measures: [], dimensions, filters: filter.not, having: [], order: [], distinct: false, joins: [] }
    return { not: { table: table.name, column: column.name, operator: 'equals', values: [], values_from: { query } } }
  })
}

/** Whether a table name beside a count asks for the count of each of its rows: "show the genre and the number of tracks". */
export function listsFigure({ draft, items, taken }: Reading, at: number, table: LayerTable): boolean {
  const isCounted = draft.measures.length > 0 && draft.measures.every((item) => item.aggregate === 'count' && item.table !== table)
  const next = items[at + 1]?.lower === 'and' ? at + 2 : at
  return (
    isCounted && draft.groups.length + draft.selects.length === 0 && next > at && taken[skipArticle(items, next)] === 'measure' && draft.superlative === null
  )
}

/** Whether a table name beside a figure of its rows asks for their number: "orders and total revenue by country". */
export function countsBeside({ draft, items, taken }: Reading, at: number, table: LayerTable): boolean {
  const isFigure = draft.measures.length > 0 && draft.measures.every((item) => item.table === table && item.column !== null)
  const isSplit = draft.groups.length > 0 && draft.groups.every((group) => 'column' in group) && draft.selects.length === 0 && draft.superlative === null
  return isFigure && isSplit && ['and', ','].includes(items[at + 1]?.lower ?? '') && taken[skipArticle(items, at + 2)] === 'measure'
}

const skipArticle = (items: Item[], at: number): number => (determiners.has(items[at]?.lower ?? '') ? at + 1 : at)
