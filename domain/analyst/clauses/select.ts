import { isMeasurable } from '#domain/analyst/figures/measurable.ts'
import { displayColumns, isNameless } from '#domain/analyst/lexicon/display.ts'
import { isPastForm } from '#domain/analyst/lexicon/english/forms/word-forms.ts'
import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import { determiners, distinctWords, distributives, showVerbs } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { plainColumnNouns } from '#domain/analyst/lexicon/english/sentences/rows.ts'
import { lastNoun } from '#domain/analyst/ranks/ranked-noun.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { ColumnReference, Draft } from '#domain/analyst/reading/draft.ts'
import { isFree, note, phraseLength, prefersValue, type Reading, skip, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { filterConditions } from '#domain/semantics/layer/filter-conditions.ts'
import type { LayerColumn } from '#domain/semantics/layer.ts'
import { followReferences, isCompound, isVerbBehind, noteUnknown, relateBehind } from './asked-columns.ts'
import { asksItself, isClassOf, isListed, isOwnHead, isRelating, isWhereAll, namesMeasured } from './column-roles.ts'
import { asksValues, countsBeside, denyOfAll, isListedRow, listsFigure, readWholeRows, wordsAt } from './listed-rows.ts'

/** Reads the names that no other clause has read: columns to show, the table that is asked about, and tables that only restrict its rows. */
export function readSelects(reading: Reading): void {
  const weights = new Map<LayerColumn, number>()
  for (let at = 0; at < reading.items.length; at++) {
    if (!isFree(reading, at)) continue
    if (distinctWords.has(wordAt(reading, at))) {
      reading.draft.distinct = true
      continue
    }
    if (phraseLength(reading, at, 'full name') + phraseLength(reading, at, 'full names') > 0) {
      addFullName(reading, at)
      take(reading, at, at + 2, 'select')
      continue
    }
    const item = reading.items[at]
    // "List both title and id" lists.
    if (
      item?.lower === 'both' &&
      (showVerbs.has(wordAt(reading, at - 1)) || wordAt(reading, at - 1) === 'me') &&
      reading.items[skip(reading, at + 1)]?.kind === 'name'
    )
      take(reading, at, at + 1, 'select')
    if (item?.kind === 'word' && plainColumnNouns.has(item.lower)) readListedDetails(reading, at)
    if (item?.kind !== 'name' || prefersValue(reading, at)) continue
    // "Population density" is a density.
    if (lastNoun(reading, at) > at && !item.isPossessive) {
      take(reading, at, at + 1, 'select')
      continue
    }
    readName(reading, at, weights)
  }
  relateBehind(reading)
  noteUnknown(reading)
  followReferences(reading, weights)
  dropSettled(reading, weights)
  showCompared(reading)
  readWholeRows(reading)
  const isAsked = asksValues(reading)
  reading.draft.distinct ||= isAsked
  denyOfAll(reading, isAsked)
}

/** A column that a condition already fixes to one value is not asked for, nor is one that only resembles a word of a condition. */
function dropSettled({ draft }: Reading, weights: ReadonlyMap<LayerColumn, number>): void {
  const kept = draft.selects.filter(({ table, column }) => {
    const conditions = draft.filters.filter((filter) => 'column' in filter && filter.table === table.name && filter.column === column.name)
    const isFixed = conditions.some((filter) => 'column' in filter && filter.operator === 'equals' && filter.values.length === 1)
    const certainty = weights.get(column) ?? 1
    const isWeak = certainty < 0.7
    return !((isFixed && certainty < 2) || (isWeak && (conditions.length > 0 || isRanked(draft, column))))
  })
  if (kept.length > 0 || draft.measures.length > 0 || draft.focus !== null) draft.selects = kept
}

/** "Names, details and prices of products": in a list of columns, the column of the products that holds details. */
function readListedDetails(reading: Reading, at: number): void {
  const { draft, tables } = reading
  const isListed = [wordAt(reading, at - 1), wordAt(reading, at + 1)].some((word) => word === ',' || word === 'and') && !wordsAt(reading, at - 1, 'all details')
  const table = draft.selects.at(-1)?.table ?? draft.focus ?? tables[0]?.table
  const noun = wordAt(reading, at).replace(/s$/, '')
  const found = table?.columns.filter(({ label, isHidden }) => !isHidden && label.toLowerCase().replace(/s$/, '').endsWith(` ${noun}`)) ?? []
  const [only] = found
  if (!isListed || !table || !only || found.length > 1) return
  addSelect(reading, { table, column: only })
  take(reading, at, at + 1, 'select')
}

/** Shows the column of a condition where nothing else is shown: "which title contains that word". */
function showCompared(reading: Reading): void {
  const { draft } = reading
  if (
    draft.focus ||
    draft.superlative ||
    draft.selects.length + draft.measures.length + draft.groups.length + draft.having.length > 0 ||
    draft.share ||
    draft.ratio
  )
    return
  const at = reading.taken.findIndex((role) => role !== null && role !== 'aside' && role !== 'chart')
  const column = reading.taken[at] === 'filter column' ? columnOf(reading, at) : null
  if (column && !tableOf(reading.items[at])) addSelect(reading, { table: column.table, column: column.column })
}

function isRanked({ superlative }: Draft, column: LayerColumn): boolean {
  return superlative !== null && 'column' in superlative.by && superlative.by.column.column === column
}

/** "The name of [each of the] industries". */
const beforeNamed = wordSet(determiners, distributives)

function readName(reading: Reading, at: number, weights: Map<LayerColumn, number>): void {
  const table = tableOf(reading.items[at])
  if (table) {
    reading.draft.focus ??= table
    if (listsFigure(reading, at, table)) {
      reading.draft.groups.push({ entity: table })
      take(reading, at, at + 1, 'table')
      return
    }
    if (countsBeside(reading, at, table)) {
      reading.draft.measures.unshift({ aggregate: 'count', table, column: null, named: null })
      take(reading, at, at + 1, 'measure')
      return
    }
    if (isListedRow(reading, at, table)) {
      for (const shown of [reading.draft.focus, table])
        if (shown === table || !reading.draft.selects.some((item) => item.table === shown))
          for (const column of displayColumns(shown)) addSelect(reading, { table: shown, column })
      take(reading, at, at + 1, 'select')
      return
    }
    if (table !== reading.draft.focus && !reading.draft.related.includes(table)) reading.draft.related.push(table)
    take(reading, at, at + 1, 'table')
    return
  }
  const column = columnOf(reading, at)
  if (!column) return
  // "Whose location is not on the east" says which rows, not what to show.
  if (wordAt(reading, at - 1) === 'whose' && reading.draft.filters.flatMap(filterConditions).some((filter) => filter.column === column.column.name)) {
    take(reading, at, at + 1, 'filter column')
    return
  }
  if (isWhereAll(reading, at, column)) {
    take(reading, at, at + 1, 'aside')
    return
  }
  // "Each country and airline in that country".
  if (['that', 'this'].includes(wordAt(reading, at - 1)) && reading.draft.groups.some((group) => 'column' in group && group.column === column.column)) {
    take(reading, at, at + 1, 'table')
    return
  }
  const isOne =
    wordAt(reading, at - 1) === 'and' ||
    (['and', ','].includes(wordAt(reading, at + 1)) && (reading.items[at + 2]?.kind === 'name' || wordAt(reading, at + 2) === 'and'))
  // "States that border Texas": a column of a table between, used as a verb, relates.
  if (isRelating(reading, at, column)) {
    if (column.table !== reading.draft.focus && !reading.draft.related.includes(column.table)) reading.draft.related.push(column.table)
    take(reading, at, at + 1, 'table')
    return
  }
  if (namesMeasured(reading, at, column)) {
    take(reading, at, at + 1, 'table')
    return
  }
  const isAskedItself = asksItself(reading, at)
  if (isAskedItself) showAskedRows(reading)
  const certainty = isOne || isAskedItself ? 2 : column.weight
  weights.set(column.column, Math.max(certainty, weights.get(column.column) ?? 0))
  // "The name of each industry" is the industry, where that is a column.
  const owner = skip(reading, at + 1, beforeNamed)
  const isOwnName =
    reading.items[at]?.stem === 'name' &&
    wordAt(reading, at + 1) === 'of' &&
    reading.items[owner]?.kind === 'name' &&
    !tableOf(reading.items[owner]) &&
    columnOf(reading, owner)
  if (isOwnName) {
    // "The name of the supervisor" of the same table is not to be had: the number that refers to one is none.
    const refersTo = reading.lexicon.layer.relationships.find(
      (way) => way.fromTable === isOwnName.table.name && way.fromColumns.includes(isOwnName.column.name),
    )
    if (refersTo?.toTable === isOwnName.table.name) note(reading, (say) => say.nameUntold(reading.items[owner]?.text ?? ''), 0.5)
    take(reading, at, at + 1, 'select')
    return
  }
  if (isVerbBehind(reading, at, column)) return
  const isMeasured = reading.draft.measures.some((item) => item.column === column.column)
  // Beside a measure or behind a table, a word that only resembles a column's name is more likely a verb.
  const isVerb =
    reading.draft.measures.length > 0 ||
    (tableOf(reading.items[at - 1]) !== null && wordAt(reading, at + 1) !== 'of' && !isOwnHead(reading, at, column) && !isCompound(reading, at))
  const said = reading.items[at]?.lower ?? ''
  const isParticiple = isPastForm(said) || /(?<!rat)ing$/.test(said)
  // "Film budgets over time" can only be the budgets.
  const isFigure = reading.draft.groups.length > 0 && isMeasurable(column.column, 'sum') && reading.lexicon.names.has(reading.items[at]?.stem ?? '')
  const isSplit = isClassOf(reading, at, column)
  if (
    !isMeasured &&
    !isSplit &&
    (isParticiple || (isVerb && !(isFigure && reading.draft.measures.length === 0 && !reading.draft.countsShown))) &&
    column.weight < 0.55 &&
    !isListed(reading, at)
  )
    return
  const display = displayColumns(column.table)
  // The name of a person is the first and the last.
  const isNamed = reading.items[at]?.stem === 'name' || display.every((part) => reading.items[at]?.meaning.columns.some((meaning) => meaning.column === part))
  const isWholeName = isNamed && column.column === display[0]
  if (!isMeasured) for (const part of isWholeName ? display : [column.column]) addSelect(reading, { table: column.table, column: part })
  // "Names of body builders" are of those people who are one.
  const { focus, related } = reading.draft
  if (isWholeName && focus && focus !== column.table && isNameless(focus) && !related.includes(focus)) related.push(focus)
  take(reading, at, at + 1, 'select')
}

/** Shows the name of the rows behind "which" beside another column: "which film is the longest, and what is its rate" shows the film too. */
function showAskedRows(reading: Reading): void {
  const { focus, selects, measures } = reading.draft
  const isAsked = reading.tables.some(({ table, at }) => table === focus && ['which', 'what'].includes(wordAt(reading, at - 1)))
  if (focus && isAsked && selects.length + measures.length === 0) for (const column of displayColumns(focus)) addSelect(reading, { table: focus, column })
}

function addFullName(reading: Reading, at: number): void {
  for (const mention of [...reading.tables].sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))) {
    const display = displayColumns(mention.table)
    if (display.length === 0) continue
    for (const column of display) addSelect(reading, { table: mention.table, column })
    return
  }
}

function addSelect(reading: Reading, { table, column }: ColumnReference): void {
  if (!reading.draft.selects.some((item) => item.column === column)) reading.draft.selects.push({ table, column })
}
