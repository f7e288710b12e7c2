import { measureAt } from '#domain/analyst/figures/measure.ts'
import { isUnique } from '#domain/analyst/lexicon/column-kind.ts'
import { displayColumns } from '#domain/analyst/lexicon/display.ts'
import { countExtremes, sentenceEnds, sortVerbs } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import {
  beforeAxis,
  behindAxis,
  behindSortVerb,
  besideDirection,
  besideSortPhrase,
  betweenSortAndKey,
  betweenSortKeys,
  displayVerbs,
  figureStandIns,
  sortPrepositions,
} from '#domain/analyst/lexicon/english/sentences/sorting.ts'
import { countOf } from '#domain/analyst/ranks/superlative-parts.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { ColumnReference, OrderPart } from '#domain/analyst/reading/draft.ts'
import { phraseLength, prefersValue, type Reading, skip, skipBack, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { directionBy, impliedOrder, isOfFigures, saysWhose, type Way, wayAt } from './sort-direction.ts'

/** Takes `sorted by …`, `in descending order of …`, `alphabetically`, and remembers by what and which way to sort. */
export function readOrder(reading: Reading): void {
  readAxes(reading)
  for (let at = 0; at < reading.items.length; at++) {
    const isSort =
      sortVerbs.has(wordAt(reading, at)) &&
      (isByName(reading, at) ||
        (wordAt(reading, skipBack(reading, at - 1)) === 'in' && wordAt(reading, at + 1) === 'of') ||
        behindSortVerb.has(wordAt(reading, at + 1)))
    // "Sort the names by price" sorts by what stands behind.
    const isBy = wordAt(reading, at) === 'by' && reading.taken[0] === 'order' && reading.draft.order.length === 0
    const isIn = isBy || ((wordAt(reading, at) === 'in' || wordAt(reading, at) === 'by') && wayAt(reading, skip(reading, at + 1)) !== null)
    const isAdverb = wordAt(reading, at) === 'alphabetically' || (wordAt(reading, at) === 'from' && wayAt(reading, skip(reading, at + 1)) !== null)
    const isShow =
      displayVerbs.has(wordAt(reading, at)) && at > 0 && (wayAt(reading, skip(reading, at + 1, betweenSortAndKey)) !== null || isByName(reading, at))
    if (!isSort && !isIn && !isAdverb && !isShow) {
      at = Math.max(at, readTrailing(reading, at) - 1)
      continue
    }
    if (
      wordAt(reading, at) === 'order' &&
      at > 0 &&
      wordAt(reading, at + 1) !== 'by' &&
      !isByName(reading, at) &&
      !besideSortPhrase.has(wordAt(reading, at - 1))
    )
      continue
    if (isSort && sortsLater(reading, at)) {
      take(reading, at, at + 1, 'order')
      continue
    }
    const end = readOne(reading, (isIn || isAdverb ? keyBefore(reading, at) : null) ?? at)
    if (end > at) at = end - 1
  }
}

/** Takes `by price, highest first` and `by price descending`, at the end of a question. */
function readTrailing(reading: Reading, at: number): number {
  const way = at > 0 ? wayAt(reading, at) : null
  const next = way ? reading.items[at + way.length] : undefined
  if (!way || (next !== undefined && next.kind !== 'sign') || (way.end === null && !/^(?:desc|asc|[az]$)/.test(wordAt(reading, at)))) return at
  let from = at
  while (from > 0 && besideDirection.has(wordAt(reading, from - 1))) from--
  const key = keyBefore(reading, from)
  return readOne(reading, key === null || (isOfFigures(way) && namesClass(reading, key + 1)) ? from : key)
}

/** Whether an item names a category, so that "highest first" sorts by the figure: "orders by city, highest first". */
function namesClass(reading: Reading, at: number): boolean {
  const column = columnOf(reading, skip(reading, at))
  return column !== null && (column.column.semanticType === 'category' || column.column.semanticType === 'geo') && !isUnique(column)
}

/** The index of "by" where a sort key stands right before a direction: "by price, highest first". Null where "by" groups a figure. */
function keyBefore(reading: Reading, at: number): number | null {
  let by = at
  while (by > 0 && (reading.items[by - 1]?.kind === 'name' || betweenSortKeys.has(wordAt(reading, by - 1)))) by--
  const isKey = by < at && wordAt(reading, by - 1) === 'by' && reading.taken[by - 1] === null && reading.draft.chart === null
  return isKey && !reading.items.some((_, index) => index < by && measureAt(reading, index)) ? by - 1 : null
}

/** Whether "sort" at the start of a question names what to show, and the key stands later: "sort the list of names in descending order of cost". */
function sortsLater(reading: Reading, at: number): boolean {
  if (at > 0 || sortPrepositions.has(wordAt(reading, at + 1))) return false
  return reading.items.some(
    (_, later) =>
      later > at + 2 &&
      (((wordAt(reading, later) === 'by' || wordAt(reading, later) === 'in') && reading.items.slice(at + 1, later).some(({ kind }) => kind === 'name')) ||
        wordAt(reading, later) === 'alphabetically'),
  )
}

/** Takes `sort by the y-axis from high to low`, and axes that are only named (`x axis building`). */
function readAxes(reading: Reading): void {
  for (let at = 0; at < reading.items.length; at++) {
    const axis = axisAt(reading, at)
    if (!axis) continue
    const ends = (index: number) =>
      index < 0 ||
      index >= reading.items.length ||
      sentenceEnds.has(wordAt(reading, index)) ||
      (reading.items[index]?.kind === 'name' && !sortVerbs.has(wordAt(reading, index)))
    let [from, to] = [at, at + axis.length]
    let direction: 'asc' | 'desc' | null = null
    for (let after = to; after < to + 5 && direction === null; after++) {
      const found = wayAt(reading, after)
      if (found) [direction, to] = [found.direction, after + found.length]
      else if (ends(after)) break
    }
    for (let before = at - 1; before > at - 8 && !ends(before); before--) {
      const found = direction === null ? wayAt(reading, before) : null
      if (found) direction = found.direction
      if (found || sortVerbs.has(wordAt(reading, before))) from = before
    }
    if (direction === null && from < at) direction = 'asc'
    if (direction !== null) reading.draft.order.push({ by: axis.axis, direction })
    while (from > 0 && beforeAxis.has(wordAt(reading, from - 1))) from--
    if (behindAxis.has(wordAt(reading, to))) to++
    take(reading, from, to, 'order')
    at = to - 1
  }
}

/** "List names in desc order", at the end of a question. */
function isByName(reading: Reading, at: number): boolean {
  const next = skip(reading, at + 1, betweenSortAndKey)
  if (reading.draft.chart === null || !besideSortPhrase.has(wordAt(reading, at - 1))) return false
  for (let after = next; after < next + 4; after++) if (wayAt(reading, skip(reading, after, betweenSortAndKey))) return true
  return wordAt(reading, at + 1) === 'by'
}

function axisAt(reading: Reading, at: number): { axis: 'x' | 'y'; length: number } | null {
  const word = wordAt(reading, at)
  if (word === 'bars' && reading.taken[at] === null && reading.draft.chart !== null) return { axis: 'y', length: 1 }
  if ((word !== 'x' && word !== 'y') || reading.taken[at] !== null) return null
  const length = wordAt(reading, at + 1) === 'axis' ? 2 : wordAt(reading, at + 1) === '-' && wordAt(reading, at + 2) === 'axis' ? 3 : 1
  if (length > 1) return { axis: word, length }
  const before = wordAt(reading, at - 1)
  const isLed = ['by', 'the'].includes(before) || sortVerbs.has(before) || displayVerbs.has(before)
  const isBare = reading.draft.chart !== null && (isLed || reading.items[at]?.isCapitalised === true)
  return isBare ? { axis: word, length } : null
}

/** "By the total number", with nothing behind it, is what is measured. */
function totalAt(reading: Reading, at: number): number {
  for (const phrase of figureStandIns) {
    const length = reading.items[at]?.kind === 'name' ? 0 : phraseLength(reading, at, phrase)
    const next = at + length
    const isLast = reading.items[next] === undefined || besideSortPhrase.has(wordAt(reading, next)) || wayAt(reading, next) !== null
    if (length > 0 && isLast) return length
  }
  return 0
}

function readOne(reading: Reading, start: number): number {
  let way = null as Way | null
  const keys: OrderPart['by'][] = []
  let at = start
  for (at = start; at < reading.items.length; ) {
    const found = wayAt(reading, at)
    if (found) {
      way = way && found.isAlphabetical ? { ...way, isAlphabetical: true } : { ...found, isAlphabetical: found.isAlphabetical || way?.isAlphabetical === true }
      const key = found.key === undefined ? null : keyAt(reading, found.key)
      if (found.key !== undefined && !key) return start
      if (key) keys.push(key.by)
      at += found.length
      continue
    }
    const total = keys.length === 0 && at > start ? totalAt(reading, at) : 0
    if (total > 0) {
      keys.push('y')
      at += total
      continue
    }
    // "In alphabetical order with their number of albums" shows that number.
    if (way && keys.length === 0 && wordAt(reading, at) === 'with' && !wayAt(reading, skip(reading, at + 1))) break
    if (
      [sortVerbs, betweenSortAndKey].some((words) => words.has(wordAt(reading, at))) ||
      (at === start && displayVerbs.has(wordAt(reading, at))) ||
      wordAt(reading, at) === ',' ||
      (!way?.end && saysWhose(reading, at, keys.length > 0))
    ) {
      at += 1
      continue
    }
    if (prefersValue(reading, at)) break
    const measure = measureAt(reading, at)
    if (measure) {
      keys.push({ measure: measure.part })
      at = measure.end
      continue
    }
    const item = reading.items[at]
    const counted = way && countExtremes.has(way.end?.word ?? '') ? keyAt(reading, at) : null
    if (counted && tableOf(item)) {
      keys.push(counted.by)
      at = counted.end
      continue
    }
    const column = nameOfRows(reading, at, way?.isAlphabetical === true) ?? columnOf(reading, at)
    const previous = keys.at(-1)
    const isBeside = at > start && reading.items[at - 1]?.kind === 'name' && typeof previous === 'object' && 'column' in previous
    if (reading.draft.chart !== null && tableOf(item) && previous === undefined) keys.push('x')
    else if (column && !(isBeside && previous.column.table !== column.table)) keys.push({ column })
    else if (!column && !(tableOf(item) && previous !== undefined)) break
    at += 1
  }
  while (at > start && besideDirection.has(wordAt(reading, at - 1))) at--
  const implied = keys.length === 0 && way ? impliedOrder(reading, way) : null
  if (keys.length === 0 && !implied) return start
  // What is ranked by a figure begins with the highest.
  const isRanked = (by: OrderPart['by']) => typeof by !== 'string' && 'measure' in by && /^rank/.test(wordAt(reading, start))
  for (const by of keys) reading.draft.order.push({ by, direction: way ? directionBy(way, by) : isRanked(by) ? 'desc' : 'asc' })
  if (implied) reading.draft.order.push(implied)
  take(reading, start, at, 'order')
  return at
}

/** What is measured, the column, or the rows to count, at an item. */
function keyAt(reading: Reading, at: number): { by: OrderPart['by']; end: number } | null {
  const measure = measureAt(reading, at)
  if (measure) return { by: { measure: measure.part }, end: measure.end }
  const table = tableOf(reading.items[at])
  const column = columnOf(reading, at)
  return table ? { by: { measure: countOf(table) }, end: at + 1 } : column && { by: { column }, end: at + 1 }
}

/** "Customers by name" are sorted by what they are called, and so are rows "in alphabetical order of their addresses" by what those are. */
function nameOfRows(reading: Reading, at: number, isAlphabetical: boolean): ColumnReference | null {
  const own = isAlphabetical ? tableOf(reading.items[at]) : null
  const isName = reading.items[at]?.stem === 'name' && !tableOf(reading.items[at - 1])
  const table = own ?? (isName ? reading.tables.find((mention) => mention.at < at)?.table : null)
  const [column] = table ? displayColumns(table) : []
  return table && column ? { table, column } : null
}
