import { labelWords } from '#domain/analyst/language/root.ts'
import { isYearNumber } from '#domain/analyst/lexicon/column-kind.ts'
import { defaultDate } from '#domain/analyst/lexicon/display.ts'
import { afterAggregate, aggregateJoints, aggregateNouns, distinctCountWords, kindNouns } from '#domain/analyst/lexicon/english/meanings/aggregates.ts'
import { amountLabels, flagVerbs, keyLabels } from '#domain/analyst/lexicon/english/meanings/column-labels.ts'
import { aggregateEnds, rowsEnds } from '#domain/analyst/lexicon/english/sentences/clause-ends.ts'
import { determiners, showVerbs, valueJoints } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { grainWords } from '#domain/analyst/lexicon/english/times/time-words.ts'
import { anyOf, wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { MeasurePart } from '#domain/analyst/reading/draft.ts'
import { isFree, measureOf, phraseLength, prefersValue, type Reading, skip, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { Aggregate } from '#domain/semantics/semantic-query.ts'
import { aggregateAt } from './aggregate-words.ts'
import { isCountable, isMeasurable } from './measurable.ts'

const flagLabel = new RegExp(`^${anyOf(flagVerbs)} `, 'i')
const keyLabel = wordPattern(keyLabels)

/** Takes every aggregate that is asked for: counts, sums, averages, extremes and named measures. */
export function readMeasures(reading: Reading): void {
  const before = reading.draft.measures.length
  let listing = reading.items.findLastIndex((item, at) => at > 0 && showVerbs.has(item.lower) && reading.items[at - 1]?.kind === 'sign')
  for (let at = 0; at < reading.items.length; at++) {
    if (!isFree(reading, at)) continue
    const found = measureAt(reading, at)
    if (!found) continue
    // "How many cars were sold? Return the number of sales and the revenue": what is listed in the end is what is shown.
    if (listing >= 0 && at > listing && found.part.aggregate !== 'avg') reading.draft.measures = reading.draft.measures.slice(0, before)
    if (listing >= 0 && at > listing) listing = -1
    for (const part of [found.part, ...found.more]) addMeasure(reading, part)
    take(reading, at, found.end, 'measure')
    at = readSharedAggregate(reading, found.end, found.part) - 1
  }
}

/** Adds the columns that share the aggregate before them: "the average height and weight" is two averages. Returns the item behind them. */
function readSharedAggregate(reading: Reading, from: number, part: MeasurePart): number {
  if (part.column === null || part.aggregate === 'count' || part.aggregate === 'count_distinct') return from
  let end = from
  for (
    let at = skip(reading, from, aggregateJoints);
    at > end && isFree(reading, at) && aggregateAt(reading, at) === null;
    at = skip(reading, end, aggregateJoints)
  ) {
    const column = columnOf(reading, at, ({ table, column: candidate }) => table === part.table && isMeasurable(candidate, part.aggregate))
    if (!column || prefersValue(reading, at)) break
    addMeasure(reading, { aggregate: part.aggregate, ...bare(column), named: null })
    take(reading, end, at + 1, 'measure')
    end = at + 1
  }
  return end
}

/** The aggregate that starts at an item, with others of the same column (`average and maximum price`) in `more`. */
export function measureAt(reading: Reading, at: number): { part: MeasurePart; more: MeasurePart[]; end: number } | null {
  const figure = isFree(reading, at) ? reading.items[at]?.figure : undefined
  if (figure) return { part: figure, more: [], end: at + 1 }
  const named = measureOf(reading.items[at])
  if (named && isFree(reading, at)) {
    const table = reading.lexicon.layer.tables.find((item) => item.name === named.measure.table)
    return table ? { part: { aggregate: named.measure.aggregate, table, column: null, named: named.measure.name }, more: [], end: at + 1 } : null
  }
  // "The order count for each customer".
  const counted = isFree(reading, at) && wordAt(reading, at + 1) === 'count' && isFree(reading, at + 1) ? tableOf(reading.items[at]) : null
  if (counted) return { part: { aggregate: 'count', table: counted, column: null, named: null }, more: [], end: at + 2 }
  const behind = figureBehind(reading, at)
  if (behind) return behind
  const aggregates: Aggregate[] = []
  let next = at
  for (;;) {
    const found = aggregateAt(reading, next)
    if (!found) break
    if (aggregates.at(-1) !== found.aggregate) aggregates.push(found.aggregate)
    next = found.end
    const joint = skip(reading, next, aggregateJoints)
    const following = aggregateAt(reading, joint)
    // "Count the total number of" is one count.
    if (following && (joint > next || (found.aggregate === 'count' && following.aggregate === 'count'))) next = joint
    else break
  }
  const [first] = aggregates
  if (first === undefined) return null
  // "The total amount of payments" is what they amount to.
  if (aggregates.length === 1 && first === 'sum') next += phraseLength(reading, next, 'amount of')
  const isDistinct = [next, next + 1, next + 2].some((index) => distinctCountWords.has(wordAt(reading, index)) && skip(reading, next, afterAggregate) > index)
  const kinds = kindNouns.has(reading.items[skip(reading, next, afterAggregate)]?.lower ?? '')
  const target = skipValues(
    reading,
    kinds && reading.items[skip(reading, next, afterAggregate)]?.kind === 'word' ? skip(reading, next, afterAggregate) + 1 : next,
  )
  // "Different lens brands" are brands, and "the average exhibition attendance" is of the column behind its table.
  const isBehind = first !== 'count' && tableOf(reading.items[target]) !== null && partOf(reading, target, first, isDistinct) === null
  const noun = isBehind || (isCompound(reading, target) && (isDistinct || kinds)) ? target + 1 : target
  // "Total sales count" counts.
  const isCount = aggregates.length === 1 && first === 'sum' && tableOf(reading.items[target]) !== null && wordAt(reading, target + 1) === 'count'
  const parts = aggregates.map((aggregate) => partOf(reading, noun, isCount ? 'count' : aggregate, isDistinct))
  const [part, ...more] = parts
  if (!part || parts.some((item) => item === null)) return null
  return { part, more: more.filter((item) => item !== null), end: noun + (isCount ? 2 : 1) }
}

/** The aggregate that stands behind its column: "the fare sum per district". */
function figureBehind(reading: Reading, at: number): { part: MeasurePart; more: MeasurePart[]; end: number } | null {
  const word = wordAt(reading, at + 1)
  if (!aggregateNouns.has(word) || reading.items[at + 1]?.kind !== 'word' || !isFree(reading, at)) return null
  const found = aggregateAt(reading, at + 1)
  const isOwn = wordAt(reading, at + 2) === 'of' && tableOf(reading.items[skip(reading, at + 3, determiners)]) !== null
  const isEnd = isOwn || aggregateEnds.has(wordAt(reading, found?.end ?? at))
  if (!found || !isEnd || tableOf(reading.items[at]) || prefersValue(reading, at)) return null
  const column = columnOf(reading, at, ({ column: candidate }) => isMeasurable(candidate, found.aggregate))
  return column && { part: { aggregate: found.aggregate, ...bare(column), named: null }, more: [], end: found.end }
}

function isCompound(reading: Reading, at: number): boolean {
  const table = tableOf(reading.items[at])
  const column = table && isFree(reading, at + 1) && !tableOf(reading.items[at + 1]) ? columnOf(reading, at + 1) : null
  return column !== null && column.table === table && column.weight >= 0.9 && !prefersValue(reading, at + 1)
}

/** "How many rock and jazz tracks" counts tracks; the values in between are filters already. */
function skipValues(reading: Reading, from: number): number {
  let at = skip(reading, from, afterAggregate)
  if (isNew(reading, at)) at++
  const isRead = (index: number) => reading.taken[index] === 'value' || reading.taken[index] === 'filter'
  while (isRead(at) || (at > from && isRead(at + 1) && valueJoints.has(wordAt(reading, at)))) at = skip(reading, at + 1, afterAggregate)
  return at
}

/** Whether "new" before a table with a date leaves its meaning as it is: "new users per month" are the users of each month. */
function isNew({ items }: Reading, at: number): boolean {
  const table = items[at]?.lower === 'new' && items[at]?.kind === 'word' ? tableOf(items[at + 1]) : null
  return table !== null && defaultDate(table) !== null && items.some(({ kind, lower }) => kind === 'time' || grainWords.has(lower))
}

/** The column that is summed when only a table is named: its total, amount, revenue, sales, cost or value. */
function mainAmount(table: LayerTable): LayerColumn | null {
  const amounts = table.columns.filter((column) => !column.isHidden && isMeasurable(column, 'sum'))
  for (const word of amountLabels) {
    const column = amounts.find((item) => labelWords(item.label).includes(word))
    if (column) return column
  }
  return null
}

function partOf(reading: Reading, at: number, aggregate: Aggregate, isDistinct: boolean): MeasurePart | null {
  const item = reading.items[at]
  if (aggregate !== 'count' && isFree(reading, at) && item?.kind === 'word' && item.stem === 'amount') return amountSpokenOf(reading, aggregate)
  if (item?.kind !== 'name' || reading.taken[at] !== null) return null
  // The average of what each row comes to; a figure over many is told as it is.
  if (item.figure) return item.figure.expression && aggregate !== 'count' ? withoutRatio({ ...item.figure, aggregate }) : item.figure
  const table = tableOf(item)
  if (aggregate === 'count') {
    if (table) return { aggregate, table, column: null, named: null, ...(isDistinct ? { isDistinct } : {}) }
    if (prefersValue(reading, at)) return null
    const column = columnOf(reading, at)
    // "How many soloists" of a column that tells whether one is: yes and no are no two of them.
    if (!column || (!isDistinct && flagLabel.test(column.column.label))) return null
    const isTotal =
      isNumericType(column.column) && !isYearNumber(column.column) && column.column.semanticType === 'measure' && !isDistinct && isCountable(column.column)
    return isTotal ? { aggregate: 'sum', ...bare(column), named: null } : { aggregate: 'count_distinct', ...bare(column), named: null }
  }
  const column = columnOf(reading, at, ({ column: candidate }) => isMeasurable(candidate, aggregate))
  // "Total costs" are no prices added up.
  if (aggregate === 'sum' && column && column.weight < 0.75 && /\bprice$/i.test(column.column.label) && !table) return null
  // "The longest project" is no project's number, nor its date.
  const isKey = column?.column.semanticType === 'identifier' && !keyLabel.test(item.lower)
  if (isKey && (aggregate === 'min' || aggregate === 'max')) return null
  const isAmount = aggregate === 'sum' || (aggregate === 'avg' && !column && rowsEnds.has(wordAt(reading, at + 1)))
  const amount = table && isAmount && !(column && column.weight >= 0.75) ? mainAmount(table) : null
  if (table && amount) return { aggregate, table, column: amount, named: null }
  // "Total tracks" of a table that holds no amount are its rows.
  if (table && aggregate === 'sum' && !column) return { aggregate: 'count', table, column: null, named: null }
  // "The largest invoice" is a row, not the highest of its numbers.
  if (table && column && column.weight < 0.75 && column.column.semanticType === 'identifier') return null
  // A number is averaged where its name is said, even if it only numbers the rows; what tells rows apart or joins them adds up to nothing, but may be drawn.
  const told = column ?? columnOf(reading, at, ({ column: candidate }) => isNumericType(candidate))
  if (told && (aggregate === 'sum' || aggregate === 'avg') && told.column.semanticType === 'identifier' && reading.draft.chart === null) return null
  return told && (column || told.weight >= 0.9) ? { aggregate, ...bare(told), named: null } : null
}

/** "And the total amount", behind another figure of amounts. */
function amountSpokenOf({ draft: { superlative, measures } }: Reading, aggregate: Aggregate): MeasurePart | null {
  const by = superlative && 'measure' in superlative.by ? [superlative.by.measure] : []
  const spoken = [...by, ...measures].find(({ column, expression }) => column && !expression && isMeasurable(column, 'sum') && /\bamount\b/i.test(column.label))
  return spoken ? { aggregate, ...bare(spoken), named: null } : null
}

function withoutRatio({ ratio, ...part }: MeasurePart): MeasurePart {
  return ratio && part.aggregate !== 'avg' && part.aggregate !== 'min' && part.aggregate !== 'max' ? { ...part, ratio } : part
}

export function addMeasure(reading: Reading, part: MeasurePart): void {
  const isKnown = reading.draft.measures.some(
    (item) =>
      item.aggregate === part.aggregate &&
      item.table === part.table &&
      item.column === part.column &&
      item.named === part.named &&
      item.expression === part.expression &&
      item.ratio === part.ratio,
  )
  if (!isKnown) reading.draft.measures.push(part)
}

function bare<Reference extends { table: unknown; column: unknown }>({ table, column }: Reference): Pick<Reference, 'table' | 'column'> {
  return { table, column }
}
