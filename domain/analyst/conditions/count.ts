import { familyOf, labelWords } from '#domain/analyst/language/root.ts'
import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import { type Comparison, openBounds, rangeLinks } from '#domain/analyst/lexicon/english/sentences/comparisons.ts'
import {
  auxiliaries,
  clauseSigns,
  exactWords,
  haveVerbs,
  havingWords,
  subjectRelatives,
  valueJoints,
} from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { beforeCounted, rowNouns } from '#domain/analyst/lexicon/english/sentences/rows.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import { comparisonAt, numberAt } from '#domain/analyst/reading/numbers.ts'
import { forget, isFree, isValueOnly, type Reading, skip, skipBack, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import type { Filter } from '#domain/semantics/semantic-query.ts'
import { columnOfPartners, readAbsence } from './absence.ts'
import { verbFigure } from './column-near.ts'
import { condition, membersOf, roleOf } from './filter-parts.ts'

/** Takes `more than 5 orders`, `at least two pets`, `only one course`, and `without orders`, `did not place any order`. */
export function readCounts(reading: Reading): void {
  for (let at = 0; at < reading.items.length; at++) {
    if (!isFree(reading, at)) continue
    const end = readCountCondition(reading, at) || readAbsence(reading, at) || readHappenedTo(reading, at)
    if (end) at = end - 1
  }
}

function readCountCondition(reading: Reading, start: number): number {
  // "Earns more than at least one nurse" compares with nurses.
  if (wordAt(reading, start - 1) === 'than') return 0
  let at = wordAt(reading, start) === 'between' ? start + 1 : start
  const comparison = comparisonAt(reading, at)
  let operator: Comparison = comparison?.operator ?? 'equals'
  at += comparison?.length ?? 0
  const isOnly = !comparison && exactWords.has(wordAt(reading, at))
  if (isOnly) at += 1
  const value = numberAt(reading, at)
  if (value === null) return 0
  at += 1
  const upper = comparison || isOnly || !rangeLinks.has(wordAt(reading, at)) ? null : numberAt(reading, at + 1)
  // "Can seat between 50 and 100 students" tells a capacity.
  if (upper !== null && (wordAt(reading, start - 1) === 'between' || verbFigure(reading, start - 1))) return 0
  if (upper !== null) at += 2
  const openBound = wordAt(reading, at) === 'or' && isFree(reading, at) && isFree(reading, at + 1) ? openBounds.get(wordAt(reading, at + 1)) : undefined
  if (openBound) {
    operator = openBound
    at += 2
  }
  if (!comparison && !isOnly && upper === null && !openBound && !haveVerbs.has(wordAt(reading, start - 1))) return 0
  const described = skip(reading, at, beforeCounted)
  const members = membersOf(reading.items, described)
  const target = members ? described : skip(reading, behindValues(reading, described), beforeCounted)
  const role = members ?? roleOf(reading.items[target])
  const table = role?.table ?? tableOf(reading.items[target]) ?? rowsOfColumn(reading, start, target)
  const isDone = comparison !== null && /(?:ed|en)$/.test(wordAt(reading, start - 1))
  const several = !table && (haveVerbs.has(wordAt(reading, start - 1)) || isDone) && isFree(reading, target) ? columnOfPartners(reading, target) : null
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

const beforeRows = wordSet(havingWords, subjectRelatives, 'in')

/** The table whose rows are counted where only "records" is said: "statuses with more than 3 records" counts rows of the table that has the status. */
function rowsOfColumn(reading: Reading, start: number, at: number): LayerTable | null {
  const before = skipBack(reading, start - 1, beforeRows)
  const isRows = reading.items[at]?.kind === 'word' && rowNouns.has(wordAt(reading, at)) && before < start - 1
  return isRows && !tableOf(reading.items[before]) ? (columnOf(reading, before)?.table ?? null) : null
}

/** "More than 20 urgent or late orders": values that tell which rows are counted are read as conditions of their own. */
function behindValues(reading: Reading, start: number): number {
  let at = start
  while (isFree(reading, at) && isValueOnly(reading.items[at])) {
    const next = valueJoints.has(wordAt(reading, at + 1)) ? at + 2 : at + 1
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

/** "How many regions are affected", where a table of affected regions refers to regions. */
function readHappenedTo(reading: Reading, at: number): number {
  const item = reading.items[at]
  const before = reading.tables.findLast((mention) => mention.at < at)
  const isLast = wordAt(reading, at + 1) === '' || clauseSigns.has(wordAt(reading, at + 1))
  if (item?.kind !== 'word' || !before || !isLast || !/ed$/.test(item.lower) || skipBack(reading, at - 1, auxiliaries) !== before.at) return 0
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
