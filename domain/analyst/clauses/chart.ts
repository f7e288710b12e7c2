import { isClassNumber, isUnique } from '#domain/analyst/lexicon/column-kind.ts'
import { determiners } from '#domain/analyst/lexicon/english/function-words.ts'
import type { Item } from '#domain/analyst/lexicon/linking/link.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import { phraseLength, type Reading, skip, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import type { ChartType } from '#domain/charts/chart-spec.ts'
import type { ChartHint } from '#domain/charts/chart-talk.ts'

const chartWords = new Map<string, ChartType>(
  Object.entries({
    bar: 'bar',
    column: 'bar',
    line: 'line',
    trend: 'line',
    area: 'area',
    pie: 'pie',
    donut: 'pie',
    doughnut: 'pie',
    scatter: 'scatter',
    heat: 'heatmap',
  }),
)
const wholeWords = new Map<string, ChartType>(
  Object.entries({ histogram: 'histogram', scatterplot: 'scatter', heatmap: 'heatmap', barchart: 'bar', table: 'table' }),
)
const chartNouns = new Set(['chart', 'graph', 'plot', 'diagram', 'map', 'charts', 'graphs', 'plots'])
const before = new Set([
  'as',
  'a',
  'an',
  'the',
  'in',
  'with',
  'using',
  'by',
  'draw',
  'plot',
  'show',
  'make',
  'create',
  'visualize',
  'visualise',
  'display',
  'grouped',
  'stacked',
  'group',
  'them',
  'it',
  'through',
  'use',
  'and',
  ',',
  '.',
])

/** Words of a chart's wording that change nothing about what is asked, once a chart is asked for. */
const chartTalk = new Set(
  `versus vs against comparison compare comparing correlation relation relationship distribution proportion trend trends change changes changing variation shows showing
  listing finding giving returning displaying visualizing plotting plot draw visualize visualise visualization attribute attributes variable group grouped grouping stacked chart graph pie bar
  line histogram respectively different axes axis legend scatter point points separate individual stack charts groups prefer understand compute computes simply just print representing depicting depict illustrate illustrating illustrates render rendering presenting`.split(
    /\s+/,
  ),
)
const related = new Set(['correlation', 'relation', 'relationship', 'difference', 'comparison'])

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
    take(reading, at, related.has(word) && wordAt(reading, at + 1) === 'between' ? at + 2 : at + 1, 'chart')
  }
}

/** "…, and count them by a bar chart" counts the rows behind what is shown. */
function readRowCount(reading: Reading): void {
  for (const phrase of ['count them', 'counts them', 'counting them', 'count it', 'count these']) {
    const at = reading.items.findIndex((_, index) => phraseLength(reading, index, phrase) > 0)
    if (at === -1) continue
    reading.draft.countsShown = true
    take(reading, at, at + 2, 'chart')
  }
}

function readKind(reading: Reading): void {
  for (let at = 0; at < reading.items.length; at++) {
    const pair = chartNouns.has(wordAt(reading, at + 1)) ? chartWords.get(wordAt(reading, at)) : aloneAt(reading, at)
    const whole = wordAt(reading, at) === 'table' && wordAt(reading, at - 2) !== 'as' ? undefined : wholeWords.get(wordAt(reading, at))
    const type = pair ?? whole
    if (type === undefined) continue
    reading.draft.chart = type
    let from = at
    while (from > 0 && before.has(wordAt(reading, from - 1))) from--
    // "Line chart" speaks of no order lines.
    reading.tables = reading.tables.filter((mention) => mention.at !== at)
    const end = at + (pair && chartNouns.has(wordAt(reading, at + 1)) ? 2 : 1)
    take(
      reading,
      from,
      ['of', 'for', 'about', 'showing', 'that', 'to', 'on', 'between', 'with', 'comparing', 'plotting'].includes(wordAt(reading, end)) ? end + 1 : end,
      'chart',
    )
    return
  }
}

const alone = new Set(['pie', 'line', 'bar', 'scatter', 'donut'])
const drawing = new Set(['return', 'draw', 'plot', 'show', 'visualize', 'visualise', 'give', 'make', 'create', 'as', 'display', 'me'])

/** "Return a pie", "draw bars", "stacked bar of": a chart without the word. */
function aloneAt(reading: Reading, at: number): ChartType | undefined {
  const item = reading.items[at]
  const type = item?.kind === 'word' && alone.has(item.stem) ? chartWords.get(item.stem) : undefined
  if (type === undefined) return undefined
  const isAsked = drawing.has(wordAt(reading, at - 1)) || (['a', 'an'].includes(wordAt(reading, at - 1)) && drawing.has(wordAt(reading, at - 2)))
  const isHow = ['in', 'with', 'using', 'by', 'through'].includes(wordAt(reading, at - 2)) && /^(?:[,.?;]|and|)$/.test(wordAt(reading, at + 1))
  const isKind = isHow || ['stacked', 'grouped'].includes(wordAt(reading, at - 1))
  const isOpening = at === 0 && ['.', ':', 'of', 'for'].includes(wordAt(reading, 1))
  return isAsked || isKind || isOpening ? type : undefined
}

const countWords = [
  'number of rows',
  'number of records',
  'number of entries',
  'count of rows',
  'count of records',
  'count rows',
  'count records',
  'row count',
  'record count',
  'rowcount',
  'frequency',
  'total number',
  'total count',
  'count',
  'number',
  'how many',
]
const behindCount = new Set([
  '',
  'of',
  'by',
  'per',
  'for',
  'to',
  'and',
  ',',
  '.',
  ';',
  'on',
  'in',
  'vs',
  'versus',
  'against',
  'as',
  'across',
  'based',
  'with',
  'from',
  'sort',
  'list',
  'rank',
])

/** "Count by genre" and "frequency per country" count the rows of each; what they are is not said. */
function readBareCounts(reading: Reading): void {
  for (let at = 0; at < reading.items.length; at++) {
    const phrase = countWords.find((words) => phraseLength(reading, at, words) > 0)
    if (phrase === undefined || (phrase === 'how many' && !isEach(reading, at + 2))) continue
    const end = at + phrase.split(' ').length
    const isPlain = phrase === 'number' || reading.items.slice(at, end).every((item) => item.kind === 'word' || isKeyName(item))
    const isOther = phrase === 'number' || wordAt(reading, end) === 'of' ? phrase !== 'frequency' && !countsEach(reading, end + 1) : false
    if (!isPlain || isOther || !behindCount.has(wordAt(reading, end)) || reading.items[at - 1]?.kind === 'name' || !startsOver(reading, at)) continue
    reading.draft.countsShown = true
    take(reading, at, wordAt(reading, end) === 'of' ? end + 1 : end, 'chart')
    return
  }
}

/** "The count of each genre" is that of the rows of each. */
function countsEach(reading: Reading, at: number): boolean {
  return /^(?:each|every)$/.test(wordAt(reading, at)) && columnOf(reading, at + 1) !== null && !tableOf(reading.items[at + 1])
}

/** "How many in each class": of what is not said. */
const isEach = (reading: Reading, at: number): boolean => ['in', 'for', 'per', 'of'].includes(wordAt(reading, at)) && wordAt(reading, at + 1) === 'each'

/** A "total number" is none of the numbers that rows are told by. */
const isKeyName = ({ lower, meaning }: Item): boolean =>
  lower === 'number' && meaning.tables.length + meaning.measures.length === 0 && meaning.columns.every(({ column }) => column.semanticType === 'identifier')

/** A count stands for itself at the beginning, behind a verb that shows it, or as what an axis or a pair holds. */
function startsOver(reading: Reading, at: number): boolean {
  const last = at - 1
  return (
    ['', 'show', 'plot', 'draw', 'chart', 'and', ',', '.', ';', 'axis', 'vs', 'the', 'their', 'its', 'me', 'of', 'by', 'with', 'as'].includes(
      wordAt(reading, last),
    ) &&
    !['order', 'sorted', 'sort', 'ordered', 'rank', 'ranked'].includes(wordAt(reading, last - 1)) &&
    !sortsBefore(reading, last)
  )
}

function sortsBefore(reading: Reading, from: number): boolean {
  for (let at = from; at >= 0 && at > from - 6; at--) if (/^(?:order|sort|rank|asc|desc|top|most|least)/.test(wordAt(reading, at))) return true
  return false
}

/** "Product count" counts products; "cylinder count" is how many cylinders each has, where a column says so. */
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
