import { expect, test } from 'vitest'
import type { CompiledColumn } from '#domain/semantics/compile/compile.ts'
import { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { ChartSpec, type ChartType, fitsType } from './chart-spec.ts'
import { chooseChart } from './choose.ts'

function column(name: string, part: Partial<CompiledColumn> = {}): CompiledColumn {
  return { name, label: name, role: 'dimension', type: 'text', unit: null, grain: null, aggregate: null, table: 't', column: name, ...part }
}
const sum = column('revenue', { role: 'measure', type: 'number', aggregate: 'sum', unit: 'EUR' })
const average = column('price', { role: 'measure', type: 'number', aggregate: 'avg' })
const country = column('country')
const genre = column('genre')
const month = column('month', { grain: 'month' })
const rowsOf = (count: number, ...makers: ((index: number) => string | number)[]) =>
  Array.from({ length: count }, (_, index) => makers.map((make) => make(index)))
const word = (index: number) => `v${index}`
const number = (index: number) => index * 2

test.each<[string, CompiledColumn[], ReturnType<typeof rowsOf>, ChartType]>([
  ['one figure', [sum], rowsOf(1, number), 'kpi'],
  ['several figures', [sum, average], rowsOf(1, number, number), 'kpi'],
  ['many months', [month, sum], rowsOf(12, word, number), 'line'],
  ['a few months', [month, sum], rowsOf(3, word, number), 'bar'],
  ['categories', [country, sum], rowsOf(5, word, number), 'bar'],
  ['too many categories', [country, sum], rowsOf(80, word, number), 'table'],
  ['months and categories', [month, country, sum], rowsOf(20, word, (index) => index % 3, number), 'line'],
  ['two categories of a sum', [country, genre, sum], rowsOf(20, word, (index) => index % 4, number), 'bar'],
  ['two categories of an average', [country, genre, average], rowsOf(20, word, (index) => index % 4, number), 'bar'],
  ['two long categories of an average', [country, genre, average], rowsOf(40, word, (index) => index % 20, number), 'heatmap'],
  ['people by first and last name', [column('first_name'), column('last_name'), sum], rowsOf(10, (index) => word(index % 6), word, number), 'bar'],
  ['years as numbers', [column('model_year', { type: 'integer' }), sum], rowsOf(12, (index) => 1970 + index, number), 'line'],
  ['two measures of an entity', [country, sum, average], rowsOf(30, word, number, number), 'scatter'],
  ['three dimensions', [country, genre, month, sum], rowsOf(9, word, word, word, number), 'table'],
  ['plain rows', [country, genre], rowsOf(9, word, word), 'table'],
  ['nothing found', [country, sum], [], 'table'],
])('%s', (_, columns, rows, type) => {
  const chart = chooseChart(columns, rows)
  expect(chart.chart_type).toBe(type)
  expect(chart.note).toBeNull()
  if (type === 'table') expect(chart.spec).toBeNull()
  else expect(ChartSpec.parse(chart.spec)).toEqual(chart.spec)
})

test.each<[ChartType, CompiledColumn[], number]>([
  ['pie', [country, sum], 6],
  ['area', [month, sum], 12],
  ['bar', [month, sum], 12],
  ['line', [month, country, sum], 12],
  ['heatmap', [country, genre, sum], 12],
  ['scatter', [sum, average], 12],
  ['histogram', [sum], 12],
  ['table', [country, sum], 3],
])('%s is drawn when asked for', (type, columns, count) => {
  const chart = chooseChart(columns, rowsOf(count, ...columns.map((item) => (item.role === 'measure' ? number : word))), type)
  expect(chart).toMatchObject({ chart_type: type, note: null })
  if (chart.spec) ChartSpec.parse(chart.spec)
})

test('a figure along a dimension that is a number can be points', () => {
  const grade = column('grade', { type: 'integer' })
  const { chart_type, spec } = chooseChart([grade, sum], rowsOf(6, number, number), 'scatter')
  expect(chart_type).toBe('scatter')
  expect(ChartSpec.parse(spec).encoding).toMatchObject({ x: { field: 'grade' }, y: { field: 'revenue' } })
  expect(spec?.encoding?.color).toBeUndefined()
})

test('a chart that cannot carry the result gives way with a note', () => {
  expect(chooseChart([country, sum], rowsOf(5, word, number), 'scatter')).toMatchObject({
    chart_type: 'bar',
    note: 'This result cannot be drawn as a scatter plot.',
  })
  expect(chooseChart([country], rowsOf(5, word), 'pie')).toMatchObject({ chart_type: 'table', spec: null, note: 'This result cannot be drawn as a pie chart.' })
})

test('numbers kept as text are drawn as numbers where a chart is asked for', () => {
  const rate = column('rate')
  const rates = rowsOf(5, word, (index) => `.${index}`)
  expect(chooseChart([country, rate], rates, 'bar')).toMatchObject({ chart_type: 'bar', note: null })
  expect(chooseChart([country, rate], rates).chart_type).toBe('table')
})

test('a line runs along the number of two categories and is coloured by the name', () => {
  const { chart_type, spec } = chooseChart([country, column('grade', { type: 'integer' }), sum], rowsOf(6, word, number, number), 'line')
  expect(chart_type).toBe('line')
  expect(spec?.encoding).toMatchObject({ x: { field: 'grade' }, color: { field: 'country' } })
})

const origin = column('origin')
const amount = column('amount', { type: 'number' })
const age = column('age', { type: 'integer' })
const share = column('share', { role: 'measure', type: 'number' })
const before = column('revenue_previous', { role: 'measure', type: 'number' })
const shared: SemanticQuery = {
  ...SemanticQuery.parse({}),
  measures: [
    { aggregate: 'sum', table: 't', column: 'revenue', name: 'revenue', hidden: true },
    { derive: 'share_of_total', of: 'revenue', name: 'share' },
  ],
}
const summed: SemanticQuery = { ...shared, measures: [{ derive: 'running_total', of: 'revenue', name: 'share' }] }
const week = column('day', { grain: 'day_of_week', type: 'integer' })
const few = (index: number) => `s${index % 4}`

test.each<[string, CompiledColumn[], ReturnType<typeof rowsOf>, SemanticQuery | undefined, ChartType]>([
  ['a figure and what it was before', [sum, before], rowsOf(1, number, number), undefined, 'kpi'],
  ['days of the week', [week, sum], rowsOf(7, number, number), undefined, 'bar'],
  ['a running total', [month, share], rowsOf(12, word, number), summed, 'area'],
  ['shares over time', [month, origin, share], rowsOf(12, word, few, number), shared, 'area'],
  ['a few parts of a whole', [origin, share], rowsOf(5, word, number), shared, 'pie'],
  ['more parts of a whole', [origin, share], rowsOf(12, word, number), shared, 'bar'],
  ['two plain numbers', [amount, age], rowsOf(30, number, number), undefined, 'scatter'],
  ['two plain numbers of a few kinds', [amount, age, origin], rowsOf(30, number, number, few), undefined, 'scatter'],
  ['one plain number', [amount], rowsOf(30, number), undefined, 'histogram'],
  ['named numbers', [country, amount, age], rowsOf(30, word, number, number), undefined, 'table'],
  ['many against few categories', [country, origin, sum], rowsOf(40, word, few, number), undefined, 'bar'],
])('%s', (_, columns, rows, query, type) => {
  const chart = chooseChart(columns, rows, null, { query })
  expect(chart.chart_type).toBe(type)
  if (chart.spec) expect(ChartSpec.parse(chart.spec)).toEqual(chart.spec)
})

test('parts too many for slices fill one bar, shares over time fill the area, the smaller of two categories colours', () => {
  expect(chooseChart([origin, share], rowsOf(12, word, number), null, { query: shared }).spec?.encoding).toMatchObject({
    x: { stack: 'normalize' },
    color: { field: 'origin' },
  })
  expect(chooseChart([month, origin, share], rowsOf(12, word, few, number), null, { query: shared }).spec?.encoding).toMatchObject({
    y: { stack: 'normalize' },
  })
  expect(chooseChart([origin, country, sum], rowsOf(40, few, word, number)).spec?.encoding).toMatchObject({
    x: { field: 'country' },
    color: { field: 'origin' },
  })
})

test('bins are as wide as was asked for', () => {
  expect(chooseChart([amount], rowsOf(40, number), 'histogram', { binWidth: 500 }).spec?.encoding?.x?.bin).toEqual({ step: 500 })
})

test('a spread of several kinds is stacked by kind; what it was before stands behind a figure', () => {
  expect(chooseChart([amount, origin], rowsOf(40, number, few), 'histogram').spec?.encoding).toMatchObject({
    x: { field: 'amount' },
    color: { field: 'origin' },
  })
  expect(chooseChart([sum, before], rowsOf(1, number, number)).spec?.encoding).toMatchObject({ tooltip: [{ field: 'revenue' }, { field: 'revenue_previous' }] })
})

test('of more lines than can be told apart the largest are drawn, and it is said', () => {
  const rows = rowsOf(
    240,
    (index) => `m${index % 12}`,
    (index) => `s${index % 20}`,
    number,
  )
  const { chart_type, spec, note } = chooseChart([month, origin, sum], rows)
  expect(chart_type).toBe('line')
  expect(ChartSpec.parse(spec)).toEqual(spec)
  expect(spec?.transform?.[2]).toEqual({ filter: { field: 'series_rank', lte: 8 } })
  expect(note).toBe('Only the 8 largest of 20 lines are drawn.')
})

test('numbers that name classes run in their own order, also along a line that is asked for', () => {
  expect(chooseChart([age, sum], rowsOf(5, number, number)).spec?.encoding?.x).toEqual({
    field: 'age',
    type: 'ordinal',
    title: 'Age',
    axis: { labelOverlap: true },
  })
  expect(chooseChart([country, sum], rowsOf(5, word, number), 'line')).toMatchObject({ chart_type: 'line', note: null })
})

test('an average by class is no spread, though a histogram was asked for', () => {
  expect(chooseChart([age, average], rowsOf(5, number, number), 'histogram').chart_type).toBe('bar')
})

test('long labels lie down, sums stack, averages stand side by side, units are told', () => {
  expect(chooseChart([country, sum], rowsOf(12, word, number)).spec?.encoding).toMatchObject({
    y: { field: 'country', sort: '-x' },
    x: { title: 'Revenue (EUR)' },
  })
  const pairs = rowsOf(20, word, (index) => index % 4, number)
  expect(chooseChart([country, genre, sum], pairs, 'bar').spec?.encoding).toMatchObject({ y: { stack: 'zero' } })
  expect(chooseChart([country, genre, average], pairs, 'bar').spec?.encoding).toMatchObject({ xOffset: { field: 'genre' } })
})

test.each([
  ['data', { data: { url: 'http://127.0.0.1' } }],
  ['a transform', { transform: [{ calculate: '1', as: 'x' }] }],
  ['an expression', { encoding: { x: { field: 'a', type: 'nominal', axis: { labelExpr: 'datum' } } } }],
  ['a link', { encoding: { href: { field: 'a', type: 'nominal' } } }],
  ['an image', { mark: { type: 'image' } }],
])('a spec with %s is refused', (_, part) => {
  const spec = { mark: { type: 'bar' }, encoding: { x: { field: 'a', type: 'nominal' } } }
  expect(ChartSpec.safeParse(spec).success).toBe(true)
  expect(ChartSpec.safeParse({ ...spec, ...part }).success).toBe(false)
})

test.each<[ChartType, CompiledColumn[], ReturnType<typeof rowsOf>]>([
  ['combo', [month, sum, column('margin', { role: 'measure', unit: '%', type: 'number' })], rowsOf(6, word, number, number)],
  ['funnel', [country, sum], rowsOf(4, word, number)],
  ['waterfall', [country, sum], rowsOf(4, word, number)],
  ['choropleth', [country, sum], rowsOf(4, word, number)],
  ['gauge', [sum], rowsOf(1, number)],
  ['progress', [sum], rowsOf(1, number)],
  ['big_number', [month, sum], rowsOf(6, word, number)],
  ['pivot', [country, genre, sum], rowsOf(6, word, word, number)],
  ['boxplot', [country, sum], rowsOf(12, (index) => `v${index % 3}`, number)],
])('a %s is drawn where it is asked for', (type, columns, rows) => {
  const chosen = chooseChart(columns, rows, type)
  expect([chosen.chart_type, chosen.note]).toEqual([type, null])
  expect(fitsType(chosen.chart_type, ChartSpec.parse(chosen.spec))).toBe(true)
})

test('a result that cannot carry the kind asked for is drawn as usual, and told', () => {
  expect(chooseChart([country, sum], rowsOf(4, word, number), 'gauge')).toMatchObject({
    chart_type: 'bar',
    note: 'This result cannot be drawn as a gauge chart.',
  })
})

test('a share of many kinds beside its figure is bars, and no points of one against the other', () => {
  const rows = rowsOf(20, word, number, (index) => index / 4)
  expect(chooseChart([country, sum, share], rows, null, { query: shared }).chart_type).toBe('bar')
})
