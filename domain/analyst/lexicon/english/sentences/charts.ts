import type { ChartType } from '#domain/charts/chart-spec.ts'
import { phraseList, wordSet } from '../forms/word-set.ts'
import { listJoints, plainArticles } from './function-words.ts'

/** Words before "chart" that say its kind: "pie chart". */
export const chartKinds: ReadonlyMap<string, ChartType> = new Map(
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

/** Words that say the kind of a chart without "chart" behind them. */
export const chartNames: ReadonlyMap<string, ChartType> = new Map(
  Object.entries({ histogram: 'histogram', scatterplot: 'scatter', heatmap: 'heatmap', barchart: 'bar', table: 'table' }),
)

/** Kinds of charts that may be said alone where something is drawn: "draw a pie". */
export const bareChartKinds = wordSet('pie line bar scatter donut')

export const chartNouns = wordSet('chart graph plot diagram map charts graphs plots')

/** "Stacked bars": how the series of a chart stand. */
export const seriesPlacements = wordSet('stacked grouped')

/** Verbs that ask for a drawing. */
export const drawVerbs = wordSet('draw plot show make create visualize visualise display return give')

/** "In a bar chart", "using bars": prepositions before the chart that is to be drawn. */
export const chartPrepositions = wordSet('in with using by through')

/** What may stand before the kind of a chart and only asks for it: "and show them in a stacked ..." */
export const beforeChart = wordSet(plainArticles, drawVerbs, chartPrepositions, seriesPlacements, listJoints, '. as group use them it')

/** What stands between a chart and what it shows: "a bar chart about ...". */
export const behindChart = wordSet('of for about showing that to on between with comparing plotting')

/** Words about the drawing that change nothing about what is asked, once a chart is asked for. */
export const chartTalk = wordSet(
  `versus vs against comparison compare comparing correlation relation relationship distribution proportion trend trends change changes changing variation shows showing
  listing finding giving returning displaying visualizing plotting plot draw visualize visualise visualization attribute attributes variable group grouped grouping stacked chart graph pie bar
  line histogram respectively different axes axis legend scatter point points separate individual stack charts groups prefer understand compute computes simply just print representing depicting depict illustrate illustrating illustrates render rendering presenting`,
)

/** "The correlation between": nouns for how two figures belong together. */
export const relationNouns = wordSet('correlation relation relationship difference comparison')

/** "Bin the dates by month": intervals along an axis. */
export const binWords = wordSet('bin bins binned binning')

/** Asks for the number of the rows behind what is drawn. */
export const countThemPhrases = phraseList('count them;counts them;counting them;count it;count these')

/** Words of a question that name a drawing and no row: "axis", "legend". Singular. */
export const drawingNouns = wordSet('chart graph plot diagram histogram scatter scatterplot heatmap bar pie line axis axes legend panel')
