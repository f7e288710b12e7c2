import type { Cell, Channel, ChartColumn, ChartSpec, ChartType, Drawable } from '#charts/chart.ts'

export type ChartCase = { name: string; chart: Drawable }

type Data = { name: string; columns: ChartColumn[]; rows: Cell[][] }

const columns: ChartColumn[] = [
  { name: 'day', type: 'date', label: 'Day' },
  { name: 'Group "x".y[0]', type: 'text', label: 'Group' },
  { name: 'kind', type: 'text', label: 'Kind' },
  { name: 'amount', type: 'number', label: 'Amount', unit: 'EUR', aggregate: 'sum' },
  { name: 'count', type: 'integer', label: 'Count', aggregate: 'count' },
  { name: 'country', type: 'text', label: 'Country' },
]

const COUNTRIES = ['France', 'Deutschland', 'US', 'BRA', 'Côte d’Ivoire', 'South Korea', 'Singapore', 'Atlantis']
const LATIN = ['North', 'South', 'East', 'West', 'Centre']
const LONG = LATIN.map((name) => `${name} of the land behind the mountains, where the long names live`)
const ARABIC = ['الرياض', 'القاهرة', 'بيروت', 'دمشق', 'بغداد']
const HAN = ['東京都', '北京市', '서울특별시', '上海市', '大阪府']
const day = (index: number, step = 30) => new Date(Date.UTC(2020, 0, 1) + index * step * 86_400_000).toISOString().slice(0, 10)
/** Figures without chance, and without a pattern a bin could follow. */
const figure = (index: number) => ((index * 7919) % 1000) + 1

function dataOf(
  name: string,
  count: number,
  { names = LATIN, amount = figure, step = 30 }: { names?: string[]; amount?: (index: number) => Cell; step?: number } = {},
): Data {
  const rows = Array.from({ length: count }, (_, at): Cell[] => [
    day(at, step),
    names[at % names.length] ?? '',
    at % 3 ? 'new' : 'old',
    amount(at),
    (at % 9) + 1,
    COUNTRIES[at % COUNTRIES.length] ?? '',
  ])
  return { name, columns, rows }
}

const DATA: Data[] = [
  dataOf('plain', 40),
  dataOf('nulls', 40, { amount: (index) => (index % 4 === 0 ? null : figure(index)) }),
  dataOf('negatives', 40, { amount: (index) => figure(index) - 500 }),
  dataOf('one row', 1),
  dataOf('5,000 rows', 5_000, { step: 1 }),
  dataOf('long labels', 25, { names: LONG }),
  dataOf('right-to-left', 25, { names: ARABIC }),
  dataOf('Chinese and Korean', 25, { names: HAN }),
  dataOf('a century', 100, { step: 365 }),
  dataOf('text for numbers', 30, { amount: (index) => `${figure(index)}.50` }),
]

const time: Channel = { field: 'day', type: 'temporal' }
const month: Channel = { field: 'day', type: 'temporal', timeUnit: 'yearmonth' }
const year: Channel = { field: 'day', type: 'ordinal' }
const group: Channel = { field: 'Group "x".y[0]', type: 'nominal' }
const kind: Channel = { field: 'kind', type: 'nominal' }
const amount: Channel = { field: 'amount', type: 'quantitative' }
const sum: Channel = { ...amount, aggregate: 'sum' }
const mean: Channel = { ...amount, aggregate: 'mean' }
const count: Channel = { aggregate: 'count', type: 'quantitative' }

const SPECS: [string, ChartType, ChartSpec | null][] = [
  ['bars by name', 'bar', { mark: 'bar', encoding: { x: { ...group, sort: '-y' }, y: sum } }],
  ['bars lying', 'bar', { mark: 'bar', encoding: { y: { ...group, sort: '-x' }, x: sum } }],
  ['bars stacked', 'bar', { mark: 'bar', encoding: { x: group, y: sum, color: kind } }],
  ['bars in shares', 'bar', { mark: 'bar', encoding: { x: group, y: { ...sum, stack: 'normalize' }, color: kind } }],
  ['bars side by side', 'bar', { mark: 'bar', encoding: { x: group, y: mean, xOffset: kind, color: kind } }],
  ['bars over time', 'bar', { mark: 'bar', encoding: { x: month, y: sum } }],
  ['bins', 'histogram', { mark: 'bar', encoding: { x: { ...amount, bin: { maxbins: 20 } }, y: count } }],
  ['lines', 'line', { mark: { type: 'line', point: true }, encoding: { x: time, y: amount, color: kind } }],
  ['lines of months', 'line', { mark: 'line', encoding: { x: month, y: sum, color: group } }],
  ['lines along an order', 'line', { mark: 'line', encoding: { x: year, y: sum } }],
  ['steps', 'line', { mark: { type: 'line', interpolate: 'step-after' }, encoding: { x: time, y: sum } }],
  ['areas', 'area', { mark: 'area', encoding: { x: month, y: { ...sum, stack: 'zero' }, color: group } }],
  ['areas around a middle', 'area', { mark: 'area', encoding: { x: month, y: { ...sum, stack: 'center' }, color: kind } }],
  ['points', 'scatter', { mark: 'point', encoding: { x: { field: 'count', type: 'quantitative' }, y: amount, color: group, size: amount } }],
  ['points by logarithm', 'scatter', { mark: 'circle', encoding: { x: time, y: { ...amount, scale: { type: 'log' } } } }],
  ['points in forms', 'scatter', { mark: 'point', encoding: { x: time, y: amount, shape: kind } }],
  ['ticks', 'scatter', { mark: 'tick', encoding: { x: amount, y: group } }],
  ['slices', 'pie', { mark: { type: 'arc', innerRadius: 40 }, encoding: { theta: count, color: group } }],
  ['shades', 'heatmap', { mark: 'rect', encoding: { x: { ...time, timeUnit: 'month' }, y: group, color: mean } }],
  ['shades of names', 'heatmap', { mark: 'rect', encoding: { x: group, y: kind, color: sum } }],
  ['words', 'scatter', { mark: 'text', encoding: { x: group, y: kind, text: { ...sum, format: ',.0f' } } }],
  ['rules', 'line', { mark: 'rule', encoding: { x: group, y: { ...amount, aggregate: 'min' }, y2: { field: 'amount', aggregate: 'max' } } }],
  ['trails', 'line', { mark: 'trail', encoding: { x: time, y: amount, size: amount } }],
  ['boxes', 'boxplot', { mark: 'boxplot', encoding: { x: group, y: amount } }],
  ['boxes to the ends', 'boxplot', { mark: { type: 'boxplot', extent: 'min-max' }, encoding: { x: amount, y: kind } }],
  ['panels', 'bar', { mark: 'bar', encoding: { x: kind, y: sum, facet: group } }],
  ['panels in rows', 'line', { mark: 'line', encoding: { x: time, y: amount, row: kind } }],
  ['panels beside each other', 'scatter', { mark: 'point', encoding: { x: amount, y: { field: 'count', type: 'quantitative' }, column: kind } }],
  [
    'bars and a line',
    'combo',
    {
      encoding: { x: month },
      layer: [
        { mark: 'bar', encoding: { y: sum } },
        { mark: 'line', encoding: { y: mean } },
      ],
      resolve: { scale: { y: 'independent' } },
    },
  ],
  [
    'a line of reference',
    'combo',
    {
      encoding: { x: group },
      layer: [
        { mark: 'bar', encoding: { y: sum } },
        { mark: 'rule', encoding: { y: { datum: 400 } } },
      ],
    },
  ],
  [
    'means with their spread',
    'combo',
    {
      encoding: { x: group },
      layer: [
        { mark: { type: 'errorbar', extent: 'stdev' }, encoding: { y: amount } },
        { mark: 'point', encoding: { y: mean } },
      ],
    },
  ],
  ['colours by scheme', 'bar', { mark: 'bar', encoding: { x: group, y: count, color: { ...sum, scale: { scheme: 'viridis' } } } }],
  ['a figure', 'kpi', { mark: 'text', encoding: { text: amount } }],
  ['a figure over time', 'big_number', { mark: 'text', encoding: { text: amount, x: time } }],
  ['a table', 'table', null],
  ['a pivot table', 'pivot', { mark: 'text', encoding: { y: group, x: kind, text: amount } }],
  ['a funnel', 'funnel', { mark: 'bar', encoding: { y: group, x: amount } }],
  ['a waterfall', 'waterfall', { mark: 'bar', encoding: { x: group, y: amount } }],
  ['a map', 'choropleth', { mark: 'bar', encoding: { y: { field: 'country', type: 'nominal' }, x: amount } }],
  ['a gauge', 'gauge', { mark: 'arc', encoding: { theta: { ...amount, scale: { domain: [0, 1000] } } } }],
  ['a progress bar', 'progress', { mark: 'bar', encoding: { x: { ...amount, scale: { domain: [0, 1000] } } } }],
]

/** Every kind of chart over every kind of rows: 410 of them. */
export const chartCases: ChartCase[] = SPECS.flatMap(([spec, chart_type, given]) =>
  DATA.map(({ name, columns: known, rows }) => ({ name: `${spec}: ${name}`, chart: { chart_type, spec: given, columns: known, rows } })),
)
