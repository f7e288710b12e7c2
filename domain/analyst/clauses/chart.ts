import { isClassNumber, isUnique } from '#domain/analyst/lexicon/column-kind.ts'
import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import {
  bareChartKinds,
  beforeChart,
  behindChart,
  chartKinds,
  chartNames,
  chartNouns,
  chartPrepositions,
  chartTalk,
  countThemPhrases,
  drawVerbs,
  relationNouns,
  seriesPlacements,
} from '#domain/analyst/lexicon/english/sentences/charts.ts'
import {
  clauseEnds,
  determiners,
  distributives,
  indefiniteArticles,
  ownerPrepositions,
  prepositions,
  sentenceEnds,
  sortVerbs,
} from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { beforeRowCount, behindRowCount, rowCountPhrases } from '#domain/analyst/lexicon/english/sentences/rows.ts'
import { sortHints } from '#domain/analyst/lexicon/english/sentences/sorting.ts'
import type { Item } from '#domain/analyst/lexicon/linking/link.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import { phraseLength, type Reading, skip, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import type { ChartType } from '#domain/charts/chart-spec.ts'
import type { ChartHint } from '#domain/charts/chart-talk.ts'

/** Takes the words that ask for a kind of chart (`as a bar chart`, `draw a pie chart of`) and those that only speak about the drawing. */
export function readChart(reading: Reading, hint: ChartHint | null): void {
  readRowCount(reading)
  readKind(reading)
  reading.draft.chart ??= hint?.hint ?? null
  readBareCounts(reading)
  readCountNouns(reading)
  if (reading.draft.chart === null && hint?.draws !== true) return
  for (let at = 0; at < reading.items.length; at++) {
    const word = wordAt(reading, at)
    if (reading.items[at]?.kind !== 'word' || !chartTalk.has(word)) continue
    if (word.startsWith('group') && wordAt(reading, at + 1) === 'by') continue
    take(reading, at, relationNouns.has(word) && wordAt(reading, at + 1) === 'between' ? at + 2 : at + 1, 'chart')
  }
}

/** "…, and count them by a bar chart" counts the rows behind what is shown. */
function readRowCount(reading: Reading): void {
  for (const phrase of countThemPhrases) {
    const at = reading.items.findIndex((_, index) => phraseLength(reading, index, phrase) > 0)
    if (at === -1) continue
    reading.draft.countsShown = true
    take(reading, at, at + 2, 'chart')
  }
}

function readKind(reading: Reading): void {
  for (let at = 0; at < reading.items.length; at++) {
    const pair = chartNouns.has(wordAt(reading, at + 1)) ? chartKinds.get(wordAt(reading, at)) : aloneAt(reading, at)
    const whole = wordAt(reading, at) === 'table' && wordAt(reading, at - 2) !== 'as' ? undefined : chartNames.get(wordAt(reading, at))
    const type = pair ?? whole
    if (type === undefined) continue
    reading.draft.chart = type
    let from = at
    while (from > 0 && beforeChart.has(wordAt(reading, from - 1))) from--
    // "Line chart" speaks of no order lines.
    reading.tables = reading.tables.filter((mention) => mention.at !== at)
    const end = at + (pair && chartNouns.has(wordAt(reading, at + 1)) ? 2 : 1)
    take(reading, from, behindChart.has(wordAt(reading, end)) ? end + 1 : end, 'chart')
    return
  }
}

const asksDrawing = wordSet(drawVerbs, 'as me')
const opensDrawing = wordSet(ownerPrepositions, ':')

/** "Return a pie", "draw bars", "stacked bar of": a chart without the word. */
function aloneAt(reading: Reading, at: number): ChartType | undefined {
  const item = reading.items[at]
  const type = item?.kind === 'word' && bareChartKinds.has(item.stem) ? chartKinds.get(item.stem) : undefined
  if (type === undefined) return undefined
  const isAsked = asksDrawing.has(wordAt(reading, indefiniteArticles.has(wordAt(reading, at - 1)) ? at - 2 : at - 1))
  const isLast = wordAt(reading, at + 1) === '' || clauseEnds.has(wordAt(reading, at + 1))
  const isKind = (chartPrepositions.has(wordAt(reading, at - 2)) && isLast) || seriesPlacements.has(wordAt(reading, at - 1))
  const isOpening = at === 0 && (sentenceEnds.has(wordAt(reading, 1)) || opensDrawing.has(wordAt(reading, 1)))
  return isAsked || isKind || isOpening ? type : undefined
}

/** Reads a count that does not say what is counted: "count by genre", "frequency per country". The rows behind what is shown are counted. */
function readBareCounts(reading: Reading): void {
  for (let at = 0; at < reading.items.length; at++) {
    const phrase = rowCountPhrases.find((words) => phraseLength(reading, at, words) > 0)
    if (phrase === undefined || (phrase === 'how many' && !isEach(reading, at + 2))) continue
    const end = at + phrase.split(' ').length
    const isPlain = phrase === 'number' || reading.items.slice(at, end).every((item) => item.kind === 'word' || isKeyName(item))
    const isOther = phrase === 'number' || wordAt(reading, end) === 'of' ? phrase !== 'frequency' && !countsEach(reading, end + 1) : false
    if (!isPlain || isOther || !behindRowCount.has(wordAt(reading, end)) || reading.items[at - 1]?.kind === 'name' || !startsOver(reading, at)) continue
    reading.draft.countsShown = true
    take(reading, at, wordAt(reading, end) === 'of' ? end + 1 : end, 'chart')
    return
  }
}

/** "The count of each genre" is that of the rows of each. */
function countsEach(reading: Reading, at: number): boolean {
  return distributives.has(wordAt(reading, at)) && columnOf(reading, at + 1) !== null && !tableOf(reading.items[at + 1])
}

/** Whether "in each" stands behind "how many", so that nothing says what is counted: "how many in each class". */
const isEach = (reading: Reading, at: number): boolean => prepositions.has(wordAt(reading, at)) && wordAt(reading, at + 1) === 'each'

/** Whether an item is the word "number" as the name of keys only: "total number" asks for no key. */
const isKeyName = ({ lower, meaning }: Item): boolean =>
  lower === 'number' && meaning.tables.length + meaning.measures.length === 0 && meaning.columns.every(({ column }) => column.semanticType === 'identifier')

/** Whether what stands before a count leaves it without a noun of its own: the start of the question, a verb that shows, an axis. */
function startsOver(reading: Reading, at: number): boolean {
  const last = at - 1
  return beforeRowCount.has(wordAt(reading, last)) && !sortVerbs.has(wordAt(reading, last - 1)) && !sortsBefore(reading, last)
}

function sortsBefore(reading: Reading, from: number): boolean {
  for (let at = from; at >= 0 && at > from - 6; at--) if (sortHints.has(wordAt(reading, at))) return true
  return false
}

/** Reads "count" behind a name: "product count" counts rows, "cylinder count" is a column that holds a number. */
function readCountNouns(reading: Reading): void {
  reading.items.forEach((item, at) => {
    if (item.kind !== 'word' || item.lower !== 'count' || reading.taken[at] !== null || reading.items[at - 1]?.kind !== 'name') return
    const named = reading.items[skip(reading, at + 1, determiners)]
    if (wordAt(reading, at + 1) === 'of' && named?.kind === 'name') return
    const column = columnOf(reading, at - 1)
    if (tableOf(reading.items[at - 1]) && reading.draft.chart === null) return
    if (tableOf(reading.items[at - 1])) reading.draft.countsShown = true
    else if (column && isUnique(column)) {
      reading.draft.countsShown = true
      take(reading, at - 1, at, 'chart')
    } else if (!column || !isClassNumber(column)) return
    take(reading, at, at + 1, 'chart')
  })
}
