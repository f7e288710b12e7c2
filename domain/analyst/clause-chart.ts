import type { ChartType } from '#domain/charts/chart-spec.ts'
import { phraseLength, type Reading, take, wordAt } from './reading.ts'

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
const chartNouns = new Set(['chart', 'graph', 'plot', 'diagram', 'map', 'charts', 'graphs'])
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
  listing finding giving returning displaying visualizing plotting plot draw visualize visualise visualization attribute attributes variable group grouped stacked chart graph pie bar
  line histogram respectively different`.split(/\s+/),
)
const related = new Set(['correlation', 'relation', 'relationship', 'difference', 'comparison'])

/** Takes the words that ask for a kind of chart (`as a bar chart`, `draw a pie chart of`) and those that only speak about the drawing. */
export function readChart(reading: Reading, hint: ChartType | null): void {
  readKind(reading)
  reading.draft.chart ??= hint
  if (reading.draft.chart === null) return
  for (let at = 0; at < reading.items.length; at++) {
    const word = wordAt(reading, at)
    if (reading.items[at]?.kind !== 'word' || !chartTalk.has(word)) continue
    if (word.startsWith('group') && wordAt(reading, at + 1) === 'by') continue
    take(reading, at, related.has(word) && wordAt(reading, at + 1) === 'between' ? at + 2 : at + 1, 'chart')
  }
  for (const phrase of ['count them', 'counting them', 'count it']) {
    const at = reading.items.findIndex((_, index) => phraseLength(reading, index, phrase) > 0)
    if (at === -1) continue
    reading.draft.countsShown = true
    take(reading, at, at + 2, 'chart')
  }
}

function readKind(reading: Reading): void {
  for (let at = 0; at < reading.items.length; at++) {
    const pair = chartNouns.has(wordAt(reading, at + 1)) ? chartWords.get(wordAt(reading, at)) : undefined
    const whole = wordAt(reading, at) === 'table' && wordAt(reading, at - 2) !== 'as' ? undefined : wholeWords.get(wordAt(reading, at))
    const type = pair ?? whole
    if (type === undefined) continue
    reading.draft.chart = type
    let from = at
    while (from > 0 && before.has(wordAt(reading, from - 1))) from--
    const end = at + (pair ? 2 : 1)
    take(reading, from, ['of', 'for', 'about', 'showing', 'that', 'to'].includes(wordAt(reading, end)) ? end + 1 : end, 'chart')
    return
  }
}
