import { absentWithin } from '#domain/analyst/dealings/absent-period.ts'
import { familyOf, labelWords } from '#domain/analyst/language/root.ts'
import type { Comparison } from '#domain/analyst/language/words.ts'
import { articles, bareComparisons, comparisonPhrases, copulas, negations, numberWords } from '#domain/analyst/language/words.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import type { Filter } from '#domain/semantics/semantic-query.ts'
import { verbFigure } from './column-near.ts'
import { condition, membersOf, roleOf } from './filter-parts.ts'
import { type ColumnReference, columnOf, isFree, isValueOnly, phraseLength, type Reading, skip, skipBack, tableOf, take, wordAt } from './reading.ts'

const longestFirst = [...comparisonPhrases].sort((a, b) => b[0].length - a[0].length)
const counted = new Set([
  'the',
  'number',
  'of',
  'different',
  'distinct',
  'unique',
  'a',
  'an',
  'any',
  'other',
  'total',
  'corresponding',
  'associated',
  'related',
  'separate',
  'existing',
  'such',
])

/** Takes `more than 5 orders`, `at least two pets`, `only one course`, and `without orders`, `did not place any order`. */
export function readCounts(reading: Reading): void {
  for (let at = 0; at < reading.items.length; at++) {
    if (!isFree(reading, at)) continue
    const end = readCountCondition(reading, at) || readAbsence(reading, at) || readHappenedTo(reading, at)
    if (end) at = end - 1
  }
}

/** A number word or figure. */
export function numberAt(reading: Reading, at: number): number | null {
  const item = reading.items[at]
  if (!item || reading.taken[at] !== null) return null
  return item.number ?? (item.kind === 'word' ? (numberWords.get(item.lower) ?? null) : null)
}

/** A comparison phrase at an item, with the number of items it takes. */
export function comparisonAt(reading: Reading, at: number): { operator: Comparison; length: number } | null {
  for (const [phrase, operator] of longestFirst) {
    const length = phraseLength(reading, at, phrase)
    if (length > 0) return { operator, length }
  }
  const bare = isFree(reading, at) && reading.items[at + 1]?.kind === 'number' ? bareComparisons.get(wordAt(reading, at)) : undefined
  return bare === undefined ? null : { operator: bare, length: 1 }
}

function readCountCondition(reading: Reading, start: number): number {
  // "Earns more than at least one nurse" compares with nurses.
  if (wordAt(reading, start - 1) === 'than') return 0
  let at = wordAt(reading, start) === 'between' ? start + 1 : start
  const comparison = comparisonAt(reading, at)
  let operator: Comparison = comparison?.operator ?? 'equals'
  at += comparison?.length ?? 0
  const isOnly = !comparison && ['only', 'exactly', 'just'].includes(wordAt(reading, at))
  if (isOnly) at += 1
  const value = numberAt(reading, at)
  if (value === null) return 0
  at += 1
  const upper = comparison || isOnly || !['and', 'to', '-'].includes(wordAt(reading, at)) ? null : numberAt(reading, at + 1)
  // "Can seat between 50 and 100 students" tells a capacity.
  if (upper !== null && (wordAt(reading, start - 1) === 'between' || verbFigure(reading, start - 1))) return 0
  if (upper !== null) at += 2
  const postfix = ['or more', 'or higher', 'or above'].find((phrase) => phraseLength(reading, at, phrase) > 0)
  const postfixLess = ['or less', 'or fewer', 'or below'].find((phrase) => phraseLength(reading, at, phrase) > 0)
  if (postfix || postfixLess) {
    operator = postfix ? 'greater_or_equal' : 'less_or_equal'
    at += 2
  }
  if (!comparison && !isOnly && upper === null && !postfix && !postfixLess && !isVerbBefore(reading, start)) return 0
  const described = skip(reading, at, counted)
  const members = membersOf(reading.items, described)
  const target = members ? described : skip(reading, behindValues(reading, described), counted)
  const role = members ?? roleOf(reading.items[target])
  const table = role?.table ?? tableOf(reading.items[target]) ?? rowsOfColumn(reading, start, target)
  const isDone = comparison !== null && /(?:ed|en)$/.test(wordAt(reading, start - 1))
  const several = !table && (isVerbBefore(reading, start) || isDone) && isFree(reading, target) ? columnOfPartners(reading, target) : null
  if (several && !isNumericType(several.column)) {
    reading.draft.having.push({ measure: { aggregate: 'count_distinct', ...several, named: null }, operator: operator as 'equals', values: [value] })
    take(reading, start, target + 1, 'having')
    return target + 1
  }
  if (!table || reading.taken[target] !== null || columnOf(reading, target - 1)) return 0
  if (operator === 'contains' || operator === 'starts_with' || operator === 'ends_with') return 0
  const from = comparison && wordAt(reading, start - 1) === 'of' && wordAt(reading, start - 2) === 'number' ? start - 2 : start
  if (role) reading.draft.filters.push(condition(role, 'equals', [role.value]))
  if (operator === 'greater_or_equal' && value === 1) addExistence(reading, table)
  else if (operator === 'equals' && value === 0) addExistence(reading, table, false)
  else {
    const measure = { aggregate: 'count' as const, table, column: null, named: null }
    reading.draft.having.push(upper === null ? { measure, operator, values: [value] } : { measure, operator: 'between', values: [value, upper] })
  }
  take(reading, from, Math.min(described, target), 'having')
  take(reading, target, target + 1, 'having')
  forget(reading, table, target)
  return target + 1
}

const rows = new Set(['record', 'records', 'entries', 'rows', 'occurrences', 'instances'])

/** "Statuses with more than 3 records", "which city has at least two entries": the rows of the table of the column before. */
function rowsOfColumn(reading: Reading, start: number, at: number): LayerTable | null {
  const before = skipBack(reading, start - 1, new Set(['have', 'has', 'had', 'having', 'with', 'that', 'which', 'in']))
  const isRows = reading.items[at]?.kind === 'word' && rows.has(wordAt(reading, at)) && before < start - 1
  return isRows && !tableOf(reading.items[before]) ? (columnOf(reading, before)?.table ?? null) : null
}

/** "More than 20 urgent or late orders": values that tell which rows are counted are read as conditions of their own. */
function behindValues(reading: Reading, start: number): number {
  let at = start
  while (isFree(reading, at) && isValueOnly(reading.items[at])) {
    const next = ['or', 'and', ','].includes(wordAt(reading, at + 1)) ? at + 2 : at + 1
    at = next === at + 2 && !isValueOnly(reading.items[next]) ? at + 1 : next
  }
  return at
}

function addExistence(reading: Reading, table: LayerTable, isThere = true): void {
  const key = table.primaryKey[0] ?? table.columns[0]?.name
  if (key === undefined) return
  const filter: Filter = { table: table.name, column: key, operator: 'is_not_empty', values: [] }
  reading.draft.filters.push(isThere ? filter : { not: filter })
}

// "students who have 2 pets": a count only behind a verb of having, else the number belongs elsewhere.
function isVerbBefore(reading: Reading, start: number): boolean {
  return ['have', 'has', 'had', 'having', 'with', 'own', 'owns', 'took', 'take', 'takes', 'taken'].includes(wordAt(reading, start - 1))
}

function readAbsence(reading: Reading, start: number): number {
  const word = wordAt(reading, start)
  if (!negations.has(word)) return 0
  for (let at = start + 1; at < Math.min(reading.items.length, start + 7); at++) {
    if ([',', '.', '?'].includes(wordAt(reading, at))) break
    if (reading.taken[at] === 'verb') continue
    if (!isFree(reading, at) || ['but', 'and', 'or'].includes(wordAt(reading, at))) return 0
    const item = reading.items[at]
    if (item?.kind === 'quoted' || item?.kind === 'number' || isValueOnly(item)) return 0
    if (item?.kind !== 'name') continue
    const table = tableOf(item)
    if (table && table === firstTable(reading, start)) continue
    // "Never opened a ticket": what they did, whatever else is called opened.
    if (!table && /(?:ed|ing)$/.test(item.lower) && tableOf(reading.items[skip(reading, at + 1, anyOf)])) continue
    const within = table ? absentIn(reading, table, start, at) : 0
    if (within > 0) return within
    if (hasValueAfter(reading, at)) return 0
    const absent = table ? null : columnOfPartners(reading, at)
    if (absent) {
      reading.draft.filters.push({ not: { table: absent.table.name, column: absent.column.name, operator: 'is_not_empty', values: [] } })
      // "No authorization for any document": the document says no more.
      const [any, other] = [at + 2, tableOf(reading.items[at + 3])]
      const end = other && wordAt(reading, any) === 'any' ? any + 2 : at + 1
      if (other && end > at + 1) forget(reading, other, any + 1)
      take(reading, start, end, 'absence')
      return end
    }
    if (!table) return 0
    const key = table.primaryKey[0] ?? table.columns[0]?.name
    if (key === undefined) return 0
    reading.draft.filters.push({ not: { table: table.name, column: key, operator: 'is_not_empty', values: [] } })
    const from = ['do', 'does', 'did', 'have', 'has', 'had', ...copulas].includes(wordAt(reading, start - 1)) ? start - 1 : start
    const end = objectEnd(reading, table, at + 1)
    take(reading, from, end, 'absence')
    forget(reading, table, at)
    return end
  }
  return readNeverSold(reading, start)
}

const anyOf = new Set([...articles, 'any'])

/** "Did not teach any courses", where rows of teaching refer to courses: the course says no more. Answers where the question goes on. */
function objectEnd(reading: Reading, table: LayerTable, from: number): number {
  const at = skip(reading, from, anyOf)
  const other = tableOf(reading.items[at])
  const refers = reading.lexicon.layer.relationships.some((item) => item.fromTable === table.name && reachesTable(reading, item.toTable, other))
  const isLast = reading.items[at + 1] === undefined || ['.', '?', ',', 'and', 'but'].includes(wordAt(reading, at + 1))
  if (!other || other === table || !refers || !isLast || !isFree(reading, at) || other === firstTable(reading, from)) return from
  forget(reading, other, at)
  return at + 1
}

/** Whether a table is the other, or its rows refer to rows of the other. */
function reachesTable(reading: Reading, name: string, other: LayerTable | null): boolean {
  return name === other?.name || reading.lexicon.layer.relationships.some((item) => item.fromTable === name && item.toTable === other?.name)
}

/** "Without invoices in 2023". */
function absentIn(reading: Reading, table: LayerTable, start: number, at: number): number {
  const key = table.primaryKey[0] ?? table.columns[0]?.name
  const absent = key === undefined ? null : absentWithin(reading, table, key, at + 1)
  if (!absent) return 0
  reading.draft.filters.push(absent.filter)
  reading.draft.settled.push(table.name)
  take(reading, start, absent.end, 'absence')
  forget(reading, table, at)
  return absent.end
}

const dealings = new Set(['buy', 'order', 'purchase', 'spend', 'sold', 'bought', 'ordered', 'purchased', 'invoiced', 'booked', 'rented'])
const dealingTables = /\b(?:invoice|order|sale|purchase|transaction|booking|rental)s?\b/

/** "Tracks that were never sold", "drugs never prescribed": no row of the table of sales, of prescriptions, refers to them. */
function readNeverSold(reading: Reading, start: number): number {
  const owner = firstTable(reading, start)
  if (!owner) return 0
  const { relationships, tables } = reading.lexicon.layer
  const referring = tables.filter((table) => relationships.some((item) => item.fromTable === table.name && item.toTable === owner.name))
  const tablesOf = (verb: string) =>
    referring.filter(({ label, name }) => {
      const words = labelWords(label.toLowerCase())
      // What is used is named by the rows that bring it together with something else.
      if (verb === 'used') return referring.length === 1 || relationships.filter((item) => item.fromTable === name).length > 1
      return dealings.has(verb)
        ? dealingTables.test(label.toLowerCase())
        : /ed$/.test(verb) && [words.at(-1) ?? '', words.length > 1 ? (words[0] ?? '') : ''].some((word) => familyOf(word) === familyOf(verb))
    })
  const at = [start + 1, start + 2, start + 3].find((index) => isFree(reading, index) && tablesOf(wordAt(reading, index)).length > 0)
  if (at === undefined) return 0
  const [only, ...others] = tablesOf(wordAt(reading, at))
  const key = only?.primaryKey[0] ?? only?.columns[0]?.name
  if (!only || others.length > 0 || key === undefined) return 0
  const end = skip(reading, at + 1, new Set(['anything', 'any', 'something', 'at', 'all']))
  const within = absentWithin(reading, only, key, end)
  // "Did not buy twice" says something else.
  if (!within && reading.items[end] !== undefined && !['?', '.', ',', 'and', 'but', 'yet', 'ever'].includes(wordAt(reading, end))) return 0
  reading.draft.settled.push(only.name)
  reading.draft.filters.push(within?.filter ?? { not: { table: only.name, column: key, operator: 'is_not_empty', values: [] } })
  take(reading, start, within?.end ?? end, 'absence')
  return within?.end ?? end
}

/** "How many regions are affected", where a table of affected regions refers to regions. */
function readHappenedTo(reading: Reading, at: number): number {
  const item = reading.items[at]
  const before = reading.tables.findLast((mention) => mention.at < at)
  const isLast = ['', '?', '.', ','].includes(wordAt(reading, at + 1))
  if (
    item?.kind !== 'word' ||
    !before ||
    !isLast ||
    !/ed$/.test(item.lower) ||
    skipBack(reading, at - 1, new Set([...copulas, 'been', 'have', 'has'])) !== before.at
  )
    return 0
  const { relationships, tables } = reading.lexicon.layer
  const [table, ...others] = tables.filter(({ name, label }) => {
    const words = labelWords(label)
    const refers = relationships.some(({ fromTable, toTable }) => fromTable === name && toTable === before.table.name)
    return refers && words.length > 1 && familyOf(words[0] ?? '') === familyOf(item.lower)
  })
  if (!table || others.length > 0) return 0
  addExistence(reading, table)
  take(reading, at, at + 1, 'having')
  return at + 1
}

/** "Students who do not have any allergies", "who have more than one allergy", where an allergy is a column of rows that refer to students. */
function columnOfPartners(reading: Reading, at: number): ColumnReference | null {
  const owner = firstTable(reading, at)
  const { relationships } = reading.lexicon.layer
  const column = columnOf(
    reading,
    at,
    ({ table }) => owner !== undefined && table !== owner && relationships.some((item) => item.fromTable === table.name && item.toTable === owner.name),
  )
  return column ? { table: column.table, column: column.column } : null
}

function hasValueAfter(reading: Reading, at: number): boolean {
  const end = reading.items.findIndex((_, index) => index > at && [',', '.', '?', 'and', 'but', 'or'].includes(wordAt(reading, index)))
  const clause = reading.items.slice(at + 1, end === -1 ? undefined : end)
  return clause.some((item) => item.values.length > 0 || item.kind === 'quoted' || item.kind === 'number' || item.kind === 'time')
}

function firstTable(reading: Reading, before: number): LayerTable | undefined {
  return reading.tables.find(({ at }) => at < before)?.table
}

/** A table that only counts or is denied is not what the question is about. */
export function forget(reading: Reading, table: LayerTable, at: number): void {
  reading.tables = reading.tables.filter((mention) => mention.table !== table || mention.at !== at)
}
