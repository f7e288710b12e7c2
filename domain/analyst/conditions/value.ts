import { familyOf, labelWords } from '#domain/analyst/language/root.ts'
import { displayColumns, hasOwnName } from '#domain/analyst/lexicon/display.ts'
import { isParticiple } from '#domain/analyst/lexicon/english/forms/word-forms.ts'
import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import { roleLabels } from '#domain/analyst/lexicon/english/meanings/people.ts'
import { betweenColumnAndValue } from '#domain/analyst/lexicon/english/sentences/comparisons.ts'
import { betweenVerbAndObject, valueJoints, versusWords } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { groupMarkers } from '#domain/analyst/lexicon/english/sentences/grouping.ts'
import type { ValueMeaning } from '#domain/analyst/lexicon/lexicon.ts'
import { wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { isFree, note, prefersValue, type Reading, skip, skipBack, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { likelyValue } from '#domain/analyst/values/likely-value.ts'
import { searchJoinTrees } from '#domain/semantics/compile/join-path.ts'
import { addFilter, condition, negationBefore, roleOf, takeColumn, takeNegation } from './filter-parts.ts'
import { isLetterInside, readLetter } from './letter.ts'

/** A value of the data, alone or behind its column; several of one column mean any of them. */
export function readValue(reading: Reading, start: number, isDenied = false): number {
  let at = start
  if (isLetterInside(reading, at)) return readLetter(reading, at)
  const item = reading.items[at]
  if (item && !hasColumnCue(reading, at) && readRole(reading, at)) return at + 1
  if (!item || item.values.length === 0 || !(prefersValue(reading, at) || hasColumnCue(reading, at))) return 0
  const found = likelyValue(reading, at)
  if (!found) return 0
  const { meaning, cue } = found
  const negated = isDenied ? null : (negationBefore(reading, at) ?? (cue !== null && cue < at ? negationBefore(reading, cue) : null))
  const isNegated = isDenied || negated !== null
  if (meaning.isUnverified) note(reading, (say) => say.notLookedUp(meaning.value, meaning.column.label), 0.15)
  if (meaning.sameAs) {
    const { table, column } = meaning.sameAs
    addFilter(reading, { ...condition(meaning, 'equals', []), column_value: { table: table.name, column: column.name } }, at, isNegated)
  } else if (isNegated && readDeniedName(reading, at, meaning)) at++
  else if (meaning.rows) addFilter(reading, { ...condition(meaning, 'equals', []), values_from: { query: meaning.rows } }, at, isNegated)
  else merge(reading, meaning, meaning.value, isNegated, at)
  if (cue !== null && isValueCue(reading, cue, at)) takeColumn(reading, cue)
  // "The east region or the west region" says so twice.
  if (cue !== at + 1 && isFree(reading, at + 1) && columnOf(reading, at + 1)?.column === meaning.column && isValueCue(reading, at + 1, at))
    takeColumn(reading, at + 1)
  takeNegation(reading, negated)
  takeVerb(reading, at, meaning)
  takeNoun(reading, at, meaning)
  if (!isNegated) groupByRole(reading, at, meaning)
  take(reading, start, at + 1, 'value')
  return at + 1
}

/** "By trainer": those of a table of people whose role is called so, each by name. */
function groupByRole(reading: Reading, at: number, { table, column }: ColumnReference): void {
  const item = reading.items[at]
  const isRole = item !== undefined && item.lower === item.stem && !item.isCapitalised && roleLabel.test(column.label) && hasOwnName(table)
  if (!isRole || !groupMarkers.has(wordAt(reading, at - 1)) || !isFree(reading, at - 1)) return
  reading.draft.groups.push({ entity: table })
  take(reading, at - 1, at, 'group')
}

const roleLabel = wordPattern(roleLabels)

/** Denies a first and a last name together: "not by Ada Lovelace" leaves other people called Ada. */
function readDeniedName(reading: Reading, at: number, { table, column, value }: ValueMeaning): boolean {
  const [given, family] = displayColumns(table)
  const next = reading.items[at + 1]?.values.find((other) => other.table === table && other.column === family)
  if (given !== column || !next || !family || !isFree(reading, at + 1)) return false
  addFilter(reading, { and: [condition({ table, column }, 'equals', [value]), condition({ table, column: family }, 'equals', [next.value])] }, at, true)
  return true
}

/** "The title Sales Manager", of a column of job titles: the word before says what the value is of. */
function takeNoun(reading: Reading, at: number, { column }: ColumnReference): void {
  const noun = reading.items[at - 1]
  const isNoun = noun?.kind === 'name' && noun.lower === noun.stem && noun.values.length === 0 && !tableOf(noun) && wordAt(reading, at - 2) === 'the'
  if (isNoun && isFree(reading, at - 1) && labelWords(column.label).includes(noun.lower)) take(reading, at - 1, at, 'filter column')
}

/** "Shipped to France", of the country it was shipped to. */
function takeVerb(reading: Reading, at: number, { column }: ColumnReference): void {
  const verb = skipBack(reading, at - 1, betweenVerbAndObject)
  const family = familyOf(wordAt(reading, verb))
  const isCue = isParticiple(wordAt(reading, verb)) && labelWords(column.label).some((word) => familyOf(word) === family)
  if (isCue && isFree(reading, verb)) take(reading, verb, verb + 1, 'filter column')
}

/** Reads a noun for some rows of a table as a condition: "professors" of a table called faculty. */
function readRole(reading: Reading, at: number): boolean {
  const value = roleOf(reading.items[at])
  if (!value) return false
  const negated = negationBefore(reading, at)
  addFilter(reading, condition(value, 'equals', [value.value]), at, negated !== null)
  takeNegation(reading, negated)
  return true
}

function hasColumnCue(reading: Reading, at: number): boolean {
  const before = skipBack(reading, at - 1, betweenColumnAndValue)
  const values = reading.items[at]?.values ?? []
  return before < at && (reading.items[before]?.meaning.columns.some((column) => values.some((value) => value.column === column.column)) ?? false)
}

const betweenColumnAndValues = wordSet(betweenColumnAndValue, valueJoints)

/** Whether the column name beside a value only says what the value is of: "state" in "in state NY". */
function isValueCue(reading: Reading, cue: number, at: number): boolean {
  const item = reading.items[cue]
  if (!item || tableOf(item)) return false
  const isAdjacent = cue === at + 1 || skip(reading, cue + 1, betweenColumnAndValues) >= at || reading.taken.slice(cue + 1, at).every((role) => role !== null)
  return isAdjacent
}

/** "Chat or mail", "chat vs mail". */
const joints = wordSet(valueJoints, versusWords)

function merge(reading: Reading, reference: ColumnReference, value: string, isNegated: boolean, at: number): void {
  const last = reading.draft.filters.at(-1)
  const inner = last && 'not' in last ? last.not : last
  const joint = wordAt(reading, at - 1)
  const isCompared = ['with', 'to'].includes(joint) && wordAt(reading, at - 2) === 'compared'
  if (isCompared) take(reading, at - 2, at, 'value')
  const isJoined = joints.has(joint) || isCompared || ['or', 'and'].includes(wordAt(reading, skipBack(reading, at - 1)))
  const isSame =
    inner &&
    'column' in inner &&
    inner.values_from === undefined &&
    inner.column_value === undefined &&
    inner.table === reference.table.name &&
    inner.column === reference.column.name &&
    inner.operator === 'equals'
  // "The average fare of casual vs annual" has one for each.
  if (isSame && !isNegated && last === inner && versusWords.has(joint)) {
    inner.values.push(value)
    reading.draft.groups.push({ table: reference.table, column: reference.column, grain: null })
    take(reading, at - 1, at, 'value')
    return
  }
  const both = bothBefore(reading, at)
  // Lines stand for the values listed, each with figures of its own.
  const isDrawn = reading.draft.chart === 'line' || reading.draft.chart === 'area'
  const isBoth = wordAt(reading, skipBack(reading, at - 1)) === 'and' && (both !== null || !isDrawn)
  // What is shared by those of one value and those of another is held by both.
  const isShared =
    wordAt(reading, skipBack(reading, at - 1)) === 'and' && reading.items.slice(0, at).some(({ kind, lower }) => kind === 'word' && lower === 'shared')
  if (isSame && isJoined && isShared && !isNegated) addFilter(reading, condition(reference, 'equals', [value]), at)
  else if (isSame && isJoined && last && 'not' in last && !isNegated) inner.values.push(value)
  else if (isSame && isJoined && !isNegated && isBoth && mayBeBoth(reading, reference)) {
    // Denied twice, so that the two conditions may be met by two rows.
    reading.draft.filters.push({ not: { not: condition(reference, 'equals', [value]) } })
    if (both !== null) take(reading, both, both + 1, 'value')
  } else if (isSame && isJoined && reading.draft.filters.length > 0 && 'not' in (last ?? {}) === isNegated) inner.values.push(value)
  else addFilter(reading, condition(reference, 'equals', [value]), at, isNegated)
}

/** "Both" before two values joined by "and". */
function bothBefore(reading: Reading, at: number): number | null {
  for (let before = at - 2; before >= Math.max(0, at - 9); before--) if (wordAt(reading, before) === 'both') return before
  return null
}

/** Whether one row of what is asked about may have several rows of the table. */
function mayBeBoth(reading: Reading, { table }: ColumnReference): boolean {
  const { focus } = reading.draft
  if (!focus || focus === table) return false
  const [tree, ...others] = searchJoinTrees(reading.lexicon.layer, [focus.name, table.name], focus.name, [])
  return others.length === 0 && (tree?.steps.some((step) => step.fansOut) ?? false)
}
