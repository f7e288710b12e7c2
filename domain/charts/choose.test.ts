import { expect, test } from 'vitest'
import type { CompiledColumn } from '#domain/semantics/compile.ts'
import { ChartSpec, type ChartType } from './chart-spec.ts'
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

test('a chart that cannot carry the result gives way with a note', () => {
  expect(chooseChart([country, sum], rowsOf(5, word, number), 'scatter')).toMatchObject({
    chart_type: 'bar',
    note: 'This result cannot be drawn as a scatter plot.',
  })
  expect(chooseChart([country], rowsOf(5, word), 'pie')).toMatchObject({ chart_type: 'table', spec: null, note: 'This result cannot be drawn as a pie chart.' })
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
  ['a path into a field', { encoding: { x: { field: "a['b']", type: 'nominal' } } }],
])('a spec with %s is refused', (_, part) => {
  const spec = { mark: { type: 'bar' }, encoding: { x: { field: 'a', type: 'nominal' } } }
  expect(ChartSpec.safeParse(spec).success).toBe(true)
  expect(ChartSpec.safeParse({ ...spec, ...part }).success).toBe(false)
})
